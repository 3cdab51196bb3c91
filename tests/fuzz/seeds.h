#pragma once

#include <cstddef>
#include <vector>

namespace huedrift {

/// Small files for the fuzz targets to begin with: pictures of each format and kind, and Exif data.
std::vector<std::vector<std::byte>> fuzz_seeds();

}
