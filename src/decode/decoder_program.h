#pragma once

#include "decode/decoders.h"

namespace huedrift {

/// The body of every decoder program: confines itself, then reads the picture file at standard input into the
/// shared memory at standard output (decode_exchange.h). Calls `prepare` before that, for initialisation that
/// confinement forbids. Returns an exit code when it was not started as a decoder.
int decoder_program(const PictureReader& reader, void (*prepare)() = nullptr);

}
