#include "pipeline/parts.h"

#include "base/error.h"
#include "base/location.h"
#include "color/position.h"
#include "labels/outline.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace huedrift {
namespace {

// The size of a digit relative to its font's; enough for the widest common typefaces.
constexpr double digit_width = 0.65, digit_height = 0.75;
constexpr double min_font_size = 5; // illegible below

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
    assert(digits > 0);
    return 2 * distance / std::hypot(digit_width * double(digits), digit_height);
}

/// "12.5".
std::string tenths(double number) {
    const auto whole = static_cast<std::int64_t>(std::floor(number * 10));
    return std::to_string(whole / 10) + "." + std::to_string(whole % 10);
}

std::string numbers(const Labelled& labelled, std::span<const Part> parts, const Progress& progress) {
    const double corner = std::sqrt(0.5); // of a pixel, from its centre
    const double largest =
        std::max(12.0, double(std::max(labelled.plane.width(), labelled.plane.height())) / 50);
    const double nearest = min_font_size * std::hypot(digit_width, digit_height) / 2 + corner;
    const PositionTable position(Transfer::srgb);
    constexpr std::int32_t half_light = (1 << 24) * 6 / 10;
    std::vector<const Part*> part_of(labelled.plane.palette_size());
    for (const Part& part : parts) part_of[part.label] = &part;
    std::string text = "<g id=\"numbers\" font-family=\"sans-serif\" text-anchor=\"middle\">\n";
    for (const Pole& pole : poles(labelled.plane, static_cast<std::uint32_t>(nearest * nearest), progress)) {
        const Part* const part = part_of[pole.label];
        if (!part) continue; // it is left out
        const std::string number = std::to_string(part->number);
        const double room = std::sqrt(double(pole.squared_distance)) - corner;
        const double size = std::min(largest, font_size(room, number.size()));
        if (size < min_font_size) continue;
        text += "<text x=\"" + tenths(pole.x + 0.5) + "\" y=\"" +
                tenths(pole.y + 0.5 + size * digit_height / 2) + "\" font-size=\"" + tenths(size) +
                "\" fill=\"" + (position(part->color).l < half_light ? "#ffffff" : "#000000") + "\">" +
                number + "</text>\n";
    }
    return text + "</g>\n";
}

}

std::string svg(const Labelled& labelled, std::span<const Part> parts, const SvgOptions& options,
                const Progress& progress) {
    const std::vector<std::string> paths = paths_of(labelled, parts, options.stacked, progress);
    assert(paths.size() == parts.size());
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

namespace {

constexpr std::size_t max_listed = 1024, min_rows = 32;
constexpr int margin = 8, row_height = 32, swatch_width = 48, swatch_height = 24;
constexpr int letter_width = 14, letter_height = 14; // a wide character, capitals

/// Where the columns of a row begin, or end for numbers, from its left.
struct Columns {
    int number, swatch, code, share, pixels, name, width;
};

Columns columns_for(std::span<const Part> parts) {
    std::size_t name = 0, last = 0;
    std::uint64_t most = 0;
    for (const Part& part : parts) {
        name = std::max(name, shown_name(part).size());
        last = std::max(last, part.number);
        most = std::max(most, part.area.pixels);
    }
    const auto letters = [](std::size_t count) { return int(count) * letter_width; };
    Columns columns{};
    columns.number = margin + letters(std::to_string(last).size());
    columns.swatch = columns.number + margin;
    columns.code = columns.swatch + swatch_width + margin;
    columns.share = columns.code + letters(7) + letters(9);
    columns.pixels = columns.share + letters(std::to_string(most).size() + 4);
    columns.name = columns.pixels + 2 * margin;
    columns.width = columns.name + letters(name) + margin;
    return columns;
}

/// "12.34 %"; "<0.01 %" for a share that would round to zero.
std::string share_text(std::uint64_t pixels, std::uint64_t all) {
    const std::uint64_t hundredths = all == 0 ? 0 : (pixels * 10000 + all / 2) / all;
    if (hundredths == 0 && pixels > 0) return "<0.01 %";
    const std::string digits = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + (digits.size() < 2 ? ".0" : ".") + digits + " %";
}

std::string attribute(const char* name, int value) {
    return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
}

std::string size_of(int width, int height) { return attribute("width", width) + attribute("height", height); }

/// The text escaped for an XML element. Control characters, which XML forbids, become spaces.
std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : text)
        if (c == '&')
            safe += "&amp;";
        else if (c == '<')
            safe += "&lt;";
        else
            safe += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    return safe;
}

/// Boxes and lines of text, which lie on the boxes.
struct Drawing {
    enum class Anchor { begin, end };

    std::string boxes{}, texts{};

    void add_box(int x, int y, int width, int height, Rgb color) {
        boxes += "<rect" + attribute("x", x) + attribute("y", y) + size_of(width, height) + " fill=\"" +
                 hex_code(color) + "\"/>\n";
    }
    void add_text(int x, int baseline, Anchor anchor, const std::string& text) {
        texts += "<text" + attribute("x", x) + attribute("y", baseline) +
                 (anchor == Anchor::end ? " text-anchor=\"end\">" : ">") + xml_text(text) + "</text>\n";
    }
};

void add_row(Drawing& drawing, const Columns& columns, int left, int top, const Part& part,
             std::uint64_t all) {
    constexpr Rgb frame{128, 128, 128};
    const int x = left + columns.swatch, y = top + (row_height - swatch_height) / 2;
    drawing.add_box(x, y, swatch_width, swatch_height, frame);
    drawing.add_box(x + 1, y + 1, swatch_width - 2, swatch_height - 2, part.color);
    const auto add = [&](int at, Drawing::Anchor anchor, const std::string& text) {
        drawing.add_text(left + at, top + (row_height + letter_height) / 2, anchor, text);
    };
    add(columns.number, Drawing::Anchor::end, std::to_string(part.number));
    add(columns.code, Drawing::Anchor::begin, hex_code(part.color));
    add(columns.share, Drawing::Anchor::end, share_text(part.area.pixels, all));
    add(columns.pixels, Drawing::Anchor::end, std::to_string(part.area.pixels) + " px");
    add(columns.name, Drawing::Anchor::begin, shown_name(part));
}

}

void check_legend_name(const std::filesystem::path& path) {
    if (extension_of(path) != "svg")
        throw Error(ErrorKind::usage, path.string() + ": a legend is an SVG; its name must end in .svg");
}

std::string legend(std::span<const Part> parts, std::uint64_t all) {
    if (parts.size() > max_listed)
        throw Error(ErrorKind::output, "a legend of " + std::to_string(parts.size()) +
                                           " colours is too long to read; it may have " +
                                           std::to_string(max_listed));
    // About as wide as high if one column is not enough.
    const std::size_t rows = std::min(
        parts.size(), std::max(min_rows, std::size_t(std::ceil(std::sqrt(12.0 * double(parts.size()))))));
    const Columns columns = columns_for(parts);
    const int height = 2 * margin + int(rows) * row_height;
    Drawing drawing;
    int width = columns.width;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const int left = int(i / rows) * columns.width;
        width = left + columns.width;
        add_row(drawing, columns, left, margin + int(i % rows) * row_height, parts[i], all);
    }
    return "<svg xmlns=\"http://www.w3.org/2000/svg\"" + size_of(width, height) +
           " font-family=\"monospace\" font-size=\"18\" shape-rendering=\"crispEdges\">\n<rect" +
           size_of(width, height) + " fill=\"#ffffff\"/>\n" + drawing.boxes + drawing.texts + "</svg>\n";
}

}
