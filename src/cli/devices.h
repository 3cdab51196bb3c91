#pragma once

#include "cli/command.h"

namespace huedrift {

/// `devices`: what there is to compute with.
Command add_devices(CLI::App& program);

}
