#include "app/panels/folds.h"

#include "app/ui/texts.h"
#include "base/decimal.h"
#include "session/remedies.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace huedrift::app {
namespace {

/// "Method: by pixels, nearest colour, settled"
std::string heading(const Snapshot& snapshot) {
    const Recipe& recipe = snapshot.recipe;
    std::string text = "Method: ";
    text += snapshot.weightings == Weightings::both      ? "both weightings"
            : snapshot.weightings == Weightings::palette ? "each once"
                                                         : "by pixels";
    text += recipe.shift.assign == Assign::basin ? ", where it drifts" : ", nearest colour";
    if (recipe.palette.settle != 0) text += ", settled";
    if (recipe.palette.soft_edges == SoftEdges::ignore) text += ", without soft edges";
    if (recipe.palette.snap == Snap::on) text += ", snapped";
    if (recipe.palette.levels != Levels::off) text += ", " + std::string(name_of(recipe.palette.levels));
    if (recipe.palette.join_by != JoinBy::error) text += ", joined by distance";
    if (recipe.size.min_share != 0) text += ", none under " + shortest(recipe.size.min_share) + " %";
    if (recipe.shift.merge)
        text +=
            *recipe.shift.merge == 0 ? ", not merged" : ", merged within " + shortest(*recipe.shift.merge);
    return text;
}

void draw_merging(SettingRows& rows, Recipe& recipe, const Gui& gui) {
    rows.caption("merge");
    bool automatic = !recipe.shift.merge;
    const bool clicked = checkbox("same as radius", automatic, gui);
    tooltip(recipe_row("merge").about(), gui);
    if (clicked)
        recipe.shift.merge = automatic ? std::nullopt : std::optional(merge_distance(recipe.options()));
    rows.note(clicked);
    if (automatic) return;
    caption("", "", gui);
    rows.slider(
        "merge",
        {.low = 0.001, .high = 0.5, .steps = Track::Steps::factors, .from_zero = true, .notch = 0.01});
}

}

void MethodPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot);
    if (fold(text.c_str(), "method", open_, frame.gui)) open_ = !open_;
    tooltip("How the palette is found: weighting, assignment, joining, settling, snapping, device, merging, "
            "small "
            "shares.",
            frame.gui);
    if (!open_) return;
    Recipe recipe = frame.session.snapshot().recipe;
    Weightings weightings = frame.session.snapshot().weightings;
    SettingRows rows(recipe, fields_, frame.gui);
    if (const auto clicked = weightings_choice(weightings, frame.gui)) {
        weightings = *clicked;
        rows.note(Change::complete);
    }
    rows.choice("assign");
    rows.choice("join-by");
    rows.number("settle");
    rows.tick("snap");
    rows.tick("soft-edges");
    rows.choice("levels");
    draw_merging(rows, recipe, frame.gui);
    // Small shares matter most.
    rows.number("min-share", {.high = 5, .steps = Track::Steps::roots, .per_unit = 100});
    if (rows.change() != Change::none) frame.session.set(recipe, weightings, gesture_of(rows.change()));
}

namespace {

/// "on #ffffff"
std::string phrase_of(const AlphaMode& mode) {
    if (mode.kind == AlphaMode::Kind::threshold) return "hard edges";
    if (mode.kind == AlphaMode::Kind::levels) return std::to_string(mode.levels) + " levels of alpha";
    return "on " + hex_code({mode.matte.r, mode.matte.g, mode.matte.b});
}

/// "More: linear, smoothed by 3 px"
std::string heading(const Recipe& recipe) {
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (recipe.source.profile == ProfileUse::keep) add("profile kept");
    if (recipe.source.profile == ProfileUse::ignore) add("profile ignored");
    if (recipe.source.alpha != AlphaMode{}) add(phrase_of(recipe.source.alpha));
    if (recipe.output.hidden != HiddenColors::clear)
        add(std::string(name_of(recipe.output.hidden)) + " hidden colours");
    if (recipe.source.transfer != Recipe{}.source.transfer) add(std::string(name_of(recipe.source.transfer)));
    if (recipe.source.smooth != 0) add("smoothed by " + std::to_string(recipe.source.smooth) + " px");
    if (recipe.shift.max_iterations) add(counted(*recipe.shift.max_iterations, "iteration", "iterations"));
    if (recipe.shift.refine == Refine::off) add("every colour");
    if (recipe.shift.refine == Refine::coarse) add("cells only");
    return "More" + text;
}

}

Change RefinementsPanel::draw_alpha(AlphaMode& alpha, const Gui& gui) {
    using Kind = AlphaMode::Kind;
    const RecipeRow& row = recipe_row("alpha");
    const auto clicked = choice<Kind>(
        row.caption, row.about(),
        {{Kind::keep, "Keep"}, {Kind::levels, "Levels"}, {Kind::threshold, "Hard"}, {Kind::matte, "Fill"}},
        alpha.kind, gui);
    if (clicked && *clicked != alpha.kind) alpha = first_of(*clicked);
    Change change = clicked ? Change::complete : Change::none;
    if (alpha.kind == Kind::threshold) {
        constexpr NumberRange thresholds{1, 255, true};
        constexpr const char* about = "Pixels with at least this alpha, of 255, become opaque.";
        caption("Opaque from", about, gui);
        double threshold = alpha.threshold;
        const Change typed =
            threshold_field_.draw("##threshold", threshold, thresholds, field_width * gui.scale(), gui);
        tooltip(about, gui);
        alpha.threshold = static_cast<std::uint8_t>(threshold);
        change = std::max(change, typed);
    }
    if (alpha.kind == Kind::levels) {
        constexpr NumberRange pairs{min_alpha_levels, max_alpha_levels, true};
        constexpr const char* about = "Files have at most this many pairs of colour and alpha.";
        caption("Pairs", about, gui);
        double levels = alpha.levels;
        const Change typed = levels_field_.draw("##levels", levels, pairs, field_width * gui.scale(), gui);
        tooltip(about, gui);
        alpha.levels = static_cast<std::uint16_t>(levels);
        change = std::max(change, typed);
    }
    if (alpha.kind == Kind::matte) {
        caption("Colour", "The colour behind the picture.", gui);
        Rgb color{alpha.matte.r, alpha.matte.g, alpha.matte.b};
        const float room = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
        change = std::max(change, matte_field_.draw("##matte", color, field_width * gui.scale() + room, gui));
        alpha.matte = {color.r, color.g, color.b, 255};
    }
    return change;
}

void RefinementsPanel::draw_iterations(SettingRows& rows, std::optional<std::uint32_t>& most,
                                       const Gui& gui) {
    constexpr std::uint32_t at_first = 20;
    const RecipeRow& row = recipe_row("max-iterations");
    rows.caption(row.word);
    bool limited = most.has_value();
    const bool switched = checkbox("at most", limited, gui);
    tooltip(row.about(), gui);
    if (switched) most = limited ? std::optional(at_first) : std::nullopt;
    const float width = field_width * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    ImGui::BeginDisabled(!limited);
    double limit = most.value_or(at_first);
    const Change typed = iterations_field_.draw("##iterations", limit, range_of(row), width, gui);
    ImGui::EndDisabled();
    if (typed == Change::complete) most = static_cast<std::uint32_t>(limit);
    rows.note(switched);
    rows.note(typed);
}

void RefinementsPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe);
    if (fold(text.c_str(), "refinements", open_, frame.gui)) open_ = !open_;
    tooltip("Colour profile, transparency, transfer function, smoothing, iterations, refinement.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.session.snapshot().recipe;
    SettingRows rows(recipe, fields_, frame.gui);
    rows.choice("profile");
    rows.note(draw_alpha(recipe.source.alpha, frame.gui));
    rows.choice("hidden");
    rows.choice("transfer");
    rows.number("smooth");
    draw_iterations(rows, recipe.shift.max_iterations, frame.gui);
    rows.choice("refine");
    if (rows.change() != Change::none) frame.session.set(recipe, gesture_of(rows.change()));
}

namespace {

/// The size to begin with if no grid was found.
constexpr CellSize usual_cell{8 * pixel_parts, 8 * pixel_parts};

/// The grid of the first result shown; null if there is none.
const PixelGrid* shown_grid(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    return result && result->grid ? &*result->grid : nullptr;
}

/// "21.3 px, 16 × 24 cells, 83 % sure"
std::string text_of(const PixelGrid& grid) {
    const auto number = [](double thousandths) { return short_number(thousandths / pixel_parts); };
    const std::string width = number(grid.columns.size), height = number(grid.rows.size);
    return width + (width == height ? "" : " \u00d7 " + height) + " px, " +
           std::to_string(grid.columns.cells()) + " \u00d7 " + std::to_string(grid.rows.cells()) +
           " cells, " + std::to_string(std::lround(grid.confidence / 10.0)) + " % sure";
}

bool is_where_it_shows(Dither dither) { return dither == Dither::automatic || dither == Dither::diffusion; }

/// "Finish: dithering where it shows", "Finish: blue-noise dithering", "Finish: edges up to 1 px, specks
/// under 20 px"
std::string heading(const LabelSteps& steps) {
    if (is_where_it_shows(steps.dither)) return "Finish: dithering where it shows";
    if (steps.dither == Dither::everywhere) return "Finish: dithering everywhere";
    if (steps.dither != Dither::off) return "Finish: " + std::string(name_of(steps.dither)) + " dithering";
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (steps.defringe != 0) add("edges up to " + std::to_string(steps.defringe) + " px");
    if (steps.min_region > 1) add("specks under " + grouped(steps.min_region) + " px");
    if (steps.grid.is_on()) add("pixel grid");
    return "Finish" + text;
}

/// Buttons for where to dither and, for everywhere, for the pattern. Returns the clicked value.
std::optional<Dither> dither_choice(Dither chosen, const Gui& gui) {
    const RecipeRow& row = recipe_row("dither");
    const bool shows = is_where_it_shows(chosen), is_everywhere = chosen != Dither::off && !shows;
    const auto where = choice<Dither>(row.caption, row.about(),
                                      {{Dither::off, label_of(Dither::off)},
                                       {Dither::automatic, label_of(Dither::automatic)},
                                       {Dither::everywhere, label_of(Dither::everywhere)}},
                                      is_everywhere ? Dither::everywhere
                                      : shows       ? Dither::automatic
                                                    : Dither::off,
                                      gui);
    if (!is_everywhere) return where;
    const auto pattern = choice<Dither>("Pattern", row.about(),
                                        {{Dither::everywhere, "Diffusion"},
                                         {Dither::ordered, label_of(Dither::ordered)},
                                         {Dither::blue_noise, label_of(Dither::blue_noise)}},
                                        chosen, gui);
    return where ? where : pattern;
}

void draw_dither(SettingRows& rows, LabelSteps& steps, const Gui& gui) {
    const auto clicked = dither_choice(steps.dither, gui);
    // Dithering scatters single pixels, which the other steps would remove.
    if (clicked) steps = {.dither = *clicked, .strength = steps.strength};
    rows.note(clicked.has_value());
    if (steps.dither != Dither::off) rows.number("strength");
}

void draw_marks(const FrameContext& frame, const LabelSteps& steps) {
    caption("", "", frame.gui);
    ImGui::BeginDisabled(!steps.cleans());
    checkbox("Highlight changed pixels", frame.state.display.marks_changes, frame.gui);
    tooltip("Dim the picture, so that the pixels that these two steps change stand out  (C)", frame.gui);
    ImGui::EndDisabled();
}

}

/// Draws a field with buttons for one pixel less and more.
Change FinishPanel::draw_cell_size(CellSize& size, const Gui& gui) {
    constexpr NumberRange sizes{double(min_cell) / pixel_parts, double(max_cell) / pixel_parts, false, " px"};
    constexpr const char* about =
        "The width and height of a cell, from 2 to 64 pixels. The grid lies where cells of "
        "about this size fit best; drag its handle in the picture to shift it.";
    caption("Cell size", about, gui);
    const float button = ImGui::GetFrameHeight(), spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    double side = double(size.width) / pixel_parts;
    Change change = cell_field_.draw("##cell", side, sizes,
                                     ImGui::GetContentRegionAvail().x - 2 * (button + spacing), gui);
    tooltip(about, gui);
    if (change == Change::complete) size.width = size.height = std::uint32_t(std::lround(side * pixel_parts));
    const auto step = [&](const char* id, int sign, const char* tip) {
        ImGui::SameLine(0, spacing);
        if (ImGui::Button(id, {button, 0})) {
            const int by = sign * int(ImGui::GetIO().KeyShift ? pixel_parts / 10 : pixel_parts);
            for (std::uint32_t* const one : {&size.width, &size.height})
                *one = std::uint32_t(std::clamp(int(*one) + by, int(min_cell), int(max_cell)));
            change = Change::complete;
        }
        tooltip(tip, gui);
    };
    step("-##cell", -1, "1 pixel smaller; with Shift 0.1 pixels");
    step("+##cell", 1, "1 pixel larger; with Shift 0.1 pixels");
    return change;
}

void FinishPanel::draw_grid(SettingRows& rows, LabelSteps& steps, const FrameContext& frame) {
    using Kind = GridChoice::Kind;
    const RecipeRow& row = recipe_row("pixel-grid");
    const PixelGrid* const grid = shown_grid(frame.snapshot);
    const auto clicked = choice<Kind>(row.caption, row.about(),
                                      {{Kind::off, "Off"}, {Kind::automatic, "Auto"}, {Kind::given, "Size"}},
                                      steps.grid.kind, frame.gui);
    if (clicked && *clicked != steps.grid.kind) {
        steps.grid = {.kind = *clicked};
        if (*clicked == Kind::given)
            steps.grid.size = grid ? CellSize{grid->columns.size, grid->rows.size} : usual_cell;
    }
    rows.note(clicked.has_value());
    if (!steps.grid.is_on()) return;
    if (steps.grid.kind == Kind::given) rows.note(draw_cell_size(steps.grid.size, frame.gui));
    caption("", "", frame.gui);
    ImGui::PushTextWrapPos();
    muted_text(grid                     ? text_of(*grid)
               : frame.snapshot.exact() ? "No grid found: the picture keeps its pixels."
                                        : "\u2026",
               frame.gui);
    ImGui::PopTextWrapPos();
    rows.number("scale");
}

void FinishPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe.labels);
    if (fold(text.c_str(), "finish", open_, frame.gui)) open_ = !open_;
    tooltip("Dithering; or clean edges, specks and the grid of pixel art.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.session.snapshot().recipe;
    LabelSteps& steps = recipe.labels;
    SettingRows rows(recipe, fields_, frame.gui);
    draw_dither(rows, steps, frame.gui);
    ImGui::BeginDisabled(steps.dither != Dither::off);
    rows.number("defringe");
    // From 2 pixels on, as an area has one at least.
    rows.number("min-region",
                {.low = 2, .high = 10'000, .steps = Track::Steps::factors, .from_zero = true, .per_unit = 1});
    ImGui::EndDisabled();
    draw_marks(frame, steps);
    ImGui::BeginDisabled(steps.dither != Dither::off);
    draw_grid(rows, steps, frame);
    ImGui::EndDisabled();
    if (rows.change() != Change::none) frame.session.set(recipe, gesture_of(rows.change()));
}

}
