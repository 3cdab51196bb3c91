#pragma once

namespace huedrift {

/// Runs huedrift-cli; returns the exit code.
int run_program(int argc, char** argv);

}
