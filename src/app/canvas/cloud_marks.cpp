#include "app/canvas/cloud_marks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace huedrift::app {
namespace {

/// More would hide each other.
constexpr std::size_t max_discs = 300;

/// The modes with most pixels, as indices.
std::vector<std::size_t> largest_modes(const Reduction& reduction) {
    std::vector<std::size_t> order(reduction.modes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t count = std::min(max_discs, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              [&](std::size_t i) { return reduction.modes[i].pixels; });
    order.resize(count);
    return order;
}

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
    for (const std::size_t i : largest_modes(result.reduction)) {
        const Mode& mode = result.reduction.modes[i];
        const double side = std::cbrt(double(mode.pixels) / pixels);
        all.push_back(
            {point(project, mode.position), gui.scale() * static_cast<float>(2.5 + 9 * side), mode.color});
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
    if (plot.contains(white)) label(plot, white, 0.5f, 1, theme.muted, "white", gui);
    if (plot.contains(black)) label(plot, black, 0.5f, 0, theme.muted, "black", gui);
}

std::optional<Rgb> draw_modes(const FrameContext& frame, const Plot& plot, const CloudProjection& project) {
    const auto& result = frame.snapshot.result(frame.state.shown(frame.snapshot.weightings));
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
    const ImVec2 at = point(project, state);
    const float size = static_cast<float>(radius) * project.unit;
    plot.list->AddCircleFilled(at, size, packed(gui.theme().accent, 0.14f), 64);
    plot.list->AddCircle(at, size, packed(gui.theme().accent), 64, 1.5f * gui.scale());
}

}
