#include "session/result.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

namespace huedrift {

std::string_view name_of(Weightings weightings) {
    if (weightings == Weightings::both) return "both";
    return name_of(each(weightings).front());
}

Weightings only(Weighting weighting) {
    return weighting == Weighting::palette ? Weightings::palette : Weightings::frequency;
}

std::vector<Weighting> each(Weightings weightings) {
    if (weightings == Weightings::both) return {Weighting::palette, Weighting::frequency};
    return {weightings == Weightings::palette ? Weighting::palette : Weighting::frequency};
}

bool includes(Weightings weightings, Weighting weighting) {
    return weightings == Weightings::both || weightings == only(weighting);
}

double multiplied_radius(double radius, double factor) {
    if (radius == 0) return factor > 1 ? min_slider_radius : 0;
    const double next = short_radius(std::min(radius * factor, max_radius));
    return radius >= min_slider_radius && next < min_slider_radius ? 0 : next;
}

std::vector<std::size_t> largest_entries(const Palette& palette, std::size_t max) {
    std::vector<std::size_t> order(palette.entries.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const std::size_t count = std::min(max, order.size());
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              [&](std::size_t i) { return palette.entries[i].pixels; });
    order.resize(count);
    order.shrink_to_fit();
    return order;
}

bool EnoughColors::is_of(const std::shared_ptr<const Picture>& other, const Recipe& settings) const {
    return picture == other && !settings.palette.skips_mean_shift() && recipe == enough_recipe(settings);
}

Recipe enough_recipe(const Recipe& recipe) {
    Recipe enough = recipe.as_found();
    enough.size.chooses_radius = false; // at a chosen radius, too
    enough.palette = {.soft_edges = recipe.palette.soft_edges,
                      .max_error = unseen_error,
                      .error = ErrorMeasure::p95,
                      .settle = recipe.palette.settle,
                      .snap = recipe.palette.snap};
    return enough;
}

namespace {

constexpr std::size_t one_byte_colors = 256;

std::size_t row_length(const ImageView& image) { return std::size_t(image.width); }

}

ResultPixels::ResultPixels(Labelled labelled, const ImageView& source) : width_(row_length(source)) {
    for (const Swatch& swatch : labelled.colors) colors_.push_back(swatch.color);
    // Transparent pixels, whose label needs no bits here, are those without alpha.
    labelled.plane.visit([&]<class Label>(std::vector<Label>& labels) {
        if (sizeof(Label) > 1 && colors_.size() <= one_byte_colors)
            labels_ = std::vector<std::uint8_t>(labels.begin(), labels.end());
        else
            labels_ = std::move(labels);
    });
    if (!labelled.has_cells) return;
    places_.emplace(*labelled.grid, source.width, source.height, labelled.frames);
    alpha_ = std::move(labelled.alpha);
}

std::size_t ResultPixels::bytes() const {
    return alpha_.size() +
           std::visit(
               []<class Label>(const std::vector<Label>& labels) { return labels.size() * sizeof(Label); },
               labels_);
}

void ResultPixels::paint(std::size_t x, std::size_t y, std::span<const Rgba8> source, Rgba8* to) const {
    std::visit(
        [&](const auto& labels) {
            for (std::size_t i = 0; i < source.size(); ++i) {
                const std::size_t at = places_ ? (*places_)(x + i, y) : y * width_ + x + i;
                const std::uint8_t alpha = places_ ? alpha_[at] : source[i].a;
                const std::size_t label = labels[at];
                if (alpha == 0 || label >= colors_.size()) {
                    to[i] = {};
                } else {
                    const Rgb color = colors_[label];
                    to[i] = {color.r, color.g, color.b, alpha};
                }
            }
        },
        labels_);
}

ResultPainter::ResultPainter(const Result& result, std::optional<std::size_t> frame) : result_(result) {
    const ImageView all = result.source();
    source_ = frame ? frame_of(*result.picture->document, all, *frame) : all;
    top_ = std::size_t(source_.height) * frame.value_or(0);
    if (!result.pixels) remapping_.emplace(result.picture->colors, *result.palette);
}

void ResultPainter::paint(std::size_t first, std::size_t last, Rgba8* to) const {
    const std::size_t width = row_length(source_);
    for (std::size_t y = first; y < last; ++y, to += width) {
        const std::span<const Rgba8> row = source_.pixels.subspan(y * width, width);
        if (remapping_)
            (*remapping_)(row, {to, width});
        else
            result_.pixels->paint(0, top_ + y, row, to);
    }
}

Image ResultPainter::whole() const {
    Image image(source_.width, source_.height);
    parallel_ranges(std::size_t(source_.height), 16, [&](std::size_t begin, std::size_t end) {
        paint(begin, end, image.pixels().data() + begin * row_length(source_));
    });
    return image;
}

std::optional<Rgb> color_at(const Result& result, std::size_t frame, int x, int y) {
    // A preview without labels knows the colour of every pixel, also where it is shown by fewer.
    const int halvings = result.pixels && result.shrunk ? result.shrunk->halvings : 0;
    const ImageView image =
        frame_of(*result.picture->document, result.pixels ? result.source() : *result.picture->image, frame);
    const std::size_t column = std::size_t(x >> halvings), row = std::size_t(y >> halvings);
    Rgba8 pixel = image.pixels[row * row_length(image) + column];
    if (result.pixels)
        result.pixels->paint(column, row + std::size_t(image.height) * frame, std::array{pixel}, &pixel);
    if (pixel.a == 0) return std::nullopt;
    const Rgb color{pixel.r, pixel.g, pixel.b};
    return result.pixels ? color : result.result_of(color);
}

}
