#pragma once

#include "decode/decoders.h"

namespace huedrift {

/// Decodes a file as decode_by() does.
using Decode = void (*)(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                        DecodeRoom room);

/// The body of every decoder program: confines itself, then decodes the picture file at standard input into
/// the shared memory at standard output (decode_exchange.h). Calls `prepare` before that, for initialisation
/// that confinement forbids. Returns an exit code when it was not started as a decoder.
int decoder_program(Decode decode, void (*prepare)() = nullptr);

/// The same with a single decoder.
template <Decoder decoder>
int decoder_program(void (*prepare)() = nullptr) {
    const auto decode = [](std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                           DecodeRoom room) { decode_by(decoder, file, exchange, pixels, room); };
    return decoder_program(decode, prepare);
}

}
