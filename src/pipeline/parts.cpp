#include "pipeline/parts.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/wording.h"
#include "color/css_color.h"
#include "color/position.h"
#include "image/encode.h"
#include "image/open_raster.h"

#include <unordered_map>
#include <unordered_set>

namespace huedrift {
namespace {

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
         {std::to_string(part.rank), hex_code(part.color), quoted(shown_name(part)),
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

std::vector<Part> parts(const Labelled& labelled, const FileColors& colors, const Progress& progress) {
    std::unordered_map<std::uint32_t, std::uint32_t> label_of;
    each_index(labelled.colors.size(), progress, [&](std::size_t i) {
        label_of.emplace(labelled.colors[i].color.code(), static_cast<std::uint32_t>(i));
    });
    std::vector<LabelArea> areas = measure_areas(labelled.plane, labelled.frames, progress);
    for (LabelArea& area : areas) {
        area.pixels *= std::uint64_t(labelled.scale) * std::uint64_t(labelled.scale);
        for (int* const side : {&area.left, &area.top, &area.right, &area.bottom}) *side *= labelled.scale;
    }
    std::vector<Part> parts;
    each_index(colors.list().size(), progress, [&](std::size_t i) {
        const Swatch& swatch = colors.list()[i];
        if (swatch.transparent || swatch.pixels == 0) return;
        const std::uint32_t label =
            labelled.tiles ? static_cast<std::uint32_t>(i) : label_of.at(swatch.color.code());
        parts.push_back({swatch, colors.in_files(swatch.color), label, parts.size() + 1, areas[label]});
    });
    const std::size_t digits = std::to_string(parts.size()).size();
    each_index(parts.size(), progress, [&](std::size_t i) {
        Part& part = parts[i];
        const std::string rank = std::to_string(part.rank);
        part.name = std::string(digits - rank.size(), '0') + rank + "-" + hex_code(part.color).substr(1);
    });
    return parts;
}

std::vector<Part> with_colors(std::span<const Part> parts, std::span<const Rgb> colors) {
    if (colors.empty()) return {parts.begin(), parts.end()};
    std::unordered_map<std::uint32_t, std::vector<const Part*>> parts_of;
    for (const Part& part : parts) parts_of[part.swatch.color.code()].push_back(&part);
    std::vector<Part> chosen;
    std::unordered_set<std::uint32_t> taken;
    for (const Rgb color : colors) {
        const auto found = parts_of.find(color.code());
        if (found == parts_of.end())
            throw Error(ErrorKind::usage,
                        hex_code(color) + " is no colour of the result" +
                            (parts.empty()
                                 ? ""
                                 : "; the nearest is " + hex_code(nearest_part(parts, color).swatch.color)));
        if (!taken.insert(color.code()).second) continue;
        for (const Part* const part : found->second) chosen.push_back(*part);
    }
    return chosen;
}

Image picture_of(const Labelled& labelled, std::span<const Part> parts, const ImageView& picture) {
    std::vector<bool> has(labelled.plane.colors());
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
    std::string table = "rank,color,name,pixels,share,regions,left,top,width,height\n";
    each_index(rows.size(), progress, [&](std::size_t i) { table += rows[i]; });
    return table;
}

namespace {

/// Calls `make` for each part, on all threads, and returns the results in order.
template <class Made, class Make>
std::vector<Made> for_each_part(std::span<const Part> parts, const Progress& progress, Make&& make) {
    std::vector<Made> made(parts.size());
    reported_pieces(parts.size(), 1, progress, [&](std::size_t i, std::size_t) { made[i] = make(parts[i]); });
    return made;
}

std::vector<std::byte> encode_layers(const Labelled& labelled, std::span<const Part> parts,
                                     const ImageView& picture, const Progress& progress) {
    return encode_open_raster(
        picture_of(labelled, parts, picture),
        for_each_part<RasterLayer>(
            parts, progress,
            [&](const Part& part) {
                const Image layer = cut_out(labelled.plane, part.label, part.area, picture);
                return RasterLayer{part.name, part.area.left, part.area.top,
                                   encode_png(layer, {.resolution = labelled.resolution})};
            }),
        labelled.resolution);
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
    if (!files.layers.empty())
        encoded.push_back({files.layers, encode_layers(labelled, parts, picture, progress)});
    if (!files.legend.empty()) {
        check_legend_name(files.legend);
        encoded.push_back({files.legend, text_bytes(legend(parts, visible_pixels(labelled)))});
    }
    if (!files.areas.empty())
        encoded.push_back({files.areas, text_bytes(area_table(parts, visible_pixels(labelled), progress))});
    if (!files.masks.empty())
        std::ranges::move(for_each_part<EncodedFile>(parts, progress,
                                                     [&](const Part& part) {
                                                         return EncodedFile{
                                                             files.masks / (part.name + ".png"),
                                                             encode_mask(labelled.plane, part.label, progress,
                                                                         labelled.resolution)};
                                                     }),
                          std::back_inserter(encoded));
    return encoded;
}

}
