#include "dither/dither.h"

#include "blue_noise.h"
#include "color/position.h"
#include "dither/diffusion_lanes.h"
#include "dither/given_palette.h"
#include "dither/wavefront.h"
#include "palette/nearest_in_cell.h"

#include <optional>

namespace huedrift {
namespace {

using EntriesOfLanes = std::array<std::uint32_t, lanes_of_strip>;

/// "A palette of the picture" of docs/definition.md.
struct PicturePalette {
    std::vector<ColorPoint> entries{};
    std::vector<MatchedColor> colors;  ///< of the ColorSet
    std::vector<ErrorShares> shares{}; ///< of each pixel; empty: all are full

    PicturePalette(const DitherSource& source, bool masks, const Progress& progress)
        : colors(source.colors.size()) {
        const PositionTable position(source.colors.transfer());
        for (const Rgb color : source.palette) entries.push_back(color_point(color, position(color)));
        const auto own = [&](std::size_t i) {
            return color_point(source.colors.colors()[i], source.colors.positions()[i]);
        };
        each_matched(source.colors, entries, own, progress, [&](std::size_t i, std::uint32_t entry) {
            const Position& position = source.colors.positions()[i];
            colors[i] = {position, root_of(squared_distance(position, entries[entry].position))};
        });
        if (masks) shares = mask_by_texture(source, colors, progress);
    }
};

/// Labels pixels with entries of a palette of the picture, for one thread.
template <class Label>
class PictureStep {
public:
    PictureStep(const DitherSource& source, const PicturePalette& palette, std::vector<Label>& labels,
                const Progress& progress)
        : source_(&source), palette_(&palette), labels_(&labels), nearest_(palette.entries, progress) {}

    LaneErrors<6> operator()(const LanePixels& pixels, const LaneErrors<6>& received) {
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) place(pixels.numbers[lane], lane);
        lanes_.aim(received);
        const auto& [l, a, b, red, green, blue] = lanes_.target;
        nearest_({{l.data(), a.data(), b.data()}, {red.data(), green.data(), blue.data()}, lanes_of_strip},
                 entries_.data());
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            put(palette_->entries[entries_[lane]], lane, lanes_.taken);
            if (lanes_.passed_share[lane] != 0)
                (*labels_)[pixels.numbers[lane]] = static_cast<Label>(entries_[lane]);
        }
        return lanes_.errors(source_->strength);
    }

private:
    /// Where there is no visible pixel, no error is received nor passed on.
    void place(std::size_t pixel, std::size_t lane) {
        lanes_.received_share[lane] = lanes_.passed_share[lane] = 0;
        if (pixel == LanePixels::none) return;
        const auto [r, g, b, alpha] = source_->image.pixels[pixel];
        if (alpha == 0) return;
        const MatchedColor& color = palette_->colors[source_->colors.index()[{r, g, b}]];
        put(color_point({r, g, b}, color.position), lane, lanes_.own);
        lanes_.distance[lane] = static_cast<std::int32_t>(color.distance);
        const auto [to_receive, to_pass] =
            palette_->shares.empty() ? ErrorShares{full_share, full_share} : palette_->shares[pixel];
        lanes_.received_share[lane] = to_receive;
        lanes_.passed_share[lane] = to_pass;
    }

    static void put(const ColorPoint& point, std::size_t lane, DiffusionLanes::Points& points) {
        const auto position = coordinates(point.position);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            points[axis][lane] = position[axis];
            points[3 + axis][lane] = point.code[axis];
        }
    }

    const DitherSource* source_;
    const PicturePalette* palette_;
    std::vector<Label>* labels_;
    NearestInCell nearest_;
    DiffusionLanes lanes_{};
    alignas(64) EntriesOfLanes entries_{};
};

/// The entries nearest to positions, all at the same time.
class NearestOfLanes {
public:
    NearestOfLanes(std::span<const Position> palette, const Progress& progress)
        : nearest_(palette, progress) {}

    void want(std::size_t lane, const Position& position) {
        l_[lane] = position.l;
        a_[lane] = position.a;
        b_[lane] = position.b;
    }
    const EntriesOfLanes& find() {
        nearest_({{l_.data(), a_.data(), b_.data()}, {}, lanes_of_strip}, entries_.data());
        return entries_;
    }

private:
    NearestInCell nearest_;
    alignas(64) LaneNumbers l_{}, a_{}, b_{};
    alignas(64) EntriesOfLanes entries_{};
};

/// Labels pixels with entries of a given palette, for one thread.
template <class Label>
class GivenStep {
public:
    GivenStep(const DitherSource& source, const GivenPalette& palette, std::vector<Label>& labels,
              const Progress& progress)
        : source_(&source), palette_(&palette), labels_(&labels), nearest_(palette.entries, progress) {
        if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
    }

    LaneErrors<3> operator()(const LanePixels& pixels, const LaneErrors<3>& received) {
        std::array<Light, lanes_of_strip> targets;
        std::array<bool, lanes_of_strip> is_visible{}, is_grey{};
        bool has_greys = false;
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane) {
            const std::size_t pixel = pixels.numbers[lane];
            if (pixel == LanePixels::none) continue;
            const auto [r, g, b, a] = source_->image.pixels[pixel];
            is_visible[lane] = a != 0;
            if (a == 0) continue;
            const GivenColor& color = palette_->colors[source_->colors.index()[{r, g, b}]];
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
            const auto own = coordinates(targets[lane]), taken = coordinates(palette_->lights[entries[lane]]);
            for (std::size_t i = 0; i < 3; ++i)
                errors[i][lane] = static_cast<std::int32_t>((own[i] - taken[i]) * source_->strength >> 16);
        }
        return errors;
    }

private:
    /// The error, longer or shorter by up to a quarter; without this, sparse dots would lie in long rows.
    /// Only the choice of the label depends on it, so the tone does not.
    static std::array<std::int32_t, 3> with_noise(std::array<std::int32_t, 3> error, const LanePixels& pixels,
                                                  std::size_t lane) {
        const std::size_t row = (pixels.row + lane) % mask_side,
                          column = (pixels.column - 2 * lane) % mask_side;
        const std::int64_t noise = std::int64_t{blue_noise[row * mask_side + column]} - 2048;
        for (std::int32_t& coordinate : error)
            coordinate += static_cast<std::int32_t>(coordinate * noise >> 13);
        return error;
    }

    const DitherSource* source_;
    const GivenPalette* palette_;
    std::vector<Label>* labels_;
    NearestOfLanes nearest_;
    std::optional<NearestOfLanes> nearest_neutral_{};
};

/// Dithers in steps, one for each thread.
template <template <class> class Step, std::size_t axes, class Label, class Palette>
void diffuse_to(const Palette& palette, const DitherSource& source, std::vector<Label>& labels,
                const Progress& progress) {
    Wavefront<axes> wavefront(std::size_t(source.image.width), std::size_t(source.image.height),
                              frame_height(source));
    std::vector<Step<Label>> steps(wavefront.threads(), Step<Label>(source, palette, labels, progress));
    wavefront.run(std::span(steps), progress);
}

}

LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress) {
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
