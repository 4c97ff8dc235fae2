#ifndef OCTAVO_CDEFLATE_SHIM_H
#define OCTAVO_CDEFLATE_SHIM_H

#include <libdeflate.h>

#endif
