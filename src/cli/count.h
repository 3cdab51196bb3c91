#pragma once

#include "cli/command.h"

namespace huedrift {

/// `count`: pictures and colour tables in, the colour table of them all out.
Command add_count(CLI::App& program);

}
