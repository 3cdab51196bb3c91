#pragma once

#include "base/progress.h"
#include "color/position.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace huedrift {

/// A colour with its alpha.
struct AlphaPair {
    Rgb color{};
    std::uint8_t alpha = 255; ///< 0: transparent, whose colour is black
    std::uint64_t weight = 1; ///< at least 1: its pixels, or what they count for

    friend bool operator==(const AlphaPair&, const AlphaPair&) = default;
};

/// The seven coordinates of "Alpha levels" in docs/definition.md: the six of the colour less a ground, times
/// alpha, and alpha itself.
ColorPoint pair_point(Rgb color, std::uint8_t alpha, const PositionTable& position);

/// Finds the nearest of some entries, the first of equally near ones. Opaque points take opaque entries, and
/// transparent points transparent ones; soft points take any. Cannot be moved.
class NearestPair {
public:
    /// At least one entry of each opacity that is looked for.
    explicit NearestPair(std::span<const ColorPoint> entries);
    NearestPair(const NearestPair&) = delete;
    NearestPair& operator=(const NearestPair&) = delete;
    ~NearestPair();

    std::uint32_t operator()(const ColorPoint& point) const;

private:
    struct Entries;
    std::vector<Entries> of_opacity_;
};

/// Up to this many pairs are joined one by one. At least 16 for each kind, as the sign of a coordinate
/// divides boxes of any size.
inline constexpr std::size_t max_pair_cells = std::size_t{1} << 14;

/// Pairs after joins.
struct JoinedPairs {
    std::vector<AlphaPair> pairs{};       ///< with the weights of those that became them, which may be none
    std::vector<std::uint16_t> becomes{}; ///< per pair, an index into pairs
};

/// How pairs join.
struct PairJoins {
    std::size_t count; ///< pairs left at most, 1 to 65535, at least one for each opacity of the pairs
    Transfer transfer = Transfer::srgb;
    bool keeps_colors = false; ///< whether only colours of the pairs are left
    std::size_t max_cells = max_pair_cells;
};
/// "Alpha levels" of docs/definition.md: joins pairs by error, settles them and lets them snap. Where that
/// suffices, pairs join only those of their colour. `pairs` are distinct and ascend by colour and alpha,
/// their weights are at most 2^37 together. Throws Error(cancelled).
JoinedPairs join_alpha_pairs(std::span<const AlphaPair> pairs, const PairJoins& joins,
                             const Progress& progress = {});

}
