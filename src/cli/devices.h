#pragma once

#include "cli/command.h"

namespace huedrift {

/// `devices`: lists the engines and devices.
Command add_devices(CLI::App& program);

}
