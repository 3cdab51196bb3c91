#include "dither/dither.h"

#include "blue_noise.h"
#include "color/position.h"
#include "dither/diffusion_lanes.h"
#include "dither/given_palette.h"
#include "dither/wavefront.h"
#include "labels/contrast.h"
#include "palette/nearest_in_cell.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

namespace huedrift {
namespace {

using EntriesOfLanes = std::array<std::uint32_t, lanes_of_strip>;

/// A source colour beside a palette.
struct MatchedColor {
    Position position;
    std::uint32_t distance; ///< of the position from that of the nearest entry, in units, rounded down
};

/// "A palette of the picture" of docs/definition.md.
struct PicturePalette {
    std::vector<ColorPoint> entries{};
    std::vector<MatchedColor> colors; ///< of the ColorSet
    bool masks;                       ///< whether texture masks errors

    PicturePalette(const DitherSource& source, bool is_masked, const Progress& progress)
        : colors(source.colors.size()), masks(is_masked) {
        const PositionTable position(source.colors.transfer());
        for (const Rgb color : source.palette) entries.push_back(color_point(color, position(color)));
        const auto place_of = [&](std::size_t i) {
            return color_point(source.colors.colors()[i], source.colors.positions()[i]);
        };
        each_matched(source.colors, entries, place_of, progress, [&](std::size_t i, std::uint32_t entry) {
            const Position& position = source.colors.positions()[i];
            colors[i] = {position, root_of(squared_distance(position, entries[entry].position))};
        });
    }
};

/// The pixels of a strip, found row by row: in the order of diffusion, each would wait for the memory.
class StripPixels {
public:
    struct Pixel {
        std::uint32_t color;     ///< an index into the ColorSet, or ContrastRow::transparent
        std::int32_t contrast{}; ///< the sum over its square, as of ContrastRow; 0 without contrasts
        std::uint8_t square = 1; ///< the visible pixels of that
        Rgb code;
    };

    StripPixels(const DitherSource& source, bool has_contrasts)
        : source_(source), has_contrasts_(has_contrasts), width_(std::size_t(source.image.width)),
          pixels_(lanes_of_strip * width_) {}

    /// Looks at the strip whose first pixel and its row in the frame these are.
    void find(std::size_t first, std::size_t row_in_frame) {
        first_ = first;
        const std::size_t begin = first / width_, top = begin - row_in_frame,
                          bottom = top + frame_height(source_),
                          end = std::min(begin + lanes_of_strip, bottom);
        if (!has_contrasts_) return look_up((end - begin) * width_);
        scan_contrasts(
            source_.image, FrameRows{begin, end, top, bottom}, source_.colors, [&](const ContrastRow& row) {
                for (std::size_t x = 0; x < width_; ++x) {
                    const auto [r, g, b, a] = source_.image.pixels[row.first + x];
                    pixels_[row.first - first_ + x] = {
                        row.colors[x], row.contrasts[x], static_cast<std::uint8_t>(row.pixels[x]), {r, g, b}};
                }
            });
    }

    /// A visible pixel of the strip, by its number in the picture, which may be `none`; else null.
    const Pixel* at(std::size_t number) const {
        if (number == LanePixels::none) return nullptr;
        const Pixel& pixel = pixels_[number - first_];
        return pixel.color == ContrastRow::transparent ? nullptr : &pixel;
    }

private:
    void look_up(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const auto [r, g, b, a] = source_.image.pixels[first_ + i];
            const Rgb code{r, g, b};
            pixels_[i] = {.color = a == 0 ? ContrastRow::transparent : source_.colors.index()[code],
                          .code = code};
        }
    }

    const DitherSource& source_;
    bool has_contrasts_;
    std::size_t width_, first_ = 0;
    std::vector<Pixel> pixels_;
};

/// Labels pixels with entries of a palette of the picture, for one thread.
template <class Label>
class PictureStep {
public:
    PictureStep(const DitherSource& source, const PicturePalette& palette, std::vector<Label>& labels,
                const Progress& progress)
        : strength_(source.dithering.integer_strength()), palette_(&palette), labels_(&labels),
          strip_(source, palette.masks), nearest_(palette.entries, progress) {
        lanes_.square.fill(1); // where there has been no pixel yet
    }

    LaneErrors<6> operator()(const LanePixels& pixels, const LaneErrors<6>& received) {
        if (pixels.column == 0) strip_.find(pixels.numbers.front(), pixels.row);
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) place(pixels.numbers[lane], lane);
        if (std::ranges::all_of(lanes_.visible, [](std::int32_t visible) { return visible == 0; })) return {};
        lanes_.aim(received);
        nearest_(points_of(lanes_.target), entries_.data());
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            put(palette_->entries[entries_[lane]], lane, lanes_.entry);
            if (lanes_.visible[lane] != 0)
                (*labels_)[pixels.numbers[lane]] = static_cast<Label>(entries_[lane]);
        }
        return lanes_.errors(strength_);
    }

private:
    void place(std::size_t number, std::size_t lane) {
        const StripPixels::Pixel* const pixel = strip_.at(number);
        lanes_.visible[lane] = pixel != nullptr;
        if (!pixel) return;
        const MatchedColor& color = palette_->colors[pixel->color];
        put(color_point(pixel->code, color.position), lane, lanes_.source);
        lanes_.distance[lane] = static_cast<std::int32_t>(color.distance);
        lanes_.contrast[lane] = pixel->contrast;
        lanes_.square[lane] = pixel->square;
    }

    std::int64_t strength_;
    const PicturePalette* palette_;
    std::vector<Label>* labels_;
    StripPixels strip_;
    NearestInCell nearest_;
    DiffusionLanes lanes_{};
    alignas(64) EntriesOfLanes entries_{};
};

/// The entries nearest to positions, all at the same time.
class NearestOfLanes {
public:
    NearestOfLanes(std::span<const Position> palette, const Progress& progress)
        : nearest_(palette, progress) {}

    void want(std::size_t lane, const Position& position) { put(ColorPoint{position}, lane, places_); }
    const EntriesOfLanes& find() {
        nearest_(points_of(places_), entries_.data());
        return entries_;
    }

private:
    NearestInCell nearest_;
    alignas(64) PointLanes<lanes_of_strip> places_{};
    alignas(64) EntriesOfLanes entries_{};
};

/// Labels pixels with entries of a given palette, for one thread.
template <class Label>
class GivenStep {
public:
    GivenStep(const DitherSource& source, const GivenPalette& palette, std::vector<Label>& labels,
              const Progress& progress)
        : strength_(source.dithering.integer_strength()), palette_(&palette), labels_(&labels),
          strip_(source, false), nearest_(palette.entries, progress) {
        if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
    }

    LaneErrors<3> operator()(const LanePixels& pixels, const LaneErrors<3>& received) {
        if (pixels.column == 0) strip_.find(pixels.numbers.front(), pixels.row);
        std::array<Light, lanes_of_strip> targets;
        std::array<bool, lanes_of_strip> is_visible{}, is_grey{};
        bool has_greys = false;
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            const StripPixels::Pixel* const pixel = strip_.at(pixels.numbers[lane]);
            is_visible[lane] = pixel != nullptr;
            if (!pixel) continue;
            const GivenColor& color = palette_->colors[pixel->color];
            const std::array<std::int32_t, 3> error{received[0][lane], received[1][lane], received[2][lane]};
            targets[lane] = palette_->target(color, error);
            const Position place = palette_->place(palette_->target(color, with_noise(error, pixels, lane)));
            nearest_.want(lane, place);
            if (!color.is_grey) continue;
            is_grey[lane] = has_greys = true;
            nearest_neutral_->want(lane, place);
        }
        EntriesOfLanes entries = nearest_.find();
        if (has_greys) {
            const EntriesOfLanes& greys = nearest_neutral_->find();
            for (std::size_t lane = 0; lane < lanes_of_strip; ++lane)
                if (is_grey[lane]) entries[lane] = palette_->neutral[greys[lane]];
        }
        LaneErrors<3> errors{};
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            if (!is_visible[lane]) continue;
            (*labels_)[pixels.numbers[lane]] = static_cast<Label>(entries[lane]);
            const auto target = coordinates(targets[lane]),
                       light = coordinates(palette_->lights[entries[lane]]);
            for (std::size_t i = 0; i < 3; ++i)
                errors[i][lane] = static_cast<std::int32_t>((target[i] - light[i]) * strength_ >> 16);
        }
        return errors;
    }

private:
    /// The error, longer or shorter by up to a quarter; without this, sparse dots would lie in long rows.
    /// Only the choice of the label depends on it, so the tone does not.
    static std::array<std::int32_t, 3> with_noise(std::array<std::int32_t, 3> error, const LanePixels& pixels,
                                                  std::size_t lane) {
        const std::size_t row = (pixels.row + lane) % mask_side,
                          column = (pixels.column - pixels.lag * lane) % mask_side;
        const std::int64_t noise = std::int64_t{blue_noise[row * mask_side + column]} - 2048;
        for (std::int32_t& coordinate : error)
            coordinate += static_cast<std::int32_t>(coordinate * noise >> 13);
        return error;
    }

    std::int64_t strength_;
    const GivenPalette* palette_;
    std::vector<Label>* labels_;
    StripPixels strip_;
    NearestOfLanes nearest_;
    std::optional<NearestOfLanes> nearest_neutral_{};
};

/// Dithers in steps, one for each thread.
template <template <class> class Step, std::size_t axes, Diffusion diffusion, class Label, class Palette>
void diffuse_by(const Palette& palette, const DitherSource& source, std::vector<Label>& labels,
                const Progress& progress) {
    using Rows = Wavefront<axes, diffusion>;
    Rows rows(std::size_t(source.image.width), std::size_t(source.image.height), frame_height(source));
    const std::vector<typename Rows::Step> steps(rows.threads(),
                                                 Step<Label>(source, palette, labels, progress));
    rows.run(steps, progress);
}

template <template <class> class Step, std::size_t axes, class Label, class Palette>
void diffuse_to(const Palette& palette, const DitherSource& source, std::vector<Label>& labels,
                const Progress& progress) {
    with_diffusion(source.dithering.diffusion, [&]<Diffusion diffusion>() {
        diffuse_by<Step, axes, diffusion>(palette, source, labels, progress);
    });
}

}

LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress) {
    assert(source.image.is_whole());
    assert(source.colors.empty() || !source.palette.empty());
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    if (source.palette.empty()) return plane;
    plane.visit([&](auto& labels) {
        if (source.is_given)
            diffuse_to<GivenStep, 3>(GivenPalette(source, progress), source, labels, progress);
        else
            diffuse_to<PictureStep, 6>(PicturePalette(source, masks, progress), source, labels, progress);
    });
    return plane;
}

}
