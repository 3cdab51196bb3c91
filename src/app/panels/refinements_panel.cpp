#include "app/panels/refinements_panel.h"

#include "app/ui/texts.h"
#include "image/smooth.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
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
    const bool switched = ImGui::Checkbox("at most", &limited);
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

void RefinementsPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe);
    if (fold(text.c_str(), "refinements", open_, frame.gui)) open_ = !open_;
    tooltip("Colour profile, transparency, transfer function, smoothing, iterations.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.snapshot.recipe;
    const Change change = std::max({draw_profile(recipe, frame.gui), draw_alpha(recipe, frame.gui),
                                    draw_transfer(recipe, frame.gui), draw_smoothing(recipe, frame.gui),
                                    draw_iterations(recipe, frame.gui)});
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

}
