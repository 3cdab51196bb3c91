#pragma once

#include <string>

namespace huedrift {

/// The shortest decimal that reads back as the same number.
std::string shortest(double number);

}
