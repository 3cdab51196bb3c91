#pragma once

#include "base/progress.h"

namespace huedrift {

/// From now on SIGINT, SIGTERM and, unless it is ignored, SIGHUP (the terminal closes) end the program at
/// once with exit code 130. Writing to a closed pipe fails with an error instead of killing the program.
void install_signal_handlers();

/// Whether a signal has asked to stop.
bool interrupted();

/// While an object exists, the first of those signals cancels `progress` instead; a second one ends the
/// program. At most one object at a time.
class CancelOnSignal {
public:
    explicit CancelOnSignal(Progress& progress);
    ~CancelOnSignal();
    CancelOnSignal(const CancelOnSignal&) = delete;
    CancelOnSignal& operator=(const CancelOnSignal&) = delete;
};

}
