#pragma once

#include "image/decode_exchange.h"
#include "image/image.h"

#include <span>

namespace huedrift {

/// Decodes a file; see decode_by().
using Decode = void (*)(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                        DecodeRoom room);

/// The body of every decoder program: confines itself, then decodes the picture file at standard input into
/// the shared memory at standard output (decode_exchange.h). Calls `prepare` before that, for initialisation
/// that confinement forbids. Returns an exit code when it was not started as a decoder.
int decoder_program(Decode decode, void (*prepare)() = nullptr);

}
