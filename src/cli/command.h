#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace huedrift {

/// A subcommand: its part of the command line, and what it does once that was parsed. `run` returns the exit
/// code; failures it does not get over are thrown as Error.
struct Command {
    CLI::App* app;
    std::function<int()> run;
};

}
