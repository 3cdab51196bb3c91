#include "session/result.h"

#include "base/parallel.h"
#include "labels/regions.h"
#include "pipeline/file_colors.h"
#include "pipeline/pipeline.h"

#include <algorithm>
#include <array>
#include <cassert>
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

Weighting other_than(Weighting weighting) {
    return weighting == Weighting::palette ? Weighting::frequency : Weighting::palette;
}

bool includes(Weightings weightings, Weighting weighting) {
    return weightings == Weightings::both || weightings == only(weighting);
}

double multiplied_radius(double radius, double factor) {
    assert(radius >= 0 && factor > 0);
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

Recipe at_natural_size(const Recipe& recipe, double radius) {
    Recipe natural = recipe.at(radius);
    natural.palette.set_colors({});
    return natural;
}

Recipe at_areas(const Recipe& recipe, std::size_t areas) {
    Recipe natural = recipe.at(0);
    natural.palette.set_colors(static_cast<std::uint32_t>(areas));
    return natural;
}

Recipe natural_recipe(const Recipe& recipe) {
    Recipe natural = at_natural_size(recipe, Recipe{}.shift.radius);
    if (!natural.palette.maps()) natural.output = {}; // no order changes a number
    return natural;
}

Recipe enough_recipe(const Recipe& recipe) {
    Recipe enough = recipe;
    enough.size.chooses_radius = false; // at a chosen radius, too
    enough.palette.set_colors({});
    enough.palette.max_error = unseen_error;
    // Later steps, whose changes would only let the number be found again.
    enough.palette.joins.clear();
    enough.palette.recolors.clear();
    enough.labels = {};
    enough.output = {};
    return enough;
}

Result measure_result(Reduced reduced, bool exact, const Progress& progress) {
    Result result{std::move(reduced)};
    result.exact = exact;
    if (result.recipe.labels.any()) {
        Labelled labelled = label(result, progress);
        if (result.recipe.labels.cleans()) {
            result.cleaned = {labelled.changes};
            for (const LabelArea& area : measure_areas(labelled.plane, labelled.frames, progress))
                result.cleaned->regions += area.regions;
        }
        if (labelled.has_cells) result.grid = labelled.grid;
        result.swatches = listed(used_colors(labelled), result.recipe);
        result.pixels = std::make_shared<const ResultPixels>(std::move(labelled), result.source());
        // For a preview the difference before dithering, which takes no time and is nearly the same.
        result.difference = exact ? oklab_difference(result.source(), ResultPainter(result).whole(), progress)
                                  : difference(result.picture->colors, *result.palette, progress);
    } else {
        result.difference = difference(result.picture->colors, *result.palette);
        result.swatches = swatches_of(*result.palette);
    }
    result.histogram = luminance_histogram(result.swatches);
    result.largest = largest_entries(*result.palette, max_largest);
    return result;
}

void show_levels(Result& result, Pipeline& pipeline, const Progress& progress) {
    if (result.recipe.source.alpha.kind != AlphaMode::Kind::levels || result.picture->shares_colors) return;
    const auto indexed = pipeline.index_output(std::make_shared<const Reduced>(result), progress);
    if (!indexed->has_levels) return;
    result.swatches = entry_swatches(*indexed);
    sort_swatches(result.swatches, SwatchOrder::pixels, progress);
    result.histogram = luminance_histogram(visible_colors(*indexed));
    result.pixels = std::make_shared<const ResultPixels>(*indexed);
    result.has_entries = true;
    result.difference = oklab_difference(result.source(), ResultPainter(result).whole(), progress);
}

namespace {

constexpr std::size_t one_byte_colors = 256;

std::size_t row_length(const ImageView& image) { return std::size_t(image.width); }

}

ResultPixels::ResultPixels(Labelled labelled, const ImageView& source) : width_(row_length(source)) {
    for (const auto [r, g, b] : colors_of(labelled.colors)) values_.push_back({r, g, b});
    // Transparent pixels, whose label needs no bits here, are those without alpha.
    take_labels(std::move(labelled.plane));
    if (!labelled.has_cells) return;
    places_.emplace(*labelled.grid, source.width, source.height, labelled.frames);
    alpha_ = std::move(labelled.alpha);
}

ResultPixels::ResultPixels(IndexedPixels indexed)
    : width_(static_cast<std::size_t>(indexed.plane.width())), has_alpha_(true) {
    for (const PixelValue& one : indexed.values) values_.push_back(one.value);
    take_labels(std::move(indexed.plane));
}

void ResultPixels::take_labels(LabelPlane plane) {
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        if (sizeof(Label) > 1 && values_.size() <= one_byte_colors)
            labels_ = std::vector<std::uint8_t>(labels.begin(), labels.end());
        else
            labels_ = std::move(labels);
    });
}

std::size_t ResultPixels::bytes() const {
    return alpha_.size() +
           std::visit(
               []<class Label>(const std::vector<Label>& labels) { return labels.size() * sizeof(Label); },
               labels_);
}

void ResultPixels::paint(std::size_t x, std::size_t y, std::span<const Rgba8> source, Rgba8* to) const {
    assert(x + source.size() <= width_);
    std::visit(
        [&](const auto& labels) {
            for (std::size_t i = 0; i < source.size(); ++i) {
                const std::size_t at = places_ ? (*places_)(x + i, y) : y * width_ + x + i;
                assert(at < labels.size());
                const std::uint8_t alpha = places_ ? alpha_[at] : source[i].a;
                const std::size_t label = labels[at];
                if (alpha == 0 || label >= values_.size()) {
                    to[i] = {};
                    continue;
                }
                to[i] = values_[label];
                if (!has_alpha_) to[i].a = alpha;
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
    assert(first <= last && last <= std::size_t(source_.height));
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
    assert(x >= 0 && y >= 0 && column < row_length(image) && row < std::size_t(image.height));
    Rgba8 pixel = image.pixels[row * row_length(image) + column];
    if (result.pixels)
        result.pixels->paint(column, row + std::size_t(image.height) * frame, std::array{pixel}, &pixel);
    if (pixel.a == 0) return std::nullopt;
    const Rgb color{pixel.r, pixel.g, pixel.b};
    return result.pixels ? color : result.result_of(color);
}

}
