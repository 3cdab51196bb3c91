#include "huedrift.h"

#include <array>

static_assert(std::array{HUEDRIFT_VERSION_MAJOR, HUEDRIFT_VERSION_MINOR, HUEDRIFT_VERSION_PATCH} ==
                  std::array{VERSION_PARTS},
              "huedrift.h must have the version of the project");

const char* huedrift_version(void) { return HUEDRIFT_VERSION; }
