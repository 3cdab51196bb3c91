#include "app/panels/drift_panel.h"

#include "app/panels/status_bar.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/smooth.h"

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
    checkbox("Mark what they change", frame.state.display.marks_changes, frame.gui);
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

namespace {

constexpr NumberRange blurs{0, largest_smooth_radius, true, " px"}, steps{0, 1e6, true},
    thresholds{1, 255, true};

/// "on #ffffff"
std::string phrase_of(const AlphaMode& mode) {
    if (mode.kind == AlphaMode::Kind::threshold) return "hard edges";
    return "on " + hex_code({mode.matte.r, mode.matte.g, mode.matte.b});
}

/// "More: linear, smoothed by 3 px"
std::string heading(const Recipe& recipe) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (recipe.profile == ProfileUse::keep) add("profile kept");
    if (recipe.profile == ProfileUse::ignore) add("profile ignored");
    if (recipe.alpha != AlphaMode{}) add(phrase_of(recipe.alpha));
    if (recipe.transfer != Recipe{}.transfer) add(std::string(name_of(recipe.transfer)));
    if (recipe.smooth != 0) add("smoothed by " + std::to_string(recipe.smooth) + " px");
    if (recipe.max_iterations) add(counted(*recipe.max_iterations, "iteration", "iterations"));
    if (recipe.refine != Recipe{}.refine) add("every colour");
    return "More" + text;
}

}

Change RefinementsPanel::draw_alpha(Recipe& recipe, const Gui& gui) {
    using Kind = AlphaMode::Kind;
    constexpr const char* about =
        "What becomes of transparency before all else. Hard: pixels are either opaque or fully transparent, "
        "so "
        "that few colours fit an indexed PNG. Fill: the picture is laid over a colour.";
    AlphaMode& alpha = recipe.alpha;
    const auto clicked =
        choice("Transparency", about, {"Keep", "Hard", "Fill"}, static_cast<int>(alpha.kind), gui);
    Change change = clicked ? Change::complete : Change::none;
    constexpr AlphaMode at_first[]{{.kind = Kind::keep, .threshold = 0, .matte = {}},
                                   {.kind = Kind::threshold, .threshold = 128, .matte = {}},
                                   {.kind = Kind::matte, .threshold = 0, .matte = {255, 255, 255, 255}}};
    if (clicked && *clicked != static_cast<int>(alpha.kind)) alpha = at_first[*clicked];
    if (alpha.kind == Kind::threshold) {
        constexpr const char* about_threshold = "Pixels of at least this alpha, of 255, become opaque.";
        caption("Opaque from", about_threshold, gui);
        double threshold = alpha.threshold;
        const Change typed =
            threshold_field_.draw("##threshold", threshold, thresholds, field_width * gui.scale(), gui);
        tooltip(about_threshold, gui);
        if (typed == Change::complete) alpha.threshold = static_cast<std::uint8_t>(threshold);
        change = std::max(change, typed);
    }
    if (alpha.kind == Kind::matte) {
        caption("Colour", "What is seen through the picture.", gui);
        Rgb color{alpha.matte.r, alpha.matte.g, alpha.matte.b};
        const float room = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
        change = std::max(change, matte_field_.draw("##matte", color, field_width * gui.scale() + room, gui));
        alpha.matte = {color.r, color.g, color.b, 255};
    }
    return change;
}

Change RefinementsPanel::draw_profile(Recipe& recipe, const Gui& gui) {
    constexpr const char* about =
        "What is done with the colour profile of a picture. Convert: its colours become those of sRGB. Keep: "
        "its numbers stay, and exported files carry the profile. Ignore: its numbers stay.";
    const auto clicked =
        choice("Profile", about, {"Convert", "Keep", "Ignore"}, static_cast<int>(recipe.profile), gui);
    if (!clicked) return Change::none;
    recipe.profile = static_cast<ProfileUse>(*clicked);
    return Change::complete;
}

Change RefinementsPanel::draw_transfer(Recipe& recipe, const Gui& gui) {
    constexpr const char* about = "How channel values become light. sRGB is right for nearly every picture.";
    const auto clicked =
        choice("Transfer", about, {"sRGB", "Linear"}, static_cast<int>(recipe.transfer), gui);
    if (!clicked) return Change::none;
    recipe.transfer = static_cast<Transfer>(*clicked);
    return Change::complete;
}

Change RefinementsPanel::draw_smoothing(Recipe& recipe, const Gui& gui) {
    caption("Smoothing", "Blurs the picture first, so that noise and dithering do not count as colours.",
            gui);
    return slider_and_field("smooth", smooth_field_, recipe.smooth, blurs, gui);
}

Change RefinementsPanel::draw_iterations(Recipe& recipe, const Gui& gui) {
    constexpr std::uint32_t at_first = 20;
    constexpr const char* about = "Stops every colour after this many steps, wherever it is.";
    caption("Iterations", about, gui);
    bool limited = recipe.max_iterations.has_value();
    const bool switched = checkbox("at most", limited, gui);
    tooltip(about, gui);
    if (switched) recipe.max_iterations = limited ? std::optional(at_first) : std::nullopt;
    const float field = field_width * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field);
    ImGui::BeginDisabled(!limited);
    double limit = recipe.max_iterations.value_or(at_first);
    const Change typed = iterations_field_.draw("##iterations", limit, steps, field, gui);
    ImGui::EndDisabled();
    if (typed == Change::complete) recipe.max_iterations = static_cast<std::uint32_t>(limit);
    return switched || typed == Change::complete ? Change::complete : Change::none;
}

Change RefinementsPanel::draw_refine(Recipe& recipe, const Gui& gui) {
    constexpr const char* about = "Which colours are followed. Cells first: single colours only between "
                                  "basins. Every colour takes many times as "
                                  "long, for nearly the same picture.";
    const auto clicked =
        choice("Follow", about, {"Every colour", "Cells first"}, static_cast<int>(recipe.refine), gui);
    if (!clicked) return Change::none;
    recipe.refine = static_cast<Refine>(*clicked);
    return Change::complete;
}

void RefinementsPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe);
    if (fold(text.c_str(), "refinements", open_, frame.gui)) open_ = !open_;
    tooltip("Colour profile, transparency, transfer function, smoothing, iterations, refinement.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.snapshot.recipe;
    const Change change = std::max({draw_profile(recipe, frame.gui), draw_alpha(recipe, frame.gui),
                                    draw_transfer(recipe, frame.gui), draw_smoothing(recipe, frame.gui),
                                    draw_iterations(recipe, frame.gui), draw_refine(recipe, frame.gui)});
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

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
    const bool toggled = checkbox("exactly", exactly, frame.gui);
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
    const bool changed = checkbox("directly", recipe.directly, frame.gui);
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
        "Results within this distance of a higher one join it; at 0 none do.";
    Recipe recipe = frame.snapshot.recipe;
    Change change = Change::none;
    caption("Merge within", about_merging, frame.gui);
    double distance = merge_distance(recipe.options());
    bool automatic = !recipe.merge;
    if (checkbox("the radius", automatic, frame.gui)) {
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
