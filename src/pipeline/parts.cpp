#include "pipeline/parts.h"

#include "labels/outline.h"

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

std::string svg(const Labelled& labelled, std::span<const Part> parts) {
    const std::vector<std::string> paths = outlines(labelled.plane);
    const std::string width = std::to_string(labelled.plane.width()),
                      height = std::to_string(labelled.plane.height());
    // Without crispEdges a renderer that smooths edges shows what is behind along every border.
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" +
                       height + "\" viewBox=\"0 0 " + width + " " + height +
                       "\" fill-rule=\"evenodd\" shape-rendering=\"crispEdges\">\n";
    for (const Part& part : parts)
        text += "<path id=\"color-" + part.name + "\" fill=\"" + hex_code(part.swatch.color) + "\" d=\"" +
                paths[part.label] + "\"/>\n";
    return text + "</svg>\n";
}

}
