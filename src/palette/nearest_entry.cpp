#include "palette/nearest_entry.h"

#include "base/parallel.h"
#include "base/sort_parts.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <utility>

namespace huedrift {
namespace {

/// From this number of entries on, a second thread is worth its cost.
constexpr std::size_t worth_threads = 2048;

}

std::vector<ColorPoint> without_codes(std::span<const Position> positions) {
    std::vector<ColorPoint> points(positions.size());
    std::ranges::transform(positions, points.begin(), [](const Position& p) { return ColorPoint{p}; });
    return points;
}

NearestEntry::NearestEntry(std::span<const Position> entries, const Progress& progress)
    : NearestEntry(without_codes(entries), progress) {}

NearestEntry::NearestEntry(std::span<const ColorPoint> entries, const Progress& progress)
    : cuts_(entries.size()) {
    assert(!entries.empty());
    entries_.reserve(entries.size());
    each_index(entries.size(), progress, [&](std::size_t i) {
        entries_.push_back({entries[i], static_cast<std::uint32_t>(i)});
        box_.add(entries[i].position);
    });
    divide(0, entries_.size(), progress);
}

void NearestEntry::divide(std::size_t begin, std::size_t end, const Progress& progress) {
    if (end - begin <= leaf_size) return;
    BoundingBox box;
    each_index(end - begin, progress, [&](std::size_t i) { box.add(entries_[begin + i].point.position); });
    const std::size_t longest = box.longest_axis();
    const std::size_t middle = begin + (end - begin) / 2;
    assert(middle < cuts_.size());
    const auto is_below = [&](const Entry& x, const Entry& y) {
        return coordinates(x.point.position)[longest] < coordinates(y.point.position)[longest];
    };
    select_key(std::span(entries_).subspan(begin, end - begin), middle - begin, is_below, progress);
    cuts_[middle] = {longest, coordinates(entries_[middle].point.position)[longest]};
    if (end - begin < worth_threads) {
        divide(begin, middle, progress);
        divide(middle, end, progress);
    } else {
        progress.throw_if_cancelled();
        parallel_both([&] { divide(begin, middle, progress); }, [&] { divide(middle, end, progress); });
    }
}

/// Knows the squared distance to the cell of the range (Arya and Mount, "Algorithms for fast vector
/// quantization", 1993), as a position far away is nearly equally far from many entries.
void NearestEntry::search(Search& search, std::size_t begin, std::size_t end, std::int64_t to_cell) const {
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i) {
            const Entry& entry = entries_[i];
            const std::int64_t distance = search.distance(entry);
            if (distance < search.least ||
                (distance == search.least && entry.index < search.nearest->index)) {
                search.least = distance;
                search.nearest = &entry;
            }
        }
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto [axis, at] = cuts_[middle];
    const std::int64_t apart = std::int64_t{coordinates(search.point.position)[axis]} - at;
    apart < 0 ? this->search(search, begin, middle, to_cell) : this->search(search, middle, end, to_cell);
    const std::int64_t before = search.beyond[axis];
    to_cell += apart * apart - before * before;
    if (to_cell > search.least) return;
    search.beyond[axis] = std::abs(apart);
    apart < 0 ? this->search(search, middle, end, to_cell) : this->search(search, begin, middle, to_cell);
    search.beyond[axis] = before;
}

const NearestEntry::Entry& NearestEntry::nearest_to(const ColorPoint& point, bool has_code) const {
    Search search{point, has_code, {}, std::numeric_limits<std::int64_t>::max()};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::int64_t at = coordinates(point.position)[axis];
        search.beyond[axis] =
            std::max({coordinates(box_.low)[axis] - at, at - coordinates(box_.high)[axis], std::int64_t{0}});
    }
    this->search(search, 0, entries_.size(), box_.squared_distance_to(point.position));
    assert(search.nearest);
    return *search.nearest;
}

void NearestEntry::add_within(Within& within, std::size_t begin, std::size_t end) const {
    const auto& [box, limit, max, found] = within;
    if (found.size() > max) return;
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i)
            if (box.squared_distance_to(entries_[i].point.position) <= limit)
                within.found.push_back(entries_[i].index);
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto [axis, at] = cuts_[middle];
    const std::int64_t below = std::int64_t{coordinates(box.low)[axis]} - at,
                       above = std::int64_t{at} - coordinates(box.high)[axis];
    if (below <= 0 || below * below <= limit) add_within(within, begin, middle);
    if (above <= 0 || above * above <= limit) add_within(within, middle, end);
}

std::vector<std::uint32_t> NearestEntry::within(const BoundingBox& box, std::int64_t squared_distance,
                                                std::size_t max) const {
    assert(!box.empty() && squared_distance >= 0);
    Within within{box, squared_distance, max};
    add_within(within, 0, entries_.size());
    return std::move(within.found);
}

}
