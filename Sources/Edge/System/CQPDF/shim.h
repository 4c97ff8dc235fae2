#ifndef OCTAVO_CQPDF_SHIM_H
#define OCTAVO_CQPDF_SHIM_H

#include <qpdf/qpdf-c.h>
#include <stdlib.h>

/* QPDF_ERRORS and QPDF_WARNINGS are written as shifts, which Swift does not import. */
static inline int octavo_qpdf_failed(QPDF_ERROR_CODE code) { return (code & (QPDF_ERRORS)) != 0; }

/* A file without a name, in memory; glibc declares it only to programs that ask for all of GNU's. */
int memfd_create(const char *name, unsigned int flags);
static inline int octavo_memory_file(void) { return memfd_create("octavo", 1u /* MFD_CLOEXEC */); }

#endif
