#pragma once

namespace huedrift::bench {

/// What a benchmark does with its command line; main.cpp calls it and says why when it fails.
int bench_main(int argc, char** argv);

}
