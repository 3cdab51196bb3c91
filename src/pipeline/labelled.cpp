#include "pipeline/labelled.h"

#include "base/error.h"
#include "labels/fringe.h"
#include "labels/label_pixels.h"
#include "labels/small_regions.h"
#include "reduction/palette.h"

#include <cmath>
#include <map>
#include <set>

namespace huedrift {
namespace {

/// The label of each source colour.
std::vector<std::uint32_t> labels_of(const Reduction& reduction, std::span<const Swatch> colors) {
    std::map<Rgb, std::uint32_t> label_of;
    for (std::uint32_t i = 0; i < colors.size(); ++i) label_of.emplace(colors[i].color, i);
    std::vector<std::uint32_t> of_mode, of_color;
    for (const Mode& mode : reduction.modes) of_mode.push_back(label_of.at(mode.color));
    for (const std::uint32_t mode : reduction.mode_of) of_color.push_back(of_mode[mode]);
    return of_color;
}

LabelPlane plane_of(const Reduced& reduced, std::span<const Swatch> colors,
                    std::span<const Position> positions, const Progress& progress, ColorMixer* mixer) {
    const LabelSteps& steps = reduced.recipe.labels;
    const Picture& picture = *reduced.picture;
    if (steps.dither == Dither::off)
        return label_pixels(*picture.image, picture.colors, labels_of(reduced.reduction, colors),
                            colors.size());
    const auto strength = std::int64_t(std::floor(steps.strength * double(full_strength) + 0.5));
    const int frame_height = picture.image->height() / static_cast<int>(frames_of(*picture.document));
    const DitherSource source{*picture.image, picture.colors, positions, strength, frame_height};
    return steps.dither == Dither::diffusion ? diffuse(source, progress)
                                             : dither_ordered(source, progress, mixer);
}

/// Calls `step` with each frame's pixels and its labels, which it may change.
template <class Step>
void each_frame(Labelled& labelled, const ImageView& image, Step&& step) {
    if (labelled.frames == 1) return step(labelled.plane, image);
    for (std::size_t i = 0; i < labelled.frames; ++i) {
        const ImageView frame = frame_of(image, labelled.frames, i);
        const int top = static_cast<int>(i) * frame.height;
        LabelPlane rows = rows_of(labelled.plane, top, frame.height);
        step(rows, frame);
        put_rows(labelled.plane, top, rows);
    }
}

}

std::vector<Swatch> label_colors(const Reduced& reduced) {
    std::vector<Swatch> colors = palette(reduced.reduction);
    const Recipe& recipe = reduced.recipe;
    if (recipe.labels.dither == Dither::off || !recipe.palette.joins.empty() ||
        !recipe.palette.recolors.empty())
        return colors;
    std::set<Rgb> known;
    for (const Swatch& swatch : colors) known.insert(swatch.color);
    for (const Rgb color : recipe.palette.to)
        if (known.insert(color).second) colors.push_back({.color = color});
    sort_swatches(colors, SwatchOrder::pixels);
    return colors;
}

void check(const LabelSteps& steps) {
    if (steps.dither != Dither::off && steps.cleans())
        throw Error(ErrorKind::usage,
                    "dithering scatters single pixels, so it cannot be combined with joining small regions "
                    "or fringe");
}

Labelled label(const Reduced& reduced, const Progress& progress, ColorMixer* mixer) {
    const LabelSteps& steps = reduced.recipe.labels;
    check(steps);
    const Picture& picture = *reduced.picture;
    std::vector<Swatch> colors = label_colors(reduced);
    std::vector<Position> positions;
    positions.reserve(colors.size());
    const PositionTable position(picture.colors.transfer());
    for (const Swatch& swatch : colors) positions.push_back(position(swatch.color));

    Labelled result{plane_of(reduced, colors, positions, progress, mixer), std::move(colors)};
    result.frames = frames_of(*picture.document);
    const Progress of_fringe(progress, 0.1, 0.5), of_regions(progress, 0.5, 1);
    if (steps.defringe != 0)
        each_frame(result, *picture.image, [&](LabelPlane& plane, const ImageView& frame) {
            result.changes.defringed += remove_fringe(plane, positions, frame, picture.colors, steps.defringe,
                                                      squared_radius(reduced.recipe.shift.radius), of_fringe);
        });
    if (steps.min_region > 1)
        each_frame(result, *picture.image, [&](LabelPlane& plane, const ImageView&) {
            const JoinedRegions joined = join_small_regions(plane, positions, steps.min_region, of_regions);
            result.changes.joined_regions += joined.regions;
            result.changes.joined_pixels += joined.pixels;
        });
    const std::vector<std::uint64_t> counts = count_labels(result.plane);
    for (std::size_t i = 0; i < counts.size(); ++i) result.colors[i].pixels = counts[i];
    return result;
}

std::vector<Swatch> used_colors(const Labelled& labelled) {
    std::vector<Swatch> used = labelled.colors;
    std::erase_if(used, [](const Swatch& swatch) { return swatch.pixels == 0; });
    return used;
}

std::uint64_t visible_pixels(const Labelled& labelled) {
    std::uint64_t sum = 0;
    for (const Swatch& swatch : labelled.colors) sum += swatch.pixels;
    return sum;
}

Image paint(const Labelled& labelled, const Reduced& reduced) {
    std::vector<Rgb> colors;
    for (const Swatch& swatch : labelled.colors) colors.push_back(swatch.color);
    return paint(labelled.plane, colors, *reduced.picture->image);
}

}
