#include "app/panels/finish_panel.h"

#include "app/ui/texts.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

constexpr NumberRange fringe_widths{0, max_defringe, true, " px"};
constexpr NumberRange region_sizes{0, 100'000, true, " px"};

/// "Finish: ordered dithering", "Finish: fringes of 1 px, regions from 20 px"
std::string heading(const LabelSteps& steps) {
    if (steps.dither != Dither::off)
        return "Finish: " + std::string(steps.dither == Dither::ordered ? "ordered" : "diffused") +
               " dithering";
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (steps.defringe != 0) add("fringes of " + std::to_string(steps.defringe) + " px");
    if (steps.min_region > 1) add("regions from " + grouped(steps.min_region) + " px");
    return "Finish" + text;
}

}

Change FinishPanel::draw_dither(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about =
        "Mixes palette colours in neighbouring pixels into colours that the palette lacks: by "
        "passing errors on, or by a pattern that stays the same from frame to frame.";
    const auto clicked =
        choice("Dither", about, {"Off", "Diffuse", "Ordered"}, static_cast<int>(steps.dither), gui);
    // Dithering scatters single pixels, which the other steps would remove.
    if (clicked) steps = {.dither = static_cast<Dither>(*clicked), .strength = steps.strength};
    Change change = clicked ? Change::complete : Change::none;
    if (steps.dither == Dither::off) return change;
    caption("Strength", "How much of the difference to the picture is mixed in.", gui);
    return std::max(change, slider("strength", steps.strength, 0.05, gui));
}

Change FinishPanel::draw_fringe(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about =
        "Rims from anti-aliasing and JPEG, up to this many pixels wide, take one of the colours "
        "on either side.";
    caption("Fringes to", about, gui);
    const Change change = slider_and_field("fringe", fringe_field_, steps.defringe, fringe_widths, gui);
    tooltip(about, gui);
    return change;
}

Change FinishPanel::draw_regions(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about = "Specks of fewer pixels join their surroundings.";
    caption("Regions from", about, gui);
    const float field = field_width * gui.scale();
    constexpr double largest = 10'000;
    // Equal steps of the slider are equal factors.
    double share = std::log(std::max<double>(steps.min_region, 1)) / std::log(largest);
    const Change moved = slider("region", share, 0.02, gui,
                                ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    const auto dragged = static_cast<std::uint32_t>(std::lround(std::pow(largest, share)));
    if (moved != Change::none) steps.min_region = dragged > 1 ? dragged : 0;
    ImGui::SameLine();
    double pixels = steps.min_region;
    const Change typed = region_field_.draw("##region", pixels, region_sizes, field, gui);
    tooltip(about, gui);
    if (typed == Change::complete) steps.min_region = static_cast<std::uint32_t>(pixels);
    return typed == Change::complete ? typed : moved;
}

void FinishPanel::draw_marks(const FrameContext& frame, const LabelSteps& steps) {
    caption("", "", frame.gui);
    ImGui::BeginDisabled(!steps.cleans());
    ImGui::Checkbox("Mark what they change", &frame.state.display.marks_changes);
    tooltip("Pixels that the two steps gave another colour stand out from a dim picture  C", frame.gui);
    ImGui::EndDisabled();
}

void FinishPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe.labels);
    if (fold(text.c_str(), "finish", open_, frame.gui)) open_ = !open_;
    tooltip("Dithering, clean edges, no specks.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.snapshot.recipe;
    Change change = draw_dither(recipe.labels, frame.gui);
    ImGui::BeginDisabled(recipe.labels.dither != Dither::off);
    change =
        std::max({change, draw_fringe(recipe.labels, frame.gui), draw_regions(recipe.labels, frame.gui)});
    ImGui::EndDisabled();
    draw_marks(frame, recipe.labels);
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

}
