#include "app/panels/drift_panel.h"

#include "app/panels/status_bar.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/smooth.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

namespace huedrift::app {
namespace {

constexpr NumberRange fringe_widths{0, max_defringe, true, " px"};
constexpr NumberRange region_sizes{0, 100'000, true, " px"};
constexpr NumberRange cell_sizes{double(min_cell) / pixel_parts, double(max_cell) / pixel_parts, false,
                                 " px"};
constexpr NumberRange scales{1, max_scale, true, " px"};

/// The size to begin with if no grid was found.
constexpr CellSize usual_cell{8 * pixel_parts, 8 * pixel_parts};

/// The grid of the first result shown; null if there is none.
const PixelGrid* shown_grid(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    return result && result->grid ? &*result->grid : nullptr;
}

/// "21.3 px, 16 × 24 cells, confidence 0.8"
std::string text_of(const PixelGrid& grid) {
    const auto number = [](double thousandths) { return short_number(thousandths / pixel_parts); };
    const std::string width = number(grid.columns.size), height = number(grid.rows.size);
    return width + (width == height ? "" : " \u00d7 " + height) + " px, " +
           std::to_string(grid.columns.cells()) + " \u00d7 " + std::to_string(grid.rows.cells()) +
           " cells, confidence " + number(grid.confidence);
}

/// "Finish: dithering where it shows", "Finish: blue-noise dithering", "Finish: edges up to 1 px, specks
/// under 20 px"
std::string heading(const LabelSteps& steps) {
    if (steps.dither == Dither::diffusion) return "Finish: dithering where it shows";
    if (steps.dither == Dither::everywhere) return "Finish: dithering everywhere";
    if (steps.dither != Dither::off) return "Finish: " + std::string(name_of(steps.dither)) + " dithering";
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? ": " : ", ") + part; };
    if (steps.defringe != 0) add("edges up to " + std::to_string(steps.defringe) + " px");
    if (steps.min_region > 1) add("specks under " + grouped(steps.min_region) + " px");
    if (steps.grid.is_on()) add("pixel grid");
    return "Finish" + text;
}

}

Change FinishPanel::draw_dither(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about =
        "Mixes palette colours in neighbouring pixels into colours that the palette lacks: only where steps "
        "between them would show, or in textured areas, too.";
    constexpr const char* about_pattern =
        "How pixels are mixed everywhere: by passing errors on, or by a pattern that stays the same from "
        "frame to frame, with crosses or, as blue noise, without.";
    constexpr auto first_pattern = static_cast<int>(Dither::everywhere);
    const auto now = static_cast<int>(steps.dither);
    std::optional<int> clicked =
        choice("Dither", about, {"Off", "Where it shows", "Everywhere"}, std::min(now, first_pattern), gui);
    if (now >= first_pattern)
        if (const auto pattern = choice("Pattern", about_pattern, {"Diffusion", "Crosses", "Blue noise"},
                                        now - first_pattern, gui))
            clicked = *pattern + first_pattern;
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
    caption("Clean edges", about, gui);
    const Change change = slider_and_field("fringe", fringe_field_, steps.defringe, fringe_widths, gui);
    tooltip(about, gui);
    return change;
}

Change FinishPanel::draw_regions(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about = "Specks of fewer pixels join their surroundings.";
    caption("Remove specks", about, gui);
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

/// Draws a field with buttons for one pixel less and more.
Change FinishPanel::draw_cell_size(LabelSteps& steps, const Gui& gui) {
    constexpr const char* about =
        "The width and height of a cell, from 2 to 64 pixels. The grid lies where cells of "
        "about this size fit best; drag its handle in the picture to shift it.";
    caption("Cell size", about, gui);
    CellSize& size = steps.grid.size;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float button = ImGui::GetFrameHeight(), spacing = style.ItemInnerSpacing.x;
    double side = double(size.width) / pixel_parts;
    Change change = cell_field_.draw("##cell", side, cell_sizes,
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

Change FinishPanel::draw_grid(LabelSteps& steps, const FrameContext& frame) {
    using Kind = GridChoice::Kind;
    constexpr const char* about =
        "Turns enlarged pixel art back into pixels, one for each cell of its grid. Auto looks for the grid; "
        "Size sets the size of its cells.";
    const PixelGrid* const grid = shown_grid(frame.snapshot);
    const auto clicked =
        choice("Pixel grid", about, {"Off", "Auto", "Size"}, static_cast<int>(steps.grid.kind), frame.gui);
    Change change = clicked ? Change::complete : Change::none;
    if (clicked) {
        const auto kind = static_cast<Kind>(*clicked);
        if (kind == Kind::given && steps.grid.kind != kind)
            steps.grid.size = grid ? CellSize{grid->columns.size, grid->rows.size} : usual_cell;
        else if (kind != Kind::given)
            steps.grid = {};
        steps.grid.kind = kind;
    }
    if (!steps.grid.is_on()) return change;
    if (steps.grid.kind == Kind::given) change = std::max(change, draw_cell_size(steps, frame.gui));
    caption("", "", frame.gui);
    ImGui::PushTextWrapPos();
    muted_text(grid                     ? text_of(*grid)
               : frame.snapshot.exact() ? "No grid found: the picture keeps its pixels."
                                        : "\u2026",
               frame.gui);
    ImGui::PopTextWrapPos();
    constexpr const char* about_scale =
        "The side of a cell in exported pictures, in pixels. The window shows the result at the size of the "
        "source.";
    caption("Enlarge to", about_scale, frame.gui);
    change = std::max(change, slider_and_field("scale", scale_field_, steps.scale, scales, frame.gui));
    tooltip(about_scale, frame.gui);
    return change;
}

void FinishPanel::draw_marks(const FrameContext& frame, const LabelSteps& steps) {
    caption("", "", frame.gui);
    ImGui::BeginDisabled(!steps.cleans());
    checkbox("Highlight changed pixels", frame.state.display.marks_changes, frame.gui);
    tooltip("Dim the picture, so that the pixels that these two steps change stand out  (C)", frame.gui);
    ImGui::EndDisabled();
}

void FinishPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe.labels);
    if (fold(text.c_str(), "finish", open_, frame.gui)) open_ = !open_;
    tooltip("Dithering; or clean edges, specks and the grid of pixel art.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.session.snapshot().recipe;
    Change change = draw_dither(recipe.labels, frame.gui);
    ImGui::BeginDisabled(recipe.labels.dither != Dither::off);
    change =
        std::max({change, draw_fringe(recipe.labels, frame.gui), draw_regions(recipe.labels, frame.gui)});
    ImGui::EndDisabled();
    draw_marks(frame, recipe.labels);
    ImGui::BeginDisabled(recipe.labels.dither != Dither::off);
    change = std::max(change, draw_grid(recipe.labels, frame));
    ImGui::EndDisabled();
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
    if (recipe.source.profile == ProfileUse::keep) add("profile kept");
    if (recipe.source.profile == ProfileUse::ignore) add("profile ignored");
    if (recipe.source.alpha != AlphaMode{}) add(phrase_of(recipe.source.alpha));
    if (recipe.source.transfer != Recipe{}.source.transfer) add(std::string(name_of(recipe.source.transfer)));
    if (recipe.source.smooth != 0) add("smoothed by " + std::to_string(recipe.source.smooth) + " px");
    if (recipe.shift.max_iterations) add(counted(*recipe.shift.max_iterations, "iteration", "iterations"));
    if (recipe.shift.refine == Refine::off) add("every colour");
    if (recipe.shift.refine == Refine::coarse) add("cells only");
    return "More" + text;
}

}

Change RefinementsPanel::draw_alpha(Recipe& recipe, const Gui& gui) {
    using Kind = AlphaMode::Kind;
    constexpr const char* about =
        "What happens to transparency first. Hard: every pixel becomes opaque or fully transparent, as an "
        "indexed PNG needs. Fill: the picture is laid over a colour.";
    AlphaMode& alpha = recipe.source.alpha;
    const auto clicked =
        choice("Transparency", about, {"Keep", "Hard", "Fill"}, static_cast<int>(alpha.kind), gui);
    Change change = clicked ? Change::complete : Change::none;
    constexpr AlphaMode at_first[]{{.kind = Kind::keep, .threshold = 0, .matte = {}},
                                   {.kind = Kind::threshold, .threshold = 128, .matte = {}},
                                   {.kind = Kind::matte, .threshold = 0, .matte = {255, 255, 255, 255}}};
    if (clicked && *clicked != static_cast<int>(alpha.kind)) alpha = at_first[*clicked];
    if (alpha.kind == Kind::threshold) {
        constexpr const char* about_threshold = "Pixels with at least this alpha, of 255, become opaque.";
        caption("Opaque from", about_threshold, gui);
        double threshold = alpha.threshold;
        const Change typed =
            threshold_field_.draw("##threshold", threshold, thresholds, field_width * gui.scale(), gui);
        tooltip(about_threshold, gui);
        if (typed == Change::complete) alpha.threshold = static_cast<std::uint8_t>(threshold);
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

Change RefinementsPanel::draw_profile(Recipe& recipe, const Gui& gui) {
    constexpr const char* about =
        "What happens to the colour profile of a picture. Convert: its colours are converted to sRGB. Keep: "
        "its numbers stay, and exported files carry the profile. Ignore: its numbers are read as sRGB.";
    const auto clicked =
        choice("Profile", about, {"Convert", "Keep", "Ignore"}, static_cast<int>(recipe.source.profile), gui);
    if (!clicked) return Change::none;
    recipe.source.profile = static_cast<ProfileUse>(*clicked);
    return Change::complete;
}

Change RefinementsPanel::draw_transfer(Recipe& recipe, const Gui& gui) {
    constexpr const char* about = "How channel values become light. sRGB is right for nearly every picture.";
    const auto clicked =
        choice("Transfer", about, {"sRGB", "Linear"}, static_cast<int>(recipe.source.transfer), gui);
    if (!clicked) return Change::none;
    recipe.source.transfer = static_cast<Transfer>(*clicked);
    return Change::complete;
}

Change RefinementsPanel::draw_smoothing(Recipe& recipe, const Gui& gui) {
    caption("Smoothing", "Blurs the picture first, so that noise and dithering do not count as colours.",
            gui);
    return slider_and_field("smooth", smooth_field_, recipe.source.smooth, blurs, gui);
}

Change RefinementsPanel::draw_iterations(Recipe& recipe, const Gui& gui) {
    constexpr std::uint32_t at_first = 20;
    constexpr const char* about = "Stops every colour after this many steps, wherever it is.";
    caption("Iterations", about, gui);
    bool limited = recipe.shift.max_iterations.has_value();
    const bool switched = checkbox("at most", limited, gui);
    tooltip(about, gui);
    if (switched) recipe.shift.max_iterations = limited ? std::optional(at_first) : std::nullopt;
    const float field = field_width * gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field);
    ImGui::BeginDisabled(!limited);
    double limit = recipe.shift.max_iterations.value_or(at_first);
    const Change typed = iterations_field_.draw("##iterations", limit, steps, field, gui);
    ImGui::EndDisabled();
    if (typed == Change::complete) recipe.shift.max_iterations = static_cast<std::uint32_t>(limit);
    return switched || typed == Change::complete ? Change::complete : Change::none;
}

Change RefinementsPanel::draw_refine(Recipe& recipe, const Gui& gui) {
    constexpr const char* about =
        "Which colours are followed. Cells first: cells of similar colours, and single colours only between "
        "basins. Every colour takes many times as long, for nearly the same picture. Cells only is a coarse "
        "picture at once.";
    const auto clicked = choice("Follow", about, {"Every colour", "Cells first", "Cells only"},
                                static_cast<int>(recipe.shift.refine), gui);
    if (!clicked) return Change::none;
    recipe.shift.refine = static_cast<Refine>(*clicked);
    return Change::complete;
}

void RefinementsPanel::draw(const FrameContext& frame) {
    const std::string text = heading(frame.snapshot.recipe);
    if (fold(text.c_str(), "refinements", open_, frame.gui)) open_ = !open_;
    tooltip("Colour profile, transparency, transfer function, smoothing, iterations, refinement.", frame.gui);
    if (!open_) return;
    Recipe recipe = frame.session.snapshot().recipe;
    const Change change = std::max({draw_profile(recipe, frame.gui), draw_alpha(recipe, frame.gui),
                                    draw_transfer(recipe, frame.gui), draw_smoothing(recipe, frame.gui),
                                    draw_iterations(recipe, frame.gui), draw_refine(recipe, frame.gui)});
    if (change != Change::none) frame.session.set(recipe, gesture_of(change));
}

namespace {

constexpr NumberRange radii{0, max_radius}, counts{1, rgb_codes, true}, bounds{0, 1};

// The ends of the slider of colours; at its right end all stay.
constexpr double fewest_colors = 2, most_colors = 4096;

/// The number of colours that the radius leaves; none without a result.
std::optional<std::size_t> colors_left(const Snapshot& snapshot) {
    const auto& result = snapshot.result(each(snapshot.weightings).front());
    if (!result) return std::nullopt;
    return result->palette->colors_found != 0 ? result->palette->colors_found : result->swatches.size();
}

void note(const std::string& text, const Gui& gui) {
    ImGui::SameLine();
    muted_text(text, gui);
}

}

void DriftPanel::draw_look(const FrameContext& frame) {
    const auto words = look_words();
    std::string about = "Settings that suit a kind of picture. ";
    std::vector<const char*> names;
    names.reserve(words.size());
    for (const LookWords& one : words) {
        about += std::string(one.about) + (&one == &words.back() ? "." : ", ");
        names.push_back(one.name);
    }
    title("Look", about.c_str(), frame.gui);
    const Snapshot& snapshot = frame.snapshot;
    const bool suits = snapshot.suits_picture && snapshot.document,
               keeps = suits ? snapshot.suiting.keeps_colors : snapshot.keeps_colors;
    const std::optional<Look> look = suits && !keeps ? std::optional(snapshot.suiting.look) : snapshot.look;
    if (keeps && snapshot.picture)
        note("already " + counted(snapshot.picture->colors.size(), "colour", "colours") + ": all stay",
             frame.gui);
    else if (suits)
        note("suits this picture", frame.gui);
    else if (!look)
        note("custom", frame.gui);
    const auto chosen = look ? std::ranges::find(words, *look, &LookWords::look) : words.end();
    const int number = chosen == words.end() ? -1 : static_cast<int>(chosen - words.begin());
    const auto clicked = segments("look", names, number, frame.gui);
    tooltip(about, frame.gui);
    if (clicked) frame.session.set(words[static_cast<std::size_t>(*clicked)].look);
}

/// Whether the picture chooses the radius.
void DriftPanel::draw_auto_radius(const FrameContext& frame) {
    Recipe recipe = frame.session.snapshot().recipe;
    bool& chooses = recipe.size.chooses_radius;
    ImGui::SameLine();
    const bool clicked = checkbox("auto", chooses, frame.gui);
    tooltip("Takes the largest radius, from 0.0075 to 0.03, at which that number of colours leaves the "
            "picture near its source.",
            frame.gui);
    if (!clicked) return;
    if (chooses && !recipe.shift.drifts()) recipe.shift.radius = Options{}.radius;
    frame.session.set(recipe);
}

void DriftPanel::draw_radius(const FrameContext& frame) {
    const Recipe recipe = frame.session.snapshot().recipe;
    const float field = field_width * frame.gui.scale(), step = ImGui::GetFrameHeight();
    title("Radius",
          "Colours within this distance of each other in Oklab are drawn together: the larger, the fewer are "
          "left. At the left end nothing drifts.",
          frame.gui);
    const float spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    const float buttons = ImGui::GetContentRegionMax().x - field - 2 * step - 2 * spacing;
    draw_auto_radius(frame);
    if (!recipe.shift.drifts()) {
        ImGui::SameLine();
        muted_text(shortened("none", buttons - ImGui::GetCursorPosX() - spacing), frame.gui);
    }
    ImGui::SameLine(buttons);
    if (ImGui::ArrowButton("fewer", ImGuiDir_Left)) frame.session.step_radius(Direction::down);
    tooltip("Go to the next smaller radius at which the number of colours changes  ([)", frame.gui);
    ImGui::SameLine(0, spacing);
    double radius = recipe.shift.radius;
    if (radius_field_.draw("##radius", radius, radii, field, frame.gui) == Change::complete)
        frame.session.set(recipe.at(radius));
    ImGui::SameLine(0, spacing);
    if (ImGui::ArrowButton("more", ImGuiDir_Right)) frame.session.step_radius(Direction::up);
    tooltip("Go to the next larger radius at which the number of colours changes  (])", frame.gui);

    double share =
        recipe.shift.drifts() ? share_on_track(recipe.shift.radius, min_slider_radius, max_radius) : 0;
    // One notch is 1 %.
    const double notch = std::log(1.01) / std::log(max_radius / min_slider_radius);
    if (const Change change = slider("radius", share, notch, frame.gui); change != Change::none) {
        radius = share == 0 ? 0 : short_radius(value_on_track(share, min_slider_radius, max_radius));
        frame.session.set(recipe.at(radius), gesture_of(change));
    }
}

void DriftPanel::draw_colors(const FrameContext& frame) {
    Recipe recipe = frame.session.snapshot().recipe;
    const std::optional<std::size_t> left = colors_left(frame.snapshot);
    std::optional<std::uint32_t>& asked = recipe.palette.colors;
    const auto& newest = frame.snapshot.result(each(frame.snapshot.weightings).front());
    if (recipe.palette.chooses_colors() && newest) asked = newest->chosen_colors;
    title(
        "Colours",
        "The colours that the radius leaves are joined until this many remain. At the right end all remain. "
        "At the mark 95 % of the pixels are within 0.02 of the source, which hardly anybody sees.",
        frame.gui);
    const bool is_mapped = !recipe.palette.to.empty() && !recipe.palette.directly;
    if (left)
        note((asked ? "of " + grouped(*left) : "all") +
                 (recipe.palette.chooses_colors() ? ", by the error" : "") +
                 (is_mapped ? ", mapped to " + grouped(recipe.palette.to.size()) : ""),
             frame.gui);
    const float field = field_width * frame.gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - field);
    double typed = asked ? *asked : static_cast<double>(left.value_or(0));
    if (colors_field_.draw("##colors", typed, counts, field, frame.gui) == Change::complete) {
        recipe.palette.set_colors(static_cast<std::uint32_t>(typed));
        frame.session.set(recipe);
    }
    const double most = std::clamp(static_cast<double>(left.value_or(256)), fewest_colors + 1, most_colors);
    double share = asked ? share_on_track(*asked, fewest_colors, most) : 1;
    const Change change = slider("colors", share, 1 / std::log2(most), frame.gui);
    if (const auto enough = frame.snapshot.enough_colors(); enough && left && *enough < *left)
        slider_mark(share_on_track(*enough, fewest_colors, most), share, frame.gui);
    if (change != Change::none) {
        recipe.palette.set_colors({});
        if (share < 1)
            asked = static_cast<std::uint32_t>(std::lround(value_on_track(share, fewest_colors, most)));
        frame.session.set(recipe, gesture_of(change));
    }
    draw_errors(frame);
    if (frame.snapshot.exact() && left && recipe.palette.colors > *left) offer_radius(frame, *left);
}

/// How far the newest result is from its source.
void DriftPanel::draw_errors(const FrameContext& frame) {
    const auto& result = frame.snapshot.result(each(frame.snapshot.weightings).front());
    char errors[64] = "Error"; // keeps its place before the first result
    if (result)
        std::snprintf(errors, sizeof errors, "Error: mean %.4f, largest %.4f", result->difference.mean,
                      result->difference.maximum);
    ImGui::AlignTextToFramePadding();
    muted_text(errors, frame.gui);
    tooltip(
        "How far the pixels are from their source in Oklab, where black and white are 1 apart: up to 0.02 "
        "hardly anybody sees it.",
        frame.gui);
    Recipe recipe = frame.session.snapshot().recipe;
    bool limits = recipe.palette.max_error.has_value();
    const float width =
        ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize("limit").x;
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    ImGui::BeginDisabled(recipe.palette.skips_mean_shift());
    const bool clicked = checkbox("limit", limits, frame.gui);
    ImGui::EndDisabled();
    tooltip("Chooses the number of colours by an error: as few as keep it.", frame.gui);
    if (clicked) {
        recipe.palette.set_colors(limits ? std::nullopt : result ? result->chosen_colors : std::nullopt);
        if (limits) recipe.palette.max_error = unseen_error;
        frame.session.set(recipe);
    }
    if (limits) draw_bound(recipe, frame);
}

/// The error that the number of colours keeps.
void DriftPanel::draw_bound(Recipe recipe, const FrameContext& frame) {
    constexpr const char* about =
        "The error that may be at most this: the mean of all pixels, that of all but the 5 % that are "
        "farthest from their source, or the largest.";
    const float field = field_width * frame.gui.scale();
    const auto clicked =
        segments("measure", {"Mean", "95 %", "Largest"}, static_cast<int>(recipe.palette.error), frame.gui,
                 ImGui::GetContentRegionAvail().x - field - ImGui::GetStyle().ItemSpacing.x);
    tooltip(about, frame.gui);
    ImGui::SameLine();
    double most = recipe.palette.max_error.value_or(unseen_error);
    const Change typed = bound_field_.draw("##bound", most, bounds, field, frame.gui);
    tooltip(about, frame.gui);
    if (clicked) recipe.palette.error = static_cast<ErrorMeasure>(*clicked);
    if (typed == Change::complete) recipe.palette.max_error = most;
    if (clicked || typed == Change::complete) frame.session.set(recipe);
}

/// Says that the radius leaves fewer colours than asked for.
void DriftPanel::offer_radius(const FrameContext& frame, std::size_t left) {
    const std::uint32_t asked = *frame.snapshot.recipe.palette.colors;
    ImGui::AlignTextToFramePadding();
    const bool drifts = frame.snapshot.recipe.shift.drifts();
    const std::string colors = counted(left, "colour", "colours");
    ImGui::TextUnformatted((drifts ? "The radius leaves " + colors : "The picture has " + colors).c_str());
    if (!drifts) return;
    constexpr const char* label = "Set radius to 0";
    const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
    const float room = ImGui::GetContentRegionAvail().x - ImGui::GetItemRectSize().x;
    if (room > width + ImGui::GetStyle().ItemSpacing.x)
        ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    if (ImGui::Button(label, {width, 0})) frame.session.set(frame.snapshot.recipe.at(0));
    tooltip("Nothing drifts then, and colours of the picture join until " + grouped(asked) + " are left.",
            frame.gui);
}

/// The palette that the results use, after one was dropped on the window.
void DriftPanel::draw_palette(const FrameContext& frame) {
    Recipe recipe = frame.session.snapshot().recipe;
    if (recipe.palette.to.empty()) return;
    caption("Palette file", "The result uses only the colours of a palette file.", frame.gui);
    const bool changed = checkbox("without drifting", recipe.palette.directly, frame.gui);
    tooltip("Each colour of the picture becomes the nearest of " +
                counted(recipe.palette.to.size(), "colour", "colours") + ", straight away.",
            frame.gui);
    const float width = 64 * frame.gui.scale();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
    const bool removed = ImGui::Button("Remove", {width, 0});
    if (removed) recipe.palette.to.clear();
    if (changed || removed) frame.session.set(recipe);
}

void DriftPanel::draw(const FrameContext& frame) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, around = 5 * frame.gui.scale();
    draw_look(frame);
    draw_radius(frame);
    draw_colors(frame);
    area_ = {at.x - around, at.y, width + 2 * around, ImGui::GetItemRectMax().y - at.y};
    draw_progress(frame);
    draw_palette(frame);
}

void DriftPanel::draw_folds(const FrameContext& frame) {
    method_.draw(frame);
    refinements_.draw(frame);
    finish_.draw(frame);
}

}
