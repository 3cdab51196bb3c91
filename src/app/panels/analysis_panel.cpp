#include "app/panels/analysis_panel.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace huedrift::app {
namespace {

/// So many squares take a millisecond or two to paint, and more would hide each other.
constexpr std::size_t max_grains = 6000;

/// Fills the pixels whose middles lie in a square.
void fill_square(Image& image, const std::array<float, 3>& middle, float half, Rgba8 color) {
    const auto within = [](float at, int end) { return std::clamp(int(std::lround(at)), 0, end); };
    const int left = within(middle[0] - half, image.width()), right = within(middle[0] + half, image.width()),
              top = within(middle[1] - half, image.height()),
              bottom = within(middle[1] + half, image.height());
    for (int y = top; y < bottom; ++y) {
        const auto row = image.pixels().subspan(std::size_t(y) * std::size_t(image.width()));
        std::fill(row.begin() + left, row.begin() + right, color);
    }
}

/// Paints the farthest first.
Image paint_samples(const CloudProjection& project, Image image, float half, const ColorSet& colors,
                    std::span<const std::uint32_t> samples) {
    struct Grain {
        std::array<float, 3> seen;
        Rgb color;
    };
    std::vector<Grain> grains;
    for (const std::uint32_t i : samples)
        grains.push_back({project(colors.positions()[i]), colors.colors()[i]});
    std::ranges::sort(grains, std::greater<>(), [](const Grain& grain) { return grain.seen[2]; });
    for (const auto& [seen, color] : grains) fill_square(image, seen, half, {color.r, color.g, color.b, 255});
    return image;
}

using Bins = std::array<std::uint64_t, 256>;

/// Draws bars whose heights are square roots, as a reduced picture's few spikes would dwarf all other values.
void draw_bins(const Plot& plot, const Bins& bins, float least_width, std::uint32_t color) {
    const double maximum = double(std::max<std::uint64_t>(*std::ranges::max_element(bins), 1));
    const float width = std::max((plot.high.x - plot.low.x) / 256, least_width);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        if (bins[i] == 0) continue;
        const ImVec2 top = plot.at(double(i) / 256, std::sqrt(double(bins[i]) / maximum));
        plot.list->AddRectFilled({top.x, std::min(top.y, plot.high.y - 1)}, {top.x + width, plot.high.y},
                                 color);
    }
}

/// A part of a histogram, by name, with the colour of the result's bars.
struct Distribution {
    const char* name;
    Bins LuminanceHistogram::*bins;
    Rgb color;
};

/// The source's distribution as an area and the result's as bars before it, each up to its own maximum: a bin
/// of the result holds the pixels of many.
void draw_histogram(const Distribution& part, const LuminanceHistogram& source,
                    const LuminanceHistogram* result, ImVec2 size, const Gui& gui) {
    const Theme& theme = gui.theme();
    const Plot whole = begin_plot(part.name, size.y, gui, size.x);
    Plot plot = whole;
    plot.low.y += size_of(gui.fonts().small);
    draw_bins(plot, source.*part.bins, 1, packed(theme.muted, 0.55f));
    if (result) draw_bins(plot, result->*part.bins, 2 * gui.scale(), packed(part.color));
    if (!whole.hovered) return label(whole, whole.low, 0, 0, part.color, part.name, gui);
    const auto bin = static_cast<std::size_t>(std::min(plot.pointer_x() * 256, 255.0));
    const float x = plot.at((double(bin) + 0.5) / 256, 0).x;
    plot.list->AddLine({x, plot.low.y}, {x, plot.high.y}, packed(theme.accent, 0.8f));
    std::string text = std::to_string(bin) + ":  " + grouped((source.*part.bins)[bin]);
    if (result) text += " \u2192 " + grouped((result->*part.bins)[bin]);
    label(whole, whole.low, 0, 0, theme.text, text, gui);
}

}

void CloudPanel::sample(const std::shared_ptr<const Picture>& picture) {
    if (picture_ == picture) return;
    picture_ = picture;
    view_.reset();
    samples_.clear();
    const ColorSet& colors = picture->colors;
    camera_.open(colors);
    const std::size_t count = std::min(max_grains, colors.size());
    for (std::size_t i = 0; i < count; ++i)
        samples_.push_back(static_cast<std::uint32_t>(i * colors.size() / count));
}

void CloudPanel::handle_pointer(const Plot& plot) {
    const ImGuiIO& io = ImGui::GetIO();
    if (plot.held) camera_.rotate(-io.MouseDelta.y, io.MouseDelta.x); // as the cloud lies
    if (!plot.hovered) return;
    ImGui::SetItemUsingMouseWheel();
    camera_.zoom_by(io.MouseWheel);
    if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) camera_.reset();
}

// Dear ImGui would draw thousands of squares in each frame, which takes a device that is a CPU longer than
// the rest of the window.
void CloudPanel::draw_samples(const Plot& plot, const Gui& gui) {
    const float ratio = gui.pixel_ratio();
    const auto pixels = [&](float units) { return std::max(1, int(std::lround(units * ratio))); };
    const Box area{plot.low.x, plot.low.y, plot.high.x - plot.low.x, plot.high.y - plot.low.y};
    const Extent size{pixels(area[2]), pixels(area[3])};
    const View view{camera_.orbit(), size, gui.theme().canvas};
    if (view_ != view) {
        const auto [r, g, b] = view.background;
        Image background(size.width, size.height);
        std::ranges::fill(background.pixels(), Rgba8{r, g, b, 255});
        const CloudProjection project = camera_.onto({0, 0}, {float(size.width), float(size.height)}, true);
        const float half = (samples_.size() < 1000 ? 1.75f : 1.1f) * gui.scale() * ratio;
        Thumbnail painted{
            .image = paint_samples(project, std::move(background), half, picture_->colors, samples_)};
        painted_.thumbnail = std::make_shared<const Thumbnail>(std::move(painted));
        view_ = view;
    }
    painted_.area = area;
    draw_small_picture(painted_);
}

void CloudPanel::draw(const FrameContext& frame) {
    if (!frame.snapshot.picture) return empty_plot("The colours in Oklab will appear here.", frame.gui);
    sample(frame.snapshot.picture);
    const Plot plot =
        begin_plot("cloud", std::max(ImGui::GetContentRegionAvail().y, 80 * frame.gui.scale()), frame.gui);
    handle_pointer(plot);
    const CloudProjection project = camera_.onto({plot.low.x, plot.low.y}, {plot.high.x, plot.high.y}, true);
    const ColorSet& colors = frame.snapshot.picture->colors;
    plot.list->PushClipRect(plot.low, plot.high, true);
    draw_samples(plot, frame.gui);
    draw_axis(plot, project, frame.gui);
    const std::optional<Rgb> mode = draw_modes(frame, plot, project);
    if (mode && !frame.state.hovered) frame.state.hovered = mode;
    if (frame.state.pointed && colors.index().contains(*frame.state.pointed))
        draw_ball(plot, project, colors.positions()[colors.index()[*frame.state.pointed]],
                  frame.snapshot.recipe->shift.radius, frame.gui);
    plot.list->PopClipRect();
}

/// Over luminance, or over red, green and blue beside each other.
void AnalysisPanel::draw_histograms(const FrameContext& frame) {
    if (!frame.snapshot.picture) return empty_plot("The histograms will appear here.", frame.gui);
    const auto clicked = segments<bool>("channels", {{false, "Luminance"}, {true, "Red, green, blue"}},
                                        shows_channels_, frame.gui);
    shows_channels_ = clicked.value_or(shows_channels_);
    const Distribution luminance[]{{"Luminance", &LuminanceHistogram::luma, frame.gui.theme().accent}};
    constexpr Distribution channels[]{{"Red", &LuminanceHistogram::r, {0xf0, 0x50, 0x50}},
                                      {"Green", &LuminanceHistogram::g, {0x40, 0xb8, 0x60}},
                                      {"Blue", &LuminanceHistogram::b, {0x50, 0x80, 0xf8}}};
    const std::span<const Distribution> parts =
        shows_channels_ ? std::span<const Distribution>(channels) : luminance;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float gap = ImGui::GetStyle().ItemSpacing.x, count = float(parts.size());
    const ImVec2 size{(room.x - (count - 1) * gap) / count,
                      std::clamp(room.y, 52 * frame.gui.scale(), 240 * frame.gui.scale())};
    const auto& result = frame.result();
    for (const Distribution& part : parts) {
        if (&part != parts.data()) ImGui::SameLine(0, gap);
        draw_histogram(part, frame.snapshot.picture->histogram, result ? &result->histogram : nullptr, size,
                       frame.gui);
    }
}

namespace {

/// The places of radii and numbers of colours on the plot, as shares.
struct Axes {
    static constexpr Track radii{
        .low = min_slider_radius, .high = max_radius, .steps = Track::Steps::factors};
    double max_colors;

    double x(double radius) const { return radii.share(std::max(radius, radii.low)); }
    double radius(double x) const { return radii.number(x); }
    double y(double colors) const {
        return std::log(std::max(colors, 1.0)) / std::log(std::max(max_colors, 2.0));
    }
};

/// The part of a plot that its labels leave free; they are below and on the right.
Plot within_labels(const Plot& plot, const Axes& axes, const Gui& gui) {
    double widest = 1;
    while (widest * 10 < axes.max_colors) widest *= 10;
    Plot inner = plot;
    if (widest > 1)
        inner.high.x -=
            width_of(gui.fonts().small, grouped(static_cast<std::uint64_t>(widest))) + 6 * gui.scale();
    inner.high.y -= size_of(gui.fonts().small) + 4 * gui.scale();
    return inner;
}

/// `plot` lies within `whole`, which includes the labels.
void draw_grid(const Plot& whole, const Plot& plot, const Axes& axes, const Gui& gui) {
    const Theme& theme = gui.theme();
    for (const double radius : {0.001, 0.01, 0.1, 1.0}) {
        const ImVec2 foot = plot.at(axes.x(radius), 0);
        plot.list->AddLine({foot.x, plot.low.y}, foot, packed(theme.line));
        label(whole, {foot.x, whole.high.y}, 0.5f, 1, theme.muted, short_number(radius), gui);
    }
    const float height = size_of(gui.fonts().small);
    float free = plot.high.y; // above the last label
    for (double colors = 10; colors < axes.max_colors; colors *= 10) {
        const ImVec2 left = plot.at(0, axes.y(colors));
        plot.list->AddLine(left, {plot.high.x, left.y}, packed(theme.line));
        const float top = left.y - height / 2;
        if (top + height > free || top < plot.low.y) continue;
        free = top;
        label(whole, {whole.high.x, top}, 1, 0, theme.muted, grouped(static_cast<std::uint64_t>(colors)),
              gui);
    }
}

void draw_line(const Plot& plot, const Axes& axes, const Curve& curve, Rgb color, const Gui& gui) {
    std::vector<ImVec2> line, exact;
    for (const SweepPoint& point : curve.points) {
        if (point.radius < min_slider_radius) continue;
        line.push_back(plot.at(axes.x(point.radius), axes.y(double(point.colors))));
        if (point.exact) exact.push_back(line.back());
    }
    plot.list->AddPolyline(line.data(), static_cast<int>(line.size()), packed(color, 0.7f), ImDrawFlags_None,
                           1.5f * gui.scale());
    for (const ImVec2& point : exact) plot.list->AddCircleFilled(point, 2.5f * gui.scale(), packed(color), 8);
}

/// "12 of 33 exact", "from previews"; empty for a complete curve.
std::string state_of(const Snapshot& snapshot) {
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& curve = snapshot.curve(weighting);
        if (!curve || curve->complete || curve->picture != snapshot.picture) continue;
        if (snapshot.activity == Activity::idle) return "from previews";
        if (snapshot.activity != Activity::curve) return "waiting for the result";
        const auto radii = static_cast<std::size_t>(Curve::radii);
        const auto exact =
            static_cast<std::size_t>(std::ranges::count(curve->points, true, &SweepPoint::exact));
        return curve->points.size() < radii
                   ? std::to_string(curve->points.size()) + " of " + std::to_string(radii)
                   : std::to_string(std::min(exact, radii)) + " of " + std::to_string(radii) + " exact";
    }
    return "";
}

/// Marks the longest plateaus of the first curve.
void draw_suggestions(const Plot& plot, const Axes& axes, const std::vector<Plateau>& suggested,
                      const Gui& gui) {
    for (const Plateau& plateau : suggested) {
        const double y = axes.y(double(plateau.colors));
        plot.list->AddLine(plot.at(axes.x(plateau.from), y), plot.at(axes.x(plateau.to), y),
                           packed(gui.theme().text, 0.45f), 6 * gui.scale());
    }
}

/// The first suggestion, or the one after the current radius.
double next_suggestion(const std::vector<Plateau>& suggested, double radius) {
    const auto now = std::ranges::find(suggested, radius, &Plateau::radius);
    return now == suggested.end() || now + 1 == suggested.end() ? suggested.front().radius : now[1].radius;
}

/// Draws the exactness of the curve and its suggestions below the plot, with buttons.
void draw_footer(const FrameContext& frame, const std::vector<Plateau>& suggested, const std::string& state) {
    std::string text = state;
    for (const Plateau& plateau : suggested)
        text += (text.empty()    ? "Suggested: "
                 : text == state ? ", suggested: "
                                 : ", ") +
                grouped(plateau.colors);
    const float width = 52 * frame.gui.scale(), gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const bool completes =
        !state.empty() && frame.snapshot.activity == Activity::idle && frame.snapshot.exact();
    const float buttons = (suggested.empty() ? 0 : width + gap) + (completes ? width + gap : 0);
    ImGui::AlignTextToFramePadding();
    muted_text(shortened(text, ImGui::GetContentRegionAvail().x - buttons), frame.gui);
    tooltip(about_suggestions, frame.gui);
    float right = ImGui::GetContentRegionMax().x;
    if (!suggested.empty()) {
        ImGui::SameLine(right -= width);
        const Recipe& recipe = frame.session.recipe();
        const double next = next_suggestion(suggested, recipe.shift.radius);
        if (ImGui::Button("Next", {width, 0}))
            frame.session.edit([next](Recipe& changed) { changed = at_natural_size(changed, next); });
        tooltip("Go to the next suggested radius, " + short_number(next) + ", and keep all of its colours.",
                frame.gui);
    }
    if (!completes) return;
    ImGui::SameLine(right - width - gap);
    if (ImGui::Button("Exact", {width, 0})) frame.session.complete_curve();
    tooltip("Reduce the picture exactly at every radius of the curve, however long that takes.", frame.gui);
}

Rgb color_of(Weighting weighting, const Theme& theme) {
    return weighting == Weighting::palette ? theme.accent : theme.warning;
}

void draw_names(const Plot& plot, const Gui& gui) {
    const float line = 16 * gui.scale();
    float y = plot.high.y - 3 * line;
    for (const Weighting weighting : each(Weightings::both)) {
        label(plot, {plot.low.x + 3 * gui.scale(), y}, 0, 0, color_of(weighting, gui.theme()),
              label_of(weighting), gui);
        y += line;
    }
}

/// The point of the curve whose radius is nearest in ratio; null for an empty curve.
const SweepPoint* nearest(const Curve& curve, double radius) {
    const SweepPoint* best = nullptr;
    for (const SweepPoint& point : curve.points)
        if (!best || std::abs(std::log(point.radius / radius)) < std::abs(std::log(best->radius / radius)))
            best = &point;
    return best;
}

/// "1 pin, 2 edits"
std::string text_of_edits(const Recipe& recipe) {
    const std::size_t changes =
        recipe.palette.joins.size() + recipe.palette.recolors.size() + !recipe.output.arrange.empty();
    std::string text;
    if (!recipe.shift.pins.empty()) text = counted(recipe.shift.pins.size(), "pin", "pins");
    if (changes != 0) text += (text.empty() ? "" : ", ") + counted(changes, "edit", "edits");
    return text;
}

/// Draws a button that counts the edits and undoes them.
void draw_edits(const FrameContext& frame) {
    const std::string edits = text_of_edits(*frame.snapshot.recipe);
    if (edits.empty()) return; // masks have buttons of their own
    ImGui::SameLine();
    if (ImGui::Button((edits + "  \u00d7###edits").c_str()))
        frame.session.set(with_edits(frame.session.recipe(), {}));
    tooltip("Remove all pins, joins, and colours and places set by hand. They belong to this picture.",
            frame.gui);
}

}

/// Output colours against radius, both axes logarithmic. A click or drag sets the radius.
void AnalysisPanel::draw_curve(const FrameContext& frame) {
    if (!frame.snapshot.picture)
        return empty_plot("The number of colours at each radius will appear here.", frame.gui);
    const Theme& theme = frame.gui.theme();
    const Axes axes{double(frame.snapshot.picture->colors.size())};
    const std::string state = state_of(frame.snapshot);
    const std::vector<Plateau> suggested = frame.snapshot.natural_sizes();
    const float row = state.empty() && suggested.empty() ? 0 : ImGui::GetFrameHeightWithSpacing();
    const float height =
        std::clamp(ImGui::GetContentRegionAvail().y - row, 48 * frame.gui.scale(), 320 * frame.gui.scale());
    const Plot whole = begin_plot("curve", height, frame.gui);
    const Plot plot = within_labels(whole, axes, frame.gui);
    draw_grid(whole, plot, axes, frame.gui);
    plot.list->PushClipRect(plot.low, {plot.high.x + 1, plot.high.y + 1}, true);
    draw_suggestions(plot, axes, suggested, frame.gui);
    const ImVec2 now = plot.at(axes.x(frame.snapshot.recipe->shift.radius), 0);
    plot.list->AddLine({now.x, plot.low.y}, now, packed(theme.text, 0.6f), 1.5f * frame.gui.scale());
    for (const Weighting weighting : each(frame.snapshot.weightings))
        if (const auto& curve = frame.snapshot.curve(weighting);
            curve && curve->picture == frame.snapshot.picture)
            draw_line(plot, axes, *curve, color_of(weighting, theme), frame.gui);

    if (frame.snapshot.weightings == Weightings::both) draw_names(plot, frame.gui);

    if (plot.hovered || plot.held) {
        const double radius = axes.radius(plot.pointer_x());
        std::string text = "radius " + short_number(radius);
        const char* before = ": about ";
        for (const Weighting weighting : each(frame.snapshot.weightings))
            if (const auto& curve = frame.snapshot.curve(weighting))
                if (const SweepPoint* const point = nearest(*curve, radius))
                    text += std::exchange(before, " and ") + grouped(point->colors);
        const float x = plot.at(plot.pointer_x(), 0).x;
        plot.list->AddLine({x, plot.low.y}, {x, plot.high.y}, packed(theme.text, 0.3f));
        ImFont* const small = frame.gui.fonts().small;
        plot.list->AddRectFilled({plot.high.x - width_of(small, text) - 4 * frame.gui.scale(), plot.low.y},
                                 {plot.high.x, plot.low.y + size_of(small)}, packed(theme.canvas, 0.85f));
        label(plot, {plot.high.x, plot.low.y}, 1, 0, theme.text, text, frame.gui);
    }
    plot.list->PopClipRect();
    if (row > 0) draw_footer(frame, suggested, state);

    if (plot.held || drags_curve_) {
        Recipe recipe = frame.session.recipe();
        if (plot.held) recipe = recipe.at(axes.radius(plot.pointer_x()));
        frame.session.set(recipe, plot.held ? Gesture::ongoing : Gesture::complete);
    }
    drags_curve_ = plot.held;
}

void AnalysisPanel::draw_heading(const FrameContext& frame) const {
    title("Palette", "", frame.gui);
    draw_edits(frame);
    if (frame.snapshot.weightings != Weightings::both) return;
    const auto& result = frame.result();
    if (!result) return;
    const std::string text = std::string(label_of(result->recipe.shift.weighting)) + ": " +
                             (result->exact ? "" : "about ") + grouped(result->swatches.size());
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(text.c_str()).x);
    muted_text(text, frame.gui);
}

void AnalysisPanel::draw_diagram(const FrameContext& frame) {
    std::vector<Enumerator<Diagram>> diagrams{
        {Diagram::cloud, "Cloud"}, {Diagram::histogram, "Histogram"}, {Diagram::curve, "Curve"}};
    // Where nothing drifts, the curve says nothing of the result.
    const bool drifts = frame.session.recipe().shift.drifts();
    if (!drifts) diagrams.pop_back();
    const Diagram shown = !drifts && diagram_ == Diagram::curve ? Diagram::cloud : diagram_;
    const auto clicked = segments<Diagram>("diagram", diagrams, std::optional(shown), frame.gui);
    if (clicked) diagram_ = *clicked;
    switch (clicked.value_or(shown)) {
    case Diagram::cloud:
        return cloud_.draw(frame);
    case Diagram::histogram:
        return draw_histograms(frame);
    case Diagram::curve:
        return draw_curve(frame);
    }
}

void AnalysisPanel::draw_swatches(const FrameContext& frame, float height) {
    ImGui::BeginChild("swatches", {0, height}, false, ImGuiWindowFlags_NavFlattened);
    swatches_.draw(frame);
    ImGui::EndChild();
    swatches_area_ = item_area();
}

}
