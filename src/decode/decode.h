#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// decode_by() for the formats of huedrift-decode: JPEG by libjpeg-turbo, PNG, APNG and BMP by stb_image, and
/// PNM, PAM and QOI by code of this project.
void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
            DecodeRoom room);

}
