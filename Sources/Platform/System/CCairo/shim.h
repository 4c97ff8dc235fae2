#ifndef OCTAVO_CCAIRO_SHIM_H
#define OCTAVO_CCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fontconfig/fontconfig.h>

#endif
