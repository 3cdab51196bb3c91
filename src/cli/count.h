#pragma once

#include "cli/command.h"

namespace huedrift {

/// `count`: adds the colours of pictures and colour tables up to one colour table.
Command add_count(CLI::App& program);

}
