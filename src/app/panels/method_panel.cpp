#include "app/panels/method_panel.h"

#include "app/ui/texts.h"
#include "base/decimal.h"
#include "reduction/settle.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace huedrift::app {
namespace {

// The range of the merge distance's slider; at its left end the distance is 0.
constexpr double largest_merge = 0.5, smallest_merge = 0.001;

constexpr NumberRange distances{0, max_radius}, per_cents{0, 100, false, " %"},
    settle_steps{0, max_settle_steps, true};

/// "Method: by pixels, nearest colour, settled"
std::string heading(const Snapshot& snapshot) {
    constexpr std::array weightings{"each once", "by pixels", "both weightings"};
    const Recipe& recipe = snapshot.recipe;
    std::string text =
        "Method: " + std::string(weightings.at(static_cast<std::size_t>(snapshot.weightings))) + ", " +
        (recipe.shift.assign == Assign::basin ? "where it drifts" : "nearest colour");
    if (recipe.palette.settle != 0) text += ", settled";
    if (recipe.palette.soft_edges == SoftEdges::ignore) text += ", without soft edges";
    if (recipe.palette.snap == Snap::on) text += ", snapped";
    if (recipe.palette.join_by != JoinBy::error) text += ", joined by distance";
    if (recipe.size.min_share != 0) text += ", none under " + shortest(recipe.size.min_share) + " %";
    if (recipe.shift.merge)
        text +=
            *recipe.shift.merge == 0 ? ", not merged" : ", merged within " + shortest(*recipe.shift.merge);
    return text;
}

}

Change MethodPanel::draw_weighting(Wanted& wanted, const Gui& gui) {
    const auto clicked =
        wide_choice("Weighting",
                    "What draws colours together. Each colour once: rare colours count as much as frequent "
                    "ones. By pixels: a colour counts as often as it occurs.",
                    {shown_name(Weighting::palette), shown_name(Weighting::frequency), "Both"},
                    static_cast<int>(wanted.weightings), gui);
    if (clicked) wanted.weightings = static_cast<Weightings>(*clicked);

    const auto assigned =
        wide_choice("Assign",
                    "Which colour of the palette a colour of the picture becomes. Where it drifts: the one "
                    "it arrives at, which makes large areas. Nearest colour: the one nearest to it, which "
                    "keeps modelling.",
                    {"Where it drifts", "Nearest colour"}, static_cast<int>(wanted.recipe.shift.assign), gui);
    if (assigned) wanted.recipe.shift.assign = static_cast<Assign>(*assigned);
    return clicked || assigned ? Change::complete : Change::none;
}

Change MethodPanel::draw_joining(Recipe& recipe, const Gui& gui) {
    const auto joined =
        choice("Join by",
               "Which two colours are joined first while there are too many: the pair that adds the least "
               "error, or the two nearest to each other, which keeps rare accents longer.",
               {"Error", "Distance"}, static_cast<int>(recipe.palette.join_by), gui);
    if (joined) recipe.palette.join_by = static_cast<JoinBy>(*joined);
    constexpr const char* about_settling =
        "How many times each colour of the palette moves to the mean of the colours that take it.";
    caption("Settle", about_settling, gui);
    int steps = static_cast<int>(recipe.palette.settle);
    const Change change = slider_and_field("settle", settle_field_, steps, settle_steps, gui);
    tooltip(about_settling, gui);
    recipe.palette.settle = static_cast<std::uint32_t>(steps);
    return joined ? Change::complete : change;
}

/// Which pixels find the palette, and whether its colours become colours of the picture.
Change MethodPanel::draw_snapping(Recipe& recipe, const Gui& gui) {
    const auto row = [&gui](const char* name, const char* label, const char* about, bool& checked) {
        caption(name, about, gui);
        const bool clicked = checkbox(label, checked, gui);
        tooltip(about, gui);
        return clicked;
    };
    PaletteRecipe& palette = recipe.palette;
    bool snaps = palette.snap == Snap::on, ignores = palette.soft_edges == SoftEdges::ignore;
    const bool snapped = row(
        "Snap", "to colours of the picture",
        "Each colour of the palette takes the exact value that the picture has most often among the colours "
        "that take it, if at least a quarter of their pixels have it. White stays white.",
        snaps);
    const bool ignored = row(
        "Soft edges", "do not count as colours",
        "Mixed pixels between areas count as little as if they were not there, so that soft edges take no "
        "colours from areas, thin lines and letters. For drawings; not for palettes of several pictures.",
        ignores);
    palette.snap = snaps ? Snap::on : Snap::off;
    palette.soft_edges = ignores ? SoftEdges::ignore : SoftEdges::count;
    return snapped || ignored ? Change::complete : Change::none;
}

/// Small shares matter most, so equal steps of the slider are equal steps of the share's root.
Change MethodPanel::draw_min_share(Recipe& recipe, const Gui& gui) {
    constexpr double largest = 5;
    caption("Drop under",
            "Colours with a smaller share of the pixels join the nearest colour with a larger one.", gui);
    double share = std::sqrt(std::min(recipe.size.min_share / largest, 1.0));
    const float field = field_width * gui.scale();
    Change change = slider("min share", share, 0.02, gui,
                           ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    if (change != Change::none) recipe.size.min_share = std::round(share * share * largest * 100) / 100;
    ImGui::SameLine();
    double typed = recipe.size.min_share;
    if (min_share_field_.draw("##min share", typed, per_cents, field, gui) == Change::complete) {
        recipe.size.min_share = typed;
        change = Change::complete;
    }
    return change;
}

Change MethodPanel::draw_merging(Recipe& recipe, const Gui& gui) {
    constexpr const char* about_merging =
        "Colours within this distance of a denser one join it; at 0 none do.";
    Change change = Change::none;
    caption("Merge distance", about_merging, gui);
    double distance = merge_distance(recipe.options());
    bool automatic = !recipe.shift.merge;
    if (checkbox("same as radius", automatic, gui)) {
        recipe.shift.merge = automatic ? std::nullopt : std::optional(distance);
        change = Change::complete;
    }
    tooltip(about_merging, gui);
    if (!automatic) {
        caption("", "", gui);
        const float field = field_width * gui.scale();
        double share = distance == 0 ? 0 : share_on_track(distance, smallest_merge, largest_merge);
        if (const Change moved =
                slider("merge", share, 0.01, gui,
                       ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
            moved != Change::none) {
            recipe.shift.merge =
                share == 0 ? 0 : short_radius(value_on_track(share, smallest_merge, largest_merge));
            change = moved;
        }
        ImGui::SameLine();
        double typed = distance;
        if (merge_field_.draw("##merge", typed, distances, field, gui) == Change::complete) {
            recipe.shift.merge = typed;
            change = Change::complete;
        }
    }
    return change;
}

void MethodPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot);
    if (fold(text.c_str(), "method", open_, frame.gui)) open_ = !open_;
    tooltip("How the palette is found: weighting, assignment, joining, settling, snapping, merging, small "
            "shares.",
            frame.gui);
    if (!open_) return;
    Wanted wanted{frame.session.snapshot().recipe, frame.session.snapshot().weightings};
    Recipe& recipe = wanted.recipe;
    const Change change = std::max({draw_weighting(wanted, frame.gui), draw_joining(recipe, frame.gui),
                                    draw_snapping(recipe, frame.gui), draw_merging(recipe, frame.gui),
                                    draw_min_share(recipe, frame.gui)});
    if (change != Change::none) frame.session.set(recipe, wanted.weightings, gesture_of(change));
}

}
