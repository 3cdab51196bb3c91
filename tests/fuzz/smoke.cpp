// A fuzz target without libFuzzer: runs each seed unchanged and a hundred times with a few bytes changed,
// deterministically. With a folder as argument, writes the seeds there for libFuzzer.
#include "fuzz/seeds.h"
#include "fuzz/target.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

namespace {

constexpr int changes_of_each_seed = 100;

void write_seeds(const std::filesystem::path& folder) {
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const auto& seed : huedrift::fuzz_seeds())
        std::ofstream(folder / std::to_string(number++), std::ios::binary)
            .write(reinterpret_cast<const char*>(seed.data()), static_cast<std::streamsize>(seed.size()));
}

int try_one(const std::vector<std::byte>& bytes) {
    return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}

int main(int count, char** arguments) {
    if (count > 1) {
        write_seeds(arguments[1]);
        return 0;
    }
    std::mt19937 random(1);
    int tries = 0;
    for (const auto& seed : huedrift::fuzz_seeds()) {
        try_one(seed);
        for (int i = 0; i < changes_of_each_seed; ++i, ++tries) {
            auto changed = seed;
            for (unsigned n = random() % 4; n < 4; ++n)
                changed[random() % changed.size()] = static_cast<std::byte>(random());
            if (random() % 8 == 0) changed.resize(random() % changed.size());
            try_one(changed);
        }
    }
    std::printf("%d tries\n", tries);
    return tries > 0 ? 0 : 1;
}
