#pragma once

namespace huedrift::app {

/// The program `huedrift`: opens the window and returns the exit code once it is closed. Failures are
/// reported as one sentence on stderr.
int run_program(int count, char** arguments);

}
