#include "labels/regions.h"

#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <map>

namespace huedrift {
namespace {

/// Rows per task of connecting.
constexpr int band_rows = 64;

}

Regions::Regions(const LabelPlane& plane) : width_(plane.width()), rows_(std::size_t(plane.height()) + 1) {
    find_runs(plane);
    connect();
}

void Regions::find_runs(const LabelPlane& plane) {
    const auto width = std::size_t(width_);
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        const auto rows = std::size_t(height());
        parallel_indices(rows, band_rows, [&](std::size_t y) {
            std::uint32_t count = 0;
            each_run(&labels[y * width], 0, width, [&](Label, std::size_t, std::size_t) { ++count; });
            rows_[y + 1] = count;
        });
        for (std::size_t y = 0; y < rows; ++y) rows_[y + 1] += rows_[y];
        left_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs() + 1);
        label_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs());
        left_[runs()] = 0;
        parallel_indices(rows, band_rows, [&](std::size_t y) {
            std::uint32_t run = rows_[y];
            each_run(&labels[y * width], 0, width, [&](Label label, std::size_t x, std::size_t) {
                left_[run] = static_cast<std::uint32_t>(x);
                label_[run++] = label == no_label<Label> ? none : label;
            });
        });
    });
}

/// The first run of the part connected so far. Shortens the path on the way.
std::uint32_t Regions::first_run(std::uint32_t run) {
    while (region_[run] != run) run = region_[run] = region_[region_[run]];
    return run;
}

void Regions::connect() {
    region_ = std::make_unique_for_overwrite<std::uint32_t[]>(runs());
    const auto connect_row = [&](int y) {
        each_contact(y, [&](std::uint32_t above, std::uint32_t run) {
            if (label_[above] != label_[run]) return;
            const std::uint32_t first = first_run(above), second = first_run(run);
            region_[std::max(first, second)] = std::min(first, second);
        });
    };
    const int bands = (height() + band_rows - 1) / band_rows;
    parallel_ranges(std::size_t(bands), 1, [&](std::size_t begin, std::size_t end) {
        for (int band = int(begin); band < int(end); ++band) {
            const int first = band * band_rows, last = std::min(first + band_rows, height());
            for (std::uint32_t run = runs(first); run < runs(last); ++run) region_[run] = run;
            for (int y = first + 1; y < last; ++y) connect_row(y);
        }
    });
    for (int band = 1; band < bands; ++band) connect_row(band * band_rows);
    parallel_indices(runs(), 1 << 14, [&](std::size_t run) {
        // Other threads may shorten the same path at the same time.
        const auto up = [&](std::uint32_t of) {
            return std::atomic_ref(region_[of]).load(std::memory_order_relaxed);
        };
        std::uint32_t first = up(static_cast<std::uint32_t>(run));
        while (up(first) != first) first = up(first);
        std::atomic_ref(region_[run]).store(first, std::memory_order_relaxed);
    });
}

namespace {

/// Adds the pixels of a picture to the areas of their labels.
void add_pixels(const LabelPlane& plane, std::vector<LabelArea>& areas, const Progress& progress) {
    const Regions regions(plane);
    for (int y = 0; y < regions.height(); ++y) {
        progress.throw_if_cancelled();
        for (std::uint32_t run = regions.runs(y); run < regions.runs(y + 1); ++run) {
            if (regions.label(run) == Regions::none) continue;
            assert(regions.label(run) < areas.size());
            LabelArea& area = areas[regions.label(run)];
            const int left = int(regions.left(run)), right = int(regions.right(run));
            const bool is_first = area.pixels == 0;
            area.left = is_first ? left : std::min(area.left, left);
            area.top = is_first ? y : std::min(area.top, y);
            area.right = std::max(area.right, right);
            area.bottom = std::max(area.bottom, y + 1);
            area.pixels += std::uint64_t(right - left);
            area.regions += regions.region(run) == run;
        }
    }
}

}

std::vector<LabelArea> measure_areas(const LabelPlane& plane, std::size_t frames, const Progress& progress) {
    assert(frames > 0 && plane.height() % static_cast<int>(frames) == 0);
    std::vector<LabelArea> areas(plane.palette_size());
    const int height = plane.height() / static_cast<int>(frames);
    for (int top = 0; top < plane.height(); top += height) {
        if (frames == 1) {
            add_pixels(plane, areas, progress);
        } else {
            add_pixels(rows_of(plane, top, height), areas, progress);
        }
    }
    return areas;
}

Image cut_out(std::span<const PixelRun> runs, const LabelArea& area, const ImageView& picture) {
    assert(area.left <= area.right && area.right <= picture.width && area.bottom <= picture.height);
    Image layer(area.right - area.left, area.bottom - area.top);
    const auto columns = std::size_t(picture.width), width = std::size_t(layer.width());
    for (const PixelRun& run : runs)
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const std::size_t x = i % columns - std::size_t(area.left),
                              y = i / columns - std::size_t(area.top);
            layer.pixels()[y * width + x] = picture.pixels[i];
        }
    return layer;
}

namespace {

/// Regions of one size by their first runs, in any order.
struct OfOneSize {
    std::vector<std::uint32_t> regions{};
    std::size_t sorted = 0; ///< so many at the front are ascending
};

/// The regions while small ones join. A region is identified by its first run; the union of two keeps the
/// smaller number.
///
/// Starting with the smallest, each join at least doubles the smaller region. So a run is visited once per
/// doubling up to the minimum area, and no new region of the current size appears.
class Joining {
public:
    Joining(const Regions& regions, std::span<const Position> palette, std::uint32_t min_area,
            const Progress& progress)
        : regions_(regions), palette_(palette), progress_(progress), min_area_(min_area),
          all_(std::make_unique_for_overwrite<Region[]>(regions.runs())),
          links_(std::make_unique_for_overwrite<Links[]>(regions.runs())) {
        find_contacts();
        progress_.throw_if_cancelled();
        measure();
        progress_.throw_if_cancelled();
        gather_small();
    }

    void run() {
        while (!by_area_.empty()) {
            auto least = by_area_.extract(by_area_.begin());
            std::vector<std::uint32_t>& regions = least.mapped().regions;
            assert(least.key() < min_area_);
            const auto later = regions.begin() + std::ptrdiff_t(least.mapped().sorted);
            std::sort(later, regions.end());
            std::inplace_merge(regions.begin(), later, regions.end());
            for (std::size_t i = 0; i < regions.size(); ++i) {
                if (++looked_at_ % 256 == 0) progress_.throw_if_cancelled();
                if (i + 16 < regions.size()) fetch(regions[i + 16]);
                if (i + 8 < regions.size()) fetch_neighbours(regions[i + 8]);
                const std::uint32_t region = regions[i];
                if (root(region) == region && all_[region].area == least.key()) join(region);
            }
        }
    }
    std::uint32_t joined() const { return joined_; }
    /// May be called from several threads once all have joined.
    std::uint32_t label(std::uint32_t run) const {
        while (all_[run].parent != run) run = all_[run].parent;
        return all_[run].label;
    }

private:
    /// The data of a run. All members but the parent describe the region whose first run it is.
    struct Region {
        std::uint32_t parent; ///< a run towards the first of its region
        std::uint32_t label;
        std::uint32_t area; ///< a lower bound for large regions, at least the minimum
        std::uint32_t slot; ///< its index among the neighbours, if it is one
    };
    struct Links {
        std::uint32_t above, below; ///< the first touching run in the row above and below, or none
        std::uint32_t next;         ///< next run of the region; the last points to itself
        std::uint32_t last;         ///< last run of the region whose first this is
    };
    struct Border {
        std::uint32_t region, edges;
    };
    static constexpr std::uint32_t none = Regions::none;

    std::uint32_t root(std::uint32_t run) {
        while (all_[run].parent != run) run = all_[run].parent = all_[all_[run].parent].parent;
        return run;
    }
    bool is_small(std::uint32_t region) const { return all_[region].area < min_area_; }

    void each_band(FunctionRef<std::size_t, std::size_t> body) const {
        parallel_ranges(std::size_t(regions_.height()), 64, body);
    }

    void find_contacts() {
        each_band([&](std::size_t begin, std::size_t end) {
            for (std::uint32_t run = regions_.runs(int(begin)); run < regions_.runs(int(end)); ++run) {
                all_[run] = {regions_.region(run), regions_.label(run), 0, 0};
                links_[run].next = links_[run].last = run;
            }
            for (int y = std::max(1, int(begin)); y < int(end); ++y) {
                std::uint32_t last_above = none, last_run = none;
                regions_.each_contact(y, [&](std::uint32_t above, std::uint32_t run) {
                    if (run != last_run) links_[run].above = above;
                    if (above != last_above) links_[above].below = run;
                    last_run = run, last_above = above;
                });
            }
        });
        for (std::uint32_t run = 0; run < regions_.runs(1); ++run) links_[run].above = none;
        for (std::uint32_t run = regions_.runs(regions_.height() - 1); run < regions_.runs(); ++run)
            links_[run].below = none;
    }

    void measure() {
        parallel_ranges(regions_.runs(), 1 << 14, [&](std::size_t begin, std::size_t end) {
            for (auto run = std::uint32_t(begin); run < end; ++run) {
                const std::atomic_ref area(all_[regions_.region(run)].area);
                // Otherwise all threads would wait for each other to count the same large regions.
                if (area.load(std::memory_order_relaxed) < min_area_)
                    area.fetch_add(regions_.right(run) - regions_.left(run), std::memory_order_relaxed);
            }
        });
    }

    void gather_small() {
        for (std::uint32_t run = 0; run < regions_.runs(); ++run) {
            const std::uint32_t first = all_[run].parent;
            if (all_[run].label == none || !is_small(first)) continue;
            if (first == run)
                by_area_[all_[run].area].regions.push_back(run);
            else
                append(first, run);
        }
        for (auto& [area, group] : by_area_) group.sorted = group.regions.size();
    }

    /// Appends the runs of another region to those of a region.
    void append(std::uint32_t region, std::uint32_t other) {
        links_[links_[region].last].next = other;
        links_[region].last = links_[other].last;
    }

    // Regions of one size are spread over the picture, so each would wait for memory.

    void fetch(std::uint32_t run) const {
        __builtin_prefetch(&all_[run]);
        __builtin_prefetch(&links_[run]);
        regions_.fetch(run);
    }
    void fetch_neighbours(std::uint32_t run) const {
        for (const std::uint32_t other : {links_[run].above, links_[run].below})
            if (other != none) {
                __builtin_prefetch(&all_[other]);
                regions_.fetch(other);
            }
    }

    /// Calls `visit(neighbour, edges)` for the runs around one.
    template <class Visit>
    void each_neighbour(std::uint32_t run, Visit&& visit) const {
        const std::uint32_t left = regions_.left(run), right = regions_.right(run);
        if (left > 0) visit(run - 1, 1u);
        if (right < std::uint32_t(regions_.width())) visit(run + 1, 1u);
        for (std::uint32_t other : {links_[run].above, links_[run].below}) {
            if (other == none) continue;
            for (;; ++other) {
                const std::uint32_t end = regions_.right(other);
                visit(other, std::min(end, right) - std::max(regions_.left(other), left));
                if (end >= right) break;
            }
        }
    }

    /// The region's current neighbours, each once.
    void find_neighbours(std::uint32_t region) {
        neighbours_.clear();
        const auto note = [&](std::uint32_t run, std::uint32_t edges) {
            const std::uint32_t other = root(run);
            if (other == region || all_[other].label == none) return;
            std::uint32_t& slot = all_[other].slot;
            if (slot < neighbours_.size() && neighbours_[slot].region == other) {
                neighbours_[slot].edges += edges;
                return;
            }
            slot = static_cast<std::uint32_t>(neighbours_.size());
            neighbours_.push_back({other, edges});
        };
        for (std::uint32_t run = region;; run = links_[run].next) {
            each_neighbour(run, note);
            if (links_[run].next == run) break;
        }
    }

    /// Whether a region with the border x joins it rather than y's.
    bool is_before(const Border& x, const Border& y, const Position& position) const {
        if (x.edges != y.edges) return x.edges > y.edges;
        const std::int64_t to_x = squared_distance(position, palette_[all_[x.region].label]),
                           to_y = squared_distance(position, palette_[all_[y.region].label]);
        return to_x != to_y ? to_x < to_y : x.region < y.region;
    }

    void join(std::uint32_t region) {
        assert(all_[region].parent == region && all_[region].label < palette_.size());
        find_neighbours(region);
        if (neighbours_.empty()) return;
        const Position& position = palette_[all_[region].label];
        const auto best = std::ranges::min_element(
            neighbours_, [&](const Border& x, const Border& y) { return is_before(x, y, position); });
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
        assert(x != y && all_[x].parent == x && all_[y].parent == y);
        const std::uint32_t first = std::min(x, y), second = std::max(x, y);
        all_[second].parent = first;
        all_[first].area += all_[second].area;
        append(first, second); // the runs of large regions are never used
        return first;
    }

    const Regions& regions_;
    std::span<const Position> palette_;
    const Progress& progress_;
    std::uint32_t min_area_, joined_ = 0, looked_at_ = 0;
    ByRun<Region> all_; ///< data used together lie together
    ByRun<Links> links_;
    std::vector<Border> neighbours_;
    std::map<std::uint32_t, OfOneSize> by_area_; ///< small regions
};

}

JoinedRegions join_small_regions(LabelPlane& plane, std::span<const Position> palette, std::uint32_t min_area,
                                 const Progress& progress) {
    assert(palette.size() >= plane.palette_size());
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
                    const std::uint32_t length = regions.right(run) - regions.left(run);
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
