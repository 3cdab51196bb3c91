#include "base/parallel.h"
#include "color/light.h"
#include "labels/dither.h"
#include "labels/texture.h"
#include "labels/wavefront.h"
#include "palette/nearest_in_cell.h"

#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace huedrift {
namespace {

/// The square root, rounded down. Exact below 2^52.
std::uint32_t root_of(std::int64_t square) {
    return static_cast<std::uint32_t>(std::sqrt(static_cast<double>(square)));
}

/// How far errors may reach beyond the distance of a colour from its entry, in units: 0.02.
constexpr std::int32_t beyond = 335544;
/// How far they may reach in Oklab at all: 0.5, for which NearestInCell has room.
constexpr std::int64_t farthest = units_per_one / 2;

/// Calls `found` with the number of each source colour and that of the entry nearest to it, on all threads.
/// `place` moves positions to where the entries are. Throws Error(cancelled).
template <class Place, class Found>
void each_matched(const ColorSet& colors, std::span<const Position> entries, const Place& place,
                  const Progress& progress, const Found& found) {
    parallel_ranges(colors.size(), 1 << 13, [&](std::size_t begin, std::size_t end) {
        NearestInCell nearest(entries, progress);
        for (std::size_t i = begin; i < end; ++i) {
            if (i % 4096 == 0) progress.throw_if_cancelled();
            found(i, nearest(place(colors.positions()[i])));
        }
    });
}

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
        for (std::size_t i = 0; i < 3; ++i) error[i] = received[i] * share >> 7;
        const std::int64_t most = std::min(3 * std::int64_t{color.distance} / 2 + beyond, farthest),
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

/// A source colour beside a given palette.
struct GivenColor {
    Light light;
    std::int32_t reach; ///< how far errors may move u and v
    bool is_grey;       ///< so that only neutral entries mix it
};

bool is_neutral(Rgb color) { return color.r == color.g && color.g == color.b; }

/// A coordinate of some lights.
struct Range {
    std::int32_t low = std::numeric_limits<std::int32_t>::max(),
                 high = std::numeric_limits<std::int32_t>::min();

    void add(std::int32_t value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    bool has(std::int32_t value) const { return low <= value && value <= high; }
    /// Sums with errors may be as far beyond the range as it is long.
    std::int32_t held(std::int32_t sum) const {
        return std::clamp(sum, low - (high - low), high + (high - low));
    }
};

/// "A given palette" of docs/definition.md.
struct GivenPalette {
    LightPositions position{};
    std::vector<Light> lights{};
    std::vector<Position> entries{};      ///< stretched
    Range y{}, u{}, v{};                  ///< of the lights
    std::vector<std::uint32_t> neutral{}; ///< entries
    std::vector<Position> neutral_entries{};
    std::vector<GivenColor> colors{}; ///< of the ColorSet

    GivenPalette(const DitherSource& source, const Progress& progress) {
        const LightTable light(source.colors.transfer());
        Range of_neutral;
        for (const Position& entry : positions_of(source.palette, source.colors.transfer())) {
            const auto index = static_cast<std::uint32_t>(entries.size());
            entries.push_back(stretched(entry));
            lights.push_back(light(source.palette[index]));
            y.add(lights.back().y);
            u.add(lights.back().u);
            v.add(lights.back().v);
            if (!is_neutral(source.palette[index])) continue;
            neutral.push_back(index);
            neutral_entries.push_back(entries.back());
            of_neutral.add(lights.back().y);
        }
        colors.resize(source.colors.size());
        each_matched(source.colors, entries, stretched, progress, [&](std::size_t i, std::uint32_t entry) {
            const Rgb color = source.colors.colors()[i];
            const Light own = light(color), &other = lights[entry];
            const std::int32_t apart =
                std::max({std::abs(own.y - other.y), std::abs(own.u - other.u), std::abs(own.v - other.v)});
            colors[i] = {own, 3 * apart + beyond, is_neutral(color) && of_neutral.has(own.y)};
        });
    }
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
            const auto reached = [&](std::int32_t error) {
                return std::clamp(error, -color.reach, color.reach);
            };
            wanted[lane] = {palette_->y.held(color.light.y + received[0][lane]),
                            palette_->u.held(color.light.u + reached(received[1][lane])),
                            palette_->v.held(color.light.v + reached(received[2][lane]))};
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
