#ifndef OCTAVO_CZINT_SHIM_H
#define OCTAVO_CZINT_SHIM_H

#include <zint.h>

/* The modules of an EAN-13, one byte each, 1 where it is black; their number, 0 where zint refuses the digits, -1 where there is
   no memory for it.
   The symbol's rows are an array of arrays, which Swift would take for 28,800 values of a tuple. */
static inline int octavo_ean13(const char *digits, unsigned char *modules, int room) {
  struct zint_symbol *symbol = ZBarcode_Create();
  int count = 0, status;
  if (!symbol) return -1;
  symbol->symbology = BARCODE_EANX;
  status = ZBarcode_Encode(symbol, (const unsigned char *)digits, 0);
  if (status == ZINT_ERROR_MEMORY) count = -1;
  if (status < ZINT_ERROR && symbol->width <= room) {
    for (count = 0; count < symbol->width; count++)
      modules[count] = (symbol->encoded_data[0][count >> 3] >> (count & 7)) & 1;
  }
  ZBarcode_Delete(symbol);
  return count;
}

#endif
