#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace huedrift {

/// A subcommand: its part of the command line and its work. `run` returns the exit code, or throws Error if
/// it cannot go on.
struct Command {
    CLI::App* app;
    std::function<int()> run;
};

// Each adds a command to the program.

/// `analyze`: figures about a picture's colours.
Command add_analyze(CLI::App& program);
/// `bench`: warm medians of every stage, engines side by side.
Command add_bench(CLI::App& program);
/// `compare`: figures on the difference between two pictures.
Command add_compare(CLI::App& program);
/// `count`: adds the colours of pictures and colour tables up to one colour table.
Command add_count(CLI::App& program);
/// `devices`: lists the engines and devices.
Command add_devices(CLI::App& program);
/// `reduce`: reduces pictures to fewer colours.
Command add_reduce(CLI::App& program);
/// `sweep`: the number of colours at each of several radii.
Command add_sweep(CLI::App& program);
/// `verify`: checks that every engine on every device gives the same bytes.
Command add_verify(CLI::App& program);

/// The word that takes the fewest inserted, deleted or replaced letters (Levenshtein 1966), the first of
/// several; empty if more than a third of the letters would change.
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

/// Runs huedrift-cli; returns the exit code.
int run_program(int argc, char** argv);

}
