#include "app/ui/plot.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {

double Plot::pointer_x() const {
    return std::clamp((ImGui::GetIO().MousePos.x - low.x) / (high.x - low.x), 0.0f, 1.0f);
}

Plot begin_plot(const char* id, float height, const Gui& gui) {
    const float scale = gui.scale(), inset = 8 * scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = std::max(ImGui::GetContentRegionAvail().x, 4 * inset);
    ImGui::InvisibleButton(id, {width, height});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + width, at.y + height}, packed(gui.theme().canvas), 6 * scale);
    return {.low = {at.x + inset, at.y + inset},
            .high = {at.x + width - inset, at.y + height - inset},
            .hovered = ImGui::IsItemHovered(),
            .held = ImGui::IsItemActive() && ImGui::GetIO().MouseDown[0],
            .list = &list};
}

void label(const Plot& plot, ImVec2 at, float x, float y, Rgb color, const std::string& text,
           const Gui& gui) {
    ImFont* const font = gui.fonts().small;
    const float size = label_height(gui);
    const float width = font->CalcTextSizeA(size, 1e6f, 0, text.c_str()).x;
    const float left = std::max(plot.low.x, std::min(at.x - x * width, plot.high.x - width)),
                top = std::max(plot.low.y, std::min(at.y - y * size, plot.high.y - size));
    plot.list->AddText(font, size, {std::round(left), std::round(top)}, packed(color), text.c_str());
}

float label_height(const Gui& gui) { return gui.fonts().small->FontSize * ImGui::GetIO().FontGlobalScale; }

void empty_plot(const char* text, const Gui& gui) {
    const ImVec2 available = ImGui::GetContentRegionAvail(), size = ImGui::CalcTextSize(text);
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::SetCursorPos({at.x + std::max(0.0f, (available.x - size.x) / 2), at.y + 24 * gui.scale()});
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

}
