#include "pipeline/parts.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/wording.h"
#include "color/css_color.h"
#include "color/position.h"
#include "image/encode.h"
#include "image/open_raster.h"
#include "pipeline/palette_input.h"

#include <cassert>
#include <unordered_map>
#include <unordered_set>

namespace huedrift {
namespace {

/// The pixels of all masks, of 1 bit each, and of all layers: some minutes of one core.
constexpr std::uint64_t max_mask_pixels = std::uint64_t{1} << 37, max_layer_pixels = std::uint64_t{1} << 34;

const Part& nearest_part(std::span<const Part> parts, Rgb color) {
    const PositionTable position(Transfer::srgb);
    return *std::ranges::min_element(parts, {}, [&](const Part& part) {
        return squared_distance(position(color), position(part.swatch.color));
    });
}

/// As RFC 4180 writes texts with commas or quotes.
std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"") == text.npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

std::string area_row(const Part& part, std::uint64_t all) {
    const LabelArea& area = part.area;
    const double share = double(area.pixels) / double(std::max<std::uint64_t>(1, all));
    std::string row;
    for (const std::string& value :
         {std::to_string(part.number), hex_code(part.color), quoted(shown_name(part)),
          std::to_string(area.pixels), shortest(share), std::to_string(area.regions),
          std::to_string(area.left), std::to_string(area.top), std::to_string(area.right - area.left),
          std::to_string(area.bottom - area.top)})
        row += value + ",";
    row.back() = '\n';
    return row;
}

}

std::string shown_name(const Part& part) {
    return part.swatch.name.empty() ? name_near(part.color) : part.swatch.name;
}

namespace {

/// Gives the parts their numbers and names. Palettes of tiles repeat colours, which then have their ranks.
void number_parts(std::vector<Part>& parts, const Reduced& reduced, const Progress& progress) {
    const Recipe& recipe = reduced.recipe;
    const bool is_file = recipe.palette.maps() && !recipe.palette.to_source && !recipe.labels.tiles;
    const std::vector<Rgb> palette =
        is_file ? given_palette(recipe, *reduced.picture->document) : std::vector<Rgb>{};
    std::unordered_map<std::uint32_t, std::size_t> places;
    for (std::size_t i = 0; i < palette.size(); ++i)
        if (!recipe.reserves(i)) places.emplace(palette[i].code(), i + 1);
    std::size_t last = palette.size(), most = 0;
    for (Part& part : parts) {
        const auto place = places.find(part.swatch.color.code());
        part.number = palette.empty() ? part.rank : place == places.end() ? ++last : place->second;
        most = std::max(most, part.number);
    }
    const std::size_t digits = std::to_string(most).size();
    each_index(parts.size(), progress, [&](std::size_t i) {
        Part& part = parts[i];
        const std::string number = std::to_string(part.number);
        part.name = std::string(digits - number.size(), '0') + number + "-" + hex_code(part.color).substr(1);
    });
}

}

std::vector<Part> parts(const Labelled& labelled, const FileColors& colors, const Reduced& reduced,
                        const Progress& progress) {
    const ColorNumbers label_of(colors_of(labelled.colors), progress);
    std::vector<LabelArea> areas = measure_areas(labelled.plane, labelled.frames, progress);
    for (LabelArea& area : areas) {
        area.pixels *= std::uint64_t(labelled.scale) * std::uint64_t(labelled.scale);
        for (int* const side : {&area.left, &area.top, &area.right, &area.bottom}) *side *= labelled.scale;
    }
    std::vector<Part> parts;
    each_index(colors.list().size(), progress, [&](std::size_t i) {
        const Swatch& swatch = colors.list()[i];
        if (swatch.transparent || swatch.pixels == 0) return;
        const std::uint32_t label = labelled.tiles ? static_cast<std::uint32_t>(i) : label_of[swatch.color];
        assert(label < areas.size());
        parts.push_back({swatch, colors.in_files(swatch.color), label, parts.size() + 1, areas[label]});
    });
    number_parts(parts, reduced, progress);
    return parts;
}

std::vector<Part> with_colors(std::span<const Part> parts, std::span<const Rgb> colors) {
    if (colors.empty()) return {parts.begin(), parts.end()};
    std::unordered_map<std::uint32_t, std::vector<const Part*>> parts_of;
    for (const Part& part : parts) parts_of[part.swatch.color.code()].push_back(&part);
    std::vector<Part> chosen;
    std::unordered_set<std::uint32_t> seen_codes;
    for (const Rgb color : colors) {
        const auto parts_with_color = parts_of.find(color.code());
        if (parts_with_color == parts_of.end())
            throw Error(ErrorKind::usage,
                        hex_code(color) + " is no colour of the result" +
                            (parts.empty()
                                 ? ""
                                 : "; the nearest is " + hex_code(nearest_part(parts, color).swatch.color)));
        if (!seen_codes.insert(color.code()).second) continue;
        for (const Part* const part : parts_with_color->second) chosen.push_back(*part);
    }
    return chosen;
}

Image picture_of(const Labelled& labelled, std::span<const Part> parts, const ImageView& picture) {
    assert(picture.width == labelled.plane.width() && picture.height == labelled.plane.height());
    std::vector<bool> has(labelled.plane.palette_size());
    for (const Part& part : parts) has[part.label] = true;
    Image image(picture.width, picture.height);
    labelled.plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        parallel_ranges(labels.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (labels[i] != no_label<Label> && has[labels[i]]) image.pixels()[i] = picture.pixels[i];
        });
    });
    return image;
}

std::string area_table(std::span<const Part> parts, std::uint64_t all, const Progress& progress) {
    std::vector<std::string> rows(parts.size()); // finding a name takes microseconds
    reported_pieces(parts.size(), 64, progress, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) rows[i] = area_row(parts[i], all);
    });
    std::string table = "number,color,name,pixels,share,regions,left,top,width,height\n";
    each_index(rows.size(), progress, [&](std::size_t i) { table += rows[i]; });
    return table;
}

namespace {

/// Calls `make` for each part, on all threads, and returns the results in order.
template <class Value, class Make>
std::vector<Value> for_each_part(std::span<const Part> parts, const Progress& progress, Make&& make) {
    std::vector<Value> results(parts.size());
    reported_pieces(parts.size(), 1, progress,
                    [&](std::size_t i, std::size_t) { results[i] = make(parts[i]); });
    return results;
}

/// Refuses parts that would take hours: `pixels` are those of all their pictures.
void check_amount(std::size_t parts, const char* what, std::uint64_t pixels, std::uint64_t most) {
    if (pixels <= most) return;
    throw Error(ErrorKind::output, std::to_string(parts) + " " + what + " would have " +
                                       std::to_string(pixels / 1'000'000) + " megapixels together, and " +
                                       std::to_string(most / 1'000'000) +
                                       " is the limit; fewer colours, or some of them, need less");
}

std::vector<std::byte> encode_layers(const Labelled& labelled, std::span<const Part> parts,
                                     const LabelRuns& runs, const ImageView& picture,
                                     const Progress& progress) {
    std::uint64_t pixels = 0;
    for (const Part& part : parts)
        pixels +=
            std::uint64_t(part.area.right - part.area.left) * std::uint64_t(part.area.bottom - part.area.top);
    check_amount(parts.size(), "layers", pixels, max_layer_pixels);
    return encode_open_raster(
        picture_of(labelled, parts, picture),
        for_each_part<RasterLayer>(parts, progress,
                                   [&](const Part& part) {
                                       const Image layer = cut_out(runs[part.label], part.area, picture);
                                       return RasterLayer{
                                           part.name, part.area.left, part.area.top,
                                           encode_png(layer, {.resolution = labelled.resolution})};
                                   }),
        labelled.resolution);
}

std::vector<EncodedFile> encode_masks(const std::filesystem::path& folder, const Labelled& labelled,
                                      std::span<const Part> parts, const LabelRuns& runs,
                                      const Progress& progress) {
    const LabelPlane& plane = labelled.plane;
    check_amount(parts.size(), "masks", parts.size() * plane.size(), max_mask_pixels);
    return for_each_part<EncodedFile>(parts, progress, [&](const Part& part) {
        return EncodedFile{
            folder / (part.name + ".png"),
            encode_bitmap_png(plane.width(), plane.height(), runs[part.label], labelled.resolution)};
    });
}

}

std::vector<EncodedFile> encode_parts(const PartFiles& files, const Labelled& labelled,
                                      std::span<const Part> all, const ImageView& picture,
                                      const Progress& progress) {
    std::vector<Part> parts = with_colors(all, files.colors);
    std::ranges::sort(parts, {}, &Part::rank);
    std::vector<EncodedFile> encoded;
    if (!files.svg.empty())
        encoded.push_back({files.svg, text_bytes(svg(labelled, parts, files.svg_options, progress))});
    const bool needs_runs = !files.layers.empty() || !files.masks.empty();
    const std::optional<LabelRuns> runs =
        needs_runs ? std::optional<LabelRuns>(std::in_place, labelled.plane, progress) : std::nullopt;
    if (!files.layers.empty())
        encoded.push_back({files.layers, encode_layers(labelled, parts, *runs, picture, progress)});
    if (!files.legend.empty()) {
        check_legend_name(files.legend);
        encoded.push_back({files.legend, text_bytes(legend(parts, visible_pixels(labelled)))});
    }
    if (!files.areas.empty())
        encoded.push_back({files.areas, text_bytes(area_table(parts, visible_pixels(labelled), progress))});
    if (!files.masks.empty())
        std::ranges::move(encode_masks(files.masks, labelled, parts, *runs, progress),
                          std::back_inserter(encoded));
    return encoded;
}

}
