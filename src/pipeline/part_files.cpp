#include "pipeline/part_files.h"

#include "base/output_file.h"
#include "base/parallel.h"
#include "image/encode_png.h"
#include "image/open_raster.h"
#include "pipeline/part_svg.h"

#include <algorithm>

namespace huedrift {
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
