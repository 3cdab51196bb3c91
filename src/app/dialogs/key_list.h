#pragma once

#include "app/ui/actions.h"
#include "app/ui/gui.h"

namespace huedrift::app {

/// The list of all keys.
class KeyList {
public:
    void open() { wanted_ = true; }
    void draw(const Actions& actions, const Gui& gui);

private:
    bool wanted_ = false;
};

}
