#include "palette/remove_entries.h"

#include "base/parallel.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>

namespace huedrift {

std::vector<std::uint32_t> join_rare(std::span<const PaletteEntry> entries,
                                     std::span<const std::uint64_t> pixels, std::uint64_t enough,
                                     const Progress& progress) {
    assert(pixels.size() == entries.size());
    std::vector<std::uint32_t> becomes = indices_below(entries.size());
    // The first of equally near entries must win.
    std::vector<std::uint32_t> order = becomes;
    std::ranges::stable_sort(order, std::greater<>(), [&](std::uint32_t i) { return pixels[i]; });
    std::vector<Position> takers;
    std::vector<std::uint32_t> taker;
    for (const std::uint32_t i : order) {
        if (entries[i].exclusive || (!takers.empty() && pixels[i] < enough)) continue;
        takers.push_back(entries[i].position);
        taker.push_back(i);
    }
    if (takers.empty()) return becomes;

    const NearestEntry nearest(takers, progress);
    parallel_indices(becomes.size(), 512, progress, [&](std::size_t i) {
        if (!entries[i].pinned && pixels[i] < enough) becomes[i] = taker[nearest(entries[i].position)];
    });
    return becomes;
}

std::vector<std::uint32_t> join_small_shares(std::span<const PaletteEntry> entries, double share,
                                             const Progress& progress) {
    assert(share >= 0 && share <= 1);
    assert(std::ranges::is_sorted(entries, {}, &PaletteEntry::color));
    std::uint64_t all = 0;
    std::vector<std::uint64_t> pixels;
    pixels.reserve(entries.size());
    for (const PaletteEntry& entry : entries) {
        all += entry.pixels;
        pixels.push_back(entry.pixels);
    }
    return join_rare(entries, pixels, static_cast<std::uint64_t>(std::ceil(share * double(all))), progress);
}

namespace {

/// A squared distance is below 2^52, as a and b count twice, so that a sum of them with weights is below
/// 2^89.
__extension__ using RemovalCost = unsigned __int128;

class RemovingEntries {
public:
    RemovingEntries(std::span<const PaletteEntry> entries, std::span<const JoinedColor> colors,
                    const Progress& progress)
        : progress_(progress), costs_(entries.size()), nearest_two_(colors.size()) {
        left_.reserve(entries.size());
        for (std::uint32_t i = 0; i < entries.size(); ++i)
            left_.push_back({stretched(entries[i].position), i, entries[i].pinned});
        colors_.reserve(colors.size());
        for (const JoinedColor& color : colors) colors_.push_back({stretched(color.position), color.weight});
        for (std::uint32_t i = 0; i < colors.size(); ++i) changed_.push_back(i);
    }

    std::vector<std::uint32_t> down_to(std::size_t count) {
        assert(count > 0);
        const std::size_t all = left_.size();
        while (left_.size() > count) {
            progress_.throw_if_cancelled();
            look_again();
            const auto cheapest = cheapest_to_remove();
            if (cheapest == left_.end()) break;
            remove(cheapest);
            progress_.report(double(all - left_.size()) / double(all - count));
        }
        std::vector<std::uint32_t> indices;
        indices.reserve(left_.size());
        for (const Entry& entry : left_) indices.push_back(entry.index);
        return indices;
    }

private:
    struct Entry {
        Position position;
        std::uint32_t index;
        bool pinned;
    };
    using Entries = std::vector<Entry>;
    struct Color {
        Position position;
        std::uint64_t weight;
    };
    struct NearestTwo {
        static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        std::uint32_t first = 0, second = 0; ///< indices of entries
        std::int64_t to_first = none, to_second = none;
    };

    NearestTwo nearest_two(const Position& position) const {
        NearestTwo two;
        for (const Entry& entry : left_) {
            const std::int64_t distance = squared_distance(entry.position, position);
            if (distance < two.to_first) {
                two.second = two.first;
                two.to_second = two.to_first;
                two.first = entry.index;
                two.to_first = distance;
            } else if (distance < two.to_second) {
                two.second = entry.index;
                two.to_second = distance;
            }
        }
        return two;
    }

    /// The cost of removing the entry nearest to this colour.
    RemovalCost cost_of(std::uint32_t color) const {
        const NearestTwo& two = nearest_two_[color];
        assert(two.to_second != NearestTwo::none && two.to_first <= two.to_second);
        return RemovalCost{colors_[color].weight} * static_cast<std::uint64_t>(two.to_second - two.to_first);
    }

    /// Finds the nearest entries of the colours that have lost one.
    void look_again() {
        parallel_indices(changed_.size(), 64, progress_, [&](std::size_t i) {
            nearest_two_[changed_[i]] = nearest_two(colors_[changed_[i]].position);
        });
        for (const std::uint32_t color : changed_) costs_[nearest_two_[color].first] += cost_of(color);
    }

    Entries::iterator cheapest_to_remove() {
        auto cheapest = left_.end();
        for (auto entry = left_.begin(); entry != left_.end(); ++entry)
            if (!entry->pinned &&
                (cheapest == left_.end() || costs_[entry->index] <= costs_[cheapest->index]))
                cheapest = entry;
        return cheapest;
    }

    void remove(Entries::iterator entry) {
        const std::uint32_t removed = entry->index;
        left_.erase(entry);
        changed_.clear();
        for (std::uint32_t i = 0; i < nearest_two_.size(); ++i) {
            const NearestTwo& two = nearest_two_[i];
            if (two.first != removed && two.second != removed) continue;
            assert(costs_[two.first] >= cost_of(i));
            costs_[two.first] -= cost_of(i);
            changed_.push_back(i);
        }
    }

    const Progress& progress_;
    Entries left_; ///< ascending by index
    std::vector<Color> colors_;
    std::vector<RemovalCost> costs_; ///< of removing each entry
    std::vector<NearestTwo> nearest_two_;
    std::vector<std::uint32_t> changed_; ///< colours without their nearest two
};

}

std::vector<std::uint32_t> remove_entries(std::span<const PaletteEntry> entries,
                                          std::span<const JoinedColor> colors, std::size_t count,
                                          const Progress& progress) {
    return RemovingEntries(entries, colors, progress).down_to(count);
}

}
