// huedrift-decode-gif
#include "decode/decode_by.h"
#include "decode/decode_gif.h"
#include "decode/decoder_program.h"

int main() {
    using namespace huedrift;
    return decoder_program([](std::span<const std::byte> file, DecodeExchange& exchange,
                              std::span<Rgba8> pixels,
                              DecodeRoom room) { decode_by(decode_gif, file, exchange, pixels, room); });
}
