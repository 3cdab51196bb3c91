#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <cstddef>
#include <span>

namespace huedrift {

/// Like decode_by(), for PNG and BMP by stb_image, which stays within memory_budget().
void decode_by_stb(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   DecodeRoom room);

}
