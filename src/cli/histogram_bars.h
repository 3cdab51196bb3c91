#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace huedrift {

/// 256 counts as a line of 32 bars, eighths of a character high (UTF-8). Each bar stands for eight values,
/// the tallest fills its character, and every count above zero shows. Heights go with the square root of the
/// counts, because pure black or white outnumber all other values in many pictures.
std::string histogram_bars(const std::array<std::uint64_t, 256>& counts);

}
