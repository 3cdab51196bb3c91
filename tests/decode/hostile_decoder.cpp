// Replaces huedrift-decode and misbehaves as the "file" says, like a decoder taken over by a file.
#include "base/shared_memory.h"
#include "image/decode_exchange.h"

#include <csignal>
#include <cstdlib>
#include <string_view>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace huedrift;
using State = DecodeExchange::State;

int main() {
    struct stat file {
    }, memory{};
    if (::fstat(0, &file) != 0 || ::fstat(1, &memory) != 0) return 1;
    const Mapping read(0, std::size_t(file.st_size), Mapping::Access::read);
    const Mapping written(1, std::size_t(memory.st_size), Mapping::Access::write);
    const std::string_view order(reinterpret_cast<const char*>(read.bytes().data()), read.bytes().size());
    auto& exchange = reinterpret_cast<DecodeExchange&>(*written.bytes().data());
    if (order == "never begins") return 0;

    exchange.state = State::begun;
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    if (order == "crashes") std::abort();
    if (order == "is killed") ::raise(SIGKILL);
    if (order == "runs out of time") ::raise(SIGXCPU);
    if (order == "never ends")
        for (;;) ::pause();

    exchange.state = State::decoded;
    exchange.upright_width = static_cast<std::uint32_t>(exchange.width);
    exchange.upright_height = static_cast<std::uint32_t>(exchange.height);
    if (order == "claims more") exchange.upright_height = 0x7FFFFFFF;
    if (order == "takes the memory away" && ::ftruncate(1, 0) == 0) exchange.upright_width = 0;
    if (order == "babbles") {
        exchange.state = State::damaged;
        exchange.reason.fill('\x1b');
    }
    if (order == "says nonsense") exchange.state = State{77};
    return 0;
}
