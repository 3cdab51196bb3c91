#include "app/panels/drift_panel.h"

#include "app/panels/progress.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

// The range of the merge distance's slider; at its left end the distance is 0.
constexpr double largest_merge = 0.5, smallest_merge = 0.001;

// No two 8-bit colours are closer to each other than the smallest radius, so it joins none.
constexpr NumberRange radii{0.0001, max_radius}, distances{0, max_radius}, counts{1, rgb_codes, true},
    per_cents{0, 100, false, " %"};

// Sliders for distances are logarithmic: equal steps are equal factors.
double share_of(double value, double min, double max) {
    return std::clamp(std::log(value / min) / std::log(max / min), 0.0, 1.0);
}
double value_at(double share, double min, double max) {
    return short_radius(std::min(min * std::pow(max / min, share), max));
}

/// Says why the radius is what nobody has set.
void draw_origin(const FrameContext& frame) {
    if (!frame.snapshot.document || frame.snapshot.radius_origin == RadiusOrigin::own) return;
    const bool suggested = frame.snapshot.radius_origin == RadiusOrigin::suggested;
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(frame.gui.theme().muted));
    ImGui::TextUnformatted(suggested ? "suggested" : "default");
    ImGui::PopStyleColor();
    tooltip(suggested
                ? "In the middle of the longest range of radii over which this picture's number of colours "
                  "hardly changes. It stays once you set anything."
            : frame.snapshot.radius_origin == RadiusOrigin::sought
                ? "The default, until this picture's curve suggests another."
                : "The default: no radius was suggested for this picture in time.",
            frame.gui);
}

}

void DriftPanel::draw_radius(const FrameContext& frame) {
    Recipe recipe = frame.snapshot.recipe;
    const float field = field_width * frame.gui.scale(), step = ImGui::GetFrameHeight();
    ImGui::PushFont(frame.gui.fonts().strong);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Radius");
    ImGui::PopFont();
    tooltip(
        "Colours within this distance of each other in Oklab are drawn together: the larger, the fewer are "
        "left.",
        frame.gui);
    draw_origin(frame);
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field - 2 * step - 2 * spacing);
    if (ImGui::ArrowButton("fewer", ImGuiDir_Left)) frame.session.step_radius(Direction::down);
    tooltip("To the next smaller radius at which the number of colours changes  [", frame.gui);
    ImGui::SameLine(0, spacing);
    if (radius_field_.draw("##radius", recipe.radius, radii, field, frame.gui) == Change::complete)
        frame.session.set(recipe);
    ImGui::SameLine(0, spacing);
    if (ImGui::ArrowButton("more", ImGuiDir_Right)) frame.session.step_radius(Direction::up);
    tooltip("To the next larger radius at which the number of colours changes  ]", frame.gui);

    double share = share_of(recipe.radius, min_slider_radius, max_radius);
    // One notch is 1 %.
    const double notch = std::log(1.01) / std::log(max_radius / min_slider_radius);
    if (const Change change = slider("radius", share, notch, frame.gui); change != Change::none) {
        recipe.radius = value_at(share, min_slider_radius, max_radius);
        frame.session.set(recipe, gesture_of(change));
    }
    radius_slider_ = item_area();
}

void DriftPanel::draw_weighting(const FrameContext& frame) {
    const auto clicked =
        choice("Weighting", "Palette counts every colour once, frequency as often as it occurs.",
               {"Palette", "Frequency", "Both"}, static_cast<int>(frame.snapshot.weightings), frame.gui);
    if (clicked) frame.session.set(frame.snapshot.recipe, static_cast<Weightings>(*clicked));

    const auto assigned =
        choice("Assign",
               "Basin: a colour becomes what it drifts to. Nearest: the colour of the palette nearest to it.",
               {"Basin", "Nearest"}, static_cast<int>(frame.snapshot.recipe.assign), frame.gui);
    if (!assigned) return;
    Recipe recipe = frame.snapshot.recipe;
    recipe.assign = static_cast<Assign>(*assigned);
    frame.session.set(recipe);
}

void DriftPanel::draw_aim(const FrameContext& frame) {
    caption("Aim for", "Finds the radius that leaves as many colours as possible, this many at most.",
            frame.gui);
    if (joined_to_ != frame.snapshot.recipe.join_to) {
        joined_to_ = frame.snapshot.recipe.join_to;
        aim_ = joined_to_.value_or(static_cast<std::uint32_t>(aim_));
    }
    aim_field_.draw("##colours", aim_, counts, 64 * frame.gui.scale(), frame.gui);
    const bool entered = aim_field_.entered();
    ImGui::SameLine();
    bool exactly = frame.snapshot.recipe.join_to.has_value();
    const bool toggled = ImGui::Checkbox("exactly", &exactly);
    tooltip("Joins the nearest colours until at most this many are left.", frame.gui);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 48 * frame.gui.scale());
    ImGui::BeginDisabled(!frame.snapshot.document);
    const bool pressed = ImGui::Button("Find", {48 * frame.gui.scale(), 0});
    ImGui::EndDisabled();
    tooltip("Finds the radius that leaves as many colours as possible, this many at most.", frame.gui);
    if (frame.snapshot.document && (entered || pressed))
        frame.session.aim_for(static_cast<std::size_t>(aim_));
    if (!toggled) return;
    Recipe recipe = frame.snapshot.recipe;
    recipe.join_to = exactly ? std::optional(static_cast<std::uint32_t>(aim_)) : std::nullopt;
    frame.session.set(recipe);
}

/// Small shares matter most: equal steps of the slider are equal steps of their root.
void DriftPanel::draw_min_share(const FrameContext& frame) {
    constexpr double largest = 5;
    caption("Ignore under", "Colours with a smaller share of the pixels join the nearest that has more.",
            frame.gui);
    Recipe recipe = frame.snapshot.recipe;
    double share = std::sqrt(std::min(recipe.min_share / largest, 1.0));
    const float field = field_width * frame.gui.scale();
    Change change = slider("min share", share, 0.02, frame.gui,
                           ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    if (change != Change::none) recipe.min_share = std::round(share * share * largest * 100) / 100;
    ImGui::SameLine();
    double typed = recipe.min_share;
    if (min_share_field_.draw("##min share", typed, per_cents, field, frame.gui) == Change::complete) {
        recipe.min_share = typed;
        change = Change::complete;
    }
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

/// The palette that results are brought to, once one has been dropped on the window.
void DriftPanel::draw_palette(const FrameContext& frame) {
    Recipe recipe = frame.snapshot.recipe;
    if (recipe.to.empty()) return;
    caption("Palette", "The result uses only the colours of a palette file.", frame.gui);
    const bool changed = ImGui::Checkbox("directly", &recipe.directly);
    tooltip("Each colour of the picture becomes the nearest of " +
                counted(recipe.to.size(), "colour", "colours") + ", without drifting first.",
            frame.gui);
    const float width = 64 * frame.gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    const bool removed = ImGui::Button("Remove", {width, 0});
    if (removed) recipe.to.clear();
    if (changed || removed) frame.session.set(recipe);
}

void DriftPanel::draw_merging(const FrameContext& frame) {
    constexpr const char* about_merging =
        "Results within this distance of a denser one join it; at 0 none do.";
    Recipe recipe = frame.snapshot.recipe;
    Change change = Change::none;
    caption("Merge within", about_merging, frame.gui);
    double distance = merge_distance(recipe.options());
    bool automatic = !recipe.merge;
    if (ImGui::Checkbox("the radius", &automatic)) {
        recipe.merge = automatic ? std::nullopt : std::optional(distance);
        change = Change::complete;
    }
    tooltip(about_merging, frame.gui);
    const float field = field_width * frame.gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field);
    double typed = distance;
    if (merge_field_.draw("##merge", typed, distances, field, frame.gui) == Change::complete) {
        recipe.merge = typed;
        change = Change::complete;
    }
    if (!automatic) {
        caption("", "", frame.gui);
        double share = distance == 0 ? 0 : share_of(distance, smallest_merge, largest_merge);
        if (const Change moved = slider("merge", share, 0.01, frame.gui); moved != Change::none) {
            recipe.merge = share == 0 ? 0 : value_at(share, smallest_merge, largest_merge);
            change = moved;
        }
    }
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

void DriftPanel::draw(const FrameContext& frame) {
    draw_radius(frame);
    draw_progress(frame);
    ImGui::Spacing();
    draw_weighting(frame);
    draw_aim(frame);
    draw_min_share(frame);
    draw_merging(frame);
    draw_palette(frame);
    refinements_.draw(frame);
    finish_.draw(frame);
}

}
