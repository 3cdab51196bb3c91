#include "labels/dither.h"
#include "labels/each_matched.h"
#include "labels/given_palette.h"
#include "labels/texture.h"
#include "labels/wavefront.h"
#include "palette/nearest_in_cell.h"

#include <cmath>
#include <functional>
#include <optional>

namespace huedrift {
namespace {

/// The square root, rounded down. Exact below 2^52.
std::uint32_t root_of(std::int64_t square) {
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// How far errors may reach in Oklab at all: 0.5, for which NearestInCell has room.
constexpr std::int64_t farthest = units_per_one / 2;

std::int32_t scaled(std::int64_t error, std::int64_t strength) {
    return static_cast<std::int32_t>(error * strength >> 16);
}

using Lanes = Wavefront::Coordinates;

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
    const std::array<std::uint32_t, Wavefront::lanes>& find() {
        nearest_({l_.data(), a_.data(), b_.data(), Wavefront::lanes}, entries_.data());
        return entries_;
    }

private:
    NearestInCell nearest_;
    alignas(64) Lanes l_{}, a_{}, b_{};
    alignas(64) std::array<std::uint32_t, Wavefront::lanes> entries_{};
};

/// "A palette of the picture" of docs/definition.md.
struct PicturePalette {
    std::vector<Position> entries;
    std::vector<MatchedColor> colors; ///< of the ColorSet
    std::vector<std::uint8_t> shares; ///< of the error that pixels may receive; empty: all

    PicturePalette(const DitherSource& source, bool masks, const Progress& progress)
        : entries(positions_of(source.palette, source.colors.transfer())), colors(source.colors.size()) {
        each_matched(source.colors, entries, std::identity{}, progress,
                     [&](std::size_t i, std::uint32_t entry) {
                         const Position& own = source.colors.positions()[i];
                         colors[i] = {own, entry, root_of(squared_distance(own, entries[entry]))};
                     });
        if (masks) shares = mask_by_texture(source, colors, progress);
    }
};

/// The same for one thread.
template <class Label>
class PictureStep {
public:
    PictureStep(const DitherSource& source, const PicturePalette& palette, std::vector<Label>& labels,
                const Progress& progress)
        : source_(&source), palette_(&palette), labels_(&labels), nearest_(palette.entries, progress) {}

    Wavefront::Errors operator()(const Wavefront::Pixels& pixels, const Wavefront::Errors& received) {
        std::array<Position, Wavefront::lanes> wanted;
        for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane)
            if (is_visible(pixels[lane])) {
                wanted[lane] =
                    target(pixels[lane], {received[0][lane], received[1][lane], received[2][lane]});
                nearest_.want(lane, wanted[lane]);
            }
        const auto& entries = nearest_.find();
        Wavefront::Errors errors{};
        for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane)
            if (is_visible(pixels[lane])) {
                (*labels_)[pixels[lane]] = static_cast<Label>(entries[lane]);
                const Position& taken = palette_->entries[entries[lane]];
                errors[0][lane] = scaled(wanted[lane].l - taken.l, source_->strength);
                errors[1][lane] = scaled(wanted[lane].a - taken.a, source_->strength);
                errors[2][lane] = scaled(wanted[lane].b - taken.b, source_->strength);
            }
        return errors;
    }

private:
    bool is_visible(std::size_t pixel) const {
        return pixel != Wavefront::none && source_->image.pixels[pixel].a != 0;
    }

    /// The pixel's position with the share of the error that it may receive, at most as far from it as it may
    /// reach: 3/2 of the distance of its entry and 0.02 beyond.
    Position target(std::size_t pixel, const std::array<std::int32_t, 3>& received) const {
        const auto [r, g, b, a] = source_->image.pixels[pixel];
        const MatchedColor& color = palette_->colors[source_->colors.index()[{r, g, b}]];
        const std::int64_t share = palette_->shares.empty() ? full_share : palette_->shares[pixel];
        std::array<std::int64_t, 3> error{};
        for (std::size_t i = 0; i < 3; ++i) error[i] = received[i] * share >> 7; // of full_share
        const std::int64_t most = std::min(3 * std::int64_t{color.distance} / 2 + reach_beyond, farthest),
                           square = error[0] * error[0] + error[1] * error[1] + error[2] * error[2];
        if (square > most * most) {
            const std::int64_t part = (most << 24) / root_of(square);
            for (std::int64_t& coordinate : error) coordinate = coordinate * part >> 24;
        }
        return {color.position.l + std::int32_t(error[0]), color.position.a + std::int32_t(error[1]),
                color.position.b + std::int32_t(error[2])};
    }

    const DitherSource* source_;
    const PicturePalette* palette_;
    std::vector<Label>* labels_;
    NearestOfLanes nearest_;
};

/// The same for one thread.
template <class Label>
class GivenStep {
public:
    GivenStep(const DitherSource& source, const GivenPalette& palette, std::vector<Label>& labels,
              const Progress& progress)
        : source_(&source), palette_(&palette), labels_(&labels), nearest_(palette.entries, progress) {
        if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
    }

    Wavefront::Errors operator()(const Wavefront::Pixels& pixels, const Wavefront::Errors& received) {
        std::array<Light, Wavefront::lanes> wanted;
        std::array<bool, Wavefront::lanes> is_visible{}, is_grey{};
        bool has_greys = false;
        for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane) {
            if (pixels[lane] == Wavefront::none) continue;
            const auto [r, g, b, a] = source_->image.pixels[pixels[lane]];
            is_visible[lane] = a != 0;
            if (a == 0) continue;
            const GivenColor& color = palette_->colors[source_->colors.index()[{r, g, b}]];
            wanted[lane] = palette_->wanted(color, {received[0][lane], received[1][lane], received[2][lane]});
            const Position position = stretched(palette_->position(wanted[lane]));
            nearest_.want(lane, position);
            if (!color.is_grey) continue;
            is_grey[lane] = has_greys = true;
            nearest_neutral_->want(lane, position);
        }
        std::array<std::uint32_t, Wavefront::lanes> entries = nearest_.find();
        if (has_greys) {
            const auto& greys = nearest_neutral_->find();
            for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane)
                if (is_grey[lane]) entries[lane] = palette_->neutral[greys[lane]];
        }
        Wavefront::Errors errors{};
        for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane) {
            if (!is_visible[lane]) continue;
            (*labels_)[pixels[lane]] = static_cast<Label>(entries[lane]);
            const Light& taken = palette_->lights[entries[lane]];
            errors[0][lane] = scaled(wanted[lane].y - taken.y, source_->strength);
            errors[1][lane] = scaled(wanted[lane].u - taken.u, source_->strength);
            errors[2][lane] = scaled(wanted[lane].v - taken.v, source_->strength);
        }
        return errors;
    }

private:
    const DitherSource* source_;
    const GivenPalette* palette_;
    std::vector<Label>* labels_;
    NearestOfLanes nearest_;
    std::optional<NearestOfLanes> nearest_neutral_{};
};

/// Dithers in steps of this kind, one for each thread.
template <template <class> class Step, class Palette, class Label>
void diffuse_to(const Palette& palette, const DitherSource& source, std::vector<Label>& labels,
                const Progress& progress) {
    Wavefront wavefront(std::size_t(source.image.width), std::size_t(source.image.height),
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
            diffuse_to<GivenStep>(GivenPalette(source, progress), source, labels, progress);
        else
            diffuse_to<PictureStep>(PicturePalette(source, masks, progress), source, labels, progress);
    });
    return plane;
}

}
