#include "labels/contrast.h"
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

Look Pipeline::suggest_look(Progress& progress) {
    if (document_->table) return Look::photo;
    const Look look = huedrift::suggest_look(*document_->image, progress);
    if (linked_) return look;
    if (is_enlarged(progress)) return Look::pixel_art;
    return look == Look::flat && has_gradients(progress) ? Look::photo : look;
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
        const auto reduced = pipeline.reduce(suiting_recipe(Look::pixel_art), silent);
        const auto labelled = pipeline.find_labels(reduced, silent);
        return labelled->has_cells && labelled->grid->confidence >= sure;
    };
    // The middle spares the long reduction of a large photo that only seems to have a grid.
    Pipeline middle;
    middle.use(*engine_);
    middle.open(document_of(middle_of(first, most), {}));
    return shows_grid(middle) && shows_grid(*this);
}

}
