#ifndef OCTAVO_CGLIB_SHIM_H
#define OCTAVO_CGLIB_SHIM_H

#include <glib.h>

#endif
