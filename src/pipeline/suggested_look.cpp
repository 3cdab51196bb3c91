#include "labels/false_borders.h"
#include "labels/inner_pixels.h"
#include "labels/pixel_grid.h"
#include "pipeline/look.h"
#include "pipeline/pipeline.h"

#include <algorithm>
#include <numeric>

// The look that suits a picture, as far as looks alone (pipeline/look) cannot tell.

namespace huedrift {
namespace {

/// The middle of a picture, at most `most` pixels wide and high.
Image middle_of(const ImageView& image, int most) {
    Image middle(std::min(image.width, most), std::min(image.height, most));
    const auto width = std::size_t(middle.width()), whole = std::size_t(image.width);
    const std::size_t left = (whole - width) / 2, top = std::size_t(image.height - middle.height()) / 2;
    for (std::size_t y = 0; y < std::size_t(middle.height()); ++y)
        std::ranges::copy(image.pixels.subspan((top + y) * whole + left, width),
                          middle.pixels().subspan(y * width).begin());
    return middle;
}

/// Whether the steps between pixels look like those of a grid, as those of most enlarged pixel art and of few
/// photos do. It takes a few milliseconds.
bool may_have_grid(const ImageView& image) {
    constexpr int most = 256, least_fit = 500;
    constexpr std::uint32_t least_cell = 5 * pixel_parts;
    const Image middle = middle_of(image, most);
    if (middle.pixels().empty()) return false;
    const ColorSet colors(middle, Transfer::srgb);
    std::vector<std::uint32_t> every(colors.size());
    std::iota(every.begin(), every.end(), std::uint32_t{0});
    const LabelPlane plane = label_pixels(middle, colors, every, every.size());
    return step_fit({plane, colors.positions()}, least_cell) >= least_fit;
}

}

SuitingLook Pipeline::suggest_look(Progress& progress) {
    if (document_->table) return {};
    SuitingLook suiting = huedrift::suggest_look(*document_->image, progress);
    if (linked_) return suiting;
    if (is_enlarged(progress))
        suiting.look = Look::pixel_art;
    else if (suiting.look == Look::flat && has_gradients(progress))
        suiting.look = Look::photo;
    return suiting;
}

/// Whether flat would draw bands into smooth gradients.
bool Pipeline::has_gradients(Progress& progress) {
    Progress silent(progress, 0, 0);
    const auto banded = make_output(reduce(recipe_of(Look::flat), silent), silent);
    for (std::size_t i = 0; i < frames_of(*document_); ++i) {
        const ImageView frame = frame_of(*document_, *document_->image, i);
        const std::size_t length = false_border_length(frame, frame_of(*document_, *banded, i), silent);
        if (16 * length * length >= frame.pixels.size() && length != 0) return true;
    }
    return false;
}

bool Pipeline::is_enlarged(Progress& progress) {
    const ImageView first = frame_of(*document_, *document_->image, 0);
    if (!may_have_grid(first)) return false;
    constexpr int sure = 950, most = 512;
    Progress silent(progress, 0, 0);
    const auto shows_grid = [&](Pipeline& pipeline) {
        const auto reduced = pipeline.reduce(recipe_of(SuitingLook{Look::pixel_art}), silent);
        const auto labelled = pipeline.find_labels(reduced, silent);
        return labelled->has_cells && labelled->grid->confidence >= sure;
    };
    // The middle spares the long reduction of a large photo that only seems to have a grid.
    Pipeline middle;
    middle.use(*engine_);
    Document document{.path = {}, .image = nullptr, .notes = {}};
    document.image = std::make_shared<const Image>(middle_of(first, most));
    middle.open(std::move(document));
    return shows_grid(middle) && shows_grid(*this);
}

Recipe Pipeline::for_document(const Recipe& recipe, Progress& progress) {
    const Recipe own = for_picture(recipe, prepare_picture(recipe, progress)->colors.size());
    const Recipe flat = recipe_of(Look::flat), grid = recipe_of(Look::pixel_art);
    if (finds_palette_as(own, flat) && own.palette.colors != flat.palette.colors)
        return without_drift(own, Look::flat, progress);
    if (finds_palette_as(own, grid) && own.labels.grid.is_on())
        return without_drift(own, Look::pixel_art, progress);
    return own;
}

Recipe Pipeline::without_drift(const Recipe& recipe, Look look, Progress& progress) {
    Progress silent(progress, 0, 0);
    const bool drifts_in_vain = look == Look::flat        ? loses_colors(recipe, silent)
                                : look == Look::pixel_art ? has_exact_cells(recipe, silent)
                                                          : false;
    return drifts_in_vain ? recipe.at(0) : recipe;
}

/// Whether the drift leaves fewer colours than the recipe's number, and more remain without it.
bool Pipeline::loses_colors(const Recipe& recipe, Progress& progress) {
    if (!recipe.palette.colors) return false;
    Recipe compared = recipe;
    compared.labels = {};
    compared.output = {};
    const auto count_at = [&](double radius) {
        return reduce(compared.at(radius), progress)->palette->entries.size();
    };
    const std::size_t drifted = count_at(recipe.shift.radius);
    return drifted < *recipe.palette.colors && count_at(0) > drifted;
}

/// Whether there is a grid without drift, whose cells show nearly all pixels as they are.
bool Pipeline::has_exact_cells(const Recipe& recipe, Progress& progress) {
    if (document_->table || linked_) return false; // colours have no cells
    Recipe compared{.source = recipe.source, .shift = recipe.shift};
    compared.labels.grid = recipe.labels.grid;
    const auto reduced = reduce(compared.at(0), progress);
    const auto labelled = find_labels(reduced, progress);
    if (!labelled->has_cells) return false;
    const Image shown = paint_as_source(*labelled, *reduced);
    const std::span<const Rgba8> source = reduced->picture->image->pixels();
    std::size_t visible = 0, others = 0;
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i].a == 0) continue;
        ++visible;
        others += shown.pixels()[i] != source[i];
    }
    return 64 * others <= visible;
}

}
