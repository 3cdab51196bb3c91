#include "app/panels/share_strip.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {

const Swatch* draw_share_strip(std::span<const Swatch> swatches, const Gui& gui) {
    const float height = 16 * gui.scale(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::InvisibleButton("shares", {width, height});
    const float pointer = ImGui::IsItemHovered() ? ImGui::GetIO().MousePos.x : -1;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    std::uint64_t pixels = 0, seen = 0;
    for (const Swatch& swatch : swatches) pixels += swatch.pixels;
    const Swatch* pointed = nullptr;
    float drawn = at.x;
    for (const Swatch& swatch : swatches) {
        seen += swatch.pixels;
        const float right =
            at.x + static_cast<float>(double(seen) / double(std::max<std::uint64_t>(pixels, 1))) * width;
        // Of those narrower than a third of a pixel, only some can be seen.
        if (right - drawn < 0.33f) continue;
        list.AddRectFilled({drawn, at.y}, {right, at.y + height}, packed(swatch.color));
        if (drawn <= pointer && pointer < right) pointed = &swatch;
        drawn = right;
    }
    list.AddRect(at, {at.x + width, at.y + height}, packed(gui.theme().text, 0.28f));
    return pointed;
}

}
