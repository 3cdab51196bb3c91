#pragma once

#include <string>

namespace huedrift {

/// An estimate such as "7 s left" or "3 min left", after `elapsed` seconds with `share` (0 to 1) of the work
/// done. Empty while `share` is too small for an estimate and when no time is left.
std::string time_left(double share, double elapsed);

}
