#pragma once

#include "cli/command.h"

namespace huedrift {

/// `sweep`: how many colours are left at each of a range of radii.
Command add_sweep(CLI::App& program);

}
