#pragma once

#include "image/image.h"
#include "palette/swatch.h"
#include "pipeline/document.h"

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

/// Throws Error(usage) unless an output palette has as many colours as the given one.
void check_sizes(std::span<const Rgb> written, std::span<const Rgb> given);

/// "Output palette" of docs/definition.md: what files have in place of the colours of a result.
class WrittenColors {
public:
    /// Throws Error(usage) if the recipe's output palette and the one that it maps `document` to differ in
    /// size.
    WrittenColors(const Recipe& recipe, const Document& document);

    /// Whether files have the result's own colours.
    bool empty() const { return written_.empty(); }
    /// A colour of a picture.
    Rgb operator()(Rgb color) const;
    /// The picture as files have it.
    Image painted(const ImageView& image) const;
    /// A list of the result's colours as files have it. The colours that a palette repeats keep their places.
    std::vector<Swatch> listed(std::span<const Swatch> list) const;
    /// The entries of an indexed picture as files have them; the first are those of `list`, if there are any.
    std::vector<Rgba8> listed(std::span<const Swatch> list, std::vector<Rgba8> entries) const;

private:
    GivenPlaces places_;
    std::vector<Rgb> written_; ///< for each place in the palette
};

}
