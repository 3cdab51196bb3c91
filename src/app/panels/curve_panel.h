#pragma once

#include "app/ui/gui.h"
#include "session/session.h"

namespace huedrift::app {

/// Output colours against radius, both axes logarithmic. A click or drag sets the radius.
class CurvePanel {
public:
    void draw(const Snapshot& snapshot, Session& session, const Gui& gui);

private:
    bool dragged_ = false;
};

}
