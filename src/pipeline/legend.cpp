#include "pipeline/legend.h"

#include "base/error.h"
#include "base/file_extension.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace huedrift {
namespace {

constexpr std::array<NamedFormat<LegendFormat>, 2> formats{
    {{"png", LegendFormat::png}, {"svg", LegendFormat::svg}}};

constexpr std::size_t max_listed = 1024, min_rows = 32;
constexpr int margin = 8, row_height = 32, swatch_width = 48, swatch_height = 24;

/// Where the columns of a row begin, or end for numbers, from its left.
struct Columns {
    int rank, swatch, code, share, pixels, name, width;
};

Columns columns_for(std::span<const Part> parts) {
    std::size_t name = 0, last = 0;
    std::uint64_t most = 0;
    for (const Part& part : parts) {
        name = std::max(name, shown_name(part).size());
        last = std::max(last, part.rank);
        most = std::max(most, part.area.pixels);
    }
    const auto letters = [](std::size_t count) { return int(count) * letter_width; };
    Columns columns{};
    columns.rank = margin + letters(std::to_string(last).size());
    columns.swatch = columns.rank + margin;
    columns.code = columns.swatch + swatch_width + margin;
    columns.share = columns.code + letters(7) + letters(9);
    columns.pixels = columns.share + letters(std::to_string(most).size() + 4);
    columns.name = columns.pixels + 2 * margin;
    columns.width = columns.name + letters(name) + margin;
    return columns;
}

void add_row(Drawing& drawing, const Columns& columns, int left, int top, const Part& part,
             std::uint64_t all) {
    constexpr Rgba8 frame{128, 128, 128, 255};
    const auto [r, g, b] = part.color;
    const int x = left + columns.swatch, y = top + (row_height - swatch_height) / 2;
    drawing.boxes.push_back({x, y, swatch_width, swatch_height, frame});
    drawing.boxes.push_back({x + 1, y + 1, swatch_width - 2, swatch_height - 2, {r, g, b, 255}});
    const auto add = [&](int at, Drawing::Anchor anchor, std::string text) {
        drawing.texts.push_back({left + at, top + (row_height + letter_height) / 2, anchor, std::move(text)});
    };
    add(columns.rank, Drawing::Anchor::end, std::to_string(part.rank));
    add(columns.code, Drawing::Anchor::begin, hex_code(part.color));
    add(columns.share, Drawing::Anchor::end, share_text(part.area.pixels, all));
    add(columns.pixels, Drawing::Anchor::end, std::to_string(part.area.pixels) + " px");
    add(columns.name, Drawing::Anchor::begin, shown_name(part));
}

}

LegendFormat legend_format_of(const std::filesystem::path& path) {
    return format_by_extension<LegendFormat>(path, formats, "legend");
}

std::string share_text(std::uint64_t pixels, std::uint64_t all) {
    const std::uint64_t hundredths = all == 0 ? 0 : (pixels * 10000 + all / 2) / all;
    if (hundredths == 0 && pixels > 0) return "<0.01 %";
    const std::string digits = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + (digits.size() < 2 ? ".0" : ".") + digits + " %";
}

Drawing legend(std::span<const Part> parts, std::uint64_t all) {
    if (parts.size() > max_listed)
        throw Error(ErrorKind::output, "a legend of " + std::to_string(parts.size()) +
                                           " colours is too long to read; it may have " +
                                           std::to_string(max_listed));
    // About as wide as high if one column is not enough.
    const std::size_t rows = std::min(
        parts.size(), std::max(min_rows, std::size_t(std::ceil(std::sqrt(12.0 * double(parts.size()))))));
    const Columns columns = columns_for(parts);
    Drawing drawing{.width = columns.width, .height = 2 * margin + int(rows) * row_height};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const int left = int(i / rows) * columns.width;
        drawing.width = left + columns.width;
        add_row(drawing, columns, left, margin + int(i % rows) * row_height, parts[i], all);
    }
    return drawing;
}

}
