#include "base/error.h"
#include "bench/bench_main.h"

#include <cstdio>

int main(int argc, char** argv) {
    try {
        return huedrift::bench::bench_main(argc, argv);
    } catch (const huedrift::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.kind());
    }
}
