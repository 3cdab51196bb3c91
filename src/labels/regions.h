#pragma once

#include "labels/label_plane.h"

#include <memory>

namespace huedrift {

/// Written first by the threads that use it: these arrays are large, and to clear them takes one thread as
/// long as all of them need for the rest.
template <class Value>
using ByRun = std::unique_ptr<Value[]>;

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
    /// One beyond its last column.
    std::uint32_t right(std::uint32_t run) const {
        return left_[run + 1] != 0 ? left_[run + 1] : static_cast<std::uint32_t>(width_);
    }
    /// none: transparent.
    std::uint32_t label(std::uint32_t run) const { return label_[run]; }
    /// A region is identified by its first run, which holds its first pixel.
    std::uint32_t region(std::uint32_t run) const { return region_[run]; }

    /// Has the ends of a run at hand a moment later.
    void fetch(std::uint32_t run) const { __builtin_prefetch(&left_[run]); }

    /// Calls `visit(above, run)` for runs of row y and of the one above that touch, ascending.
    template <class Visit>
    void each_contact(int y, Visit&& visit) const {
        std::uint32_t above = runs(y - 1);
        for (std::uint32_t run = runs(y); run < runs(y + 1); ++run) {
            for (;; ++above) {
                visit(above, run);
                if (right(above) >= right(run)) break;
            }
            if (right(above) == right(run)) ++above;
        }
    }

private:
    void find_runs(const LabelPlane& plane);
    void connect();
    std::uint32_t first_run(std::uint32_t run);

    int width_;
    std::vector<std::uint32_t> rows_;
    ByRun<std::uint32_t> left_, label_, region_; ///< of left one more, 0
};

}
