#pragma once

#include "decode/stored_colors.h"

namespace huedrift {

/// The colour information (iCCP and cICP chunks) of a PNG file that passed the header gate. Uses stb_image's
/// memory. Throws only std::bad_alloc.
StoredColors png_colors(std::span<const std::byte> file);

}
