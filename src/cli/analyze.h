#pragma once

#include "cli/command.h"

namespace huedrift {

/// `analyze`: figures about a picture's colours.
Command add_analyze(CLI::App& program);

}
