#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace huedrift {

/// A subcommand: its part of the command line, and what it does once that is parsed. `run` returns the exit
/// code, and throws Error for failures that end it.
struct Command {
    CLI::App* app;
    std::function<int()> run;
};

}
