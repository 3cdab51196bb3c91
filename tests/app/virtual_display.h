#pragma once

#include <memory>
#include <string>

namespace huedrift {

/// Starts an X server without a screen at the first call and sets DISPLAY to it. Returns why there is none,
/// empty if there is.
const std::string& virtual_display();

}
