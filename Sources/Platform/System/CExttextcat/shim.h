#ifndef OCTAVO_CEXTTEXTCAT_SHIM_H
#define OCTAVO_CEXTTEXTCAT_SHIM_H

#include <libexttextcat/textcat.h>

#endif
