#pragma once

#include "labels/label_plane.h"

#include <algorithm>

namespace huedrift {

/// The 4-connected regions of equal labels, by runs: stretches of one label in a row, numbered in the order
/// of the picture. Transparent pixels form runs without a label, which belong to no region.
class Regions {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    explicit Regions(const LabelPlane& plane);

    int width() const { return width_; }
    int height() const { return static_cast<int>(rows_.size()) - 1; }
    /// Those of row y are runs(y) to runs(y + 1) - 1.
    std::uint32_t runs(int y) const { return rows_[std::size_t(y)]; }
    std::uint32_t runs() const { return rows_.back(); }
    std::uint32_t left(std::uint32_t run) const { return left_[run]; }
    /// One beyond its last column; `y` is its row.
    std::uint32_t right(std::uint32_t run, int y) const {
        return run + 1 == runs(y + 1) ? static_cast<std::uint32_t>(width_) : left_[run + 1];
    }
    /// none: transparent.
    std::uint32_t label(std::uint32_t run) const { return label_[run]; }
    /// A region is identified by its first run, which holds its first pixel.
    std::uint32_t region(std::uint32_t run) const { return region_[run]; }

    /// Calls `visit(run, other, edges)` for visible neighbours of two regions and the edges of pixels that
    /// they share: within the rows from `begin` to before `end`, and between those and the ones above.
    template <class Visit>
    void each_border(int begin, int end, Visit&& visit) const {
        for (int y = begin; y < end; ++y) {
            for (std::uint32_t run = runs(y) + 1; run < runs(y + 1); ++run)
                if (label_[run - 1] != none && label_[run] != none) visit(run - 1, run, 1u);
            if (y > 0)
                each_contact(y, [&](std::uint32_t above, std::uint32_t run, std::uint32_t edges) {
                    if (label_[above] != label_[run] && label_[above] != none && label_[run] != none)
                        visit(above, run, edges);
                });
        }
    }

private:
    /// Calls `visit(above, run, columns)` for runs of row y and of the one above that touch.
    template <class Visit>
    void each_contact(int y, Visit&& visit) const {
        std::uint32_t above = runs(y - 1);
        for (std::uint32_t run = runs(y); run < runs(y + 1); ++run) {
            for (;; ++above) {
                const std::uint32_t from = std::max(left_[above], left_[run]),
                                    to = std::min(right(above, y - 1), right(run, y));
                visit(above, run, to - from);
                if (right(above, y - 1) >= right(run, y)) break;
            }
            if (right(above, y - 1) == right(run, y)) ++above;
        }
    }
    void find_runs(const LabelPlane& plane);
    void connect();

    int width_;
    std::vector<std::uint32_t> rows_, left_, label_, region_;
};

/// The representative of a union-find set, each kept below its members.
inline std::uint32_t representative(std::vector<std::uint32_t>& parents, std::uint32_t of) {
    while (parents[of] != of) of = parents[of] = parents[parents[of]];
    return of;
}

}
