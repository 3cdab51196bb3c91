#include "app/panels/cloud_panel.h"

#include <imgui_internal.h>

#include <algorithm>

namespace huedrift::app {
namespace {

/// This many squares take a millisecond or two to draw, and more would hide each other.
constexpr std::size_t max_grains = 6000;

/// Draws the farthest first.
void draw_samples(const Plot& plot, const CloudProjection& project, const ColorSet& colors,
                  std::span<const std::uint32_t> samples, const Gui& gui) {
    struct Grain {
        std::array<float, 3> seen;
        std::uint32_t color;
    };
    std::vector<Grain> grains;
    for (const std::uint32_t i : samples) grains.push_back({project(colors.positions()[i]), i});
    std::ranges::sort(grains, std::greater<>(), [](const Grain& grain) { return grain.seen[2]; });
    const float half = (samples.size() < 1000 ? 1.75f : 1.1f) * gui.scale();
    for (const Grain& grain : grains)
        plot.list->AddRectFilled({grain.seen[0] - half, grain.seen[1] - half},
                                 {grain.seen[0] + half, grain.seen[1] + half},
                                 packed(colors.colors()[grain.color]));
}

}

void CloudPanel::sample(const std::shared_ptr<const Picture>& picture) {
    if (picture_ == picture) return;
    picture_ = picture;
    samples_.clear();
    const ColorSet& colors = picture->colors;
    camera_.open(colors);
    const std::size_t count = std::min(max_grains, colors.size());
    for (std::size_t i = 0; i < count; ++i)
        samples_.push_back(static_cast<std::uint32_t>(i * colors.size() / count));
}

void CloudPanel::handle_pointer(const Plot& plot) {
    const ImGuiIO& io = ImGui::GetIO();
    if (plot.held) camera_.rotate(io.MouseDelta.x, io.MouseDelta.y);
    if (!plot.hovered) return;
    ImGui::SetItemUsingMouseWheel();
    camera_.zoom_by(io.MouseWheel);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) camera_.reset();
}

void CloudPanel::draw(const FrameContext& frame) {
    if (!frame.snapshot.picture) return empty_plot("The colours in Oklab will appear here.", frame.gui);
    sample(frame.snapshot.picture);
    const Plot plot =
        begin_plot("cloud", std::max(ImGui::GetContentRegionAvail().y, 120 * frame.gui.scale()), frame.gui);
    handle_pointer(plot);
    const CloudProjection project = camera_.onto({plot.low.x, plot.low.y}, {plot.high.x, plot.high.y});
    const ColorSet& colors = frame.snapshot.picture->colors;
    plot.list->PushClipRect(plot.low, plot.high, true);
    draw_axis(plot, project, frame.gui);
    draw_samples(plot, project, colors, samples_, frame.gui);
    const std::optional<Rgb> mode = draw_modes(frame, plot, project);
    if (mode && !frame.state.hovered) frame.state.hovered = mode;
    if (frame.state.pointed && colors.index().contains(*frame.state.pointed))
        draw_ball(plot, project, colors.positions()[colors.index()[*frame.state.pointed]],
                  frame.snapshot.recipe.radius, frame.gui);
    plot.list->PopClipRect();
}

}
