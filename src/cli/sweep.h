#pragma once

#include "cli/command.h"

namespace huedrift {

/// `sweep`: the number of colours at each of several radii.
Command add_sweep(CLI::App& program);

}
