#pragma once

#include "cli/command.h"

namespace huedrift {

/// `reduce`: reduces pictures to fewer colours.
Command add_reduce(CLI::App& program);

}
