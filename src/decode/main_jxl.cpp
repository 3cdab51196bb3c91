// huedrift-decode-jxl
#include "decode/decode_by.h"
#include "decode/decode_jxl.h"
#include "decode/decoder_program.h"

int main() {
    using namespace huedrift;
    const auto decode = [](std::span<const std::byte> file, DecodeExchange& exchange, std::span<Rgba8> pixels,
                           DecodeRoom room) { decode_by(decode_jxl, file, exchange, pixels, room); };
    return decoder_program(decode, prepare_jxl);
}
