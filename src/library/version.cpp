#include "huedrift.h"

const char* huedrift_version(void) { return HUEDRIFT_VERSION; }
