#include "labels/small_regions.h"

#include "base/parallel.h"
#include "labels/regions.h"

#include <algorithm>
#include <atomic>
#include <map>

namespace huedrift {
namespace {

template <class Number>
auto shared(Number& number) {
    return std::atomic_ref(number);
}

/// Regions of one size by their first runs, in any order.
struct OfOneSize {
    std::vector<std::uint32_t> regions{};
    std::size_t sorted = 0; ///< the first of them are ascending
};

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
          all_(regions.runs()) {
        measure();
        progress_.throw_if_cancelled();
        if (!by_area_.empty()) gather_borders();
    }

    void run() {
        while (!by_area_.empty()) {
            auto least = by_area_.extract(by_area_.begin());
            std::vector<std::uint32_t>& regions = least.mapped().regions;
            const auto later = regions.begin() + std::ptrdiff_t(least.mapped().sorted);
            std::sort(later, regions.end());
            std::inplace_merge(regions.begin(), later, regions.end());
            for (const std::uint32_t region : regions) {
                if (++looked_at_ % 256 == 0) progress_.throw_if_cancelled();
                if (root(region) == region && all_[region].area == least.key()) join(region);
            }
        }
    }
    std::uint32_t joined() const { return joined_; }
    /// For several threads at a time, once all have joined.
    std::uint32_t label(std::uint32_t run) const {
        while (all_[run].parent != run) run = all_[run].parent;
        return all_[run].label;
    }

private:
    /// Of a run; what is not its parent is that of the region whose first it is.
    struct Region {
        std::uint32_t parent; ///< towards the first of its region
        std::uint32_t label;
        std::uint32_t area; ///< of large ones perhaps less, but not below the minimum
        std::uint32_t slot; ///< where it is among the neighbours, if it is there
    };
    struct Border {
        std::uint32_t region, edges;
    };

    std::uint32_t root(std::uint32_t run) {
        while (all_[run].parent != run) run = all_[run].parent = all_[all_[run].parent].parent;
        return run;
    }
    bool is_small(std::uint32_t region) const { return all_[region].area < min_area_; }

    void each_band(FunctionRef<std::size_t, std::size_t> body) const {
        parallel_ranges(std::size_t(regions_.height()), 64, body);
    }

    void measure() {
        each_band([&](std::size_t begin, std::size_t end) {
            for (int y = int(begin); y < int(end); ++y)
                for (std::uint32_t run = regions_.runs(y); run < regions_.runs(y + 1); ++run) {
                    all_[run].parent = regions_.region(run);
                    all_[run].label = regions_.label(run);
                    const auto area = shared(all_[regions_.region(run)].area);
                    // All threads would wait for each other to count the same large regions.
                    if (area.load(std::memory_order_relaxed) < min_area_)
                        area.fetch_add(regions_.right(run, y) - regions_.left(run),
                                       std::memory_order_relaxed);
                }
        });
        for (std::uint32_t run = 0; run < regions_.runs(); ++run)
            if (all_[run].parent == run && all_[run].label != Regions::none && is_small(run))
                by_area_[all_[run].area].regions.push_back(run);
        for (auto& [area, of_it] : by_area_) of_it.sorted = of_it.regions.size();
    }

    /// The borders of each small region, one after the other.
    void gather_borders() {
        first_border_.resize(regions_.runs() + 1);
        const auto each_side = [&](auto&& visit) {
            each_band([&](std::size_t begin, std::size_t end) {
                regions_.each_border(
                    int(begin), int(end), [&](std::uint32_t run, std::uint32_t other, std::uint32_t edges) {
                        const std::uint32_t x = regions_.region(run), y = regions_.region(other);
                        if (is_small(x)) visit(x, Border{y, edges});
                        if (is_small(y)) visit(y, Border{x, edges});
                    });
            });
        };
        each_side([&](std::uint32_t region, const Border&) {
            shared(first_border_[region]).fetch_add(1, std::memory_order_relaxed);
        });
        progress_.throw_if_cancelled();
        std::uint32_t sum = 0;
        for (std::uint32_t& first : first_border_) first = sum += first; // behind its last
        borders_.resize(sum);
        each_side([&](std::uint32_t region, const Border& border) {
            borders_[shared(first_border_[region]).fetch_sub(1, std::memory_order_relaxed) - 1] = border;
        });
        progress_.throw_if_cancelled();
        next_.resize(regions_.runs());
        last_.resize(regions_.runs());
        for (std::uint32_t run = 0; run < regions_.runs(); ++run) next_[run] = last_[run] = run;
    }

    /// The region's neighbours as they are by now, each once.
    void find_neighbours(std::uint32_t region) {
        neighbours_.clear();
        for (std::uint32_t part = region;; part = next_[part]) {
            for (std::uint32_t i = first_border_[part]; i < first_border_[part + 1]; ++i) {
                const std::uint32_t other = root(borders_[i].region);
                if (other == region) continue;
                std::uint32_t& slot = all_[other].slot;
                if (slot < neighbours_.size() && neighbours_[slot].region == other) {
                    neighbours_[slot].edges += borders_[i].edges;
                    continue;
                }
                slot = static_cast<std::uint32_t>(neighbours_.size());
                neighbours_.push_back({other, borders_[i].edges});
            }
            if (next_[part] == part) break;
        }
    }

    /// Whether a region with the border x takes it rather than y's.
    bool is_before(const Border& x, const Border& y, const Position& own) const {
        if (x.edges != y.edges) return x.edges > y.edges;
        const std::int64_t to_x = squared_distance(own, palette_[all_[x.region].label]),
                           to_y = squared_distance(own, palette_[all_[y.region].label]);
        return to_x != to_y ? to_x < to_y : x.region < y.region;
    }

    void join(std::uint32_t region) {
        find_neighbours(region);
        if (neighbours_.empty()) return;
        const Position& own = palette_[all_[region].label];
        const auto best = std::ranges::min_element(
            neighbours_, [&](const Border& x, const Border& y) { return is_before(x, y, own); });
        const std::uint32_t label = all_[best->region].label;
        ++joined_;
        std::uint32_t whole = region;
        for (const Border& border : neighbours_)
            if (all_[border.region].label == label) whole = connect(whole, border.region);
        all_[whole].label = label;
        if (is_small(whole)) by_area_[all_[whole].area].regions.push_back(whole);
    }

    /// Joins two regions; returns the number of the result.
    std::uint32_t connect(std::uint32_t x, std::uint32_t y) {
        const std::uint32_t first = std::min(x, y), second = std::max(x, y);
        all_[second].parent = first;
        all_[first].area += all_[second].area;
        next_[last_[first]] = second; // of large ones nobody asks for the borders
        last_[first] = last_[second];
        return first;
    }

    const Regions& regions_;
    std::span<const Position> palette_;
    const Progress& progress_;
    std::uint32_t min_area_, joined_ = 0, looked_at_ = 0;
    std::vector<Region> all_;                 ///< by runs: what is asked for together lies together
    std::vector<std::uint32_t> first_border_; ///< in borders_, of the regions that were small at first
    std::vector<Border> borders_;
    std::vector<std::uint32_t> next_, last_; ///< the parts of a region; the last one's next is itself
    std::vector<Border> neighbours_;
    std::map<std::uint32_t, OfOneSize> by_area_; ///< small regions
};

}

JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress) {
    const Regions regions(plane);
    progress.report(0.3);
    progress.throw_if_cancelled();
    Joining joining(regions, palette, min_area, progress);
    progress.report(0.5);
    joining.run();
    JoinedRegions result{.regions = joining.joined()};
    if (result.regions == 0) return result;
    std::atomic<std::uint64_t> pixels{0};
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        parallel_ranges(std::size_t(regions.height()), 64, [&](std::size_t begin, std::size_t end) {
            std::uint64_t here = 0;
            for (int y = int(begin); y < int(end); ++y)
                for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
                    const std::uint32_t label = regions.label(run), now = joining.label(run);
                    if (label == now) continue;
                    const std::uint32_t length = regions.right(run, y) - regions.left(run);
                    const std::size_t first = std::size_t(y) * std::size_t(plane.width()) + regions.left(run);
                    std::fill_n(&labels[first], length, static_cast<Label>(now));
                    here += length;
                }
            pixels += here;
        });
    });
    result.pixels = pixels;
    return result;
}

}
