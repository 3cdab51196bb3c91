#include "app/panels/drift_panel.h"

#include "app/panels/analysis_panel.h"
#include "app/panels/bars.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace huedrift::app {
namespace {

// One notch is 1 %.
const Track radius_track{.low = min_slider_radius,
                         .high = max_radius,
                         .steps = Track::Steps::factors,
                         .from_zero = true,
                         .notch = std::log(1.01) / std::log(max_radius / min_slider_radius)};

// At its right end all stay. The same for every picture, so that a number has one place. A notch doubles.
const Track colors_track{
    .low = 2, .high = 4096, .steps = Track::Steps::factors, .per_unit = 1, .notch = 1 / std::log2(4096)};

/// The number of colours that the radius leaves.
std::size_t colors_left(const Result& result) {
    return result.palette->colors_found != 0 ? result.palette->colors_found : result.swatches.size();
}

/// "0.05: 31 modes", "0.05: about 31 by colours, 40 by pixels": what the radius does.
std::string about_radius(const Snapshot& snapshot, const Recipe& recipe) {
    if (recipe.palette.skips_mean_shift()) return "nothing drifts: each colour maps to the palette";
    if (!recipe.shift.drifts())
        return recipe.palette.colors ? "0: nothing drifts, colours are joined"
                                     : "0: nothing drifts, all colours stay";
    std::string modes;
    double radius = recipe.shift.radius;
    bool exact = true;
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& result = snapshot.result(weighting);
        if (!result || !result->recipe.shift.drifts()) return short_number(radius) + ": \u2026";
        radius = result->recipe.shift.radius;
        exact = exact && result->exact;
        const std::size_t count = colors_left(*result);
        modes += snapshot.weightings != Weightings::both
                     ? counted(count, "mode", "modes")
                     : (modes.empty() ? "" : ", ") + grouped(count) +
                           (weighting == Weighting::palette ? " by colours" : " by pixels");
    }
    return short_number(radius) + ": " + (exact ? "" : "about ") + modes;
}

/// How visible an error is.
const char* word_for(double error) {
    return error <= unseen_error ? "hardly visible" : error <= 3 * unseen_error ? "visible" : "large";
}

void note(const std::string& text, const Gui& gui) {
    ImGui::SameLine();
    muted_text(text, gui);
}

/// Offers the look that suits the picture, in the row of the title.
void offer_look(const FrameContext& frame, Look look) {
    note(std::string(label_of(look)) + " suits this picture:", frame.gui);
    ImGui::SameLine();
    if (link("use", "Use", frame.gui)) frame.session.set(look);
    tooltip("These settings were made for another picture. Use the look that suits this one.", frame.gui);
}

/// Says, in the row of the title, that the picture was taken for enlarged pixel art, and offers to leave it.
void offer_plain_look(const FrameContext& frame, Look look) {
    const auto& picture = frame.snapshot.picture;
    const bool keeps = picture && picture->colors.size() <= few_colors;
    note("opened as pixel art:", frame.gui);
    ImGui::SameLine();
    if (link("plain", keeps ? "Leave as it is" : std::string("Use ") + label_of(look), frame.gui))
        frame.session.set(look);
    tooltip("The picture has a grid of enlarged pixels, so its result has one pixel for each cell. Keep its "
            "size instead  (Ctrl+Z)",
            frame.gui);
}

void draw_look(const FrameContext& frame) {
    std::string about = "Settings that suit a kind of picture. ";
    std::vector<Enumerator<Look>> looks;
    looks.reserve(std::size(look_words));
    for (const LookWords& one : look_words) {
        about += std::string(one.about) + (&one == std::end(look_words) - 1 ? "." : ", ");
        looks.push_back({one.look, label_of(one.look)});
    }
    title("Look", about, frame.gui);
    const Snapshot& snapshot = frame.snapshot;
    const bool suits = snapshot.suits_picture && snapshot.document, keeps = snapshot.keeps_colors;
    const std::optional<Look> look = suits ? std::optional(snapshot.suiting) : snapshot.look;
    if (snapshot.plain_look)
        offer_plain_look(frame, *snapshot.plain_look);
    else if (keeps && snapshot.picture) {
        const std::size_t colors = snapshot.picture->colors.size();
        const bool are_few = colors <= snapshot.recipe->palette.colors.value_or(few_colors);
        note(are_few                   ? "only " + counted(colors, "colour", "colours") + ": all kept"
             : look == Look::pixel_art ? "no drift: the cells are exact"
                                       : "no drift, which would lose colours",
             frame.gui);
    } else if (suits)
        note("suits this picture", frame.gui);
    else if (snapshot.better_look)
        offer_look(frame, *snapshot.better_look);
    const Look lit = look ? *look : nearest_look(*snapshot.recipe);
    if (!look && !snapshot.plain_look && !keeps && !snapshot.better_look)
        note(std::string(label_of(lit)) + ", changed", frame.gui);
    const auto clicked = segments<Look>("look", looks, std::optional(lit), frame.gui);
    tooltip(about, frame.gui);
    if (clicked) frame.session.set(*clicked);
}

/// Whether the picture chooses the radius.
void draw_auto_radius(const FrameContext& frame) {
    bool chooses = frame.session.snapshot().recipe->size.chooses_radius;
    ImGui::SameLine();
    const bool clicked = checkbox("auto", chooses,
                                  "Choose the largest radius, from 0.0075 to 0.03, at which this number of "
                                  "colours keeps the picture close to its source.",
                                  frame.gui);
    if (!clicked) return;
    frame.session.edit([chooses](Recipe& recipe) {
        recipe.size.chooses_radius = chooses;
        if (chooses && !recipe.shift.drifts()) recipe.shift.radius = Options{}.radius;
    });
}

void draw_weighting(const FrameContext& frame) {
    const Snapshot& now = frame.session.snapshot();
    if (const auto clicked = weightings_choice(now.weightings, frame.gui))
        frame.session.set(*now.recipe, *clicked);
}

void draw_limit(const FrameContext& frame) {
    const RecipeRow& row = recipe_row("max-error");
    const PaletteRecipe& palette = frame.session.snapshot().recipe->palette;
    bool limits = palette.max_error.has_value();
    ImGui::BeginDisabled(palette.skips_mean_shift());
    const bool clicked = checkbox(row.caption, limits, tip_of(row), frame.gui);
    ImGui::EndDisabled();
    if (!clicked) return;
    const auto& newest = frame.result();
    frame.session.edit([&](Recipe& recipe) {
        recipe.palette.set_colors(limits || !newest ? std::nullopt : newest->chosen_colors);
        if (limits) recipe.palette.max_error = unseen_error;
    });
}

/// Says what the distance of the newest result from its source means to the eye.
void draw_error(const FrameContext& frame) {
    const auto& result = frame.result();
    std::string error = "Error"; // keeps its place before the first result
    if (frame.snapshot.weightings == Weightings::both)
        error += frame.state.shown(Weightings::both) == Weighting::palette ? " by colours" : " by pixels";
    if (result) error += std::string(": ") + word_for(result->difference.mean);
    ImGui::AlignTextToFramePadding();
    muted_text(error, frame.gui);
    if (!result) return;
    tooltip(printed(result->exact ? "Mean %.4f, largest %.4f" : "Mean about %.4f", result->difference.mean,
                    result->difference.maximum) +
                std::string(" in Oklab, where black and white are 1 apart. Hardly anybody sees a "
                            "difference of up to 0.02."),
            frame.gui);
}

/// The numbers of colours that hold over the longest ranges of radii, as links that go there; as many as fit
/// into the row.
void draw_natural_sizes(const FrameContext& frame) {
    if (!frame.snapshot.picture) return;
    const float gap = 8 * frame.gui.scale(), end = ImGui::GetContentRegionMax().x;
    bool is_first = true;
    std::vector<Plateau> ascending = suggestions(frame.snapshot);
    std::erase_if(ascending, [all = frame.snapshot.picture->colors.size()](const Plateau& plateau) {
        return plateau.colors == all;
    });
    std::ranges::sort(ascending, {}, &Plateau::colors);
    for (const Plateau& plateau : ascending) {
        const std::string number = grouped(plateau.colors), lead = is_first ? "try" : "";
        ImGui::SameLine(0, gap);
        if (ImGui::GetCursorPosX() + ImGui::CalcTextSize((lead + number).c_str()).x + gap > end) {
            ImGui::NewLine();
            return;
        }
        if (std::exchange(is_first, false)) {
            muted_text(lead, frame.gui);
            ImGui::SameLine(0, gap);
        }
        const bool clicked = link(("natural " + number).c_str(), number, frame.gui);
        tooltip(std::string(about_suggestions) + " Go to " + counted(plateau.colors, "colour", "colours") +
                    ", at radius " + short_number(plateau.radius()) + ".",
                frame.gui);
        if (!clicked) continue;
        frame.session.edit([&plateau](Recipe& recipe) {
            recipe = recipe.at(plateau.radius());
            recipe.palette.set_colors({});
        });
    }
}

/// Offers the radius that leaves as many colours as asked for, in the row of the error, so that nothing
/// moves.
void offer_radius(const FrameContext& frame) {
    constexpr const char* label = "Set radius to 0";
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x);
    if (link(label, label, frame.gui)) frame.session.set(frame.snapshot.recipe->at(0));
    tooltip("Then nothing drifts, and the picture's own colours are joined until " +
                grouped(*frame.snapshot.recipe->palette.colors) + " remain.",
            frame.gui);
}

/// The colours that files have in place of the palette's. Returns whether that was removed.
bool draw_written_colors(Recipe& recipe, const SettingRows& rows, const FrameContext& frame) {
    std::vector<Rgb>& written = recipe.output.palette;
    const char* const word = "output-palette";
    rows.caption(word);
    ImGui::AlignTextToFramePadding();
    muted_text(written.empty() ? "these colours" : counted(written.size(), "other colour", "other colours"),
               frame.gui);
    const bool removes = !written.empty();
    const bool pressed = button_at_right(removes ? "Remove##written" : "Choose\u2026##written", frame.gui);
    tooltip(tip_of(recipe_row(word)), frame.gui);
    if (pressed && removes) written.clear();
    if (pressed && !removes) frame.state.opens_palette = true;
    return pressed && removes;
}

/// The name of a given palette and its first colours.
void draw_given(std::span<const Rgb> colors, const FrameContext& frame) {
    const float gap = ImGui::GetStyle().ItemSpacing.x, side = 12 * frame.gui.scale();
    const std::string& name = frame.snapshot.palette_name;
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        shortened(name.empty() ? counted(colors.size(), "colour", "colours") : name, room / 2).c_str());
    if (!name.empty()) tooltip(name + ", " + counted(colors.size(), "colour", "colours"), frame.gui);
    ImGui::SameLine(0, gap);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_color_row(colors, {at.x, std::round(at.y + (ImGui::GetFrameHeight() - side) / 2)}, side);
    ImGui::NewLine();
}

/// The palette that the results use, after one was dropped on the window.
void draw_palette(const FrameContext& frame) {
    if (!frame.session.snapshot().recipe->palette.maps()) return;
    Recipe recipe = *frame.session.snapshot().recipe;
    NumberFields none;
    SettingRows rows(recipe, none, frame.gui);
    if (recipe.palette.to_source) {
        caption("Own palette", tip_of(recipe_row("to")), frame.gui);
    } else {
        rows.caption("to");
        draw_given(recipe.palette.to, frame);
        caption("", "", frame.gui);
    }
    const float column = ImGui::GetCursorPosX();
    rows.tick("directly");
    const bool removed = button_at_right("Remove", frame.gui);
    if (removed) {
        recipe.palette.to.clear();
        recipe.palette.names.clear();
        recipe.palette.to_source = false;
    }
    rows.note(removed);
    ImGui::SetCursorPosX(column);
    rows.tick("strict");
    ImGui::SetCursorPosX(column);
    rows.tick("range");
    rows.note(draw_written_colors(recipe, rows, frame));
    if (rows.change() != Change::none) frame.session.set(recipe);
}

/// The masks that the recipe has, after they were dropped on the window.
void draw_masks(const FrameContext& frame) {
    Recipe recipe = *frame.session.snapshot().recipe;
    bool is_removed = false;
    const auto row = [&](const char* word, std::optional<MaskId>& mask) {
        if (!mask) return;
        const RecipeRow& setting = recipe_row(word);
        ImGui::PushID(word);
        caption(setting.caption, tip_of(setting), frame.gui);
        ImGui::Checkbox("show the mask", &frame.state.shows_masks);
        if (button_at_right("Remove", frame.gui)) {
            mask.reset();
            is_removed = true;
        }
        ImGui::PopID();
    };
    row("importance", recipe.source.importance);
    row("dither-mask", recipe.labels.dither_mask);
    if (is_removed) frame.session.set(std::move(recipe));
}

}

void DriftPanel::draw_radius(const FrameContext& frame) {
    ImGui::Spacing();
    const auto recipe = frame.session.snapshot().recipe;
    const float field = field_width * frame.gui.scale(), step = ImGui::GetFrameHeight();
    const RecipeRow& row = recipe_row("radius");
    title(row.caption, tip_of(row), frame.gui);
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    const float buttons = ImGui::GetContentRegionMax().x - field - 2 * step - 2 * spacing;
    draw_auto_radius(frame);
    ImGui::SameLine(buttons);
    if (ImGui::ArrowButton("fewer", ImGuiDir_Left)) frame.session.step_radius(Direction::down);
    tooltip("Go to the next smaller radius at which the number of colours changes  ([)", frame.gui);
    ImGui::SameLine(0, spacing);
    double radius = recipe->shift.radius;
    if (radius_field_.draw("##radius", radius, range_of(row), field, frame.gui) == Change::complete)
        frame.session.set(recipe->at(radius));
    ImGui::SameLine(0, spacing);
    if (ImGui::ArrowButton("more", ImGuiDir_Right)) frame.session.step_radius(Direction::up);
    tooltip("Go to the next larger radius at which the number of colours changes  (])", frame.gui);

    const Change change = slider("radius", radius, radius_track, frame.gui);
    // A knob that is pressed and not moved leaves the radius to the picture.
    if (change != Change::none && (radius != recipe->shift.radius || !recipe->size.chooses_radius))
        frame.session.set(recipe->at(radius), gesture_of(change));
    muted_text(about_radius(frame.snapshot, *frame.session.snapshot().recipe), frame.gui);
}

/// The number asked for, the number left by the radius, and whether an error takes the place of the former.
void DriftPanel::draw_asked(const Recipe& recipe, const FrameContext& frame) {
    const PaletteRecipe& palette = recipe.palette;
    const auto& newest = frame.result();
    const std::size_t left = newest ? colors_left(*newest) : 0;
    double typed = double(palette.colors.value_or(static_cast<std::uint32_t>(left)));
    if (colors_field_.draw("##colors", typed, range_of(recipe_row("colors")), field_width * frame.gui.scale(),
                           frame.gui) == Change::complete) {
        frame.session.edit(
            [typed](Recipe& changed) { changed.palette.set_colors(static_cast<std::uint32_t>(typed)); });
    }
    tooltip("The number asked for", frame.gui);
    const bool is_mapped = palette.maps() && !palette.skips_mean_shift();
    const bool has_slots = palette.to_source && frame.snapshot.document;
    const std::size_t mapped = has_slots ? frame.snapshot.document->slots.size() : palette.to.size();
    std::string text;
    if (newest)
        text = (!palette.colors            ? "all " + grouped(left) + " kept"
                : recipe.palette.max_error ? "by the error, " + grouped(left) + " left"
                                           : "asked, " + grouped(left) + " left") +
               (is_mapped ? ", mapped to " + grouped(mapped) : "");
    const RecipeRow& limit = recipe_row("max-error");
    const float width =
        ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(limit.caption).x;
    const float right = ImGui::GetContentRegionMax().x - width;
    ImGui::SameLine();
    const std::string shown =
        shortened(text, right - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x);
    muted_text(shown, frame.gui);
    const char* const source = palette.skips_mean_shift() ? ""
                               : recipe.shift.drifts()    ? " The radius leaves this many."
                                                          : " The picture has this many.";
    tooltip(text + "." + source, frame.gui);
    ImGui::SameLine(right);
    draw_limit(frame);
}

/// The error that the number of colours keeps.
void DriftPanel::draw_bound(const Recipe& recipe, const FrameContext& frame) {
    const std::string about = tip_of(recipe_row("error"));
    const float field = field_width * frame.gui.scale();
    const auto clicked =
        segments<ErrorMeasure>("measure", enumerators<ErrorMeasure>, recipe.palette.error, frame.gui,
                               ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    tooltip(about, frame.gui);
    ImGui::SameLine();
    double most = recipe.palette.max_error.value_or(unseen_error);
    const Change typed =
        bound_field_.draw("##bound", most, range_of(recipe_row("max-error")), field, frame.gui);
    tooltip(about, frame.gui);
    if (!clicked && typed != Change::complete) return;
    frame.session.edit([&](Recipe& changed) {
        changed.palette.error = clicked.value_or(changed.palette.error);
        if (typed == Change::complete) changed.palette.max_error = most;
    });
}

void DriftPanel::draw_colors(const FrameContext& frame) {
    Recipe recipe = *frame.session.snapshot().recipe;
    std::optional<std::uint32_t>& count = recipe.palette.colors;
    const auto& newest = frame.result();
    if (recipe.palette.chooses_colors() && newest) count = newest->chosen_colors;
    ImGui::Spacing();
    draw_progress(frame);
    const double before = count ? colors_track.share(*count) : 1;
    double share = before;
    const Change change = slider("colors", share, colors_track.notch, frame.gui);
    if (const auto enough = frame.snapshot.enough_colors();
        enough && newest && *enough < colors_left(*newest))
        slider_mark(colors_track.share(double(*enough)), share, frame.gui);
    tooltip("The right end keeps all; at the mark, 95 % of the pixels are within 0.02 of the source. " +
                tip_of(recipe_row("colors")),
            frame.gui);
    if (share != before) {
        recipe.palette.set_colors({});
        if (share < 1) count = static_cast<std::uint32_t>(colors_track.number(share));
    }
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
    draw_asked(recipe, frame);
    draw_error(frame);
    const bool is_asked = !frame.snapshot.suits_picture; // not by the look that suits the picture
    if (is_asked && frame.snapshot.exact() && frame.snapshot.recipe->shift.drifts() && newest &&
        frame.snapshot.recipe->palette.colors > colors_left(*newest))
        offer_radius(frame);
    else if (!recipe.palette.skips_mean_shift())
        draw_natural_sizes(frame);
    if (recipe.palette.max_error) draw_bound(recipe, frame);
}

void DriftPanel::draw(const FrameContext& frame) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, around = 5 * frame.gui.scale();
    draw_look(frame);
    draw_radius(frame);
    draw_weighting(frame);
    draw_colors(frame);
    area_ = {at.x - around, at.y, width + 2 * around, ImGui::GetItemRectMax().y - at.y};
    draw_palette(frame);
    draw_masks(frame);
}

}
