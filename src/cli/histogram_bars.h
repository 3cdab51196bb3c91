#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace huedrift {

/// 256 counts as a line of 32 bars, eighths of a character high (UTF-8): each stands for eight values, the
/// tallest fills its character, and what is not zero shows. Heights go with the square root of the counts:
/// pure black or white outnumber all the rest of many pictures.
std::string histogram_bars(const std::array<std::uint64_t, 256>& counts);

}
