#pragma once

#include "cli/command.h"

namespace huedrift {

/// `compare`: how far two pictures are apart, in figures.
Command add_compare(CLI::App& program);

}
