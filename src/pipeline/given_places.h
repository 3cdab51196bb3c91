#pragma once

#include "palette/swatch.h"

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace huedrift {

/// The places of colours in a given palette, which may repeat some.
class GivenPlaces {
public:
    explicit GivenPlaces(std::span<const Rgb> given = {}) {
        for (std::size_t i = 0; i < given.size(); ++i) places_[given[i].code()].push_back(i);
    }

    bool empty() const { return places_.empty(); }
    /// The first place of a colour; none: the palette lacks it.
    std::optional<std::size_t> first(Rgb color) const {
        const auto found = places_.find(color.code());
        return found == places_.end() ? std::nullopt : std::optional(found->second.front());
    }
    /// The places of a list's colours. One that comes again has its next place, if there is one.
    std::vector<std::optional<std::size_t>> of(std::span<const Swatch> list) const {
        std::unordered_map<std::uint32_t, std::size_t> seen;
        std::vector<std::optional<std::size_t>> places(list.size());
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::uint32_t code = list[i].color.code();
            const auto found = places_.find(code);
            if (list[i].transparent || found == places_.end()) continue;
            const std::size_t number = seen[code]++;
            places[i] = found->second[number < found->second.size() ? number : 0];
        }
        return places;
    }

private:
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> places_; ///< by code, ascending
};

}
