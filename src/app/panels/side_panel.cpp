#include "app/panels/side_panel.h"

#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "base/wording.h"
#include "palette/named_palettes.h"
#include "session/palette_edits.h"
#include "session/snapshot.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace huedrift::app {
namespace {

// Heights in units: for the folds with a small diagram, and for four rows of swatches.
constexpr float least_folds = 212, four_rows = 164, least_palette = 110;
constexpr float least_diagram = 190; // if the whole panel scrolls

/// The surroundings of a setting's control.
struct FoldContext {
    const FrameContext& frame;
    Recipe& recipe;
    SettingRows& rows;
    NumberFields& fields;
    HexField &matte_field, &backdrop_field;
};

/// A field as wide as all numbers of a panel.
Change draw_field(const FoldContext& c, const char* id, double& value, const NumberRange& range) {
    return c.fields[id].draw(id, value, range, field_width * c.frame.gui.scale(), c.frame.gui);
}

void draw_merging(const FoldContext& c) {
    c.rows.caption("merge");
    std::optional<double>& merge = c.recipe.shift.merge;
    bool automatic = !merge;
    const bool clicked = checkbox("same as radius", automatic, tip_of(recipe_row("merge")), c.frame.gui);
    if (clicked) merge = automatic ? std::nullopt : std::optional(merge_distance(c.recipe.options()));
    c.rows.note(clicked);
    if (automatic) return;
    caption("", "", c.frame.gui);
    c.rows.slider(
        "merge",
        {.low = 0.001, .high = 0.5, .steps = Track::Steps::factors, .from_zero = true, .notch = 0.01});
}

/// A number of an alpha mode, with its caption.
template <class Number>
void draw_alpha_number(const FoldContext& c, const char* text, const char* about, const char* id,
                       Number& number, const NumberRange& range) {
    caption(text, about, c.frame.gui);
    double value = number;
    c.rows.note(draw_field(c, id, value, range));
    tooltip(about, c.frame.gui);
    number = static_cast<Number>(value);
}

void draw_alpha(const FoldContext& c) {
    using Kind = AlphaMode::Kind;
    const Gui& gui = c.frame.gui;
    AlphaMode& alpha = c.recipe.source.alpha;
    const RecipeRow& row = recipe_row("alpha");
    const auto clicked = choice<Kind>(
        row.caption, tip_of(row),
        {{Kind::keep, "Keep"}, {Kind::levels, "Levels"}, {Kind::threshold, "Hard"}, {Kind::matte, "Fill"}},
        alpha.kind, gui);
    if (clicked && *clicked != alpha.kind) alpha = first_of(*clicked);
    c.rows.note(clicked.has_value());
    if (alpha.kind == Kind::threshold)
        draw_alpha_number(c, "Opaque from", "Pixels with at least this alpha, of 255, become opaque.",
                          "##threshold", alpha.threshold, {1, 255, true});
    if (alpha.kind == Kind::levels)
        draw_alpha_number(c, "Pairs", "The result has at most this many pairs of colour and alpha.",
                          "##levels", alpha.levels, {min_alpha_levels, max_alpha_levels, true});
    if (alpha.kind == Kind::matte) {
        caption("Colour", "The colour behind the picture.", gui);
        Rgb color{alpha.matte.r, alpha.matte.g, alpha.matte.b};
        const float room = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
        c.rows.note(c.matte_field.draw("##matte", color, field_width * gui.scale() + room, gui));
        alpha.matte = {color.r, color.g, color.b, 255};
    }
}

/// A row of a list: the first colours of a palette, its name and their number. Returns whether it was
/// clicked.
bool palette_row(const NamedPalette& named, bool is_chosen, const Gui& gui) {
    constexpr std::size_t most = 8;
    const std::string text =
        std::string(named.name) + ", " + counted(named.colors.size(), "colour", "colours");
    const float side = std::round(10 * gui.scale()), column = (most + 1) * side;
    const float width =
        std::max(ImGui::GetContentRegionAvail().x, column + ImGui::CalcTextSize(text.c_str()).x);
    const bool clicked =
        ImGui::Selectable(("##" + text).c_str(), is_chosen, ImGuiSelectableFlags_None, {width, 0});
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    const auto centered = [&](float height) { return std::round((low.y + high.y - height) / 2); };
    draw_color_row(named.colors.first(std::min(most, named.colors.size())), {low.x, centered(side)}, side);
    ImGui::GetWindowDrawList()->AddText({low.x + column, centered(ImGui::GetTextLineHeight())},
                                        packed(gui.theme().text), text.c_str());
    return clicked;
}

/// A list of the palettes with names, for the palette to map to.
void draw_named_palettes(const FoldContext& c) {
    PaletteRecipe& palette = c.recipe.palette;
    const std::string& name = c.frame.snapshot.palette_name;
    const std::string about =
        "Map to a palette that needs no file: of a display, a console, a computer.  (to)";
    caption("Map to", about, c.frame.gui);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const std::string chosen = !palette.maps()     ? "no palette"
                               : palette.to_source ? "the picture's own"
                               : name.empty()      ? counted(palette.to.size(), "colour", "colours")
                                                   : name;
    if (!ImGui::BeginCombo("##to", chosen.c_str())) return tooltip(about, c.frame.gui);
    for (const NamedPalette& named : named_palettes()) {
        const bool is_chosen = std::ranges::equal(named.colors, palette.to);
        if (!palette_row(named, is_chosen, c.frame.gui)) continue;
        const bool drifts = palette.maps() && !palette.directly;
        c.recipe = with_palette(c.recipe, {{named.colors.begin(), named.colors.end()}},
                                drifts ? PaletteUse::nearest : PaletteUse::directly);
        c.rows.note(true);
    }
    ImGui::EndCombo();
}

bool is_where_it_shows(Dither dither) { return dither == Dither::automatic || dither == Dither::diffusion; }

/// Buttons for where to dither and, for everywhere, for the pattern. Returns the clicked value.
std::optional<Dither> dither_choice(Dither chosen, const Gui& gui) {
    const RecipeRow& row = recipe_row("dither");
    const bool shows = is_where_it_shows(chosen), is_everywhere = chosen != Dither::off && !shows;
    const auto where = choice<Dither>(row.caption, tip_of(row),
                                      {{Dither::off, label_of(Dither::off)},
                                       {Dither::automatic, label_of(Dither::automatic)},
                                       {Dither::everywhere, label_of(Dither::everywhere)}},
                                      is_everywhere ? Dither::everywhere
                                      : shows       ? Dither::automatic
                                                    : Dither::off,
                                      gui);
    if (!is_everywhere) return where;
    const auto pattern = choice<Dither>("Pattern", tip_of(row),
                                        {{Dither::everywhere, "Diffusion"},
                                         {Dither::ordered, label_of(Dither::ordered)},
                                         {Dither::blue_noise, label_of(Dither::blue_noise)}},
                                        chosen, gui);
    return where ? where : pattern;
}

void draw_matrix(const FoldContext& c) {
    const RecipeRow& row = recipe_row("matrix");
    std::uint32_t& side = c.recipe.labels.dithering.matrix;
    const auto clicked = choice<std::uint32_t>(
        row.caption, tip_of(row),
        {{2, "2 \u00d7 2"}, {4, "4 \u00d7 4"}, {8, "8 \u00d7 8"}, {16, "16 \u00d7 16"}}, side, c.frame.gui);
    side = clicked.value_or(side);
    c.rows.note(clicked.has_value());
}

void draw_dither(const FoldContext& c) {
    LabelSteps& steps = c.recipe.labels;
    const auto clicked = dither_choice(steps.dithering.method, c.frame.gui);
    // Dithering scatters single pixels, which the other steps would remove.
    if (clicked) {
        steps = steps.without_joins();
        steps.dithering.set_method(*clicked);
    }
    c.rows.note(clicked.has_value());
    if (may_diffuse(steps.dithering.method)) c.rows.list("diffusion");
    if (steps.dithering.method == Dither::ordered) draw_matrix(c);
    if (steps.dithering.is_on()) c.rows.number("strength");
}

void draw_regions(const FoldContext& c) {
    // From 2 pixels on, as an area has one at least.
    c.rows.number(
        "min-region",
        {.low = 2, .high = 10'000, .steps = Track::Steps::factors, .from_zero = true, .per_unit = 1});
    caption("", "", c.frame.gui);
    ImGui::BeginDisabled(!c.recipe.labels.cleans());
    checkbox("Highlight changed pixels", c.frame.state.display.marks_changes,
             c.frame.actions.get(ActionId::mark_changes).tip(), c.frame.gui);
    ImGui::EndDisabled();
}

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

/// Draws a field with buttons for one pixel less and more.
void draw_cell_size(const FoldContext& c, CellSize& size) {
    constexpr NumberRange sizes{double(min_cell) / pixel_parts, double(max_cell) / pixel_parts, false, " px"};
    constexpr const char* about =
        "The width and height of a cell, from 2 to 64 pixels. The grid lies where cells of "
        "about this size fit best; drag its handle in the picture to shift it.";
    const Gui& gui = c.frame.gui;
    caption("Cell size", about, gui);
    const float button = ImGui::GetFrameHeight(), spacing = ImGui::GetStyle().ItemInnerSpacing.x;
    double side = double(size.width) / pixel_parts;
    const Change typed = c.fields["##cell"].draw(
        "##cell", side, sizes, ImGui::GetContentRegionAvail().x - 2 * (button + spacing), gui);
    tooltip(about, gui);
    if (typed == Change::complete) size.width = size.height = std::uint32_t(std::lround(side * pixel_parts));
    c.rows.note(typed);
    const auto step = [&](const char* id, int sign, const char* tip) {
        ImGui::SameLine(0, spacing);
        if (ImGui::Button(id, {button, 0})) {
            const int by = sign * int(ImGui::GetIO().KeyShift ? pixel_parts / 10 : pixel_parts);
            for (std::uint32_t* const length : {&size.width, &size.height})
                *length = std::uint32_t(std::clamp(int(*length) + by, int(min_cell), int(max_cell)));
            c.rows.note(Change::complete);
        }
        tooltip(tip, gui);
    };
    step("-##cell", -1, "1 pixel smaller; with Shift 0.1 pixels");
    step("+##cell", 1, "1 pixel larger; with Shift 0.1 pixels");
}

void draw_grid(const FoldContext& c) {
    using Kind = GridChoice::Kind;
    const RecipeRow& row = recipe_row("pixel-grid");
    GridChoice& choice_of_grid = c.recipe.labels.grid;
    const PixelGrid* const grid = shown_grid(c.frame.snapshot);
    const auto clicked = choice<Kind>(row.caption, tip_of(row),
                                      {{Kind::off, "Off"}, {Kind::automatic, "Auto"}, {Kind::given, "Size"}},
                                      choice_of_grid.kind, c.frame.gui);
    if (clicked && *clicked != choice_of_grid.kind) {
        choice_of_grid = {.kind = *clicked};
        if (*clicked == Kind::given)
            choice_of_grid.size = grid ? CellSize{grid->columns.size, grid->rows.size} : usual_cell;
    }
    c.rows.note(clicked.has_value());
    if (!choice_of_grid.is_on()) return;
    if (choice_of_grid.kind == Kind::given) draw_cell_size(c, choice_of_grid.size);
    caption("", "", c.frame.gui);
    ImGui::PushTextWrapPos();
    muted_text(grid                       ? text_of(*grid)
               : c.frame.snapshot.exact() ? "No grid found: the picture keeps its pixels."
                                          : "\u2026",
               c.frame.gui);
    ImGui::PopTextWrapPos();
    c.rows.number("scale");
}

void draw_tiles(const FoldContext& c) {
    const RecipeRow& row = recipe_row("tiles");
    LabelSteps& steps = c.recipe.labels;
    const auto clicked =
        choice<int>(row.caption, tip_of(row), {{0, "Off"}, {8, "8 \u00d7 8"}, {16, "16 \u00d7 16"}},
                    steps.tiles ? steps.tiles->width : 0, c.frame.gui);
    if (clicked) {
        if (*clicked != 0) steps = steps.without_joins();
        steps.tiles = *clicked == 0 ? std::nullopt : std::optional(TileSize{*clicked, *clicked});
    }
    c.rows.note(clicked.has_value());
    if (!steps.tiles) return;
    c.rows.number("palettes", {.low = 1, .high = 16, .per_unit = 1});
    c.rows.caption("shared-color");
    bool is_shared = steps.shared_color.has_value();
    const bool switched =
        checkbox("shared##backdrop", is_shared, tip_of(recipe_row("shared-color")), c.frame.gui);
    if (switched) steps.shared_color = is_shared ? std::optional(Rgb{}) : std::nullopt;
    c.rows.note(switched);
    if (!steps.shared_color) return;
    caption("Colour", "The first colour of each palette.", c.frame.gui);
    const float room = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x;
    c.rows.note(c.backdrop_field.draw("##backdrop", *steps.shared_color,
                                      field_width * c.frame.gui.scale() + room, c.frame.gui));
}

// The phrases of settings in force, for the titles of folds; empty for a usual setting.

std::string phrase_of(const AlphaMode& mode) {
    if (mode == AlphaMode{}) return "";
    if (mode.kind == AlphaMode::Kind::threshold) return "hard edges";
    if (mode.kind == AlphaMode::Kind::levels) return std::to_string(mode.levels) + " levels of alpha";
    return "on " + hex_code({mode.matte.r, mode.matte.g, mode.matte.b});
}

std::string phrase_of(Dither dither) {
    if (dither == Dither::off) return "";
    if (is_where_it_shows(dither)) return "dithering where it shows";
    if (dither == Dither::everywhere) return "dithering everywhere";
    return std::string(name_of(dither)) + " dithering";
}

std::string merging(const Recipe& recipe) {
    if (!recipe.shift.merge) return "";
    return *recipe.shift.merge == 0 ? "not merged" : "merged within " + shortest(*recipe.shift.merge);
}

std::string phrase_if(bool is_in_force, std::string phrase) { return is_in_force ? std::move(phrase) : ""; }

/// Where a setting can be used.
enum class Needs {
    nothing,
    plain, ///< not beside dithering or tiles, which it would undo
    drift, ///< shown only where colours drift
};

/// A setting in a fold.
struct FoldRow {
    const char* word;                           ///< of recipe_rows()
    std::string (*phrase)(const Recipe&);       ///< of the setting in force
    void (*draw)(const FoldContext&) = nullptr; ///< null: as its row says
    Needs needs = Needs::nothing;
};

constexpr FoldRow method_rows[] = {
    {"to", [](const Recipe&) { return std::string(); }, draw_named_palettes},
    {"assign",
     [](const Recipe& r) {
         return std::string(r.shift.assign == Assign::basin ? "where they drift" : "to the nearest");
     }},
    {"settle", [](const Recipe& r) { return phrase_if(r.palette.fit.settle != 0, "fine-tuned"); }},
    {"snap", [](const Recipe& r) { return phrase_if(r.palette.fit.snap == Snap::on, "snapped"); },
     [](const FoldContext& c) { c.rows.tick("snap"); }},
    {"soft-edges",
     [](const Recipe& r) {
         return phrase_if(r.palette.fit.soft_edges == SoftEdges::ignore, "without soft edges");
     },
     [](const FoldContext& c) { c.rows.tick("soft-edges"); }},
    {"levels",
     [](const Recipe& r) {
         return phrase_if(r.palette.levels != Levels::off, std::string(name_of(r.palette.levels)));
     }},
    {"merge", merging, draw_merging, Needs::drift},
    {"min-share",
     [](const Recipe& r) {
         return phrase_if(r.size.min_share != 0, "none under " + shortest(r.size.min_share) + " %");
     },
     // Small shares matter most.
     [](const FoldContext& c) {
         c.rows.number("min-share", {.high = 5, .steps = Track::Steps::roots, .per_unit = 100});
     }},
};

constexpr FoldRow source_rows[] = {
    {"profile",
     [](const Recipe& r) {
         return phrase_if(r.source.profile != ProfileUse::convert,
                          r.source.profile == ProfileUse::keep ? "profile kept" : "profile ignored");
     }},
    {"alpha", [](const Recipe& r) { return phrase_of(r.source.alpha); }, draw_alpha},
    {"hidden",
     [](const Recipe& r) {
         return phrase_if(r.output.hidden != HiddenColors::clear,
                          std::string(name_of(r.output.hidden)) + " hidden colours");
     }},
    {"smooth",
     [](const Recipe& r) {
         return phrase_if(r.source.smooth != 0, "smoothed by " + std::to_string(r.source.smooth) + " px");
     }},
};

constexpr FoldRow finish_rows[] = {
    {"dither", [](const Recipe& r) { return phrase_of(r.labels.dithering.method); }, draw_dither},
    {"defringe",
     [](const Recipe& r) {
         return phrase_if(r.labels.defringe != 0, "edges up to " + std::to_string(r.labels.defringe) + " px");
     },
     nullptr, Needs::plain},
    {"min-region",
     [](const Recipe& r) {
         return phrase_if(r.labels.min_region > 1, "specks under " + grouped(r.labels.min_region) + " px");
     },
     draw_regions, Needs::plain},
    {"pixel-grid", [](const Recipe& r) { return phrase_if(r.labels.grid.is_on(), "pixel grid"); }, draw_grid,
     Needs::plain},
    {"tiles",
     [](const Recipe& r) {
         return phrase_if(r.labels.tiles.has_value(),
                          counted(r.labels.palettes, "palette", "palettes") + " of tiles");
     },
     draw_tiles},
};

struct Fold {
    const char *id, *title;
    const char* contents; ///< said where nothing is in force, and by the tooltip
    std::span<const FoldRow> rows;
};

constexpr Fold all_folds[] = {
    {"method", "Method", "mapping, fine-tuning, snapping, device, small shares", method_rows},
    {"source", "Source", "profile, transparency, smoothing", source_rows},
    {"finish", "Finish", "dithering, cleaning, pixel grid, tiles", finish_rows},
};

bool is_shown(const FoldRow& row, const Recipe& recipe) {
    return row.needs != Needs::drift || recipe.shift.drifts();
}

/// "Method: to the nearest, fine-tuned"
std::string heading(const Fold& fold, const Recipe& recipe) {
    std::string phrases;
    for (const FoldRow& row : fold.rows)
        if (const std::string phrase = is_shown(row, recipe) ? row.phrase(recipe) : ""; !phrase.empty())
            phrases += (phrases.empty() ? "" : ", ") + phrase;
    return fold.title + (": " + (phrases.empty() ? fold.contents : phrases));
}

void draw_row(const FoldRow& row, const FoldContext& c) {
    const LabelSteps& steps = c.recipe.labels;
    ImGui::BeginDisabled(row.needs == Needs::plain && (steps.dithering.is_on() || steps.tiles));
    if (row.draw)
        row.draw(c);
    else if (recipe_row(row.word).kind == RecipeKind::name)
        c.rows.choice(row.word);
    else
        c.rows.number(row.word);
    ImGui::EndDisabled();
}

}

/// Draws the settings below the palette, under folds whose titles name the settings in force, or else the
/// contents. Only opening the first and closing the last moves the folds: not the number of swatches, which
/// may change with each result.
void SidePanel::draw_settings(const FrameContext& frame) {
    Recipe recipe = frame.session.recipe();
    SettingRows rows(recipe, fields_, frame.gui);
    const bool was_unfolded = std::exchange(is_unfolded_, false);
    for (const Fold& section : all_folds) {
        const bool is_open = fold(heading(section, *frame.snapshot.recipe), section.id, frame.gui);
        tooltip(section.title + (": " + std::string(section.contents)) + ".", frame.gui);
        if (!is_open) continue;
        is_unfolded_ = true;
        for (const FoldRow& row : section.rows)
            if (is_shown(row, *frame.snapshot.recipe))
                draw_row(row, {frame, recipe, rows, fields_, matte_field_, backdrop_field_});
    }
    if (rows.change() != Change::none) frame.session.set(recipe, gesture_of(rows.change()));
    if (!is_unfolded_)
        lent_ = 0;
    else if (!was_unfolded && !scrolls_)
        lent_ = analysis_.swatches().spare();
}

float SidePanel::width(const PanelSettings& settings, const Gui& gui) {
    if (!settings.shown) return 0;
    constexpr double least_picture = 240; // units
    const double room = ImGui::GetIO().DisplaySize.x / gui.scale() - least_picture;
    const double widest = std::clamp(room, PanelSettings::narrowest, PanelSettings::widest);
    return std::round(static_cast<float>(std::min(settings.width, widest)) * gui.scale());
}

void SidePanel::draw_palette(const FrameContext& frame) {
    analysis_.draw_heading(frame);
    const float room = ImGui::GetContentRegionAvail().y, scale = frame.gui.scale(),
                below = 2 * ImGui::GetStyle().ItemSpacing.y + 1 + least_folds * scale;
    const float least = least_palette * scale,
                height = std::max({std::min(room - below, four_rows * scale), room * 0.32f, least});
    analysis_.draw_swatches(frame, std::max(height - lent_, least));
}

void SidePanel::draw_folds(const FrameContext& frame) {
    const float room = ImGui::GetContentRegionAvail().y, scale = frame.gui.scale();
    // In a low window the whole panel scrolls, because the folds alone would have too little room.
    scrolls_ = room < least_folds * scale;
    const float height = scrolls_ ? folds_height_ + least_diagram * scale : room;
    ImGui::BeginChild("folds", {0, height}, false, ImGuiWindowFlags_NavFlattened);
    draw_settings(frame);
    ImGui::Dummy({1, 0});
    folds_height_ = ImGui::GetCursorPosY();
    analysis_.draw_diagram(frame);
    ImGui::EndChild();
}

/// Draws a strip over the panel's edge. Dragging it moves the edge; a double click resets it.
void SidePanel::draw_border(PanelSettings& settings, const Box& area, const Gui& gui) {
    const auto [x, y, width, height] = area;
    const float scale = gui.scale(), reach = 4 * scale, right = x + width;
    // The strip must lie above the panel and the canvas, even if one of them has the focus.
    begin_window_over({x - reach, y, 2 * reach, height}, "border", {0, 0},
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                          ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::InvisibleButton("drag", {2 * reach, height});
    const ImGuiIO& io = ImGui::GetIO();
    const bool held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemActivated()) held_at_ = io.MousePos.x - x;
    if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        settings.width = PanelSettings::usual;
        held_at_ = io.MousePos.x - right + static_cast<float>(settings.width) * scale;
    } else if (held && io.MouseDelta.x != 0) {
        settings.width = std::clamp(double{right - io.MousePos.x + held_at_} / scale,
                                    PanelSettings::narrowest, PanelSettings::widest);
    }
    if (held || hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled({x - scale, y}, {x + scale, y + height},
                                                  packed(gui.theme().accent, held ? 1 : 0.6f));
    }
    ImGui::End();
}

void SidePanel::draw(const FrameContext& frame, PanelSettings& settings, float top, float bottom) {
    if (!settings.shown) return analysis_.swatches().stay_hidden(frame);
    const float right = ImGui::GetIO().DisplaySize.x, wide = width(settings, frame.gui);
    const Box area{right - wide, top, wide, bottom - top};
    ImGui::SetNextWindowPos({area[0], area[1]});
    ImGui::SetNextWindowSize({area[2], area[3]});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 4 * frame.gui.scale()});
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    drift_.draw(frame);
    ImGui::Separator();
    draw_palette(frame);
    ImGui::Separator();
    draw_folds(frame);
    ImGui::End();
    ImGui::PopStyleVar();
    draw_border(settings, area, frame.gui);
}

}
