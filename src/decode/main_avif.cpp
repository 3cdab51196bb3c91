// huedrift-decode-avif
#include "decode/decode_avif.h"
#include "decode/decode_by.h"
#include "decode/decoder_program.h"

int main() {
    using namespace huedrift;
    return decoder_program([](std::span<const std::byte> file, DecodeExchange& exchange,
                              std::span<Rgba8> pixels,
                              DecodeRoom room) { decode_by(decode_avif, file, exchange, pixels, room); });
}
