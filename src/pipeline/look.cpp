#include "pipeline/look.h"

#include "base/parallel.h"
#include "labels/contrast.h"
#include "labels/pixel_grid.h"
#include "labels/soft_edges.h"
#include "pipeline/enumerators.h"
#include "pipeline/pipeline.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

struct Neighbours {
    std::size_t equal = 0, pixels = 0; ///< those equal to their left neighbours, and all visible ones
};

bool is_equal(const Rgba8& x, const Rgba8& y) {
    return (x.a != 0) & (y.a != 0) & (x.r == y.r) & (x.g == y.g) & (x.b == y.b); // without branches
}

/// Leaves out the pixels of the colour `ignored`; no colour has the code rgb_codes.
Neighbours count_equal(const ImageView& image, const Progress& progress, std::uint32_t ignored = rgb_codes) {
    std::atomic<std::size_t> equal = 0, visible = 0;
    const auto width = static_cast<std::size_t>(image.width);
    const auto counts = [ignored](const Rgba8& pixel) {
        return (pixel.a != 0) & (Rgb{pixel.r, pixel.g, pixel.b}.code() != ignored);
    };
    parallel_pieces(static_cast<std::size_t>(image.height), 64, progress,
                    [&](std::size_t begin, std::size_t end) {
                        std::size_t equal_here = 0, visible_here = 0;
                        for (std::size_t row = begin; row < end; ++row) {
                            const auto pixels = image.pixels.subspan(row * width, width);
                            for (std::size_t x = 0; x < width; ++x) visible_here += counts(pixels[x]);
                            for (std::size_t x = 1; x < width; ++x)
                                equal_here += is_equal(pixels[x - 1], pixels[x]) & counts(pixels[x]);
                        }
                        equal += equal_here;
                        visible += visible_here;
                    });
    return {equal, visible};
}

/// The code of the colour of more than half of the visible pixels; if there is none, that of any colour
/// (Boyer and Moore, "MJRTY: a fast majority vote algorithm", 1991).
std::uint32_t majority_of(const ImageView& image, const Progress& progress) {
    Rgba8 candidate;
    std::size_t votes = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        if (i % (1 << 20) == 0) progress.throw_if_cancelled();
        const Rgba8& pixel = image.pixels[i];
        if (pixel.a == 0) continue;
        if (votes == 0) candidate = pixel;
        is_equal(pixel, candidate) ? ++votes : --votes;
    }
    return Rgb{candidate.r, candidate.g, candidate.b}.code();
}

/// Whether a picture is a drawing of flat areas. If one colour, the background, has more than half of the
/// visible pixels, the others must be flat, too: a photograph in a wide frame is no drawing.
bool is_flat(const ImageView& image, const Progress& progress) {
    const Neighbours all = count_equal(image, progress);
    if (2 * all.equal <= all.pixels || !has_few_colors(image, all.pixels / 16, progress)) return false;
    const Neighbours beside = count_equal(image, progress, majority_of(image, progress));
    const bool has_background = 2 * beside.pixels < all.pixels;
    return !has_background || 5 * beside.equal >= 2 * beside.pixels ||
           has_few_colors(image, beside.pixels / 8, progress);
}

}

// Chosen by eye (docs/quality.md).
Recipe recipe_of(Look look) {
    Recipe recipe;
    switch (look) {
    case Look::photo:
        recipe.shift.radius = 0;
        recipe.shift.assign = Assign::nearest;
        recipe.palette = {.colors = 32, .settle = 8, .snap = Snap::on};
        recipe.labels.dither = Dither::automatic;
        break;
    case Look::poster:
        recipe.size.chooses_radius = true;
        recipe.shift.weighting = Weighting::palette;
        recipe.shift.refine = Refine::coarse;
        recipe.palette = {.colors = 12, .settle = 1};
        break;
    case Look::flat:
        recipe.shift.radius = 0.01;
        recipe.palette = {.soft_edges = SoftEdges::ignore, .colors = 16, .settle = 1, .snap = Snap::on};
        recipe.labels.defringe = 1;
        break;
    case Look::published:
        recipe.source.transfer = Transfer::linear;
        recipe.shift.weighting = Weighting::palette;
        recipe.shift.merge = 0;
        break;
    case Look::pixel_art: // measured: docs/quality.md
        recipe.shift.radius = 0.025;
        recipe.labels.grid.kind = GridChoice::Kind::automatic;
        break;
    }
    return recipe;
}

Recipe with_look(const Recipe& recipe, Recipe look) {
    look = with_edits(std::move(look), edits_of(recipe));
    look.source.profile = recipe.source.profile;
    look.output = recipe.output;
    return look;
}

std::optional<Look> look_of(const Recipe& recipe) {
    if (recipe.palette.maps()) return std::nullopt;
    for (const Look look : enumerators<Look>) {
        Recipe own = recipe_of(look);
        const bool may_be = own.size.chooses_radius || own.shift.radius == recipe.shift.radius;
        // A copy may hold thousands of edits.
        if (may_be && recipe == with_look(recipe, std::move(own))) return look;
    }
    return std::nullopt;
}

Look nearest_look(const Recipe& recipe) {
    const auto changes = [&](Look look) {
        const Recipe own = with_look(recipe, recipe_of(look));
        return std::ranges::count_if(recipe_rows(), [&](const RecipeRow& row) {
            return row.kind != RecipeKind::list && row.get(own) != row.get(recipe);
        });
    };
    return *std::ranges::min_element(enumerators<Look>, {}, changes);
}

bool has_few_colors(const ImageView& image, std::size_t most, const Progress& progress) {
    std::vector<bool> seen(rgb_codes);
    std::size_t colors = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        if (i % (1 << 20) == 0) progress.throw_if_cancelled();
        const auto [r, g, b, a] = image.pixels[i];
        const std::uint32_t code = Rgb{r, g, b}.code();
        if (a == 0 || seen[code]) continue;
        seen[code] = true;
        if (++colors > most) return false;
    }
    return true;
}

Look suggest_look(const ImageView& image, const Progress& progress) {
    return is_flat(image, progress) ? Look::flat : Look::photo;
}

namespace {

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
