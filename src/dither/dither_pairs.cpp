#include "dither/dither_pairs.h"

#include "dither/wavefront.h"
#include "palette/alpha_pairs.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

namespace huedrift {
namespace {

/// The share of its error that a pixel passes on, of full_share: all of it would make soft edges rough.
constexpr std::int64_t passed_share = 90;
/// The entries of mixtures in memory at a time, 128 MiB.
constexpr std::size_t mixed_at_once = std::size_t{1} << 26;

using PairError = std::array<std::int32_t, 7>;

PairError coordinates_of(const ColorPoint& point) {
    const auto& [position, code, alpha] = point;
    return {position.l, position.a, position.b, code[0], code[1], code[2], alpha};
}

PairError difference(const ColorPoint& one, const ColorPoint& other) {
    PairError difference = coordinates_of(one);
    const PairError less = coordinates_of(other);
    for (std::size_t axis = 0; axis < difference.size(); ++axis) difference[axis] -= less[axis];
    return difference;
}

/// The squared length in position and alpha, by which errors have a reach.
std::int64_t squared_reach_of(const PairError& error) {
    const std::int64_t l = error[0], a = error[1], b = error[2], alpha = error[6];
    return l * l + a * a + b * b + alpha * alpha;
}

/// A point with an error. An opaque one stays opaque and a soft one soft, and codes remain in their range.
ColorPoint aimed(const ColorPoint& point, const PairError& error) {
    constexpr std::int32_t most_code = 255 * ColorPoint::code_step / 2;
    ColorPoint aim = point;
    aim.position.l += error[0];
    aim.position.a += error[1];
    aim.position.b += error[2];
    for (std::size_t channel = 0; channel < 3; ++channel)
        aim.code[channel] = std::clamp(point.code[channel] + error[3 + channel], -most_code, most_code);
    if (opacity_of(point) == Opacity::soft)
        aim.alpha = std::clamp(point.alpha + error[6], 1, ColorPoint::opaque_alpha - 1);
    return aim;
}

/// A value of pixels beside the entries.
struct MatchedPair {
    ColorPoint point;
    std::uint32_t entry; ///< the nearest
    std::int32_t reach;  ///< of errors, in units
};

/// The values and entries as points.
class PairPalette {
public:
    PairPalette(const PairSource& source, const Progress& progress)
        : entries_(points_of(source.entries, source.transfer)), nearest_(entries_),
          pairs_(source.values.size()) {
        const PositionTable position(source.transfer);
        parallel_pieces(pairs_.size(), 1 << 12, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto [r, g, b, a] = source.values[i];
                const ColorPoint point = pair_point({r, g, b}, a, position);
                const std::uint32_t entry = nearest_(point);
                const std::int64_t squared = squared_reach_of(difference(point, entries_[entry]));
                pairs_[i] = {point, entry, reach_of(root_of(squared))};
            }
        });
    }
    const ColorPoint& entry(std::uint32_t i) const { return entries_[i]; }
    const MatchedPair& pair(std::size_t value) const { return pairs_[value]; }
    std::size_t pairs() const { return pairs_.size(); }
    std::uint32_t nearest(const ColorPoint& point) const { return nearest_(point); }

private:
    static std::vector<ColorPoint> points_of(std::span<const Rgba8> values, Transfer transfer) {
        const PositionTable position(transfer);
        std::vector<ColorPoint> points;
        for (const auto& [r, g, b, a] : values) points.push_back(pair_point({r, g, b}, a, position));
        return points;
    }

    std::vector<ColorPoint> entries_;
    NearestPair nearest_;
    std::vector<MatchedPair> pairs_;
};

/// Shortens an error to the reach of its pixel, as far as it is longer.
void shorten(PairError& error, std::int32_t reach) {
    const std::int64_t squared = squared_reach_of(error);
    if (squared <= std::int64_t{reach} * reach) return;
    const std::int64_t factor = (std::int64_t{reach} << 24) / root_of(squared);
    for (std::int32_t& coordinate : error) coordinate = static_cast<std::int32_t>(coordinate * factor >> 24);
}

/// The share of an error that a pixel passes on, of full_strength.
std::int64_t share_of(const Dithering& dithering) {
    const std::int64_t strength = dithering.integer_strength();
    return dithering.method == Dither::everywhere ? strength : strength * passed_share / full_share;
}

/// Takes entries for pixels by diffusion, for one thread.
template <class Index, class Label>
class PairStep {
public:
    PairStep(const PairSource& source, const PairPalette& palette, const std::vector<Index>& values,
             std::vector<Label>& labels)
        : palette_(&palette), values_(&values), labels_(&labels), marks_(source.marks),
          share_(share_of(source.dithering)) {}

    LaneErrors<7> operator()(const LanePixels& pixels, const LaneErrors<7>& received) const {
        LaneErrors<7> errors{};
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            const std::size_t pixel = pixels.numbers[lane];
            if (pixel == LanePixels::none) continue;
            PairError error;
            for (std::size_t axis = 0; axis < error.size(); ++axis) error[axis] = received[axis][lane];
            error = take(pixel, error);
            for (std::size_t axis = 0; axis < error.size(); ++axis) errors[axis][lane] = error[axis];
        }
        return errors;
    }

private:
    /// Takes the entry for a pixel that has received an error; returns the one that it passes on.
    PairError take(std::size_t pixel, PairError error) const {
        const MatchedPair& pair = palette_->pair((*values_)[pixel]);
        const bool is_kept = !marks_.empty() && marks_[pixel] != 0;
        if (is_kept || opacity_of(pair.point) == Opacity::clear) {
            (*labels_)[pixel] = static_cast<Label>(pair.entry);
            return {};
        }
        shorten(error, pair.reach);
        const ColorPoint aim = aimed(pair.point, error);
        const std::uint32_t entry = palette_->nearest(aim);
        (*labels_)[pixel] = static_cast<Label>(entry);
        error = difference(aim, palette_->entry(entry));
        for (std::int32_t& coordinate : error)
            coordinate = static_cast<std::int32_t>(coordinate * share_ >> 16);
        return error;
    }

    const PairPalette* palette_;
    const std::vector<Index>* values_;
    std::vector<Label>* labels_;
    std::span<const std::uint8_t> marks_;
    std::int64_t share_;
};

/// Mixes a pair, dark entries first: Thomas Knoll's pattern dithering, as of colours.
void mix(const MatchedPair& own, const PairPalette& palette, std::int64_t strength,
         std::span<std::uint16_t> mixture) {
    std::array<std::int64_t, 7> missing{};
    for (std::uint16_t& label : mixture) {
        PairError error;
        for (std::size_t axis = 0; axis < error.size(); ++axis)
            error[axis] = static_cast<std::int32_t>(std::clamp(
                missing[axis] * strength >> 16, -std::int64_t{own.reach}, std::int64_t{own.reach}));
        const std::uint32_t entry = palette.nearest(aimed(own.point, error));
        const PairError left = difference(own.point, palette.entry(entry));
        for (std::size_t axis = 0; axis < error.size(); ++axis) missing[axis] += left[axis];
        label = static_cast<std::uint16_t>(entry);
    }
    std::ranges::sort(mixture, {},
                      [&](std::uint16_t label) { return std::pair(palette.entry(label).position.l, label); });
}

/// Takes entries for pixels by a pattern: the place of a pixel chooses one from its pair's mixture.
template <class Index, class Label>
void lay_out(const PairSource& source, const PairPalette& palette, const std::vector<Index>& values,
             std::vector<Label>& labels, const Progress& progress) {
    const Dithering& dithering = source.dithering;
    const std::int64_t strength = dithering.integer_strength();
    const Pattern pattern =
        dithering.method == Dither::ordered ? ordered_pattern(dithering.matrix) : blue_noise_pattern();
    const auto width = std::size_t(source.plane.width());
    const std::size_t frame = std::size_t(source.plane.height()) / source.frames;
    const std::size_t at_once = mixed_at_once / pattern.size;
    for (std::size_t first = 0; first < palette.pairs(); first += at_once) {
        const std::size_t count = std::min(at_once, palette.pairs() - first);
        std::vector<std::uint16_t> mixtures(count * pattern.size);
        parallel_pieces(count, 64, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                mix(palette.pair(first + i), palette, strength,
                    std::span(mixtures).subspan(i * pattern.size, pattern.size));
        });
        parallel_pieces(values.size(), 1 << 14, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const std::size_t value = values[i];
                if (value < first || value - first >= count) continue;
                const bool is_kept = !source.marks.empty() && source.marks[i] != 0;
                const std::size_t x = i % width, y = i / width % frame;
                labels[i] =
                    static_cast<Label>(is_kept ? palette.pair(value).entry
                                               : mixtures[(value - first) * pattern.size + pattern.at(x, y)]);
            }
        });
    }
}

}

LabelPlane dither_pairs(const PairSource& source, const Progress& progress) {
    const int width = source.plane.width(), height = source.plane.height();
    const auto columns = static_cast<std::size_t>(width), rows = static_cast<std::size_t>(height);
    assert(source.dithering.is_on());
    assert(source.values.size() == source.plane.palette_size() && source.entries.size() <= 65536);
    assert(source.marks.empty() || source.marks.size() == source.plane.size());
    assert(source.frames > 0 && rows % source.frames == 0);
    LabelPlane taken(width, height, source.entries.size());
    if (source.plane.size() == 0) return taken;
    const PairPalette palette(source, progress);
    const Dither method = source.dithering.method;
    const bool diffuses = may_diffuse(method) && (method != Dither::automatic || source.frames == 1);
    source.plane.visit([&]<class Index>(const std::vector<Index>& values) {
        taken.visit([&]<class Label>(std::vector<Label>& labels) {
            if (!diffuses) return lay_out(source, palette, values, labels, progress);
            with_diffusion(source.dithering.diffusion, [&]<Diffusion diffusion>() {
                using Rows = Wavefront<7, diffusion>;
                Rows wavefront(columns, rows, rows / source.frames);
                const PairStep<Index, Label> step(source, palette, values, labels);
                const std::vector<typename Rows::Step> steps(wavefront.threads(), step);
                wavefront.run(steps, progress);
            });
        });
    });
    return taken;
}

}
