#pragma once

#include "decode/stored_colors.h"

namespace huedrift {

/// What a PNG file that passed the header gate says of its colours: iCCP and cICP chunks. Uses stb_image's
/// memory. Throws nothing but std::bad_alloc.
StoredColors png_colors(std::span<const std::byte> file);

}
