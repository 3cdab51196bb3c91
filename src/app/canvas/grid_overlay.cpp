#include "app/canvas/grid_overlay.h"

#include "app/ui/widgets.h"
#include "labels/pixel_grid.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace huedrift::app {
namespace {

// In window pixels. Smaller cells than the first have no lines, larger cells than the second have opaque
// lines.
constexpr double least_cell = 4, full_cell = 16;
constexpr float line_strength = 0.6f;

/// The place in Dear ImGui's units of a point that is in window pixels from a pane's corner.
ImVec2 place_in_window(const Pane& pane, Point point, const Gui& gui) {
    const float unit = 1 / gui.pixel_ratio();
    return {static_cast<float>(pane.area.x + point.x) * unit,
            static_cast<float>(pane.area.y + point.y) * unit};
}

/// Clips drawing to a pane during its lifetime. Points are in window pixels from the pane's corner.
class PaneList {
public:
    PaneList(const Pane& pane, const Gui& gui) : pane_(pane), gui_(gui) {
        const Extent extent = pane.area.extent;
        list_.PushClipRect(at({0, 0}), at({double(extent.width), double(extent.height)}), true);
    }
    ~PaneList() { list_.PopClipRect(); }
    PaneList(const PaneList&) = delete;
    PaneList& operator=(const PaneList&) = delete;

    ImVec2 at(Point point) const { return place_in_window(pane_, point, gui_); }
    /// The place of a point of the picture, rounded to whole window pixels.
    Point place(double x, double y) const {
        const Point place = pane_.corner + Point{x, y} * pane_.zoom;
        return {std::round(place.x), std::round(place.y)};
    }
    void fill(Point low, Point high, std::uint32_t color) const {
        list_.AddRectFilled(at(low), at(high), color);
    }

private:
    const Pane& pane_;
    const Gui& gui_;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
};

/// Cells of a row of a mask that are equally grey, in pixels of the picture.
struct MaskRun {
    int left, right, top, bottom;
    int tone; ///< 1 to mask_tones
};
constexpr int mask_tones = 4;

std::vector<MaskRun> runs_of(const Mask& mask, int side) {
    std::vector<MaskRun> runs;
    const auto tone_at = [&](int x, int y) {
        const auto pixel = std::size_t(y) * std::size_t(mask.width) + std::size_t(x);
        return (mask.at(pixel) * mask_tones + 127) / 255;
    };
    for (int y = 0; y < mask.height; y += side)
        for (int x = 0, next = 0; x < mask.width; x = next) {
            const int tone = tone_at(x, y);
            for (next = x + side; next < mask.width && tone_at(next, y) == tone; next += side) {
            }
            if (tone != 0)
                runs.push_back({x, std::min(next, mask.width), y, std::min(y + side, mask.height), tone});
        }
    return runs;
}

}

void draw_mask(const Pane& pane, const Mask& mask, Rgb color, const Gui& gui) {
    // Dear ImGui counts corners in 16 bits.
    constexpr std::size_t most_runs = 2500;
    constexpr int most_cells = 240;
    constexpr float strength = 0.5f;
    int side = std::max(mask.width, mask.height) / most_cells + 1;
    std::vector<MaskRun> runs = runs_of(mask, side);
    while (runs.size() > most_runs) runs = runs_of(mask, side *= 2);
    const PaneList list(pane, gui);
    for (const auto& [left, right, top, bottom, tone] : runs)
        list.fill(list.place(left, top), list.place(right, bottom),
                  packed(color, strength * static_cast<float>(tone) / mask_tones));
}

void draw_grid_lines(const Pane& pane, const PixelGrid& grid, const Gui& gui) {
    const double cell = std::min(grid.columns.size, grid.rows.size) * pane.zoom / pixel_parts;
    const double share = std::clamp((cell - least_cell) / (full_cell - least_cell), 0.0, 1.0);
    if (share == 0) return;
    const PaneList list(pane, gui);
    const float strength = line_strength * static_cast<float>(share);
    const std::uint32_t black = packed({0, 0, 0}, strength), white = packed({255, 255, 255}, strength);
    const auto &columns = grid.columns.borders, &rows = grid.rows.borders;
    const Point low = list.place(columns.front(), rows.front()),
                high = list.place(columns.back(), rows.back());
    for (const int border : columns) {
        const double x = list.place(border, 0).x;
        if (x < -1 || x > pane.area.extent.width) continue;
        list.fill({x - 1, low.y}, {x, high.y}, black);
        list.fill({x, low.y}, {x + 1, high.y}, white);
    }
    for (const int border : rows) {
        const double y = list.place(0, border).y;
        if (y < -1 || y > pane.area.extent.height) continue;
        list.fill({low.x, y - 1}, {high.x, y}, black);
        list.fill({low.x, y}, {high.x, y + 1}, white);
    }
}

void write_pixel_values(const Pane& pane, const std::function<std::optional<Rgb>(int x, int y)>& color_at,
                        const Gui& gui) {
    if (!pane.left) return;
    ImFont* const font = gui.fonts().small;
    const float height = size_of(font), side = static_cast<float>(pane.zoom) / gui.pixel_ratio();
    if (width_of(font, "000000") + 4 * gui.scale() > side) return;
    const auto first = [&](double corner) {
        return std::max(0, static_cast<int>(std::floor(-corner / pane.zoom)));
    };
    const auto end = [&](double corner, int extent, int picture) {
        return std::min(picture, static_cast<int>(std::ceil((extent - corner) / pane.zoom)));
    };
    const PaneList list(pane, gui);
    const Extent shown = pane.area.extent;
    for (int y = first(pane.corner.y); y < end(pane.corner.y, shown.height, pane.left->height); ++y)
        for (int x = first(pane.corner.x); x < end(pane.corner.x, shown.width, pane.left->width); ++x) {
            const std::optional<Rgb> color = color_at(x, y);
            if (!color) continue;
            const std::string code = hex_code(*color).substr(1);
            const ImVec2 corner = list.at(pane.corner + Point{double(x), double(y)} * pane.zoom);
            draw_text(font,
                      {std::round(corner.x + (side - width_of(font, code)) / 2),
                       std::round(corner.y + (side - height) / 2)},
                      packed(legible_on(*color), 0.85f), code);
        }
}

namespace {

// Dear ImGui's units.
constexpr float radius = 5.5f, reach = 9, margin = 56;
/// Window pixels. Smaller cells cannot be told apart.
constexpr double min_handled_cell = 6;

/// The anchor if it lies in the pane; else the first inner border at least `inset` window pixels inside.
std::optional<std::uint32_t> border_in(const GridAxis& axis, std::uint32_t anchor, double corner, double zoom,
                                       double inset, double length) {
    const auto place = [&](int border) { return corner + border * zoom; };
    const auto is_inside = [&](int border) {
        return place(border) >= inset && place(border) <= length - inset;
    };
    if (anchor != 0 && is_inside(int(anchor))) return anchor;
    // The outermost borders may be the picture's edges.
    const auto found = std::find_if(axis.borders.begin() + 1, axis.borders.end() - 1, is_inside);
    return found == axis.borders.end() - 1 ? std::nullopt : std::optional(std::uint32_t(*found));
}

/// The recipe with its grid shifted; a grid that was found keeps its size.
Recipe shifted(Recipe recipe, const PixelGrid& grid, GridAnchor to) {
    GridChoice& choice = recipe.labels.grid;
    if (choice.kind != GridChoice::Kind::given) choice.size = {grid.columns.size, grid.rows.size};
    choice.kind = GridChoice::Kind::given;
    choice.anchor = to;
    return recipe;
}

Point place_of(const Pane& pane, GridAnchor at) {
    return pane.corner + Point{double(at.x), double(at.y)} * pane.zoom;
}

}

std::optional<GridAnchor> GridHandle::corner(const Pane& pane, const Result& result, const Gui& gui) {
    const PixelGrid& grid = *result.grid;
    if (std::min(grid.columns.size, grid.rows.size) * pane.zoom < min_handled_cell * pixel_parts)
        return std::nullopt;
    const GridAnchor anchor = result.recipe.labels.grid.anchor;
    const double inset = margin * gui.scale() * gui.pixel_ratio();
    const auto x = border_in(grid.columns, anchor.x, pane.corner.x, pane.zoom, inset, pane.area.extent.width),
               y = border_in(grid.rows, anchor.y, pane.corner.y, pane.zoom, inset, pane.area.extent.height);
    return x && y ? std::optional(GridAnchor{*x, *y}) : std::nullopt;
}

void GridHandle::update(const FrameContext& frame, const Pane& pane, const Result& result, Point pointer) {
    const auto at = corner(pane, result, frame.gui);
    const double near = reach * frame.gui.scale() * frame.gui.pixel_ratio();
    const auto is_near = [&](GridAnchor place) {
        const Point from = pointer - place_of(pane, place);
        return std::hypot(from.x, from.y) <= near;
    };
    const bool hovers = at && is_near(*at);
    if (hovers && ImGui::IsItemActivated()) held_ = true;
    if (hovers || held_) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
    if (!held_) return;
    const auto border = [](double place, const GridAxis& axis) {
        return std::uint32_t(std::clamp(std::lround(place), 1l, std::max(axis.borders.back() - 1l, 1l)));
    };
    const Point place = (pointer - pane.corner) * (1 / pane.zoom);
    const GridAnchor to{border(place.x, result.grid->columns), border(place.y, result.grid->rows)};
    const Recipe recipe = shifted(frame.session.recipe(), *result.grid, to);
    if (recipe != frame.session.recipe()) frame.session.set(recipe, Gesture::ongoing);
}

void GridHandle::release(const FrameContext& frame) {
    if (held_) frame.session.set(frame.session.recipe(), Gesture::complete);
    held_ = false;
}

void GridHandle::draw(const FrameContext& frame, const Pane& pane, const Result& result) const {
    const GridAnchor anchor = frame.session.recipe().labels.grid.anchor;
    const auto at = held_ ? std::optional(anchor) : corner(pane, result, frame.gui);
    if (!at) return;
    const float scale = frame.gui.scale();
    const ImVec2 middle = place_in_window(pane, place_of(pane, *at), frame.gui);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(middle, (radius + 1.5f) * scale, packed({0, 0, 0}, 0.7f));
    list.AddCircleFilled(middle, radius * scale, packed({255, 255, 255}));
    list.AddCircleFilled(middle, 2 * scale, packed(frame.gui.theme().accent));
}

}
