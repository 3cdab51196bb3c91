#include "dither/dither.h"

#include "blue_noise.h"
#include "dither/each_matched.h"
#include "dither/given_palette.h"
#include "dither/reach.h"
#include "dither/texture.h"
#include "dither/wavefront.h"
#include "palette/nearest_in_cell.h"

#include <functional>
#include <optional>

namespace huedrift {
namespace {

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

/// "A palette of the picture" of docs/definition.md, with the members that DiffusionStep uses of a
/// GivenPalette.
struct PicturePalette {
    using Value = Position;
    static constexpr bool looks_up_with_noise = false;

    std::vector<Position> entries;
    std::vector<MatchedColor> colors;        ///< of the ColorSet
    std::vector<std::uint32_t> neutral{};    ///< none: greys are as other colours
    std::vector<Position> neutral_entries{}; ///< none

    PicturePalette(const DitherSource& source, const Progress& progress)
        : entries(positions_of(source.palette, source.colors.transfer())), colors(source.colors.size()) {
        each_matched(source.colors, entries, std::identity{}, progress,
                     [&](std::size_t i, std::uint32_t entry) {
                         const Position& own = source.colors.positions()[i];
                         colors[i] = {own, entry, root_of(squared_distance(own, entries[entry]))};
                     });
    }

    const Position& value(std::uint32_t entry) const { return entries[entry]; }
    static const Position& place(const Position& wanted) { return wanted; }
    static constexpr bool is_grey(const MatchedColor&) { return false; }

    /// The colour's position with an error, at most as far from it as it may reach.
    static Position wanted(const MatchedColor& color, const std::array<std::int32_t, 3>& received) {
        std::array<std::int64_t, 3> error{received[0], received[1], received[2]};
        const std::int64_t most = reach_of(color.distance),
                           square = error[0] * error[0] + error[1] * error[1] + error[2] * error[2];
        if (square > most * most) {
            const std::int64_t part = (most << 24) / root_of(square);
            for (std::int64_t& coordinate : error) coordinate = coordinate * part >> 24;
        }
        return {color.position.l + std::int32_t(error[0]), color.position.a + std::int32_t(error[1]),
                color.position.b + std::int32_t(error[2])};
    }
};

/// Labels pixels with entries of a palette, for one thread.
template <class Palette, class Label>
class DiffusionStep {
public:
    /// `shares` of the error that pixels may receive; empty: all.
    DiffusionStep(const DitherSource& source, const Palette& palette, std::span<const std::uint8_t> shares,
                  std::vector<Label>& labels, const Progress& progress)
        : source_(&source), palette_(&palette), shares_(shares), labels_(&labels),
          nearest_(palette.entries, progress) {
        if (!palette.neutral.empty()) nearest_neutral_.emplace(palette.neutral_entries, progress);
    }

    Wavefront::Errors operator()(const Wavefront::Pixels& pixels, const Wavefront::Errors& received) {
        std::array<typename Palette::Value, Wavefront::lanes> wanted;
        std::array<bool, Wavefront::lanes> is_visible{}, is_grey{};
        bool has_greys = false;
        for (std::size_t lane = 0; lane < Wavefront::lanes; ++lane) {
            const std::size_t pixel = pixels.numbers[lane];
            if (pixel == Wavefront::none) continue;
            const auto [r, g, b, a] = source_->image.pixels[pixel];
            is_visible[lane] = a != 0;
            if (a == 0) continue;
            const auto& color = palette_->colors[source_->colors.index()[{r, g, b}]];
            const std::array<std::int32_t, 3> own = error(pixel, received, lane);
            wanted[lane] = palette_->wanted(color, own);
            Position place;
            if constexpr (Palette::looks_up_with_noise)
                place = palette_->place(palette_->wanted(color, with_noise(own, pixels, lane)));
            else
                place = palette_->place(wanted[lane]);
            nearest_.want(lane, place);
            if (!palette_->is_grey(color)) continue;
            is_grey[lane] = has_greys = true;
            nearest_neutral_->want(lane, place);
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
            (*labels_)[pixels.numbers[lane]] = static_cast<Label>(entries[lane]);
            const auto own = coordinates(wanted[lane]), taken = coordinates(palette_->value(entries[lane]));
            for (std::size_t i = 0; i < 3; ++i)
                errors[i][lane] = scaled(own[i] - taken[i], source_->strength);
        }
        return errors;
    }

private:
    /// The error, longer or shorter by up to a quarter. Only the choice of the label depends on this, so the
    /// tone does not.
    static std::array<std::int32_t, 3> with_noise(std::array<std::int32_t, 3> error,
                                                  const Wavefront::Pixels& pixels, std::size_t lane) {
        const std::size_t row = (pixels.row + lane) % mask_side,
                          column = (pixels.column - 2 * lane) % mask_side;
        const std::int64_t noise = std::int64_t{blue_noise[row * mask_side + column]} - 2048;
        for (std::int32_t& coordinate : error)
            coordinate += static_cast<std::int32_t>(coordinate * noise >> 13);
        return error;
    }
    /// The share of the error that the pixel may receive.
    std::array<std::int32_t, 3> error(std::size_t pixel, const Wavefront::Errors& received,
                                      std::size_t lane) const {
        std::array<std::int32_t, 3> error{received[0][lane], received[1][lane], received[2][lane]};
        if (shares_.empty()) return error;
        for (std::int32_t& coordinate : error)
            coordinate =
                static_cast<std::int32_t>(std::int64_t{coordinate} * shares_[pixel] >> 7); // of full_share
        return error;
    }

    const DitherSource* source_;
    const Palette* palette_;
    std::span<const std::uint8_t> shares_;
    std::vector<Label>* labels_;
    NearestOfLanes nearest_;
    std::optional<NearestOfLanes> nearest_neutral_{};
};

/// Dithers in steps, one for each thread.
template <class Palette, class Label>
void diffuse_to(const Palette& palette, std::span<const std::uint8_t> shares, const DitherSource& source,
                std::vector<Label>& labels, const Progress& progress) {
    using Step = DiffusionStep<Palette, Label>;
    Wavefront wavefront(std::size_t(source.image.width), std::size_t(source.image.height),
                        frame_height(source));
    std::vector<Step> steps(wavefront.threads(), Step(source, palette, shares, labels, progress));
    wavefront.run(std::span(steps), progress);
}

}

LabelPlane diffuse(const DitherSource& source, bool masks, const Progress& progress) {
    LabelPlane plane(source.image.width, source.image.height, source.palette.size());
    if (source.palette.empty()) return plane;
    plane.visit([&](auto& labels) {
        if (source.is_given) {
            diffuse_to(GivenPalette(source, progress), {}, source, labels, progress);
        } else {
            const PicturePalette palette(source, progress);
            std::vector<std::uint8_t> shares;
            if (masks) shares = mask_by_texture(source, palette.colors, progress);
            diffuse_to(palette, shares, source, labels, progress);
        }
    });
    return plane;
}

}
