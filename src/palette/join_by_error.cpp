#include "palette/join_by_error.h"

#include "base/parallel.h"
#include "palette/joining.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace huedrift {

JoinedPalette JoinSequence::left(std::size_t count) const {
    const std::size_t parts = parts_.parts.size();
    const std::size_t joins = std::min(parts - std::min(count, parts), joins_.size());
    std::vector<std::uint32_t> becomes(parts), index_of(parts);
    std::iota(becomes.begin(), becomes.end(), 0u);
    for (const auto& [survivor, gone] : std::span(joins_).first(joins)) becomes[gone] = survivor;
    JoinedPalette left;
    std::vector<JoinPart> whole;
    for (std::size_t i = 0; i < parts; ++i) {
        if (becomes[i] == i) {
            index_of[i] = static_cast<std::uint32_t>(whole.size());
            whole.push_back(parts_.parts[i]);
            continue;
        }
        becomes[i] = becomes[becomes[i]]; // lower ones are already resolved
        index_of[i] = index_of[becomes[i]];
        whole[index_of[i]] += parts_.parts[i];
    }
    for (const JoinPart& part : whole) left.points.push_back(part.whole());
    left.becomes.resize(parts_.part_of.size());
    parallel_ranges(left.becomes.size(), 1 << 14, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) left.becomes[i] = index_of[parts_.part_of[i]];
    });
    return left;
}

JoinSequence join_by_error(JoinParts parts, const Progress& progress) {
    std::vector<JoinPart> whole = parts.parts;
    std::vector<JoinedEntry> entries;
    entries.reserve(whole.size());
    for (const JoinPart& part : whole)
        entries.push_back({part.whole(), static_cast<std::uint32_t>(entries.size())});
    std::vector<JoinSequence::Join> joins;
    joins.reserve(whole.size());
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) -> JoinedEntry {
        whole[first.index] += whole[second.index];
        joins.push_back({first.index, second.index});
        return {whole[first.index].whole(), first.index};
    };
    if (entries.size() > 1) Joining(std::move(entries), unite, progress).join_down_to(1);
    return {std::move(parts), std::move(joins)};
}

std::vector<std::uint32_t> join_nearest(std::span<const JoinedColor> colors, std::size_t count,
                                        const Progress& progress) {
    // Two such weights make the cost of a join the squared distance.
    constexpr std::uint64_t no_matter = 2;
    std::vector<std::uint32_t> becomes(colors.size());
    std::iota(becomes.begin(), becomes.end(), 0u);
    if (colors.size() <= count) return becomes;
    std::vector<std::uint64_t> weights;
    std::vector<JoinedEntry> entries;
    weights.reserve(colors.size());
    entries.reserve(colors.size());
    for (const JoinedColor& color : colors) {
        entries.push_back({{ColorPoint{color.position}, no_matter, color.pinned},
                           static_cast<std::uint32_t>(entries.size())});
        weights.push_back(color.weight);
    }
    const auto unite = [&](const JoinedEntry& first, const JoinedEntry& second) {
        const bool first_stays =
            first.pinned != second.pinned ? first.pinned : weights[first.index] >= weights[second.index];
        const JoinedEntry &stays = first_stays ? first : second, &goes = first_stays ? second : first;
        weights[stays.index] += weights[goes.index];
        becomes[goes.index] = stays.index;
        return stays;
    };
    Joining(std::move(entries), unite, progress).join_down_to(count);
    for (std::uint32_t i = 0; i < becomes.size(); ++i) {
        std::uint32_t end = i;
        while (becomes[end] != end) {
            becomes[end] = becomes[becomes[end]]; // halves chains, which may be long
            end = becomes[end];
        }
        becomes[i] = end;
    }
    return becomes;
}

}
