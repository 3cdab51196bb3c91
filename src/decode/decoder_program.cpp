#include "decode/decoder_program.h"

#include "base/error.h"
#include "base/shared_memory.h"
#include "decode/confinement.h"
#include "decode/decode_by.h"

#include <cstdio>
#include <exception>
#include <sys/stat.h>

namespace huedrift {
namespace {

std::size_t bytes_in(int descriptor) {
    struct stat status {};
    const bool known = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    return known ? static_cast<std::size_t>(status.st_size) : 0;
}

/// Whether the memory is large enough for the request at its beginning.
bool fits(std::span<const std::byte> memory, std::size_t file_bytes) {
    if (memory.size() < DecodeExchange::pixels_at) return false;
    const auto& order = reinterpret_cast<const DecodeExchange&>(*memory.data());
    const std::size_t rest = memory.size() - DecodeExchange::pixels_at;
    if (order.profile_room > rest || order.metadata_room > rest - order.profile_room) return false;
    const std::size_t pixels = (rest - order.profile_room - order.metadata_room) / sizeof(Rgba8);
    return order.width * order.height * order.frames + DecodeExchange::spare_pixels == pixels &&
           order.exif_at <= file_bytes && order.exif_bytes <= file_bytes - order.exif_at &&
           order.xmp_at <= file_bytes && order.xmp_bytes <= file_bytes - order.xmp_at;
}

void decode_confined(Decode decode, const Mapping& file, const Mapping& memory) {
    auto& exchange = reinterpret_cast<DecodeExchange&>(*memory.bytes().data());
    const auto rest = memory.bytes().subspan(DecodeExchange::pixels_at);
    const auto rooms = rest.last(exchange.metadata_room + exchange.profile_room);
    const DecodeRoom room{.metadata = rooms.first(exchange.metadata_room),
                          .profile = rooms.last(exchange.profile_room)};
    const std::span pixels(reinterpret_cast<Rgba8*>(rest.data()),
                           (rest.size() - rooms.size()) / sizeof(Rgba8));
    try {
        // The two mappings, the decoder's budget, and as much again for the program itself: so the budget,
        // which gives a reason, runs out first.
        confine({.memory_bytes = memory.bytes().size() + file.bytes().size() +
                                 2 * memory_budget(file.bytes().size(), pixels.size()),
                 .seconds = exchange.seconds});
    } catch (const Error& error) { // this program reports through the exchange
        std::snprintf(exchange.reason.data(), exchange.reason.size(), "%s", error.what());
        return;
    }
    exchange.state = DecodeExchange::State::begun;
    decode(file.bytes(), exchange, pixels, room);
}

}

int decoder_program(Decode decode, void (*prepare)()) {
    leave_inheritance();
    prepare_colors();
    if (prepare) prepare();
    const Mapping file(STDIN_FILENO, bytes_in(STDIN_FILENO), Mapping::Access::read);
    const Mapping memory(STDOUT_FILENO, bytes_in(STDOUT_FILENO), Mapping::Access::write);
    if (!fits(memory.bytes(), file.bytes().size())) {
        std::fputs("this program is a part of huedrift, which starts it for each picture\n", stderr);
        return static_cast<int>(ErrorKind::usage);
    }
    decode_confined(decode, file, memory);
    ::_exit(0);
}

}
