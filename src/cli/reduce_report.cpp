#include "cli/reduce.h"

#include "base/wording.h"
#include "cli/report.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace huedrift {

using Json = nlohmann::ordered_json;

namespace {

const Document& document_of(const ReduceResult& result) { return *result.reduced->picture->document; }

std::string frames_text(const ReduceResult& result) {
    const std::size_t frames = document_of(result).animation.frames();
    return frames == 0 ? "" : std::to_string(frames) + " frames, ";
}

/// Ascending by position.
Json modes_of(const Palette& palette) {
    std::vector<PaletteEntry> entries = palette.entries;
    std::ranges::sort(entries, {}, &PaletteEntry::position);
    Json modes = Json::array();
    for (const PaletteEntry& mode : entries) {
        const auto [l, a, b] = mode.position;
        modes.push_back({{"position", {l, a, b}},
                         {"color", hex_code(mode.color)},
                         {"colors", mode.colors},
                         {"pixels", mode.pixels}});
    }
    return modes;
}

Json palette_of(const ReduceResult& result) {
    std::uint64_t pixels = 0;
    for (const Part& part : result.parts) pixels += part.area.pixels;
    const double all = double(std::max<std::uint64_t>(1, pixels));
    Json palette = Json::array();
    for (const Part& part : result.parts) {
        const LabelArea& area = part.area;
        palette.push_back({{"color", hex_code(part.swatch.color)},
                           {"name", part.swatch.name},
                           {"pixels", area.pixels},
                           {"share", double(area.pixels) / all},
                           {"regions", area.regions},
                           {"box", {area.left, area.top, area.right - area.left, area.bottom - area.top}}});
    }
    return palette;
}

Json json_of(const LabelChanges& changes) {
    return {{"fringe_pixels", changes.defringed},
            {"joined_regions", changes.joined_regions},
            {"joined_pixels", changes.joined_pixels}};
}

Json json_of(const GridAxis& axis) {
    return {{"cells", axis.cells()}, {"size", axis.size / 1e3}, {"drift", drift(axis) / 1e3}};
}

/// Leaves out the cells and axes if nothing looks like a grid.
Json grid_of(const ReduceResult& result) {
    if (!result.reduced->recipe.labels.grid.is_on()) return nullptr;
    Json json = {{"found", !result.cells.empty()}};
    if (!result.grid) return json;
    json["confidence"] = result.grid->confidence / 1e3;
    json["columns"] = json_of(result.grid->columns);
    json["rows"] = json_of(result.grid->rows);
    return json;
}

Json json_of(const std::optional<TiledLabels>& tiles) {
    if (!tiles) return nullptr;
    return {{"columns", tiles->grid.columns()},
            {"rows", tiles->grid.rows()},
            {"entries", tiles->colors},
            {"palette_of", tiles->palette_of}};
}

Json json_of(const Animation& animation) {
    if (animation.frames() == 0) return nullptr;
    double seconds = 0;
    for (const Delay& delay : animation.delays) seconds += shown_seconds(delay);
    return {{"frames", animation.frames()}, {"plays", animation.plays}, {"seconds", seconds}};
}

Json seconds_of(const ReduceResult& result) {
    Json seconds = Json::object();
    for (const StageTime& time : result.times) seconds[time.stage] = time.seconds;
    seconds["total"] = result.seconds;
    return seconds;
}

}

std::string summary(const ReduceResult& result) {
    const Reduced& reduced = *result.reduced;
    const ShiftRecipe& shift = reduced.recipe.shift;
    const std::string method = reduced.recipe.palette.skips_mean_shift() ? "mapped directly, "
                               : shift.drifts() ? "radius " + shortest(shift.radius) + ", " + reduced.engine +
                                                      " (" + reduced.device + "), "
                                                : "no drift, ";
    return result.job.input.name() + ": " + frames_text(result) +
           std::to_string(reduced.picture->colors.size()) + " -> " + counted(result.output_colors, "colour") +
           (result.entries > 0 ? " in " + std::to_string(result.entries) + " entries with alpha" : "") +
           ", " + (result.look ? std::string(name_of(*result.look)) + ", " : "") + method +
           (result.cells.empty() ? "" : result.cells + ", ") + duration_text(result.seconds) +
           ", written to " + result.job.output.output_name();
}

Json to_json(const ReduceResult& result) {
    const Reduced& reduced = *result.reduced;
    const Picture& picture = *reduced.picture;
    const Statistics& statistics = reduced.statistics;
    Json json = {{"input", result.job.input.word()},
                 {"output", result.job.output.word()},
                 {"width", picture.image->width()},
                 {"height", picture.image->height() / static_cast<int>(frames_of(document_of(result)))},
                 {"visible_pixels", picture.colors.pixels()},
                 {"source_colors", picture.colors.size()},
                 {"output_colors", result.output_colors},
                 {"kept_source", result.is_source},
                 {"look", result.look ? Json(name_of(*result.look)) : Json(nullptr)}};
    json["animation"] = json_of(document_of(result).animation);
    const ProfileReport& profile = picture.document->profile;
    json["embedded_profile"] = {{"name", profile.name}, {"state", name_of(profile.state)}};
    json["pixels_per_metre"] = json_of(picture.document->resolution);
    json["kept_metadata"] = {{"exif", result.metadata.exif.size()}, {"xmp", result.metadata.xmp.size()}};
    json.update(to_json(reduced.recipe.at(reduced.recipe.shift.radius)));
    json["chosen_colors"] = reduced.chosen_colors ? Json(*reduced.chosen_colors) : Json(nullptr);
    json["merge_distance"] = merge_distance(reduced.recipe.options());
    json.update({{"engine", reduced.engine},
                 {"device", reduced.device},
                 {"notes", result.notes},
                 {"evaluations", statistics.evaluations},
                 {"rounds", statistics.rounds},
                 {"grid", grid_of(result)},
                 {"tile_palettes", json_of(result.tiles)},
                 {"cleaned", json_of(result.changes)},
                 {"palette", palette_of(result)},
                 {"difference", json_of(result.difference)},
                 {"seconds", seconds_of(result)},
                 {"engine_stages", json_of(statistics.stages)},
                 {"modes", modes_of(*reduced.palette)}});
    return json;
}

Json to_json(const SharedPalette& shared, const std::vector<std::string>& notes) {
    const ColorTable& table = *shared.reduced->picture->document->table;
    Json palette = Json::array();
    for (const Swatch& swatch : shared.colors.list())
        palette.push_back({{"color", hex_code(swatch.color)}, {"pixels", swatch.pixels}});
    return {{"distinct_colors", table.size()},
            {"visible_pixels", table.pixels()},
            {"halvings", halvings(table)},
            {"notes", notes},
            {"palette", palette}};
}

}
