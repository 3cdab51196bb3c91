#include "app/canvas/cloud_view.h"

#include "app/canvas/canvas.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

ImVec2 point(const CloudProjection& project, const Position& position) {
    const auto seen = project(position);
    return {seen[0], seen[1]};
}

void draw_traces(const Plot& plot, const CloudProjection& project, const Traces& traces, const Gui& gui) {
    for (const Trajectory& path : traces.paths) {
        std::vector<ImVec2> line;
        for (const Position& state : path) line.push_back(point(project, state));
        plot.list->AddPolyline(line.data(), static_cast<int>(line.size()), packed(gui.theme().text, 0.7f),
                               ImDrawFlags_None, 1.0f * gui.scale());
        plot.list->AddCircleFilled(line.front(), 1.5f * gui.scale(), packed(gui.theme().text), 8);
    }
}

struct Disc {
    ImVec2 middle;
    float radius;
    Rgb color;
};

std::vector<Disc> discs(const CloudProjection& project, const Result& result, const Gui& gui) {
    const double pixels = double(std::max<std::uint64_t>(result.picture->colors.pixels(), 1));
    std::vector<Disc> all;
    for (const std::size_t i : result.largest) {
        const PaletteEntry& entry = result.palette->entries[i];
        const double side = std::cbrt(double(entry.pixels) / pixels);
        all.push_back(
            {point(project, entry.position), gui.scale() * static_cast<float>(2.5 + 9 * side), entry.color});
    }
    return all;
}

std::optional<Rgb> under_pointer(const Plot& plot, std::span<const Disc> discs) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    if (plot.hovered && !plot.held)
        for (const Disc& disc : discs)
            if (std::hypot(pointer.x - disc.middle.x, pointer.y - disc.middle.y) <= disc.radius + 1)
                return disc.color;
    return std::nullopt;
}

void draw_disc(const Plot& plot, const Disc& disc, bool is_marked, const Gui& gui) {
    const Theme& theme = gui.theme();
    plot.list->AddCircleFilled(disc.middle, disc.radius, packed(disc.color), 24);
    plot.list->AddCircle(disc.middle, disc.radius,
                         packed(is_marked ? theme.accent : theme.text, is_marked ? 1.0f : 0.55f), 24,
                         (is_marked ? 2.0f : 1.0f) * gui.scale());
}

}

void draw_axis(const Plot& plot, const CloudProjection& project, const Gui& gui) {
    const Theme& theme = gui.theme();
    const ImVec2 black = point(project, {0, 0, 0}), white = point(project, {units_per_one, 0, 0});
    plot.list->AddLine(black, white, packed(theme.muted, 0.5f), gui.scale());
    if (project.lies) { // beside the cloud, which is low, and away from the axis
        const bool is_high = black.y < (plot.low.y + plot.high.y) / 2;
        const float y = is_high ? plot.high.y : plot.low.y, above = is_high ? 1 : 0;
        label(plot, {plot.low.x, y}, 0, above, theme.muted, "black", gui);
        label(plot, {plot.high.x, y}, 1, above, theme.muted, "white", gui);
        return;
    }
    if (plot.contains(white)) label(plot, white, 0.5f, 1, theme.muted, "white", gui);
    if (plot.contains(black)) label(plot, black, 0.5f, 0, theme.muted, "black", gui);
}

std::optional<Rgb> draw_modes(const FrameContext& frame, const Plot& plot, const CloudProjection& project) {
    const auto& result = frame.result();
    if (!result || result->picture != frame.snapshot.picture) return std::nullopt;
    const std::vector<Disc> all = discs(project, *result, frame.gui);
    const std::optional<Rgb> pointed = under_pointer(plot, all);
    const std::optional<Rgb> hovered = frame.state.hovered ? frame.state.hovered : pointed,
                             marked = hovered ? hovered : frame.state.isolated;
    for (const Disc& disc : all) draw_disc(plot, disc, marked == disc.color, frame.gui);
    if (!marked) return pointed;
    frame.session.look_at(result, *marked);
    if (frame.snapshot.traces && frame.snapshot.traces->color == *marked &&
        frame.snapshot.traces->result == result)
        draw_traces(plot, project, *frame.snapshot.traces, frame.gui);
    return pointed;
}

void draw_ball(const Plot& plot, const CloudProjection& project, const Position& state, double radius,
               const Gui& gui) {
    if (radius == 0) return;
    const ImVec2 at = point(project, state);
    const float size = static_cast<float>(radius) * project.unit;
    plot.list->AddCircleFilled(at, size, packed(gui.theme().accent, 0.14f), 64);
    plot.list->AddCircle(at, size, packed(gui.theme().accent), 64, 1.5f * gui.scale());
}

void begin_canvas(const Box& area) {
    begin_window_over(area, "canvas", {0, 0},
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoBringToFrontOnFocus |
                          ImGuiWindowFlags_NoNav);
}

namespace {

/// Searching more points for the one under the pointer would take longer than drawing them.
constexpr std::size_t max_looked_at = 100'000;

/// Fewer points are larger. In units.
float half_side(std::size_t points) {
    return std::clamp(220 / std::sqrt(static_cast<float>(std::max<std::size_t>(points, 1))), 0.8f, 4.0f);
}

/// The position of a point at a moment.
Oklab state_at(const Drift& drift, const Drift::Moment& moment, std::size_t point) {
    const Oklab from = oklab_from_position((*drift.states[moment.first])[point]),
                to = oklab_from_position((*drift.states[moment.first + 1])[point]);
    const double beyond = moment.beyond;
    return {from.l + (to.l - from.l) * beyond, from.a + (to.a - from.a) * beyond,
            from.b + (to.b - from.b) * beyond};
}

struct Pointed {
    Rgb source;
    Oklab state;
};

/// The point nearest to the viewer among those within `reach` of the pointer.
std::optional<Pointed> point_at(const Cloud& cloud, const CloudProjection& project, ImVec2 pointer,
                                float reach) {
    const Drift& drift = *cloud.drift;
    const std::size_t count = drift.points->size(), stride = count / max_looked_at + 1;
    std::optional<Pointed> best;
    float depth = 0;
    for (std::size_t i = 0; i < count; i += stride) {
        const Oklab state = state_at(drift, cloud.moment, i);
        const auto seen = project(state);
        if (std::hypot(seen[0] - pointer.x, seen[1] - pointer.y) > reach || (best && seen[2] >= depth))
            continue;
        best = Pointed{Rgb::from_code((*drift.points)[i].source), state};
        depth = seen[2];
    }
    return best;
}

Position rounded(const Oklab& lab) {
    const auto units = [](double x) { return static_cast<std::int32_t>(std::lround(x * units_per_one)); };
    return {units(lab.l), units(lab.a), units(lab.b)};
}

/// The caption, if it fits: "Source  12,345 of 484,072 colours  ->  37 colours".
void write_caption(const Plot& plot, const Drift& drift, const Gui& gui) {
    const Theme& theme = gui.theme();
    const Result& result = *drift.result;
    const std::size_t all = result.picture->colors.size(), drawn = drift.points->size();
    const bool is_narrow = plot.high.x - plot.low.x < 400 * gui.scale();
    const std::string some = drawn < all && !is_narrow ? grouped(drawn) + " of " : "";
    const std::string left = counted(result.swatches.size(), "colour", "colours");
    std::vector<TextRun> runs{{some + counted(all, "colour", "colours"), gui.fonts().text, theme.muted},
                              {"\u2192", gui.fonts().text, theme.muted},
                              {result.exact ? left : "about " + left, gui.fonts().text, theme.muted}};
    if (!is_narrow) runs.insert(runs.begin(), {"Source", gui.fonts().strong, theme.text});
    const float margin = 10 * gui.scale();
    write_box(runs, {plot.low.x + margin, plot.low.y + margin}, false, gui);
}

void write_pointed(const Plot& plot, const Result& result, Rgb source, const Gui& gui) {
    const Theme& theme = gui.theme();
    ImFont* const code = gui.fonts().code;
    std::vector<TextRun> runs{{hex_code(source), code, theme.text, source}};
    if (const auto after = result.result_of(source)) {
        runs.push_back({"\u2192", gui.fonts().text, theme.muted});
        runs.push_back({hex_code(*after), code, theme.text, *after});
    }
    const float margin = 10 * gui.scale(), height = code->FontSize / gui.pixel_ratio() + 8 * gui.scale();
    write_box(runs, {plot.low.x + margin, plot.high.y - margin - height}, false, gui);
}

Plot begin_cloud(const Box& area) {
    begin_canvas(area);
    ImGui::InvisibleButton("cloud", {std::max(area[2], 1.0f), std::max(area[3], 1.0f)});
    return {{area[0], area[1]},
            {area[0] + area[2], area[1] + area[3]},
            ImGui::IsItemHovered(),
            ImGui::IsItemActive(),
            ImGui::GetWindowDrawList()};
}

}

void CloudView::take(const FrameContext& frame, std::size_t max_points) {
    if (picture_ != frame.snapshot.picture) camera_.open(frame.snapshot.picture->colors);
    picture_ = frame.snapshot.picture;
    const auto& result = frame.result();
    if (result && result->picture == picture_) frame.session.let_drift(result, max_points);
    if (frame.snapshot.drift && frame.snapshot.drift->result->picture == picture_)
        cloud_.drift = frame.snapshot.drift;
}

void CloudView::lay_out(const FrameContext& frame, const Plot& plot) {
    const float ratio = frame.gui.pixel_ratio();
    const auto pixel = [&](float unit) { return static_cast<int>(std::lround(unit * ratio)); };
    cloud_.area = {pixel(plot.low.x),
                   pixel(plot.low.y),
                   {pixel(plot.high.x - plot.low.x), pixel(plot.high.y - plot.low.y)}};
    cloud_.project =
        camera_.onto({plot.low.x * ratio, plot.low.y * ratio}, {plot.high.x * ratio, plot.high.y * ratio});
    cloud_.backdrop = frame.gui.theme().canvas;
    cloud_.missing_cone = frame.state.missing_cone;
    cloud_.shows_results = frame.state.shows_basins;
    cloud_.highlight = frame.state.hovered ? frame.state.hovered
                       : pointed_mode_     ? pointed_mode_
                                           : frame.state.isolated;
    cloud_.dimming = frame.state.isolated && cloud_.highlight == frame.state.isolated ? 1.0f : 0.85f;
    if (!cloud_.drift) return;
    cloud_.half_side = half_side(cloud_.drift->points->size()) * frame.gui.scale() * ratio;
    cloud_.moment = cloud_.drift->at(frame.state.drift.share());
}

void CloudView::handle_pointer(const Plot& plot, ViewState& state) {
    const ImGuiIO& io = ImGui::GetIO();
    if (plot.held) camera_.rotate(io.MouseDelta.x, io.MouseDelta.y);
    if (ImGui::IsItemActivated()) pressed_mode_ = pointed_mode_;
    const bool was_clicked = ImGui::IsItemDeactivated() && io.MouseDragMaxDistanceSqr[0] < 9;
    if (was_clicked && pressed_mode_) state.isolate(*pressed_mode_);
    if (!plot.hovered) return;
    ImGui::SetItemUsingMouseWheel();
    camera_.zoom_by(io.MouseWheel);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !pointed_mode_) camera_.reset();
}

void CloudView::draw_marks(const FrameContext& frame, const Plot& plot) {
    const CloudProjection project = camera_.onto({plot.low.x, plot.low.y}, {plot.high.x, plot.high.y});
    draw_axis(plot, project, frame.gui);
    pointed_mode_ = draw_modes(frame, plot, project);
    const bool looks = plot.hovered && !plot.held && !pointed_mode_;
    const auto pointed =
        looks ? point_at(cloud_, project, ImGui::GetIO().MousePos, 5 * frame.gui.scale()) : std::nullopt;
    if (pointed) {
        frame.state.pointed = pointed->source;
        draw_ball(plot, project, rounded(pointed->state), frame.snapshot.recipe->shift.radius, frame.gui);
        write_pointed(plot, *cloud_.drift->result, pointed->source, frame.gui);
    }
    write_caption(plot, *cloud_.drift, frame.gui);
}

void CloudView::draw(const FrameContext& frame, std::size_t max_points, const Box& area) {
    const Plot plot = begin_cloud(area);
    frame.state.pointed.reset();
    cloud_.drift = nullptr;
    if (frame.snapshot.picture) {
        take(frame, max_points);
        handle_pointer(plot, frame.state);
        lay_out(frame, plot);
        if (cloud_.drift) draw_marks(frame, plot);
    }
    ImGui::End();
}

}
