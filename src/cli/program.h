#pragma once

namespace huedrift {

/// huedrift-cli from its arguments to its exit code.
int run_program(int argc, char** argv);

}
