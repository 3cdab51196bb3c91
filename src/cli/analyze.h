#pragma once

#include "cli/command.h"

namespace huedrift {

/// `analyze`: what a picture's colours are like.
Command add_analyze(CLI::App& program);

}
