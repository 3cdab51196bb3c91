#include "app/panels/hints.h"

#include "app/ui/message.h"

#include <imgui.h>

namespace huedrift::app {
namespace {

struct Hint {
    const char* text;
    std::array<float, 4> HintedAreas::*area;
};

constexpr std::array hints{
    Hint{"Drag the radius, or turn the wheel over it: colours nearer than that drift together.",
         &HintedAreas::radius},
    Hint{"Point at a colour to see where it is in the picture; a click leaves only that. A double click "
         "changes it, a "
         "right click has more.",
         &HintedAreas::swatches},
    Hint{"Hold Space to see the source, turn the wheel to zoom. Ctrl+S exports, F1 lists all keys.",
         &HintedAreas::canvas},
};

/// Above all windows, so not over a dialog or a menu.
void frame(const std::array<float, 4>& area, const Gui& gui) {
    if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    const float scale = gui.scale(), around = 3 * scale;
    const auto [x, y, width, height] = area;
    ImGui::GetForegroundDrawList()->AddRect({x - around, y - around},
                                            {x + width + around, y + height + around},
                                            packed(gui.theme().accent), 6 * scale, 0, 2 * scale);
}

}

void draw_hints(Settings& settings, const HintedAreas& areas, const Gui& gui) {
    if (!settings.hint || *settings.hint >= hints.size()) return settings.hint.reset();
    const Hint& hint = hints[*settings.hint];
    const bool is_last = *settings.hint + 1 == hints.size();
    if (hint.area != &HintedAreas::canvas) frame(areas.*hint.area, gui);
    const auto pressed = is_last ? draw_question(hint.text, {"Done"}, gui, areas.canvas)
                                 : draw_question(hint.text, {"Next", "No more hints"}, gui, areas.canvas);
    if (!pressed) return;
    ++*settings.hint;
    if (is_last || *pressed == 1) settings.hint.reset();
}

}
