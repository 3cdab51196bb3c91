#include "palette/nearest_entry.h"

#include "color/bounding_box.h"

#include <algorithm>
#include <limits>

namespace huedrift {

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
    cuts_[middle] = {longest, coordinates(entries_[middle].position)[longest],
                     static_cast<std::uint32_t>(end - begin)};
    divide(begin, middle);
    divide(middle, end);
}

void NearestEntry::search(const Position& position, std::size_t begin, std::size_t end, Best& best) const {
    if (end - begin <= leaf_size) {
        for (std::size_t i = begin; i < end; ++i) {
            const auto& [entry, index] = entries_[i];
            if (index == none || index == best.except) continue;
            const std::int64_t distance = squared_distance(entry, position);
            if (distance < best.distance || (distance == best.distance && index < best.index)) {
                best.distance = distance;
                best.index = index;
            }
        }
        return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    const auto [axis, at, left] = cuts_[middle];
    if (left == 0) return;
    const std::int64_t beyond = std::int64_t{coordinates(position)[axis]} - at;
    if (beyond < 0) {
        search(position, begin, middle, best);
        if (beyond * beyond <= best.distance) search(position, middle, end, best);
    } else {
        search(position, middle, end, best);
        if (beyond * beyond <= best.distance) search(position, begin, middle, best);
    }
}

std::uint32_t NearestEntry::operator()(const Position& position, std::uint32_t except) const {
    Best best{std::numeric_limits<std::int64_t>::max(), none, except};
    search(position, 0, entries_.size(), best);
    return best.index;
}

void NearestEntry::remove(std::uint32_t entry) {
    if (slots_.empty()) {
        slots_.resize(entries_.size());
        for (std::size_t slot = 0; slot < entries_.size(); ++slot) slots_[entries_[slot].index] = slot;
    }
    const std::size_t slot = slots_[entry];
    entries_[slot].index = none;
    std::size_t begin = 0, end = entries_.size();
    while (end - begin > leaf_size) {
        const std::size_t middle = begin + (end - begin) / 2;
        --cuts_[middle].left;
        (slot < middle ? end : begin) = middle;
    }
}

}
