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

/// "0.05: 31 colours left", "0.05: about 31 by colours, 40 by pixels": what the radius does.
std::string about_radius(const Snapshot& snapshot, const Recipe& recipe) {
    if (recipe.palette.skips_mean_shift()) return "nothing drifts: each colour maps to the palette";
    if (!recipe.shift.drifts()) {
        return recipe.palette.colors ? "0: nothing drifts, colours are joined"
                                     : "0: nothing drifts, all colours stay";
    }
    std::string numbers;
    double radius = recipe.shift.radius;
    Certainty certainty;
    for (const Weighting weighting : each(snapshot.weightings)) {
        const auto& result = snapshot.result(weighting);
        if (!result || !result->recipe.shift.drifts()) return short_number(radius) + ": \u2026";
        radius = result->recipe.shift.radius;
        const std::size_t count = colors_left(*result);
        certainty.add(*result, count);
        numbers += snapshot.weightings != Weightings::both
                       ? counted(count, "colour", "colours") + " left"
                       : (numbers.empty() ? "" : ", ") + grouped(count) +
                             (weighting == Weighting::palette ? " by colours" : " by pixels");
    }
    return short_number(radius) + ": " + certainty.word() + numbers;
}

/// "of 52,818", "all 1,436 kept", "by the error, of 1,436", "of 60, mapped to 3": the number that the radius
/// leaves, and what becomes of it.
std::string about_number(const Recipe& recipe, const Result& newest, const Snapshot& snapshot) {
    const PaletteRecipe& palette = recipe.palette;
    const std::size_t left = colors_left(newest);
    const std::string number = number_of_colors(newest, left);
    const bool is_mapped = palette.maps() && !palette.skips_mean_shift();
    const bool has_slots = palette.to_source && snapshot.document;
    const std::string mapped =
        is_mapped ? ", mapped to " + grouped(has_slots ? snapshot.document->slots.size() : palette.to.size())
                  : "";
    if (!palette.colors && is_mapped) return "all " + number + mapped;
    if (!palette.colors) return (newest.exact ? "all " : "") + number + " kept";
    if (palette.max_error) return "by the error, of " + number + mapped;
    if (recipe.labels.tiles) return "per palette";
    if (left < *palette.colors) return "asked for, only " + number + mapped;
    return "of " + number + mapped;
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
void offer_plain_look(const FrameContext& frame) {
    const auto& picture = frame.snapshot.picture;
    const bool keeps = picture && picture->colors.size() <= few_colors;
    note("opened as pixel art:", frame.gui);
    ImGui::SameLine();
    if (link("plain", keeps ? "Leave as it is" : std::string("Use ") + label_of(Look::photo), frame.gui))
        frame.session.set(Look::photo);
    tooltip("The picture has a grid of enlarged pixels, so its result has one pixel for each cell. Keep its "
            "size instead  (Ctrl+Z)",
            frame.gui);
}

/// Whether the picture chooses the radius.
void draw_auto_radius(const FrameContext& frame) {
    bool chooses = frame.session.recipe().size.chooses_radius;
    ImGui::SameLine();
    const bool clicked = checkbox("automatic", chooses,
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
    if (const auto clicked = weightings_choice(frame.session.weightings(), frame.gui))
        frame.session.set(frame.session.recipe(), *clicked);
}

float checkbox_width(const char* label) {
    return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x;
}

/// Whether the nearest colours are joined first, at the end of the row of the error.
void draw_accents(const FrameContext& frame) {
    const RecipeRow& row = recipe_row("join-by");
    const PaletteRecipe& palette = frame.session.recipe().palette;
    bool keeps = palette.fit.join_by == JoinBy::distance;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - checkbox_width(row.caption));
    ImGui::BeginDisabled(palette.skips_mean_shift());
    const bool clicked = checkbox(row.caption, keeps, tip_of(row), frame.gui);
    ImGui::EndDisabled();
    if (!clicked) return;
    frame.session.edit(
        [keeps](Recipe& recipe) { recipe.palette.fit.join_by = keeps ? JoinBy::distance : JoinBy::error; });
}

void draw_limit(const FrameContext& frame) {
    const RecipeRow& row = recipe_row("max-error");
    const PaletteRecipe& palette = frame.session.recipe().palette;
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

/// A number of colours that the picture suggests.
struct SuggestedNumber {
    std::size_t colors;
    std::string about;              ///< a sentence
    std::optional<double> radius{}; ///< at which it holds; none: of areas
};

/// That of a drawing's areas, then those that hold over the longest ranges of radii, ascending.
std::vector<SuggestedNumber> suggested_numbers(const FrameContext& frame) {
    const Snapshot& now = frame.snapshot;
    const std::size_t all = now.picture->colors.size(), areas = now.areas();
    std::vector<SuggestedNumber> numbers;
    const bool offers_areas = areas >= 2 && areas <= few_colors && areas < all;
    if (offers_areas)
        numbers.push_back({areas, "The colours of the picture's areas. Go to " +
                                      counted(areas, "colour", "colours") + " without drift."});
    std::vector<Plateau> ascending = now.natural_sizes();
    std::ranges::sort(ascending, {}, &Plateau::colors);
    for (const Plateau& plateau : ascending)
        if (plateau.colors != all && !(offers_areas && plateau.colors == areas))
            numbers.push_back({plateau.colors,
                               std::string(about_suggestions) + " Go to " +
                                   counted(plateau.colors, "colour", "colours") + ", at radius " +
                                   short_number(plateau.radius) + ".",
                               plateau.radius});
    return numbers;
}

/// The suggested numbers as buttons that go there; as many as fit between the error and the accents.
void draw_suggested_numbers(const FrameContext& frame) {
    if (!frame.snapshot.picture) return;
    const float gap = 6 * frame.gui.scale();
    const float end = ImGui::GetContentRegionMax().x - checkbox_width(recipe_row("join-by").caption) - gap;
    const float padding = 2 * ImGui::GetStyle().FramePadding.x;
    bool is_first = true;
    for (const SuggestedNumber& suggested : suggested_numbers(frame)) {
        const std::string number = grouped(suggested.colors), lead = is_first ? "try" : "";
        ImGui::SameLine(0, gap);
        if (ImGui::GetCursorPosX() + ImGui::CalcTextSize((lead + number).c_str()).x + gap + padding > end)
            return;
        if (std::exchange(is_first, false)) {
            muted_text(lead, frame.gui);
            ImGui::SameLine(0, gap);
        }
        const bool clicked = ImGui::Button((number + "###natural " + number).c_str());
        tooltip(suggested.about, frame.gui);
        if (!clicked) continue;
        if (suggested.radius) {
            frame.session.edit(
                [&suggested](Recipe& recipe) { recipe = at_natural_size(recipe, *suggested.radius); });
            continue;
        }
        // By colours the many mixed ones of edges would weigh more than the areas.
        const bool both = frame.session.weightings() == Weightings::both;
        frame.session.set(at_areas(frame.session.recipe(), suggested.colors),
                          both ? Weightings::both : Weightings::frequency);
    }
}

/// Offers the radius that leaves as many colours as asked for, in the row of the error, so that nothing
/// moves.
void offer_radius(const FrameContext& frame) {
    constexpr const char* label = "Set radius to 0";
    ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(label).x);
    if (link(label, label, frame.gui)) frame.session.set_radius(0);
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
    if (!frame.session.recipe().palette.maps()) return;
    Recipe recipe = frame.session.recipe();
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
    Recipe recipe = frame.session.recipe();
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

/// Colours within the radius of one of them, and where they meet.
void draw_drift_sketch(const Gui& gui) {
    struct Dot {
        float x, y;
    };
    constexpr Dot near[]{{36, 30}, {50, 22}, {58, 38}, {44, 48}, {30, 44}, {62, 26}},
        apart[]{{104, 52}, {112, 40}};
    constexpr Dot middle{46, 35}, met{190, 35}, apart_met{252, 46};
    constexpr float reach = 30, dot = 2.5f, arrow = 126, tip = 152;
    const float scale = gui.scale();
    ImGui::Dummy({0, 2 * scale});
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const auto place = [&](const Dot& at) {
        return ImVec2{corner.x + at.x * scale, corner.y + at.y * scale};
    };
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::uint32_t color = packed(gui.theme().text), accent = packed(gui.theme().accent);
    const auto fill = [&](const Dot& at, float radius) {
        list.AddCircleFilled(place(at), radius * scale, color);
    };
    for (const Dot& at : near) fill(at, dot);
    for (const Dot& at : apart) fill(at, dot);
    fill(met, 3 * dot);
    fill(apart_met, 1.5f * dot);
    list.AddCircle(place(middle), reach * scale, accent, 48, 1.5f * scale);
    list.AddLine(place(middle), place({middle.x + reach, middle.y}), accent, 1.5f * scale);
    list.AddLine(place({arrow, met.y}), place({tip, met.y}), color, 1.5f * scale);
    for (const float side : {-5.0f, 5.0f})
        list.AddLine(place({tip - 6, met.y + side}), place({tip, met.y}), color, 1.5f * scale);
    ImGui::Dummy({280 * scale, 70 * scale});
}

}

void DriftPanel::draw_look(const FrameContext& frame) {
    std::string about = "Settings that suit a kind of picture. ";
    std::vector<Enumerator<Look>> looks;
    looks.reserve(std::size(look_words));
    for (const LookWords& words : look_words) {
        about += std::string(words.about) + (&words == std::end(look_words) - 1 ? "." : ", ");
        looks.push_back({words.look, label_of(words.look)});
    }
    title("Look", about, frame.gui);
    const Snapshot& snapshot = frame.snapshot;
    const bool suits = snapshot.suits_picture && snapshot.document;
    const std::optional<Look> look = suits ? std::optional(snapshot.suiting) : snapshot.look;
    const std::size_t colors = snapshot.picture ? snapshot.picture->colors.size() : 0;
    const bool are_few = (snapshot.keeps_colors || look == Look::photo) && colors != 0 &&
                         colors <= snapshot.recipe->palette.colors.value_or(few_colors);
    const bool keeps = snapshot.keeps_colors || are_few;
    if (snapshot.opened_as_pixel_art)
        offer_plain_look(frame);
    else if (are_few)
        note("only " + counted(colors, "colour", "colours") + ": all kept", frame.gui);
    else if (snapshot.keeps_colors)
        note("no drift: the cells are exact", frame.gui);
    else if (suits)
        note("suits this picture", frame.gui);
    else if (snapshot.better_look)
        offer_look(frame, *snapshot.better_look);
    const Look lit = look ? *look : nearest_look(*snapshot.recipe);
    if (!look && !snapshot.opened_as_pixel_art && !keeps && !snapshot.better_look)
        note(std::string(label_of(lit)) + ", changed", frame.gui);
    presets_.draw(frame);
    const auto clicked = segments<Look>("look", looks, std::optional(lit), frame.gui);
    tooltip(about, frame.gui);
    if (clicked) frame.session.set(*clicked);
}

void DriftPanel::draw_radius(const FrameContext& frame) {
    ImGui::Spacing();
    const float field = field_width * frame.gui.scale(), step = ImGui::GetFrameHeight();
    const RecipeRow& row = recipe_row("radius");
    title(row.caption, "", frame.gui);
    tooltip(tip_of(row), frame.gui, draw_drift_sketch);
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    const float buttons = ImGui::GetContentRegionMax().x - field - 2 * step - 2 * spacing;
    draw_auto_radius(frame);
    ImGui::SameLine(buttons);
    if (ImGui::ArrowButton("fewer", ImGuiDir_Left)) frame.session.step_radius(Direction::down);
    tooltip(frame.actions.get(ActionId::radius_down).tip(), frame.gui);
    ImGui::SameLine(0, spacing);
    double radius = frame.session.recipe().shift.radius;
    if (radius_field_.draw("##radius", radius, range_of(row), field, frame.gui) == Change::complete)
        frame.session.set_radius(radius);
    ImGui::SameLine(0, spacing);
    if (ImGui::ArrowButton("more", ImGuiDir_Right)) frame.session.step_radius(Direction::up);
    tooltip(frame.actions.get(ActionId::radius_up).tip(), frame.gui);

    const Change change = slider("radius", radius, radius_track, frame.gui);
    const Recipe& recipe = frame.session.recipe();
    // A knob that is pressed and not moved leaves the radius to the picture.
    if (change != Change::none && (radius != recipe.shift.radius || !recipe.size.chooses_radius))
        frame.session.set_radius(radius, gesture_of(change));
    muted_text(about_radius(frame.snapshot, frame.session.recipe()), frame.gui);
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
    const std::string text = newest ? about_number(recipe, *newest, frame.snapshot) : "";
    const RecipeRow& limit = recipe_row("max-error");
    const float right = ImGui::GetContentRegionMax().x - checkbox_width(limit.caption);
    ImGui::SameLine();
    const std::string shown =
        shortened(text, right - ImGui::GetCursorPosX() - ImGui::GetStyle().ItemSpacing.x);
    muted_text(shown, frame.gui);
    const bool is_per_palette = recipe.labels.tiles && palette.colors;
    const char* const source = palette.skips_mean_shift() || is_per_palette ? ""
                               : recipe.shift.drifts()                      ? " The radius leaves this many."
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
    Recipe changed = frame.session.recipe(), recipe = changed;
    std::optional<std::uint32_t>& count = recipe.palette.colors; // as it is shown
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
        changed.palette.set_colors({});
        if (share < 1) changed.palette.colors = static_cast<std::uint32_t>(colors_track.number(share));
    }
    if (change != Change::none) frame.session.set(changed, gesture_of(change));
    draw_asked(recipe, frame);
    draw_error(frame);
    const bool is_asked = !frame.snapshot.suits_picture; // not by the look that suits the picture
    if (is_asked && frame.snapshot.exact() && frame.snapshot.recipe->shift.drifts() && newest &&
        frame.snapshot.recipe->palette.colors > colors_left(*newest)) {
        offer_radius(frame);
    } else {
        if (!recipe.palette.skips_mean_shift()) draw_suggested_numbers(frame);
        draw_accents(frame);
    }
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
