#include "app/canvas/text_box.h"

#include <algorithm>
#include <cmath>

namespace huedrift::app {

float write_box(const std::vector<TextRun>& runs, ImVec2 at, bool from_right, const Gui& gui) {
    const float scale = gui.scale(), padding = 9 * scale, gap = 7 * scale, side = 11 * scale;
    float width = 2 * padding - gap, height = 0;
    for (const TextRun& run : runs) {
        const ImVec2 size = run.font->CalcTextSizeA(run.font->FontSize * ImGui::GetIO().FontGlobalScale, 1e6f,
                                                    0, run.text.c_str());
        width += size.x + gap + (run.square ? side + gap * 0.8f : 0);
        height = std::max(height, size.y);
    }
    height += 8 * scale;
    const ImVec2 corner{std::round(from_right ? at.x - width : at.x), std::round(at.y)};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(gui.theme().panel, 0.92f),
                       7 * scale);
    float x = corner.x + padding;
    for (const TextRun& run : runs) {
        if (run.square) {
            const float y = std::round(corner.y + (height - side) / 2);
            list.AddRectFilled({x, y}, {x + side, y + side}, packed(*run.square), 3 * scale);
            list.AddRect({x, y}, {x + side, y + side}, packed(gui.theme().text, 0.25f), 3 * scale);
            x += side + gap * 0.8f;
        }
        const float size = run.font->FontSize * ImGui::GetIO().FontGlobalScale;
        list.AddText(run.font, size, {std::round(x), std::round(corner.y + (height - size) / 2)},
                     packed(run.color), run.text.c_str());
        x += run.font->CalcTextSizeA(size, 1e6f, 0, run.text.c_str()).x + gap;
    }
    return height;
}

}
