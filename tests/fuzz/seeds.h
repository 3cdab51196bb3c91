#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace huedrift {

/// Small initial files for a fuzz target, none empty. Targets that read pictures share those of seeds.cpp:
/// pictures of each format and kind, and Exif data. Others bring their own.
std::vector<std::vector<std::byte>> fuzz_seeds();

inline std::vector<std::byte> seed(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}
