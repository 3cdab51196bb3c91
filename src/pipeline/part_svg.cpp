#include "pipeline/part_svg.h"

#include "color/position.h"
#include "labels/outline.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace huedrift {
namespace {

// The size of a digit relative to its font's; enough for the widest common typefaces.
constexpr double digit_width = 0.65, digit_height = 0.75;
constexpr double min_font_size = 5; // illegible below

/// The paths of the parts, in order.
std::vector<std::string> paths_of(const Labelled& labelled, std::span<const Part> parts, bool stacked,
                                  const Progress& progress) {
    std::vector<std::uint32_t> order;
    for (const Part& part : parts) order.push_back(part.label);
    if (stacked) return stacked_outlines(labelled.plane, order, progress);
    std::vector<std::string> of_label = outlines(labelled.plane), paths;
    for (const std::uint32_t label : order) paths.push_back(std::move(of_label[label]));
    return paths;
}

/// The largest font size at which so many digits fit within this distance of their middle.
double font_size(double distance, std::size_t digits) {
    return 2 * distance / std::hypot(digit_width * double(digits), digit_height);
}

/// "12.5".
std::string tenths(double number) {
    const auto whole = static_cast<std::int64_t>(std::floor(number * 10));
    return std::to_string(whole / 10) + "." + std::to_string(whole % 10);
}

/// A part's number, as drawn on it.
struct Numeral {
    std::string text;
    const char* color;
};

std::map<std::uint32_t, Numeral> numerals(std::span<const Part> parts) {
    const PositionTable position(Transfer::srgb);
    constexpr std::int32_t half_light = (1 << 24) * 6 / 10;
    std::map<std::uint32_t, Numeral> of_label;
    for (const Part& part : parts)
        of_label[part.label] = {std::to_string(part.rank),
                                position(part.color).l < half_light ? "#ffffff" : "#000000"};
    return of_label;
}

std::string numbers(const Labelled& labelled, std::span<const Part> parts, const Progress& progress) {
    const double corner = std::sqrt(0.5); // of a pixel, from its centre
    const double largest =
        std::max(12.0, double(std::max(labelled.plane.width(), labelled.plane.height())) / 50);
    const double nearest = min_font_size * std::hypot(digit_width, digit_height) / 2 + corner;
    const std::map<std::uint32_t, Numeral> numeral_of = numerals(parts);
    std::string text = "<g id=\"numbers\" font-family=\"sans-serif\" text-anchor=\"middle\">\n";
    for (const Pole& pole : poles(labelled.plane, static_cast<std::uint32_t>(nearest * nearest), progress)) {
        const auto found = numeral_of.find(pole.label);
        if (found == numeral_of.end()) continue; // a part that is left out
        const Numeral& numeral = found->second;
        const double room = std::sqrt(double(pole.squared_distance)) - corner;
        const double size = std::min(largest, font_size(room, numeral.text.size()));
        if (size < min_font_size) continue;
        text += "<text x=\"" + tenths(pole.x + 0.5) + "\" y=\"" +
                tenths(pole.y + 0.5 + size * digit_height / 2) + "\" font-size=\"" + tenths(size) +
                "\" fill=\"" + numeral.color + "\">" + numeral.text + "</text>\n";
    }
    return text + "</g>\n";
}

}

std::string svg(const Labelled& labelled, std::span<const Part> parts, const SvgOptions& options,
                const Progress& progress) {
    const std::vector<std::string> paths = paths_of(labelled, parts, options.stacked, progress);
    const LabelPlane& plane = labelled.plane;
    const std::optional<Resolution>& print = labelled.resolution;
    const std::string width = std::to_string(plane.width()), height = std::to_string(plane.height());
    // Without crispEdges, renderers that smooth edges show the background along every border.
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" +
                       (print ? millimetres(plane.width(), print->x) + "mm" : width) + "\" height=\"" +
                       (print ? millimetres(plane.height(), print->y) + "mm" : height) + "\" viewBox=\"0 0 " +
                       width + " " + height + "\" fill-rule=\"evenodd\" shape-rendering=\"crispEdges\">\n";
    for (std::size_t i = 0; i < parts.size(); ++i)
        text += "<path id=\"color-" + parts[i].name + "\" fill=\"" + hex_code(parts[i].color) + "\" d=\"" +
                paths[i] + "\"/>\n";
    if (options.numbered) text += numbers(labelled, parts, progress);
    return text + "</svg>\n";
}

}
