#include "base/error.h"
#include "base/served_copies.h"
#include "base/shared_memory.h"
#include "decode/confinement.h"
#include "decode/picture_reader.h"

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>
#include <utility>

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

/// Whether the parent lays down the memory as this program does; otherwise tells it.
bool is_of_one_build(const Mapping& memory) {
    std::uint64_t& build = head_of(memory).build;
    return std::exchange(build, HUEDRIFT_EXCHANGE) == HUEDRIFT_EXCHANGE;
}

void report(const FileFacts& facts, DecodeMemory& head) {
    static_cast<PictureFacts&>(head.exchange) = facts;
    head.settings.set(facts.settings);
    std::ranges::copy_n(facts.delays.begin(),
                        std::ptrdiff_t(std::min(facts.delays.size(), head.delays.size())),
                        head.delays.begin());
}

/// Waits until the parent wants the picture, and maps the memory for it.
void await_acceptance(Mapping& memory, const FileFacts& facts) {
    DecodeExchange& exchange = head_of(memory).exchange;
    exchange.state = DecodeExchange::State::inspected;
    exchange.inspected.report();
    while (!exchange.accepted.wait(std::chrono::hours(1))) {
    }
    memory.grow(DecodeMemory::bytes_with(facts.width * facts.height * exchange.accepted_frames));
}

void read_picture(PictureOpener open, std::span<const std::byte> file, Mapping& memory) {
    head_of(memory).exchange.state = DecodeExchange::State::begun;
    try {
        const Source source(file, "", head_of(memory).exchange.format.data());
        const std::unique_ptr<PictureReader> reader = open(source);
        report(reader->facts(), head_of(memory));
        await_acceptance(memory, reader->facts());
        const auto rest = memory.bytes().subspan(DecodeMemory::pixels_at);
        DecodeMemory& head = head_of(memory);
        decode_upright(*reader, source, head.exchange,
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

int decoder_program(PictureOpener open, void (*prepare)(), pid_t parent, bool serves) {
    leave_inheritance(parent);
    prepare_colors();
    if (prepare) prepare();
    if (serves) {
        if (!confinement_is_whole()) ::_exit(0); // the runtimes of sanitizers cannot be copied
        serve_copies();
        leave_inheritance(parent);
    }
    const Mapping file(STDIN_FILENO, bytes_in(STDIN_FILENO), Mapping::Access::read);
    Mapping memory(STDOUT_FILENO, bytes_in(STDOUT_FILENO), Mapping::Access::write);
    const bool is_started_by_parent = parent != 0 && memory.bytes().size() > sizeof(DecodeMemory::build);
    if (is_started_by_parent && !is_of_one_build(memory)) ::_exit(0);
    if (memory.bytes().size() != DecodeMemory::pixels_at) {
        std::fputs("this program is a part of huedrift, which starts it for each picture\n", stderr);
        return static_cast<int>(ErrorKind::usage);
    }
    try {
        confine(Allowance::to_decode(file.bytes().size(), 0));
        read_picture(open, file.bytes(), memory);
    } catch (const Error& error) { // not confined
        auto& reason = head_of(memory).exchange.reason;
        std::snprintf(reason.data(), reason.size(), "%s", error.what());
    }
    ::_exit(0);
}

}
