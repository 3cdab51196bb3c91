#include "decode/decoder_program.h"

#include "base/error.h"
#include "base/shared_memory.h"
#include "decode/confinement.h"

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>

namespace huedrift {
namespace {

std::size_t bytes_in(int descriptor) {
    struct stat status {};
    const bool known = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    return known ? static_cast<std::size_t>(status.st_size) : 0;
}

DecodeMemory& head_of(const Mapping& memory) {
    return reinterpret_cast<DecodeMemory&>(*memory.bytes().data());
}

void report(const FileFacts& facts, DecodeMemory& head) {
    DecodeExchange& exchange = head.exchange;
    exchange.size = facts.size();
    exchange.plays = facts.animation.plays;
    std::ranges::copy_n(facts.animation.delays.begin(),
                        std::ptrdiff_t(std::min(facts.animation.frames(), head.delays.size())),
                        head.delays.begin());
    exchange.sixteen_bits = facts.sixteen_bits;
    exchange.cmyk = facts.cmyk;
    exchange.animated = facts.animated;
    exchange.more_pages = facts.more_pages;
    exchange.slot_count = static_cast<std::uint32_t>(std::min(facts.slots.size(), max_slots));
    std::ranges::copy_n(facts.slots.begin(), exchange.slot_count, exchange.slots.begin());
    const auto settings = std::as_writable_bytes(std::span(exchange.settings));
    if (facts.settings.size() > settings.size()) return;
    std::ranges::copy(facts.settings, settings.begin());
    exchange.settings_bytes = facts.settings.size();
}

/// Waits until the parent wants the picture, and maps the memory for it.
void await_acceptance(Mapping& memory, const FileFacts& facts) {
    DecodeExchange& exchange = head_of(memory).exchange;
    exchange.state = DecodeExchange::State::inspected;
    exchange.inspected.report();
    while (!exchange.accepted.wait(std::chrono::hours(1))) {
    }
    memory.grow(DecodeMemory::bytes_with(facts.width * facts.height * exchange.frames));
}

void read_picture(const PictureReader& reader, std::span<const std::byte> file, Mapping& memory) {
    head_of(memory).exchange.state = DecodeExchange::State::begun;
    try {
        const Source source(file, "", head_of(memory).exchange.format.data());
        const FileFacts facts = reader.inspect(source);
        report(facts, head_of(memory));
        await_acceptance(memory, facts);
        const auto rest = memory.bytes().subspan(DecodeMemory::pixels_at);
        DecodeMemory& head = head_of(memory);
        decode_by(reader.decode, source, facts, head.exchange,
                  {reinterpret_cast<Rgba8*>(rest.data()), rest.size() / sizeof(Rgba8)},
                  {.metadata = head.metadata, .profile = head.profile});
    } catch (const Error& error) {
        DecodeExchange& exchange = head_of(memory).exchange;
        std::snprintf(exchange.reason.data(), exchange.reason.size(), "%s", error.what());
        exchange.state = error.kind() == ErrorKind::failed ? DecodeExchange::State::not_begun
                                                           : DecodeExchange::State::refused;
    }
    head_of(memory).exchange.inspected.report();
}

}

int decoder_program(const PictureReader& reader, void (*prepare)()) {
    leave_inheritance();
    prepare_colors();
    if (prepare) prepare();
    const Mapping file(STDIN_FILENO, bytes_in(STDIN_FILENO), Mapping::Access::read);
    Mapping memory(STDOUT_FILENO, bytes_in(STDOUT_FILENO), Mapping::Access::write);
    if (memory.bytes().size() != DecodeMemory::pixels_at) {
        std::fputs("this program is a part of huedrift, which starts it for each picture\n", stderr);
        return static_cast<int>(ErrorKind::usage);
    }
    try {
        confine(Allowance::to_decode(file.bytes().size(), 0));
        read_picture(reader, file.bytes(), memory);
    } catch (const Error& error) { // not confined
        auto& reason = head_of(memory).exchange.reason;
        std::snprintf(reason.data(), reason.size(), "%s", error.what());
    }
    ::_exit(0);
}

}
