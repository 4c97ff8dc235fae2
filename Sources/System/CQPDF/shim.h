#ifndef OCTAVO_CQPDF_SHIM_H
#define OCTAVO_CQPDF_SHIM_H

#include <qpdf/qpdf-c.h>
#include <stdlib.h>

/* QPDF_ERRORS and QPDF_WARNINGS are written as shifts, which Swift does not import. */
static inline int octavo_qpdf_failed(QPDF_ERROR_CODE code) { return (code & (QPDF_ERRORS)) != 0; }

#endif
