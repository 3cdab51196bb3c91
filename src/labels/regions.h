#pragma once

#include "base/progress.h"
#include "color/position.h"
#include "labels/label_plane.h"

#include <cassert>
#include <memory>

namespace huedrift {

/// Uninitialised, since the threads that use these large arrays fill them: clearing takes one thread as long
/// as all the rest takes all threads.
template <class Value>
using ByRun = std::unique_ptr<Value[]>;

/// The 4-connected regions of equal labels, as runs: stretches of one label in a row, numbered in the order
/// of the picture. Transparent pixels form runs without a label, which belong to no region.
class Regions {
public:
    static constexpr std::uint32_t none = 0xffffffff;

    explicit Regions(const LabelPlane& plane);

    int width() const { return width_; }
    int height() const { return static_cast<int>(rows_.size()) - 1; }
    /// The runs of row y are runs(y) to runs(y + 1) - 1.
    std::uint32_t runs(int y) const {
        assert(y >= 0 && y <= height());
        return rows_[std::size_t(y)];
    }
    std::uint32_t runs() const { return rows_.back(); }
    std::uint32_t left(std::uint32_t run) const { return left_[run]; }
    /// The column after the last.
    std::uint32_t right(std::uint32_t run) const {
        assert(run < runs());
        return left_[run + 1] != 0 ? left_[run + 1] : static_cast<std::uint32_t>(width_);
    }
    /// The label of a run; none: transparent.
    std::uint32_t label(std::uint32_t run) const { return label_[run]; }
    /// The region of a run, identified by its first run, which holds the region's first pixel.
    std::uint32_t region(std::uint32_t run) const {
        assert(run < runs() && region_[run] <= run);
        return region_[run];
    }

    /// Prefetches the ends of a run.
    void fetch(std::uint32_t run) const { __builtin_prefetch(&left_[run]); }

    /// Calls `visit(above, run)` for touching runs of row y and the row above, in ascending order.
    template <class Visit>
    void each_contact(int y, Visit&& visit) const {
        assert(y > 0);
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
    ByRun<std::uint32_t> left_, label_, region_; ///< left_ ends with an extra 0
};

/// The extent of a label's pixels.
struct LabelArea {
    std::uint64_t pixels = 0;
    std::uint32_t regions = 0;                    ///< 4-connected
    int left = 0, top = 0, right = 0, bottom = 0; ///< of the bounding box; right and bottom are exclusive
};

/// The area of each label in the frames of an animation, which lie below each other, or in a picture. The box
/// is the union of those in all frames. Throws Error(cancelled).
std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames = 1,
                                     const Progress& progress = {});

/// The pixels of a label, cropped to the box of its area.
Image cut_out(std::span<const PixelRun> runs, const LabelArea& area, const ImageView& picture);

/// The changes of join_small_regions().
struct JoinedRegions {
    std::uint32_t regions = 0; ///< regions that joined another
    std::uint64_t pixels = 0;  ///< pixels whose label changed
};

/// "Small regions" of docs/definition.md: regions of fewer than `min_area` pixels join neighbours. `palette`
/// has the position of each label. Takes up to 80 bytes a pixel, if no two neighbours are alike. Throws
/// Error(cancelled) without a change.
JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress = {});

}
