#ifndef OCTAVO_CMALLOC_SHIM_H
#define OCTAVO_CMALLOC_SHIM_H

#include <malloc.h>

#endif
