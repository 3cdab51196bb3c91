#pragma once

#include <cstdlib>

namespace huedrift {

/// Whether the long form of a test is wanted.
inline bool is_soak() { return std::getenv("HUEDRIFT_SOAK") != nullptr; }

}
