#include "app/ui/thumbnail_view.h"

#include <imgui.h>

#include <algorithm>

namespace huedrift::app {
namespace {

void paint(const ImDrawList*, const ImDrawCmd* command) {
    const ImVec4& clip = command->ClipRect;
    static_cast<SmallPicturePainter*>(ImGui::GetIO().UserData)
        ->paint(*static_cast<const SmallPicture*>(command->UserCallbackData),
                {clip.x, clip.y, clip.z, clip.w});
}

void draw_place(const Box& area, bool crossed, const Gui& gui) {
    const float scale = gui.scale(), side = std::min(area[2], area[3]) * 0.8f;
    const ImVec2 at(area[0] + (area[2] - side) / 2, area[1] + (area[3] - side) / 2),
        end(at.x + side, at.y + side);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint32_t color = packed(gui.theme().muted, 0.5f);
    list.AddRect(at, end, color, 3 * scale, 0, scale);
    if (!crossed) return;
    const float third = side / 3;
    list.AddLine({at.x + third, at.y + third}, {end.x - third, end.y - third}, color, scale);
    list.AddLine({at.x + third, end.y - third}, {end.x - third, at.y + third}, color, scale);
}

}

void draw_small_picture(const SmallPicture& picture) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCallback(paint, const_cast<SmallPicture*>(&picture)); // which paint() only reads
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

std::shared_ptr<const Thumbnail> ThumbnailView::draw(const std::filesystem::path& file, const Box& area,
                                                     const Gui& gui) {
    const ImVec2 at(area[0], area[1]), end(area[0] + area[2], area[1] + area[3]);
    if (!ImGui::IsRectVisible(at, end)) return nullptr;
    auto thumbnail = of(file);
    if (!thumbnail || thumbnail->image.pixels().empty()) {
        draw_place(area, thumbnail != nullptr, gui);
        return thumbnail;
    }
    draw_small_picture(pictures_.emplace_back(SmallPicture{thumbnail, area}));
    return thumbnail;
}

}
