#include "app/ui/view_state.h"

#include <unordered_map>

namespace huedrift::app {

void SwatchSelection::follow(std::span<const Swatch> list) {
    std::unordered_map<std::uint32_t, int> places;
    for (std::size_t i = 0; i < list.size(); ++i) places.emplace(list[i].color.code(), static_cast<int>(i));
    rows = rows.moved([&](int row) {
        const auto color = listed(row);
        const auto found = color ? places.find(color->code()) : places.end();
        return found == places.end() ? -1 : found->second;
    });
    list_.clear();
    for (const Swatch& swatch : list) list_.push_back(swatch.color);
}

std::vector<Rgb> SwatchSelection::colors() const {
    std::vector<Rgb> colors;
    for (const int row : rows.rows())
        if (const auto color = listed(row)) colors.push_back(*color);
    return colors;
}

std::optional<Rgb> SwatchSelection::cursor() const { return listed(rows.cursor()); }

std::optional<Rgb> SwatchSelection::listed(int row) const {
    const auto number = static_cast<std::size_t>(row);
    return row >= 0 && number < list_.size() ? std::optional(list_[number]) : std::nullopt;
}

}
