#pragma once

#include <memory>
#include <string>

namespace huedrift {

/// An X server without a screen for this process: DISPLAY is its, for good. Started at the first call; the
/// sentence says why there is none, and is empty when there is.
const std::string& virtual_display();

}
