#include "app/panels/drop_target.h"

#include <imgui.h>

#include <cmath>

namespace huedrift::app {

void draw_drop_target(const FrameContext& frame, const std::array<float, 4>& area) {
    const float scale = frame.gui.scale(), inset = 5 * scale, rounding = 9 * scale;
    ImDrawList& list = *ImGui::GetForegroundDrawList();
    const ImVec2 from{area[0] + inset, area[1] + inset},
        to{area[0] + area[2] - inset, area[1] + area[3] - inset};
    const auto accent = packed(frame.gui.theme().accent);
    list.AddRectFilled(from, to, packed(frame.gui.theme().accent, 0.1f), rounding);
    list.AddRect(from, to, accent, rounding, 0, 3 * scale);

    const char* const text = frame.snapshot.queue->size() < 2 ? "Drop to open" : "Drop to add to the queue";
    const ImFont& font = *frame.gui.fonts().strong;
    const float size = font.FontSize * ImGui::GetIO().FontGlobalScale;
    const ImVec2 extent = font.CalcTextSizeA(size, 1e6f, 0, text), padding{18 * scale, 9 * scale};
    const ImVec2 at{std::round((from.x + to.x - extent.x) / 2),
                    std::round(to.y - 24 * scale - padding.y - extent.y)};
    list.AddRectFilled({at.x - padding.x, at.y - padding.y},
                       {at.x + extent.x + padding.x, at.y + extent.y + padding.y}, accent, rounding);
    list.AddText(&font, size, at, packed(frame.gui.theme().on_accent), text);
}

}
