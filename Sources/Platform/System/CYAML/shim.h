#ifndef OCTAVO_CYAML_SHIM_H
#define OCTAVO_CYAML_SHIM_H

#include <yaml.h>

#endif
