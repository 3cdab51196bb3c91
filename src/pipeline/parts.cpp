#include "pipeline/parts.h"

#include <map>

namespace huedrift {

std::vector<Part> parts(const Labelled& labelled, std::span<const Swatch> list) {
    std::map<Rgb, std::uint32_t> label_of;
    for (std::uint32_t i = 0; i < labelled.colors.size(); ++i) label_of.emplace(labelled.colors[i].color, i);
    const std::vector<LabelArea> areas = measure_areas(labelled.plane);
    std::vector<Part> parts;
    for (const Swatch& swatch : list)
        if (!swatch.transparent && swatch.pixels > 0) {
            const std::uint32_t label = label_of.at(swatch.color);
            parts.push_back({swatch, label, areas[label]});
        }
    const std::size_t digits = std::to_string(parts.size()).size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string rank = std::to_string(i + 1);
        parts[i].name =
            std::string(digits - rank.size(), '0') + rank + "-" + hex_code(parts[i].swatch.color).substr(1);
    }
    return parts;
}

}
