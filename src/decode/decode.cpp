#include "decode/decode.h"

#include "decode/decode_apng.h"
#include "decode/decode_by.h"
#include "decode/decode_jpeg.h"
#include "decode/decode_pnm.h"
#include "decode/decode_qoi.h"
#include "decode/decode_stb.h"

namespace huedrift {

void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
            DecodeRoom room) {
    const char first = file.empty() ? '\0' : static_cast<char>(file[0]); // no two formats begin alike
    if (first == '\xFF') return decode_by(decode_jpeg, file, exchange, pixels, room);
    if (first == 'P') return decode_by(decode_pnm, file, exchange, pixels, room);
    if (first == 'q') return decode_by(decode_qoi, file, exchange, pixels, room);
    if (exchange.frames > 1) return decode_by(decode_apng, file, exchange, pixels, room);
    decode_by_stb(file, exchange, pixels, room);
}

}
