#include "palette/nearest_entry.h"

#include "base/parallel.h"

#include <algorithm>
#include <limits>

namespace huedrift {
namespace {

/// From so many entries on, a second thread pays.
constexpr std::size_t worth_threads = 2048;

}

NearestEntry::NearestEntry(std::span<const Position> entries) : cuts_(entries.size()) {
    for (std::uint32_t i = 0; i < entries.size(); ++i) entries_.push_back({entries[i], i});
    divide(0, entries_.size());
}

void NearestEntry::divide(std::size_t begin, std::size_t end) {
    if (end - begin <= leaf_size) return;
    BoundingBox box;
    for (std::size_t i = begin; i < end; ++i) box.add(entries_[i].position);
    const std::size_t longest = box.longest_axis();
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [&](std::size_t i) { return entries_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [&](const Entry& x, const Entry& y) {
        return coordinates(x.position)[longest] < coordinates(y.position)[longest];
    });
    cuts_[middle] = {longest, coordinates(entries_[middle].position)[longest]};
    if (end - begin < worth_threads) {
        divide(begin, middle);
        divide(middle, end);
    } else {
        parallel_both([&] { divide(begin, middle); }, [&] { divide(middle, end); });
    }
}

void NearestEntry::search(const Position& position, std::size_t begin, std::size_t end, Best& best) const {
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [entry, index] = entries_[i];
            const std::int64_t distance = squared_distance(entry, position);
            if (distance < best.distance || (distance == best.distance && index < best.index)) {
                best.distance = distance;
                best.index = index;
            }
        }
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto [axis, at] = cuts_[middle];
    const std::int64_t beyond = std::int64_t{coordinates(position)[axis]} - at;
    if (beyond < 0) {
        search(position, begin, middle, best);
        if (beyond * beyond <= best.distance) search(position, middle, end, best);
    } else {
        search(position, middle, end, best);
        if (beyond * beyond <= best.distance) search(position, begin, middle, best);
    }
}

std::uint32_t NearestEntry::operator()(const Position& position) const {
    Best best{std::numeric_limits<std::int64_t>::max(), 0};
    search(position, 0, entries_.size(), best);
    return best.index;
}

void NearestEntry::add_within(const BoundingBox& box, std::int64_t limit, std::size_t begin, std::size_t end,
                              std::vector<std::uint32_t>& found) const {
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i)
            if (box.squared_distance_to(entries_[i].position) <= limit) found.push_back(entries_[i].index);
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto [axis, at] = cuts_[middle];
    const std::int64_t below = std::int64_t{coordinates(box.low)[axis]} - at,
                       above = std::int64_t{at} - coordinates(box.high)[axis];
    if (below <= 0 || below * below <= limit) add_within(box, limit, begin, middle, found);
    if (above <= 0 || above * above <= limit) add_within(box, limit, middle, end, found);
}

std::vector<std::uint32_t> NearestEntry::within(const BoundingBox& box, std::int64_t squared_distance) const {
    std::vector<std::uint32_t> found;
    add_within(box, squared_distance, 0, entries_.size(), found);
    return found;
}

}
