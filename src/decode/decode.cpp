#include "decode/decode.h"

#include "decode/decode_by.h"
#include "decode/decode_jpeg.h"
#include "decode/decode_stb.h"

namespace huedrift {

void decode(std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels) {
    const bool jpeg = file.size() > 1 && file[0] == std::byte{0xFF};
    if (jpeg) return decode_by(decode_jpeg, file, exchange, pixels);
    decode_by_stb(file, exchange, pixels);
}

}
