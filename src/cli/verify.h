#pragma once

#include "cli/command.h"

namespace huedrift {

/// `verify`: checks that every engine on every device gives the same bytes.
Command add_verify(CLI::App& program);

}
