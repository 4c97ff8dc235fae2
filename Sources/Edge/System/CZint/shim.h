#ifndef OCTAVO_CZINT_SHIM_H
#define OCTAVO_CZINT_SHIM_H

#include <zint.h>

/* The modules of an EAN-13, one byte each, 1 where it is black; their number, or 0 where zint refuses the digits.
   The symbol's rows are an array of arrays, which Swift would take for 28,800 values of a tuple. */
static inline int octavo_ean13(const char *digits, unsigned char *modules, int room) {
  struct zint_symbol *symbol = ZBarcode_Create();
  int count = 0;
  if (!symbol) return 0;
  symbol->symbology = BARCODE_EANX;
  if (ZBarcode_Encode(symbol, (const unsigned char *)digits, 0) < ZINT_ERROR && symbol->width <= room) {
    for (count = 0; count < symbol->width; count++)
      modules[count] = (symbol->encoded_data[0][count >> 3] >> (count & 7)) & 1;
  }
  ZBarcode_Delete(symbol);
  return count;
}

#endif
