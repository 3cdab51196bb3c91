#pragma once

#include <string>

namespace huedrift {

/// "7 s left", "3 min left": the estimate after `elapsed` seconds, when `share` (0 to 1) of the work is done.
/// Empty while `share` is too small for an estimate and when nothing is left.
std::string time_left(double share, double elapsed);

}
