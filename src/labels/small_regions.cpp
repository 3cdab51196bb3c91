#include "labels/small_regions.h"

#include "labels/regions.h"

#include <algorithm>
#include <map>

namespace huedrift {
namespace {

/// Small regions with their borders, while they join. A region is identified by its first run; two that join
/// keep the smaller number.
///
/// Smallest first, each join at least doubles the smaller region, so a border is visited once per doubling up
/// to the minimum area, and no new region of the current size appears.
class Joining {
public:
    Joining(const Regions& regions, std::span<const Position> palette, std::uint32_t min_area,
            const Progress& progress)
        : regions_(regions), palette_(palette), progress_(progress), min_area_(min_area),
          parent_(regions.runs()), label_(regions.runs()), area_(regions.runs()) {
        measure();
        progress_.throw_if_cancelled();
        if (!by_area_.empty()) gather_borders();
    }

    void run() {
        while (!by_area_.empty()) {
            auto least = by_area_.extract(by_area_.begin());
            std::ranges::sort(least.mapped());
            for (const std::uint32_t region : least.mapped()) {
                progress_.throw_if_cancelled();
                if (representative(parent_, region) == region && area_[region] == least.key()) join(region);
            }
        }
    }
    std::uint32_t joined() const { return joined_; }
    std::uint32_t label(std::uint32_t run) { return label_[representative(parent_, run)]; }

private:
    struct Border {
        std::uint32_t region, edges;
    };

    bool is_small(std::uint32_t region) const { return area_[region] < min_area_; }

    void measure() {
        for (int y = 0; y < regions_.height(); ++y)
            for (std::uint32_t run = regions_.runs(y); run < regions_.runs(y + 1); ++run) {
                parent_[run] = regions_.region(run);
                label_[run] = regions_.label(run);
                area_[parent_[run]] += regions_.right(run, y) - regions_.left(run);
            }
        for (std::uint32_t run = 0; run < regions_.runs(); ++run)
            if (parent_[run] == run && label_[run] != Regions::none && is_small(run))
                by_area_[area_[run]].push_back(run);
    }

    /// The borders of each small region, one after the other.
    void gather_borders() {
        first_border_.resize(regions_.runs() + 1);
        const auto each_side = [&](auto&& visit) {
            regions_.each_border([&](std::uint32_t run, std::uint32_t other, std::uint32_t edges) {
                const std::uint32_t x = regions_.region(run), y = regions_.region(other);
                if (is_small(x)) visit(x, Border{y, edges});
                if (is_small(y)) visit(y, Border{x, edges});
            });
        };
        each_side([&](std::uint32_t region, const Border&) { ++first_border_[region]; });
        progress_.throw_if_cancelled();
        std::uint32_t sum = 0;
        for (std::uint32_t& first : first_border_) first = sum += first; // behind its last
        borders_.resize(sum);
        each_side(
            [&](std::uint32_t region, const Border& border) { borders_[--first_border_[region]] = border; });
        next_.resize(regions_.runs());
        last_.resize(regions_.runs());
        for (std::uint32_t run = 0; run < regions_.runs(); ++run) next_[run] = last_[run] = run;
    }

    /// The region's neighbours as they are by now, ascending, each once.
    void find_neighbours(std::uint32_t region) {
        neighbours_.clear();
        for (std::uint32_t part = region;; part = next_[part]) {
            for (std::uint32_t i = first_border_[part]; i < first_border_[part + 1]; ++i) {
                const std::uint32_t other = representative(parent_, borders_[i].region);
                if (other != region) neighbours_.push_back({other, borders_[i].edges});
            }
            if (next_[part] == part) break;
        }
        std::ranges::sort(neighbours_, {}, &Border::region);
        std::size_t count = 0;
        for (const Border& border : neighbours_) {
            if (count > 0 && neighbours_[count - 1].region == border.region)
                neighbours_[count - 1].edges += border.edges;
            else
                neighbours_[count++] = border;
        }
        neighbours_.resize(count);
    }

    void join(std::uint32_t region) {
        find_neighbours(region);
        if (neighbours_.empty()) return;
        const Position& own = palette_[label_[region]];
        const auto rank = [&](const Border& border) {
            return std::pair(-std::int64_t{border.edges},
                             squared_distance(own, palette_[label_[border.region]]));
        };
        const std::uint32_t label = label_[std::ranges::min_element(neighbours_, {}, rank)->region];
        ++joined_;
        std::uint32_t whole = region;
        for (const Border& border : neighbours_)
            if (label_[border.region] == label) whole = connect(whole, border.region);
        label_[whole] = label;
        if (is_small(whole)) by_area_[area_[whole]].push_back(whole);
    }

    /// Joins two regions; returns the number of the result.
    std::uint32_t connect(std::uint32_t x, std::uint32_t y) {
        const std::uint32_t first = std::min(x, y), second = std::max(x, y);
        parent_[second] = first;
        area_[first] += area_[second];
        next_[last_[first]] = second; // of large ones nobody asks for the borders
        last_[first] = last_[second];
        return first;
    }

    const Regions& regions_;
    std::span<const Position> palette_;
    const Progress& progress_;
    std::uint32_t min_area_, joined_ = 0;
    std::vector<std::uint32_t> parent_;       ///< per run, towards the first of its region
    std::vector<std::uint32_t> label_, area_; ///< of regions
    std::vector<std::uint32_t> first_border_; ///< in borders_, of the regions that were small at first
    std::vector<Border> borders_;
    std::vector<std::uint32_t> next_, last_; ///< the parts of a region; the last one's next is itself
    std::vector<Border> neighbours_;
    std::map<std::uint32_t, std::vector<std::uint32_t>> by_area_; ///< small regions
};

}

JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress) {
    const Regions regions(plane);
    progress.throw_if_cancelled();
    Joining joining(regions, palette, min_area, progress);
    joining.run();
    JoinedRegions result{.regions = joining.joined()};
    if (result.regions == 0) return result;
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        for (int y = 0; y < regions.height(); ++y)
            for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
                const std::uint32_t label = regions.label(run), now = joining.label(run);
                if (label == now) continue;
                const std::uint32_t length = regions.right(run, y) - regions.left(run);
                const std::size_t first = std::size_t(y) * std::size_t(plane.width()) + regions.left(run);
                std::fill_n(&labels[first], length, static_cast<Label>(now));
                result.pixels += length;
            }
    });
    return result;
}

}
