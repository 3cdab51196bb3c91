#include "app/canvas/pixel_values.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {

Rgba8 pixel_at(const ImageView& image, int x, int y) {
    return image.pixels[std::size_t(y) * std::size_t(image.width) + std::size_t(x)];
}

Rgb result_at(const Result& result, std::size_t frame, int x, int y) {
    const Image& image = result.pixels ? *result.pixels : *result.picture->image;
    const Rgba8 pixel = pixel_at(frame_of(*result.picture->document, image, frame), x, y);
    if (result.pixels) return {pixel.r, pixel.g, pixel.b};
    const std::uint32_t color = result.picture->colors.index()[Rgb{pixel.r, pixel.g, pixel.b}];
    return result.reduction.modes[result.reduction.mode_of[color]].color;
}

void write_pixel_values(const Pane& pane, const std::function<std::optional<Rgb>(int x, int y)>& color_at,
                        const Gui& gui) {
    if (!pane.left) return;
    ImFont* const font = gui.fonts().small;
    const float ratio = gui.pixel_ratio(), size = font->FontSize * ImGui::GetIO().FontGlobalScale;
    const auto side = static_cast<float>(pane.zoom) / ratio;
    const float widest = font->CalcTextSizeA(size, 1e6f, 0, "000000").x;
    if (widest + 4 * gui.scale() > side) return;
    const Extent shown = pane.area.extent;
    const auto first = [&](double corner) {
        return std::max(0, static_cast<int>(std::floor(-corner / pane.zoom)));
    };
    const auto end = [&](double corner, int extent, int picture) {
        return std::min(picture, static_cast<int>(std::ceil((extent - corner) / pane.zoom)));
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 at{static_cast<float>(pane.area.x) / ratio, static_cast<float>(pane.area.y) / ratio};
    list.PushClipRect(
        at, {at.x + static_cast<float>(shown.width) / ratio, at.y + static_cast<float>(shown.height) / ratio},
        true);
    for (int y = first(pane.corner.y); y < end(pane.corner.y, shown.height, pane.left->height); ++y)
        for (int x = first(pane.corner.x); x < end(pane.corner.x, shown.width, pane.left->width); ++x) {
            const std::optional<Rgb> color = color_at(x, y);
            if (!color) continue;
            const std::string code = hex_code(*color).substr(1);
            const float width = font->CalcTextSizeA(size, 1e6f, 0, code.c_str()).x;
            const ImVec2 corner{at.x + static_cast<float>(pane.corner.x + x * pane.zoom) / ratio,
                                at.y + static_cast<float>(pane.corner.y + y * pane.zoom) / ratio};
            // Rec. 709 luma tells well enough whether black or white is easier to read.
            const double luma = 0.2126 * color->r + 0.7152 * color->g + 0.0722 * color->b;
            list.AddText(
                font, size,
                {std::round(corner.x + (side - width) / 2), std::round(corner.y + (side - size) / 2)},
                packed(luma > 115 ? Rgb{0, 0, 0} : Rgb{255, 255, 255}, 0.85f), code.c_str());
        }
    list.PopClipRect();
}

}
