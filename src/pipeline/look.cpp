#include "pipeline/look.h"

#include "labels/pixel_grid.h"
#include "labels/smooth_grid.h"
#include "labels/soft_edges.h"
#include "pipeline/enumerators.h"
#include "pipeline/pipeline.h"
#include "pipeline/recipe_rows.h"
#include "reduction/difference.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace huedrift {

// Chosen by eye (docs/quality.md).
Recipe recipe_of(Look look) {
    Recipe recipe;
    switch (look) {
    case Look::photo:
        recipe.shift.radius = 0;
        recipe.shift.assign = Assign::nearest;
        recipe.palette = {.fit = {.settle = 8, .snap = Snap::on}, .colors = 32};
        recipe.labels.dithering.method = Dither::automatic;
        break;
    case Look::poster:
        recipe.size.chooses_radius = true;
        recipe.shift.weighting = Weighting::palette;
        recipe.shift.refine = Refine::coarse;
        recipe.palette = {.fit = {.settle = 1}, .colors = 12};
        break;
    case Look::flat:
        recipe.shift.radius = 0.01; // measured: docs/quality.md
        recipe.palette = {.fit = {.soft_edges = SoftEdges::ignore, .settle = 1, .snap = Snap::on},
                          .colors = 16};
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
        Recipe of_look = recipe_of(look);
        const bool may_be = of_look.size.chooses_radius || of_look.shift.radius == recipe.shift.radius;
        // A copy may hold thousands of edits.
        if (may_be && recipe == with_look(recipe, std::move(of_look))) return look;
    }
    return std::nullopt;
}

Look nearest_look(const Recipe& recipe) {
    const auto changes = [&](Look look) {
        const Recipe of_look = with_look(recipe, recipe_of(look));
        return std::ranges::count_if(recipe_rows(), [&](const RecipeRow& row) {
            return row.kind != RecipeKind::list && row.get(of_look) != row.get(recipe);
        });
    };
    return *std::ranges::min_element(enumerators<Look>, {}, changes);
}

bool weighs_as_look(const Recipe& recipe) {
    Recipe plain = with_edits(recipe, {}).at(recipe.shift.radius);
    for (const Look look : enumerators<Look>) {
        Recipe as_look = with_look(plain, recipe_of(look)).at(plain.shift.radius);
        as_look.source = plain.source;
        as_look.palette.set_colors(plain.palette.colors);
        as_look.labels = plain.labels;
        if (as_look == plain) return true;
    }
    return false;
}

bool has_few_colors(const ImageView& image, std::size_t most, const Progress& progress) {
    ColorIndex seen(std::min(most, image.pixels.size()));
    std::size_t colors = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        if (i % (1 << 20) == 0) progress.throw_if_cancelled();
        const auto [r, g, b, a] = image.pixels[i];
        if (a == 0 || seen.contains({r, g, b})) continue;
        seen.add({r, g, b});
        if (++colors > most) return false;
    }
    return true;
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
/// photos do. `colors` has the colours of the picture's middle, and perhaps others.
bool may_have_grid(const Image& middle, const ColorSet& colors) {
    constexpr int least_fit = 500;
    constexpr std::uint32_t least_cell = 5 * pixel_parts;
    if (middle.pixels().empty()) return false;
    std::vector<std::uint32_t> every(colors.size());
    std::iota(every.begin(), every.end(), std::uint32_t{0});
    const LabelPlane plane = label_pixels(middle, colors, every, every.size());
    return step_fit({plane, colors.positions()}, least_cell) >= least_fit;
}

}

Look Pipeline::suggest_look(Progress& progress) {
    const bool may_be_enlarged = !document_->table && !linked_;
    const Look look = may_be_enlarged && (is_enlarged(progress) || is_enlarged_smoothly(progress))
                          ? Look::pixel_art
                          : Look::photo;
    progress.report(1);
    return look;
}

bool Pipeline::is_enlarged(Progress& progress) {
    const ImageView first = frame_of(*document_, *document_->image, 0);
    constexpr int most = 512, side_of_first_look = 256;
    const auto fits_in = [&](int side) {
        return frames_of(*document_) == 1 && std::max(first.width, first.height) <= side;
    };
    if (fits_in(side_of_first_look)) { // with the analysis that the result needs, too
        const auto whole = prepare_picture(suiting_recipe(Look::pixel_art), progress);
        if (!may_have_grid(*whole->image, whole->colors)) return false;
    } else {
        const Image middle = middle_of(first, side_of_first_look);
        if (!may_have_grid(middle, {middle, Transfer::srgb})) return false;
    }
    const auto shows_grid = [](Pipeline& pipeline, const Progress& part) {
        Progress reducing(part, 0, 0.8), labelling(part, 0.8, 1);
        const auto reduced = pipeline.reduce(suiting_recipe(Look::pixel_art), reducing);
        const auto labelled = pipeline.find_labels(reduced, labelling);
        return labelled->has_cells && !labelled->grid->is_smooth &&
               labelled->grid->confidence >= sure_confidence;
    };
    if (fits_in(most)) return shows_grid(*this, progress);
    // The middle spares the long reduction of a large photo that only seems to have a grid.
    Pipeline middle;
    middle.use(*engine_);
    middle.open(document_of(middle_of(first, most), {}));
    return shows_grid(middle, Progress(progress, 0, 0.2)) && shows_grid(*this, Progress(progress, 0.2, 1));
}

// An enlarged photo has such a grid, too, but its cells lie between few colours rather than near them.
bool Pipeline::is_enlarged_smoothly(const Progress& progress) {
    constexpr double same_color = 0.02, near = 0.01; // in Oklab
    constexpr int side_of_cells = 256;
    const ImageView first = frame_of(*document_, *document_->image, 0);
    const auto grid = smooth_grid(first, 1, progress);
    if (!grid) return false;
    Pipeline cells;
    cells.use(*engine_);
    cells.open(document_of(middle_of(centres_of(first, *grid), side_of_cells), {}));
    Progress silent(progress, 0, 0);
    Recipe of_few, of_one;
    of_few.shift.radius = same_color;
    of_one.shift.radius = 0;
    of_one.palette.colors = 1;
    const auto few = cells.reduce(of_few, silent), mean = cells.reduce(of_one, silent);
    const auto mean_error = [](const Reduced& reduced) {
        return difference(reduced.picture->colors, *reduced.palette).mean;
    };
    return few->palette->entries.size() <= few_colors &&
           mean_error(*few) <= std::min(near, mean_error(*mean) / 16);
}

}
