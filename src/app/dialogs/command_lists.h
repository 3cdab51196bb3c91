#pragma once

#include "app/ui/actions.h"
#include "app/ui/gui.h"

#include <array>
#include <vector>

namespace huedrift::app {

/// Finds and runs an action by typing part of its name.
class CommandPalette {
public:
    void open() { wanted_ = true; }
    void draw(const Actions& actions, const Gui& gui);

private:
    const Action* draw_found(const std::vector<const Action*>& found, const Gui& gui);

    bool wanted_ = false;
    std::array<char, 64> typed_{};
    int chosen_ = 0;
};

/// Lists all keys.
class KeyList {
public:
    void open() { wanted_ = true; }
    void draw(const Actions& actions, const Gui& gui);

private:
    bool wanted_ = false;
};

}
