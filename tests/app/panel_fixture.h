#pragma once

#include "window_fixture.h"

#include <imgui_internal.h>

#include <algorithm>
#include <vector>

namespace huedrift::app {

/// Four flat colours that no theme has, in bands; the radius leaves them alone.
inline const std::vector<Rgb> bands{{200, 30, 40}, {20, 180, 60}, {60, 70, 210}, {230, 200, 20}};

inline Image banded() {
    Image image(80, 40);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const Rgb color = bands[std::min<std::size_t>(i % 80 / 10, 3)];
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    return image;
}

/// A window in whose panels something is looked for, high enough for all of them.
class PanelTest : public WindowTest {
protected:
    PanelTest() { geometry.height = 800; }
    /// Draws what a change of no event's doing leaves to be drawn.
    void look_again() {
        move({640, 20});
        settle();
    }
    /// The middle of the swatch of a colour: of its first run of pixels on the panel that is as tall as wide.
    Point swatch(const Image& capture, Rgb color) const {
        const auto is = [&](int x, int y) {
            return shown(capture, {double(x), double(y)}) == Rgba8{color.r, color.g, color.b, 255};
        };
        for (int y = 0; y + 16 < capture.height(); ++y)
            for (int x = panel_left(capture); x + 16 < capture.width(); ++x)
                if (is(x, y) && is(x + 16, y) && is(x + 8, y + 8) && is(x, y + 16) && is(x + 16, y + 16))
                    return {x + 8.0, y + 8.0};
        ADD_FAILURE() << "no swatch of that colour";
        return {};
    }
    /// The name of the popup that was opened last.
    static const char* popup() {
        const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
        return open.empty() || !open.back().Window ? "" : open.back().Window->Name;
    }
    /// Clicks an entry of the menu that is open.
    void take(const char* entry) { click(control(popup(), {entry})); }
    /// Pixels of a colour in an area.
    static std::ptrdiff_t count_of(const Image& capture, const std::array<float, 4>& area, Rgb color) {
        std::ptrdiff_t count = 0;
        for (int y = int(area[1]); y < int(area[1] + area[3]); ++y)
            for (int x = int(area[0]); x < int(area[0] + area[2]); ++x)
                count += shown(capture, {double(x), double(y)}) == Rgba8{color.r, color.g, color.b, 255};
        return count;
    }
    /// A number that stands for the pixels of an area: another where anything else is drawn.
    static std::uint64_t hash_of(const Image& capture, const std::array<float, 4>& area) {
        std::uint64_t hash = 0;
        for (int y = int(area[1]); y < int(area[1] + area[3]); ++y)
            for (int x = int(area[0]); x < int(area[0] + area[2]); ++x) {
                const Rgba8 pixel = shown(capture, {double(x), double(y)});
                hash = hash * 31 + (std::uint64_t{pixel.r} << 16 | std::uint64_t{pixel.g} << 8 | pixel.b);
            }
        return hash;
    }
    static Point middle(const std::array<float, 4>& area) {
        return {area[0] + area[2] / 2.0, area[1] + area[3] / 2.0};
    }
    static int panel_left(const Image& capture) { return capture.width() - 340; }
};

}
