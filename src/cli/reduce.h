#pragma once

#include "cli/command.h"

namespace huedrift {

/// `reduce`: pictures in, pictures of fewer colours out.
Command add_reduce(CLI::App& program);

}
