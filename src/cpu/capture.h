#pragma once

#include "color/grid_cell.h"
#include "cpu/ball_sum.h"
#include "cpu/component_tree.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace huedrift {

/// Proves for many states which palette entry they end at, without following them.
///
/// f, the sum of w (R2 - |q - x|^2) within the radius, grows along trajectories, and none leaves its
/// component of {f >= f(start)} (docs/definition.md). Space is cut into cubes; cubes and their faces have
/// upper bounds of f, so a component lies within cubes that are connected through faces of at least that
/// level. Where these hold only fixed points near one entry, every trajectory in them ends there. Two values
/// of f can show that a cube holds no fixed point; where they do not, it is divided.
class Capture {
public:
    static constexpr std::uint32_t none = ComponentTree::none;

    /// `entries` in their order, each taking the modes within `squared_distance` that no earlier one takes.
    /// `states`: where trajectories start, with their heights and weights from BallSum::evaluate().
    Capture(const BallSum& ball_sum, std::span<const Position> states, std::span<const double> heights,
            std::span<const std::uint64_t> weights, std::span<const Position> entries,
            std::int64_t squared_distance, Progress& progress);

    /// Whether capturing may pay: there must be many states per cube.
    static bool suits(const BallSum& ball_sum, std::span<const Position> states);
    /// The smallest squared radius for which cubes can be divided.
    static constexpr std::int64_t min_squared_radius = std::int64_t{1} << 28;

    /// The index of the entry that takes the mode of `state`, or none if that is not proved. `height` and
    /// `weight` are from BallSum::evaluate().
    std::uint32_t entry_of(const Position& state, double height, std::uint64_t weight) const;

    std::uint64_t evaluations() const { return evaluations_; }

private:
    using CellIndex = std::unordered_map<GridCell, std::uint32_t, GridCell::Hash>;
    struct Values {
        std::vector<double> height, weight;
        std::vector<Position> next;
    };
    /// A face between cubes, or (other == none) to outside of them.
    struct Face {
        double level;
        std::uint32_t cell, other;
    };
    /// A cube within a cell that may hold fixed points, with f at most `level`.
    struct Box {
        std::uint32_t cell;
        Position low;
        std::int32_t side;
        double level, reach; ///< reach: at least the weight of any ball around a point of it
        std::uint32_t label; ///< the entry that takes all of them, none or mixed
        bool open;           ///< not divided or excluded yet
    };

    static std::int32_t side_for(const BallSum& ball_sum);
    GridCell cell_at(const Position& p) const;
    Position low_of(const GridCell& cell) const { return {cell.l * side_, cell.a * side_, cell.b * side_}; }
    Values evaluate(std::span<const Position> points, double farther = 0);
    void add_cells(std::span<const Position> states);
    void bound_cells();
    void add_faces(std::span<const double> corners, std::span<const std::uint32_t> corners_of);
    std::uint32_t label_of(const Position& low, std::int32_t side) const;
    bool refine();
    void tighten_reach(std::span<const std::uint32_t> boxes, std::span<const Position> middles);
    bool excluded(const Box& box, const Position& middle, const Values& at, std::size_t i,
                  const Position& behind, double behind_height) const;
    void divide(const Box& box, std::vector<Box>& parts) const;
    void sweep(bool optimistic);
    double captured_share(std::span<const Position> states, std::span<const double> heights,
                          std::span<const std::uint64_t> weights) const;

    const BallSum& ball_sum_;
    std::span<const Position> entries_;
    std::int64_t limit_;
    Progress& progress_;
    std::int32_t side_;
    CellIndex index_;
    std::vector<GridCell> cells_;
    std::vector<double> level_, reach_;
    std::vector<Face> faces_; ///< highest first
    std::vector<Box> boxes_;
    std::vector<double> threshold_;    ///< per cell: trajectories from above it end at
    std::vector<std::uint32_t> label_; ///< this entry
    std::uint64_t evaluations_ = 0;
};

}
