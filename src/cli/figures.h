#pragma once

#include <cstdint>
#include <string>

namespace huedrift {

/// "1.84 s", "23.1 ms".
std::string duration_text(double seconds);
/// "512 MiB", "3.4 GiB".
std::string bytes_text(std::uint64_t bytes);
/// Sixteen hexadecimal digits.
std::string hex_text(std::uint64_t number);

}
