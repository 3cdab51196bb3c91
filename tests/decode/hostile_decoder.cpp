// Replaces huedrift-decode and misbehaves as the "file" says, like a decoder taken over by a file.
#include "base/served_copies.h"
#include "base/shared_memory.h"
#include "image/decode_exchange.h"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace huedrift;
using State = DecodeExchange::State;

namespace {

void die(std::string_view order) {
    if (order == "crashes") std::abort();
    if (order == "is killed") ::raise(SIGKILL);
    if (order == "runs out of time") ::raise(SIGXCPU);
    if (order == "never ends")
        for (;;) ::pause();
}

/// A picture of 3 x 2 pixels, or the misbehaviour that is ordered.
void report(std::string_view order, DecodeMemory& memory) {
    DecodeExchange& exchange = memory.exchange;
    exchange.width = 3;
    exchange.height = 2;
    if (order == "reports a width without end") exchange.width = ~std::uint64_t{0};
    if (order == "reports no pixels") exchange.height = 0;
    if (order == "reports frames without end") exchange.frames = ~std::uint64_t{0};
    if (order == "reports three frames of no time") exchange.frames = 3;
    memory.settings.count = ~std::uint64_t{0};
    exchange.state = State::inspected;
    if (order == "reports nonsense") exchange.state = State{77};
    exchange.inspected.report();
    if (order == "reports nonsense") return;
    while (!exchange.accepted.wait(std::chrono::seconds(1))) {
    }
}

}

int main(int count, char**) {
    if (count > 2) serve_copies();
    struct stat file {};
    if (::fstat(0, &file) != 0) return 1;
    const Mapping read(0, std::size_t(file.st_size), Mapping::Access::read);
    const Mapping written(1, DecodeMemory::pixels_at, Mapping::Access::write);
    std::string_view order(reinterpret_cast<const char*>(read.bytes().data()), read.bytes().size());
    auto& memory = reinterpret_cast<DecodeMemory&>(*written.bytes().data());
    DecodeExchange& exchange = memory.exchange;
    if (order == "never begins") return 0;
    if (order == "is of another build") return int(++memory.build == 0);

    exchange.state = State::begun;
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    die(order);
    report(order, memory);
    constexpr std::string_view later(" later");
    if (order.ends_with(later)) die(order.substr(0, order.size() - later.size()));

    exchange.state = State::decoded;
    exchange.upright_width = 3;
    exchange.upright_height = 2;
    if (order == "changes its facts") exchange.width = exchange.height = 1u << 20;
    if (order == "claims more") exchange.upright_height = 0x7FFFFFFF;
    if (order == "takes the memory away" && ::ftruncate(1, 0) == 0) exchange.upright_width = 0;
    if (order == "babbles") {
        exchange.state = State::refused;
        exchange.reason.fill('\x1b');
    }
    if (order == "says nonsense") exchange.state = State{77};
    exchange.inspected.report();
    return 0;
}
