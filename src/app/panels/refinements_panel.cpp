#include "app/panels/refinements_panel.h"

#include "app/ui/texts.h"
#include "image/smooth.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

constexpr NumberRange blurs{0, largest_smooth_radius, true, " px"}, steps{0, 1e6, true};

/// "More: linear, smoothed by 3 px"
std::string heading(const Recipe& recipe) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (recipe.transfer != Recipe{}.transfer) add(std::string(name_of(recipe.transfer)));
    if (recipe.smooth != 0) add("smoothed by " + std::to_string(recipe.smooth) + " px");
    if (recipe.max_iterations) add(counted(*recipe.max_iterations, "iteration", "iterations"));
    return "More" + text;
}

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
    const float field = field_width * gui.scale();
    double share = static_cast<double>(recipe.smooth) / largest_smooth_radius;
    const Change moved = slider("smooth", share, 1.0 / largest_smooth_radius, gui,
                                ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    recipe.smooth = static_cast<int>(std::lround(share * largest_smooth_radius));
    ImGui::SameLine();
    double pixels = recipe.smooth;
    const Change typed = smooth_field_.draw("##smooth", pixels, blurs, field, gui);
    if (typed == Change::complete) recipe.smooth = static_cast<int>(pixels);
    return typed == Change::complete ? typed : moved;
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

void RefinementsPanel::draw(const Snapshot& snapshot, Session& session, const Gui& gui) {
    const std::string text = heading(snapshot.recipe);
    if (fold(text.c_str(), "refinements", open_, gui)) open_ = !open_;
    tooltip("Transfer function, smoothing, iterations.", gui);
    if (!open_) return;
    Recipe recipe = snapshot.recipe;
    const Change change =
        std::max({draw_transfer(recipe, gui), draw_smoothing(recipe, gui), draw_iterations(recipe, gui)});
    if (change != Change::none) session.set(recipe, gesture_of(change));
}

}
