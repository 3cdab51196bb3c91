#include "reduction/color_table.h"

#include "base/error.h"

#include <algorithm>

namespace huedrift {
namespace {

std::uint64_t sum_of(std::uint64_t x, std::uint64_t y) {
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(x, y, &sum))
        throw Error(ErrorKind::failed, "more than 2^64 - 1 pixels cannot be counted");
    return sum;
}

std::uint64_t halved(std::uint64_t count, unsigned times) { // rounded up, so that no colour is lost
    return (count >> times) + ((count & ((std::uint64_t{1} << times) - 1)) != 0);
}

bool fits(std::span<const std::uint64_t> counts, unsigned times) {
    std::uint64_t sum = 0; // at most 2^24 counts below 2^31
    for (const std::uint64_t count : counts) {
        const std::uint64_t weight = halved(count, times);
        if (weight >= std::uint64_t{1} << 31) return false;
        sum += weight;
    }
    return sum <= ColorSet::max_pixels;
}

}

ColorTable::ColorTable(const ColorSet& colors)
    : colors_(colors.colors().begin(), colors.colors().end()),
      counts_(colors.counts().begin(), colors.counts().end()), pixels_(colors.pixels()) {}

ColorTable::ColorTable(std::vector<Rgb> colors, std::vector<std::uint64_t> counts)
    : colors_(std::move(colors)), counts_(std::move(counts)) {
    const bool ascending =
        std::adjacent_find(colors_.begin(), colors_.end(), std::greater_equal<>()) == colors_.end();
    if (!ascending || counts_.size() != colors_.size() || std::ranges::count(counts_, 0u) != 0)
        throw Error(ErrorKind::failed, "colours must be distinct, ascending and each with a count");
    for (const std::uint64_t count : counts_) pixels_ = sum_of(pixels_, count);
}

void ColorTable::add(const ColorTable& other) {
    const std::uint64_t pixels = sum_of(pixels_, other.pixels_);
    std::vector<Rgb> colors;
    std::vector<std::uint64_t> counts;
    colors.reserve(std::min<std::size_t>(size() + other.size(), rgb_codes));
    counts.reserve(colors.capacity());
    const auto take = [&](const ColorTable& from, std::size_t& i) {
        if (colors.empty() || colors.back() != from.colors_[i]) {
            colors.push_back(from.colors_[i]);
            counts.push_back(from.counts_[i++]);
        } else {
            counts.back() += from.counts_[i++];
        }
    };
    std::size_t mine = 0, theirs = 0;
    while (mine < size() && theirs < other.size())
        colors_[mine] <= other.colors_[theirs] ? take(*this, mine) : take(other, theirs);
    while (mine < size()) take(*this, mine);
    while (theirs < other.size()) take(other, theirs);
    colors_ = std::move(colors);
    counts_ = std::move(counts);
    pixels_ = pixels;
}

unsigned halvings(const ColorTable& table) {
    unsigned times = 0;
    while (!fits(table.counts(), times)) ++times;
    return times;
}

ColorSet color_set(const ColorTable& table, Transfer transfer) {
    const unsigned times = halvings(table);
    std::vector<std::uint32_t> counts(table.size());
    std::ranges::transform(table.counts(), counts.begin(), [&](std::uint64_t count) {
        return static_cast<std::uint32_t>(halved(count, times));
    });
    return {{table.colors().begin(), table.colors().end()}, std::move(counts), transfer};
}

}
