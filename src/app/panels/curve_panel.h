#pragma once

#include "app/ui/gui.h"
#include "session/session.h"

namespace huedrift::app {

/// Output colours against radius, both in equal ratios. A click or drag goes to the radius there.
class CurvePanel {
public:
    void draw(const Snapshot& snapshot, Session& session, const Gui& gui);

private:
    bool dragged_ = false;
};

}
