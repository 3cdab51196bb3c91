#pragma once

#include "decode/picture_reader.h"

namespace huedrift {

/// The body of every decoder program: confines itself, then reads the picture file at standard input into the
/// shared memory at standard output (decode_exchange.h). Calls `prepare` before that, for initialisation that
/// confinement forbids. Returns an exit code when it was not started as a decoder.
int decoder_program(PictureOpener open, void (*prepare)() = nullptr);

}
