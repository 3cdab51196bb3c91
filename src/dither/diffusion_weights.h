#pragma once

#include "base/enumeration.h"

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace huedrift {

/// Which pixels receive the error of one, and how much of it.
enum class Diffusion { floyd_steinberg, atkinson, jarvis, stucki, burkes, sierra };

/// A row of "By diffusion" in docs/definition.md: the weights of the pixels that receive a pixel's error.
struct DiffusionWeights {
    static constexpr int most_columns = 2, most_rows = 2; ///< to each side and below

    Diffusion diffusion;
    std::string_view name;
    int divisor; ///< of the weights
    /// Of the pixel's own row and those below, from the second column to the left on.
    std::array<std::array<int, 2 * most_columns + 1>, most_rows + 1> rows;

    /// Of the pixel so many columns to the right and rows below; 0 beyond the table.
    constexpr int at(int column, int row) const {
        assert(row >= 0 && row <= most_rows);
        const bool is_in_table = column >= -most_columns && column <= most_columns;
        return is_in_table ? rows[std::size_t(row)][std::size_t(column + most_columns)] : 0;
    }
    constexpr int sum() const {
        int sum = 0;
        for (const auto& row : rows)
            for (const int weight : row) sum += weight;
        return sum;
    }
    /// The rows below that receive something.
    constexpr int rows_below() const {
        for (int row = most_rows; row > 0; --row)
            for (int column = -most_columns; column <= most_columns; ++column)
                if (at(column, row) != 0) return row;
        return 0;
    }
    /// The greatest distance to the right in the pixel's own row.
    constexpr int ahead() const { return at(2, 0) != 0 ? 2 : 1; }
    /// The greatest distance to a side in the rows below.
    constexpr int reach() const {
        for (int row = 1; row <= most_rows; ++row)
            if (at(-2, row) != 0 || at(2, row) != 0) return 2;
        return 1;
    }
    /// Whether a pixel is the last in reading order that receives something.
    constexpr bool is_last(int column, int row) const {
        for (int below = row; below <= most_rows; ++below)
            for (int x = below == row ? column + 1 : -most_columns; x <= most_columns; ++x)
                if (at(x, below) != 0) return false;
        return at(column, row) != 0;
    }
    /// Whether the last pixel receives what the others leave, so that no error is lost.
    constexpr bool keeps_all() const { return sum() == divisor; }
};

/// Floyd and Steinberg, An Adaptive Algorithm for Spatial Grey Scale, 1976; Bill Atkinson's for the
/// Macintosh, about 1984; Jarvis, Judice and Ninke, A Survey of Techniques for the Display of Continuous Tone
/// Pictures on Bilevel Displays, 1976; Stucki, MECCA, 1981; Burkes 1988 and Sierra 1989, of CompuServe's
/// forums.
inline constexpr std::array all_diffusion_weights{
    DiffusionWeights{Diffusion::floyd_steinberg, "floyd-steinberg", 16, {{{0, 0, 0, 7, 0}, {0, 3, 5, 1, 0}}}},
    // Two eighths of the error are lost, which keeps light and dark areas clean.
    DiffusionWeights{
        Diffusion::atkinson, "atkinson", 8, {{{0, 0, 0, 1, 1}, {0, 1, 1, 1, 0}, {0, 0, 1, 0, 0}}}},
    DiffusionWeights{Diffusion::jarvis, "jarvis", 48, {{{0, 0, 0, 7, 5}, {3, 5, 7, 5, 3}, {1, 3, 5, 3, 1}}}},
    DiffusionWeights{Diffusion::stucki, "stucki", 42, {{{0, 0, 0, 8, 4}, {2, 4, 8, 4, 2}, {1, 2, 4, 2, 1}}}},
    DiffusionWeights{Diffusion::burkes, "burkes", 32, {{{0, 0, 0, 8, 4}, {2, 4, 8, 4, 2}}}},
    DiffusionWeights{Diffusion::sierra, "sierra", 32, {{{0, 0, 0, 5, 3}, {2, 4, 5, 4, 2}, {0, 2, 3, 2, 0}}}},
};
static_assert(has_row_for_each(all_diffusion_weights, &DiffusionWeights::diffusion));

constexpr const DiffusionWeights& weights_of(Diffusion diffusion) {
    return all_diffusion_weights[static_cast<std::size_t>(diffusion)];
}

/// "floyd-steinberg", "atkinson", "jarvis", "stucki", "burkes" or "sierra".
constexpr std::string_view name_of(Diffusion diffusion) { return weights_of(diffusion).name; }

/// Calls body.operator()<diffusion>() for the diffusion asked for.
template <class Body>
void with_diffusion(Diffusion asked, const Body& body) {
    [&]<std::size_t... row>(std::index_sequence<row...>) {
        const auto try_row = [&]<Diffusion diffusion>() {
            if (asked == diffusion) body.template operator()<diffusion>();
        };
        (try_row.template operator()<all_diffusion_weights[row].diffusion>(), ...);
    }
    (std::make_index_sequence<all_diffusion_weights.size()>());
}

/// floor(value / divisor)
template <int divisor>
constexpr std::int32_t floor_divided(std::int32_t value) {
    static_assert(divisor > 0);
    if constexpr ((divisor & (divisor - 1)) == 0) return value >> std::countr_zero(unsigned{divisor});
    return (value < 0 ? value - (divisor - 1) : value) / divisor;
}

}
