#pragma once

#include <string>

namespace huedrift {

/// "7 s left", "3 min left": after `elapsed` seconds, in which a share of the work was done. Empty as long as
/// that tells nothing and when nothing is left.
std::string time_left(double share, double elapsed);

}
