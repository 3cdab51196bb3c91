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
void draw_origin(const Snapshot& snapshot, const Gui& gui) {
    if (!snapshot.document || snapshot.radius_origin == RadiusOrigin::own) return;
    const bool suggested = snapshot.radius_origin == RadiusOrigin::suggested;
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    ImGui::TextUnformatted(suggested ? "suggested" : "default");
    ImGui::PopStyleColor();
    tooltip(suggested
                ? "In the middle of the longest range of radii over which this picture's number of colours "
                  "hardly changes. It stays once you set anything."
            : snapshot.radius_origin == RadiusOrigin::sought
                ? "The default, until this picture's curve suggests another."
                : "The default: no radius was suggested for this picture in time.",
            gui);
}

}

void DriftPanel::draw_radius(const Snapshot& snapshot, Session& session, const Gui& gui) {
    Recipe recipe = snapshot.recipe;
    const float field = field_width * gui.scale(), step = ImGui::GetFrameHeight();
    ImGui::PushFont(gui.fonts().strong);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted("Radius");
    ImGui::PopFont();
    tooltip(
        "Colours within this distance of each other in Oklab are drawn together: the larger, the fewer are "
        "left.",
        gui);
    draw_origin(snapshot, gui);
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field - 2 * step - 2 * spacing);
    if (ImGui::ArrowButton("fewer", ImGuiDir_Left)) session.step_radius(Direction::down);
    tooltip("To the next smaller radius at which the number of colours changes  [", gui);
    ImGui::SameLine(0, spacing);
    if (radius_field_.draw("##radius", recipe.radius, radii, field, gui) == Change::complete)
        session.set(recipe);
    ImGui::SameLine(0, spacing);
    if (ImGui::ArrowButton("more", ImGuiDir_Right)) session.step_radius(Direction::up);
    tooltip("To the next larger radius at which the number of colours changes  ]", gui);

    double share = share_of(recipe.radius, min_slider_radius, max_radius);
    // One notch is 1 %.
    const double notch = std::log(1.01) / std::log(max_radius / min_slider_radius);
    if (const Change change = slider("radius", share, notch, gui); change != Change::none) {
        recipe.radius = value_at(share, min_slider_radius, max_radius);
        session.set(recipe, gesture_of(change));
    }
    radius_slider_ = item_area();
}

void DriftPanel::draw_weighting(const Snapshot& snapshot, Session& session, const Gui& gui) {
    const auto clicked =
        choice("Weighting", "Palette counts every colour once, frequency as often as it occurs.",
               {"Palette", "Frequency", "Both"}, static_cast<int>(snapshot.weightings), gui);
    if (clicked) session.set(snapshot.recipe, static_cast<Weightings>(*clicked));

    const auto assigned =
        choice("Assign",
               "Basin: a colour becomes what it drifts to. Nearest: the colour of the palette nearest to it.",
               {"Basin", "Nearest"}, static_cast<int>(snapshot.recipe.assign), gui);
    if (!assigned) return;
    Recipe recipe = snapshot.recipe;
    recipe.assign = static_cast<Assign>(*assigned);
    session.set(recipe);
}

void DriftPanel::draw_aim(const Snapshot& snapshot, Session& session, const Gui& gui) {
    caption("Aim for", "Finds the radius that leaves as many colours as possible, this many at most.", gui);
    if (joined_to_ != snapshot.recipe.join_to) {
        joined_to_ = snapshot.recipe.join_to;
        aim_ = joined_to_.value_or(static_cast<std::uint32_t>(aim_));
    }
    aim_field_.draw("##colours", aim_, counts, 64 * gui.scale(), gui);
    const bool entered = aim_field_.entered();
    ImGui::SameLine();
    bool exactly = snapshot.recipe.join_to.has_value();
    const bool toggled = ImGui::Checkbox("exactly", &exactly);
    tooltip("Joins the nearest colours until at most this many are left.", gui);
    ImGui::SameLine(ImGui::GetContentRegionMax().x - 48 * gui.scale());
    ImGui::BeginDisabled(!snapshot.document);
    const bool pressed = ImGui::Button("Find", {48 * gui.scale(), 0});
    ImGui::EndDisabled();
    tooltip("Finds the radius that leaves as many colours as possible, this many at most.", gui);
    if (snapshot.document && (entered || pressed)) session.aim_for(static_cast<std::size_t>(aim_));
    if (!toggled) return;
    Recipe recipe = snapshot.recipe;
    recipe.join_to = exactly ? std::optional(static_cast<std::uint32_t>(aim_)) : std::nullopt;
    session.set(recipe);
}

/// Small shares matter most: equal steps of the slider are equal steps of their root.
void DriftPanel::draw_min_share(const Snapshot& snapshot, Session& session, const Gui& gui) {
    constexpr double largest = 5;
    caption("Ignore under", "Colours with a smaller share of the pixels join the nearest that has more.",
            gui);
    Recipe recipe = snapshot.recipe;
    double share = std::sqrt(std::min(recipe.min_share / largest, 1.0));
    const float field = field_width * gui.scale();
    Change change = slider("min share", share, 0.02, gui,
                           ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    if (change != Change::none) recipe.min_share = std::round(share * share * largest * 100) / 100;
    ImGui::SameLine();
    double typed = recipe.min_share;
    if (min_share_field_.draw("##min share", typed, per_cents, field, gui) == Change::complete) {
        recipe.min_share = typed;
        change = Change::complete;
    }
    if (change != Change::none) session.set(recipe, gesture_of(change));
}

/// The palette that results are brought to, once one has been dropped on the window.
void DriftPanel::draw_palette(const Snapshot& snapshot, Session& session, const Gui& gui) {
    Recipe recipe = snapshot.recipe;
    if (recipe.to.empty()) return;
    caption("Palette", "The result uses only the colours of a palette file.", gui);
    const bool changed = ImGui::Checkbox("directly", &recipe.directly);
    tooltip("Each colour of the picture becomes the nearest of " +
                counted(recipe.to.size(), "colour", "colours") + ", without drifting first.",
            gui);
    const float width = 64 * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    const bool removed = ImGui::Button("Remove", {width, 0});
    if (removed) recipe.to.clear();
    if (changed || removed) session.set(recipe);
}

void DriftPanel::draw_merging(const Snapshot& snapshot, Session& session, const Gui& gui) {
    constexpr const char* about_merging =
        "Results within this distance of a higher one join it; at 0 none do.";
    Recipe recipe = snapshot.recipe;
    Change change = Change::none;
    caption("Merge within", about_merging, gui);
    double distance = merge_distance(recipe.options());
    bool automatic = !recipe.merge;
    if (ImGui::Checkbox("the radius", &automatic)) {
        recipe.merge = automatic ? std::nullopt : std::optional(distance);
        change = Change::complete;
    }
    tooltip(about_merging, gui);
    const float field = field_width * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field);
    double typed = distance;
    if (merge_field_.draw("##merge", typed, distances, field, gui) == Change::complete) {
        recipe.merge = typed;
        change = Change::complete;
    }
    if (!automatic) {
        caption("", "", gui);
        double share = distance == 0 ? 0 : share_of(distance, smallest_merge, largest_merge);
        if (const Change moved = slider("merge", share, 0.01, gui); moved != Change::none) {
            recipe.merge = share == 0 ? 0 : value_at(share, smallest_merge, largest_merge);
            change = moved;
        }
    }
    if (change != Change::none) session.set(recipe, gesture_of(change));
}

void DriftPanel::draw(const Snapshot& snapshot, Session& session, ViewState& state, const Gui& gui) {
    draw_radius(snapshot, session, gui);
    draw_progress(snapshot, session, gui);
    ImGui::Spacing();
    draw_weighting(snapshot, session, gui);
    draw_aim(snapshot, session, gui);
    draw_min_share(snapshot, session, gui);
    draw_merging(snapshot, session, gui);
    draw_palette(snapshot, session, gui);
    refinements_.draw(snapshot, session, gui);
    finish_.draw(snapshot, session, state, gui);
}

}
