#pragma once

#include "cli/command.h"

namespace huedrift {

/// `bench`: warm medians of every stage, engines side by side.
Command add_bench(CLI::App& program);

}
