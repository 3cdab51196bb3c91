#include "app/panels/cloud_panel.h"

#include "app/ui/plot.h"
#include "color/bounding_box.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace huedrift::app {
namespace {

/// This many squares and discs take a millisecond or two to draw, and more would hide each other.
constexpr std::size_t max_grains = 6000, max_discs = 300;

constexpr float first_tilt = 0.25f;

/// The rotation that shows the colours at their widest: along the direction of greatest variance in a and b.
float widest_turn(const ColorSet& colors) {
    double a = 0, b = 0, aa = 0, ab = 0, bb = 0;
    for (const Position& position : colors.positions()) {
        const Oklab lab = oklab_from_position(position);
        a += lab.a;
        b += lab.b;
        aa += lab.a * lab.a;
        ab += lab.a * lab.b;
        bb += lab.b * lab.b;
    }
    const double n = double(std::max<std::size_t>(colors.size(), 1));
    return static_cast<float>(std::atan2(2 * (ab - a * b / n), (aa - a * a / n) - (bb - b * b / n)) / 2);
}

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

}

/// From Oklab onto the plot: rotated about the vertical axis of lightness, then tilted towards the viewer.
struct CloudPanel::Projection {
    const Plot& plot;
    Oklab middle;
    float unit; ///< of Oklab, in units of the plot
    float turn, tilt;

    ImVec2 operator()(const Position& position) const {
        const auto [up, across, away] = turned(position);
        const float height = up * std::cos(tilt) + away * std::sin(tilt);
        return {(plot.low.x + plot.high.x) / 2 + across * unit,
                (plot.low.y + plot.high.y) / 2 - height * unit};
    }
    /// Grows away from the viewer.
    float depth(const Position& position) const {
        const auto [up, across, away] = turned(position);
        return away * std::cos(tilt) - up * std::sin(tilt);
    }

private:
    std::array<float, 3> turned(const Position& position) const {
        const Oklab lab = oklab_from_position(position);
        const auto a = static_cast<float>(lab.a - middle.a), b = static_cast<float>(lab.b - middle.b);
        return {static_cast<float>(lab.l - middle.l), a * std::cos(turn) + b * std::sin(turn),
                b * std::cos(turn) - a * std::sin(turn)};
    }
};

namespace {

void draw_axis(const Plot& plot, const auto& project, const Gui& gui) {
    const Theme& theme = gui.theme();
    const ImVec2 black = project({0, 0, 0}), white = project({units_per_one, 0, 0});
    plot.list->AddLine(black, white, packed(theme.muted, 0.5f), gui.scale());
    if (plot.contains(white)) label(plot, white, 0.5f, 1, theme.muted, "white", gui);
    if (plot.contains(black)) label(plot, black, 0.5f, 0, theme.muted, "black", gui);
}

/// Draws the farthest first.
void draw_samples(const Plot& plot, const auto& samples, const auto& project, const Gui& gui) {
    std::vector<std::pair<float, std::size_t>> order;
    for (std::size_t i = 0; i < samples.size(); ++i)
        order.emplace_back(-project.depth(samples[i].position), i);
    std::ranges::sort(order);
    const float half = (samples.size() < 1000 ? 1.75f : 1.1f) * gui.scale();
    for (const auto& [depth, i] : order) {
        const ImVec2 at = project(samples[i].position);
        plot.list->AddRectFilled({at.x - half, at.y - half}, {at.x + half, at.y + half},
                                 packed(samples[i].color));
    }
}

void draw_traces(const Plot& plot, const Traces& traces, const auto& project, const Gui& gui) {
    for (const Trajectory& path : traces.paths) {
        std::vector<ImVec2> line;
        for (const Position& state : path) line.push_back(project(state));
        plot.list->AddPolyline(line.data(), static_cast<int>(line.size()), packed(gui.theme().text, 0.7f),
                               ImDrawFlags_None, 1.0f * gui.scale());
        plot.list->AddCircleFilled(line.front(), 1.5f * gui.scale(), packed(gui.theme().text), 8);
    }
}

}

CloudPanel::Projection CloudPanel::projection(const Plot& plot) const {
    const float across = (plot.high.x - plot.low.x) / 2, up = (plot.high.y - plot.low.y) / 2;
    const float fit = std::min(across / wide_, up / (tall_ + wide_ * std::sin(first_tilt)));
    // Leaves a margin for the labels at the ends of the axis.
    return {plot, middle_, zoom_ * 0.86f * fit, turn_, tilt_};
}

void CloudPanel::sample(const std::shared_ptr<const Picture>& picture) {
    if (picture_ == picture) return;
    picture_ = picture;
    samples_.clear();
    const ColorSet& colors = picture->colors;
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    middle_ = {(low.l + high.l) / 2, (low.a + high.a) / 2, (low.b + high.b) / 2};
    constexpr float min_extent = 0.01f; // a picture of one colour has no extent
    tall_ = std::max(static_cast<float>(high.l - low.l) / 2, min_extent);
    wide_ = std::max(static_cast<float>(std::hypot(high.a - low.a, high.b - low.b)) / 2, min_extent);
    first_turn_ = turn_ = widest_turn(colors);
    const std::size_t count = std::min(max_grains, colors.size());
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t color = i * colors.size() / count;
        samples_.push_back({colors.positions()[color], colors.colors()[color]});
    }
}

void CloudPanel::handle_pointer(const Plot& plot) {
    const ImGuiIO& io = ImGui::GetIO();
    if (plot.held) {
        constexpr float per_unit = 0.008f;
        turn_ -= io.MouseDelta.x * per_unit;
        tilt_ = std::clamp(tilt_ + io.MouseDelta.y * per_unit, -1.57f, 1.57f);
    }
    if (!plot.hovered) return;
    ImGui::SetItemUsingMouseWheel();
    zoom_ = std::clamp(zoom_ * std::pow(1.15f, io.MouseWheel), 0.5f, 40.0f);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        turn_ = first_turn_;
        tilt_ = first_tilt;
        zoom_ = 1;
    }
}

void CloudPanel::draw_modes(const Plot& plot, const std::shared_ptr<const Result>& result, Session& session,
                            ViewState& state, const Gui& gui) const {
    const Theme& theme = gui.theme();
    const Reduction& reduction = result->reduction;
    const Projection project = projection(plot);
    const double pixels = double(std::max<std::uint64_t>(result->picture->colors.pixels(), 1));
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    for (const std::size_t i : largest_modes(reduction)) {
        const Mode& mode = reduction.modes[i];
        const ImVec2 at = project(mode.position);
        const float radius =
            gui.scale() * static_cast<float>(2.5 + 9 * std::cbrt(double(mode.pixels) / pixels));
        const bool pointed =
            plot.hovered && !plot.held && std::hypot(pointer.x - at.x, pointer.y - at.y) <= radius + 1;
        if (pointed && !state.hovered) state.hovered = mode.color;
        const bool is_marked =
            state.hovered == mode.color || (!state.hovered && state.isolated == mode.color);
        plot.list->AddCircleFilled(at, radius, packed(mode.color), 24);
        plot.list->AddCircle(at, radius,
                             packed(is_marked ? theme.accent : theme.text, is_marked ? 1.0f : 0.55f), 24,
                             (is_marked ? 2.0f : 1.0f) * gui.scale());
    }
    const std::optional<Rgb> marked = state.hovered ? state.hovered : state.isolated;
    if (marked) session.look_at(result, *marked);
}

/// The ball of the radius around the colour under the pointer.
void CloudPanel::draw_ball(const Plot& plot, const Snapshot& snapshot, Rgb color, const Gui& gui) const {
    const ColorSet& colors = snapshot.picture->colors;
    if (!colors.index().contains(color)) return;
    const Projection project = projection(plot);
    const ImVec2 at = project(colors.positions()[colors.index()[color]]);
    const float size = static_cast<float>(snapshot.recipe.radius) * project.unit;
    plot.list->AddCircleFilled(at, size, packed(gui.theme().accent, 0.14f), 64);
    plot.list->AddCircle(at, size, packed(gui.theme().accent), 64, 1.5f * gui.scale());
}

void CloudPanel::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    if (!snapshot.picture) return empty_plot("The colours in Oklab will appear here.", gui);
    sample(snapshot.picture);
    const Plot plot = begin_plot("cloud", std::max(ImGui::GetContentRegionAvail().y, 120 * gui.scale()), gui);
    handle_pointer(plot);
    const Projection project = projection(plot);
    plot.list->PushClipRect(plot.low, plot.high, true);
    draw_axis(plot, project, gui);
    draw_samples(plot, samples_, project, gui);
    const auto& result = snapshot.result(state.shown(snapshot.weightings));
    if (result && result->picture == snapshot.picture) {
        draw_modes(plot, result, session, state, gui);
        const std::optional<Rgb> marked = state.hovered ? state.hovered : state.isolated;
        if (marked && snapshot.traces && snapshot.traces->color == *marked &&
            snapshot.traces->result == result)
            draw_traces(plot, *snapshot.traces, project, gui);
    }
    if (state.pointed) draw_ball(plot, snapshot, *state.pointed, gui);
    plot.list->PopClipRect();
}

}
