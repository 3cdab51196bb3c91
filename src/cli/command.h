#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace huedrift {

/// A subcommand: its part of the command line and its work. `run` returns the exit code and throws Error for
/// a failure that ends it.
struct Command {
    CLI::App* app;
    std::function<int()> run;
};

}
