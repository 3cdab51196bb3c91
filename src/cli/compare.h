#pragma once

#include "cli/command.h"

namespace huedrift {

/// `compare`: figures on the difference between two pictures.
Command add_compare(CLI::App& program);

}
