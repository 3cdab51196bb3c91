#pragma once

#include "cli/command.h"

namespace huedrift {

/// `compare`: how far apart two pictures are, in figures.
Command add_compare(CLI::App& program);

}
