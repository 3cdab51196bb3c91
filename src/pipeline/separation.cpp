#include "pipeline/separation.h"

#include "base/error.h"
#include "base/parallel.h"
#include "image/drawing.h"
#include "image/encode_png.h"
#include "image/thumbnail.h"
#include "pipeline/legend.h"

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

constexpr int sheet_side = 256, sheet_gap = 16, caption_height = 48;
constexpr std::size_t max_on_sheet = 1024;

/// The coverage of the part, at the size of the picture.
Image covered(const Labelled& labelled, const Part& part, const ImageView& picture) {
    LabelArea whole = part.area;
    whole.left = whole.top = 0;
    whole.right = picture.width;
    whole.bottom = picture.height;
    return cut_out(labelled.plane, part.label, whole, picture);
}

std::uint8_t over_white(std::uint8_t channel, std::uint8_t alpha) {
    return static_cast<std::uint8_t>((channel * alpha + 255 * (255 - alpha) + 127) / 255);
}

/// Draws a black circle with a cross through it.
void draw_mark(Image& sheet, int x, int y, int radius) {
    const int line = std::max(1, radius / 10);
    for (int v = -radius; v < radius; ++v)
        for (int u = -radius; u < radius; ++u) {
            // From the centre of the pixel, in half pixels.
            const double distance = std::hypot(2 * u + 1, 2 * v + 1) / 2, ring = radius * 0.6;
            const bool on_cross = std::min(std::abs(2 * u + 1), std::abs(2 * v + 1)) <= line;
            if (on_cross || std::abs(distance - ring) <= line / 2.0)
                sheet.pixels()[std::size_t(y + v) * std::size_t(sheet.width()) + std::size_t(x + u)] = {
                    0, 0, 0, 255};
        }
}

Rgba8 over_white(Rgba8 pixel) {
    const auto [r, g, b, a] = pixel;
    return {over_white(r, a), over_white(g, a), over_white(b, a), 255};
}

void copy_into(Image& sheet, const ImageView& from, int left, int top) {
    for (int y = 0; y < from.height; ++y)
        for (int x = 0; x < from.width; ++x)
            sheet.pixels()[std::size_t(top + y) * std::size_t(sheet.width()) + std::size_t(left + x)] =
                over_white(from.pixels[std::size_t(y) * std::size_t(from.width) + std::size_t(x)]);
}

/// A part as a contact sheet shows it: laid on paper first, then made smaller, as an eye sees it from afar.
Image on_sheet(Image part) {
    for (Rgba8& pixel : part.pixels()) pixel = over_white(pixel);
    return thumbnail(part, sheet_side);
}

/// Places the plate in the middle of a sheet with marks at its sides.
Image with_marks(const Image& plate, const std::string& name) {
    const int margin = std::clamp(std::max(plate.width(), plate.height()) / 16, 2 * letter_height, 256);
    Drawing drawing{.width = plate.width() + 2 * margin, .height = plate.height() + 2 * margin};
    drawing.texts.push_back({margin, margin - letter_height / 2, Drawing::Anchor::begin, name});
    Image sheet = paint(drawing);
    copy_into(sheet, plate, margin, margin);
    const int x = sheet.width() / 2, y = sheet.height() / 2, radius = margin * 3 / 8;
    draw_mark(sheet, x, margin / 2, radius);
    draw_mark(sheet, x, sheet.height() - margin / 2, radius);
    draw_mark(sheet, margin / 2, y, radius);
    draw_mark(sheet, sheet.width() - margin / 2, y, radius);
    return sheet;
}

}

std::vector<std::byte> encode_separation(const Labelled& labelled, const Part& part, const ImageView& picture,
                                         bool marks) {
    Image plate = covered(labelled, part, picture);
    for (Rgba8& pixel : plate.pixels()) pixel = {0, 0, 0, pixel.a};
    if (!marks) {
        Image sheet(plate.width(), plate.height());
        copy_into(sheet, plate, 0, 0);
        return encode_grey_png(sheet, labelled.resolution);
    }
    return encode_grey_png(with_marks(plate, part.name), labelled.resolution);
}

std::vector<std::byte> encode_contact_sheet(const Labelled& labelled, std::span<const Part> parts,
                                            const ImageView& picture, const Progress& progress) {
    if (parts.size() > max_on_sheet)
        throw Error(ErrorKind::output, "a contact sheet of " + std::to_string(parts.size()) +
                                           " colours is too large to look through; it may have " +
                                           std::to_string(max_on_sheet));
    std::vector<Image> shown(parts.size());
    parallel_pieces(parts.size(), 1, progress, [&](std::size_t i, std::size_t) {
        shown[i] = on_sheet(covered(labelled, parts[i], picture));
    });
    const std::uint64_t all = visible_pixels(labelled);
    const int columns = std::max(1, int(std::ceil(std::sqrt(double(parts.size()))))),
              rows = (int(parts.size()) + columns - 1) / columns;
    const int shown_height = shown.empty() ? 0 : shown.front().height(), step_x = sheet_side + sheet_gap,
              step_y = shown_height + caption_height + sheet_gap;
    Drawing drawing{.width = sheet_gap + columns * step_x, .height = sheet_gap + rows * step_y};
    const auto left = [&](std::size_t i) { return sheet_gap + int(i) % columns * step_x; };
    const auto top = [&](std::size_t i) { return sheet_gap + int(i) / columns * step_y; };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        constexpr Rgba8 frame{128, 128, 128, 255};
        drawing.boxes.push_back(
            {left(i) - 1, top(i) - 1, shown[i].width() + 2, shown[i].height() + 2, frame});
        const int baseline = top(i) + shown[i].height() + letter_height * 3 / 2;
        drawing.texts.push_back({left(i), baseline, Drawing::Anchor::begin, parts[i].name});
        drawing.texts.push_back({left(i), baseline + letter_height * 3 / 2, Drawing::Anchor::begin,
                                 share_text(parts[i].area.pixels, all)});
    }
    Image sheet = paint(drawing);
    for (std::size_t i = 0; i < parts.size(); ++i) copy_into(sheet, shown[i], left(i), top(i));
    const bool is_smaller =
        !shown.empty() && (shown[0].width() < picture.width || shown[0].height() < picture.height);
    return encode_png(sheet, {.resolution = is_smaller ? std::nullopt : labelled.resolution});
}

}
