#include "app/panels/histogram_panel.h"

#include "app/ui/plot.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace huedrift::app {
namespace {

using Bins = std::array<std::uint32_t, 256>;

/// Bars whose heights are square roots: next to the few spikes of a reduced picture the rest would vanish.
void draw_bins(const Plot& plot, const Bins& bins, double maximum, std::uint32_t color) {
    const float width = (plot.high.x - plot.low.x) / 256;
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0) continue;
        const ImVec2 top = plot.at(double(i) / 256, std::sqrt(bins[i] / maximum));
        plot.list->AddRectFilled({top.x, std::min(top.y, plot.high.y - 1)},
                                 {top.x + std::max(width, 1.0f), plot.high.y}, color);
    }
}

double max_of(std::initializer_list<const Bins*> all) {
    std::uint32_t maximum = 1;
    for (const Bins* const bins : all) maximum = std::max(maximum, *std::ranges::max_element(*bins));
    return maximum;
}

}

void HistogramPanel::draw_one(const char* name, const LuminanceHistogram& histogram, float height,
                              const Gui& gui) const {
    const Theme& theme = gui.theme();
    const Plot plot = begin_plot(name, height, gui);
    if (channels_) {
        const double maximum = max_of({&histogram.r, &histogram.g, &histogram.b});
        draw_bins(plot, histogram.r, maximum, packed({0xf0, 0x50, 0x50}, 0.6f));
        draw_bins(plot, histogram.g, maximum, packed({0x40, 0xb8, 0x60}, 0.6f));
        draw_bins(plot, histogram.b, maximum, packed({0x50, 0x80, 0xf8}, 0.6f));
    } else {
        draw_bins(plot, histogram.luma, max_of({&histogram.luma}), packed(theme.text, 0.75f));
    }
    label(plot, plot.low, 0, 0, theme.muted, name, gui);
    if (!plot.hovered) return;
    const auto bin = static_cast<std::size_t>(std::min(plot.pointer_x() * 256, 255.0));
    const float x = plot.at((double(bin) + 0.5) / 256, 0).x;
    plot.list->AddLine({x, plot.low.y}, {x, plot.high.y}, packed(theme.accent, 0.8f));
    const std::string text =
        channels_ ? std::to_string(bin) + ":  R " + grouped(histogram.r[bin]) + "  G " +
                        grouped(histogram.g[bin]) + "  B " + grouped(histogram.b[bin])
                  : std::to_string(bin) + ":  " + counted(histogram.luma[bin], "pixel", "pixels");
    label(plot, {plot.high.x, plot.low.y}, 1, 0, theme.text, text, gui);
}

void HistogramPanel::draw(const FrameContext& frame) {
    if (!frame.snapshot.picture) return empty_plot("The histograms will appear here.", frame.gui);
    if (const auto clicked = segments("channels", {"Luminance", "Red, green, blue"}, channels_, frame.gui))
        channels_ = *clicked == 1;
    const float spacing = ImGui::GetStyle().ItemSpacing.y;
    const float height = std::clamp((ImGui::GetContentRegionAvail().y - spacing) / 2, 60 * frame.gui.scale(),
                                    160 * frame.gui.scale());
    draw_one("Source", frame.snapshot.picture->histogram, height, frame.gui);
    if (const auto& result = frame.snapshot.result(frame.state.shown(frame.snapshot.weightings)))
        draw_one("Result", result->histogram, height, frame.gui);
}

}
