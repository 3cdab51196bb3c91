#include "session/previews.h"

#include "palette/palette.h"
#include "reduction/difference.h"

#include <utility>

namespace huedrift {
namespace {

/// Pixels of a preview. Larger pictures are previewed by so many of their pixels, whose labels are those of
/// dithering only, as other steps find other shapes in fewer pixels; larger animations without labels.
constexpr std::size_t max_previewed_pixels = 1'000'000;
/// Cells of a preview: a quarter of the cells that a result of the refinement `coarse` follows, in a quarter
/// of its time.
constexpr std::size_t max_previewed_cells = 8 * max_estimated_colors;
/// With more colours than this, a sample joins and settles them in a fraction of the time.
constexpr std::size_t many_colors = 1 << 16;

bool is_large(const Picture& picture) { return picture.image->pixels().size() > max_previewed_pixels; }

/// Counts pixels of a preview as if all were there.
void count_as_whole(Result& result) {
    if (!result.shrunk) return;
    for (Swatch& swatch : result.swatches) swatch.pixels <<= 2 * result.shrunk->halvings;
}

}

void Previews::look_at(const std::shared_ptr<const Picture>& picture, bool is_counted,
                       const Progress& progress) {
    picture_ = picture;
    sample_ = nullptr;
    if (is_large(*picture) && frames_of(*picture->document) == 1) // the frames of an animation are small
        sample_ =
            std::make_shared<const Sample>(take_sample(*picture, max_previewed_pixels, is_counted, progress));
}

void Previews::forget() {
    picture_ = nullptr;
    sample_ = nullptr;
}

bool Previews::is_worthwhile(const Recipe& recipe) {
    return sample_ || (is_large(*picture_) && recipe.labels.any()) || pipeline_.gains_by_preview(recipe);
}

Result Previews::make(const Recipe& recipe, JobRunner::Run& run) {
    Recipe shown = recipe;
    shown.output = {};
    shown.labels = previewed_steps(recipe.labels);
    const bool gains = pipeline_.gains_by_preview(recipe);
    // A sample's pixels all count alike.
    const bool is_sampled = sample_ && sample_->picture && !recipe.source.importance;
    Result result = is_sampled && (gains || takes_long(recipe)) ? make_by_sample(shown, run)
                                                                : make_by_all(shown, gains, run);
    result.recipe = recipe;
    return result;
}

/// The steps on labels of a preview. In a sample other shapes than those of dithering would be found.
LabelSteps Previews::previewed_steps(LabelSteps steps) const {
    if (is_large(*picture_) && !sample_) return {};
    if (sample_) {
        steps = steps.without_joins();
        steps.tiles.reset();
    }
    steps.scale = 1; // the window shows cells
    return steps;
}

/// Whether the palette of all colours is not at once there.
bool Previews::takes_long(const Recipe& recipe) {
    if (recipe.palette.skips_mean_shift()) return false;
    if (recipe.shift.drifts()) return recipe.shift.refine == Refine::coarse && !pipeline_.has_modes(recipe);
    const bool joins = recipe.palette.colors || recipe.palette.chooses_colors();
    return joins && picture_->colors.size() > many_colors;
}

Result Previews::make_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run) {
    Progress silent(run.patient(), 0, 0), part(run.progress(), 0, 0.5);
    const bool drifts = !recipe.palette.skips_mean_shift() && !pipeline_.has_modes(recipe);
    Reduced reduced = gains ? pipeline_.preview(recipe, silent, max_previewed_cells)
                            : *pipeline_.reduce(recipe, drifts ? part : silent);
    if (sample_) shrink(reduced);
    Result result = measure_result(std::move(reduced), false, silent);
    if (result.pixels) count_as_whole(result);
    return result;
}

Result Previews::make_by_sample(const Recipe& recipe, JobRunner::Run& run) {
    Progress silent(run.patient(), 0, 0);
    if (!engine_) engine_ = choose_entry(*engines_, {.engine = "cpu"}).make({});
    Reduced reduced = pipeline_.preview(recipe, sample_->picture, *engine_, silent, max_previewed_cells);
    shrink(reduced);
    Result result = measure_result(std::move(reduced), false, silent);
    result.picture = picture_;
    Palette palette = widened(*result.palette, *sample_, picture_->colors);
    if (!recipe.shift.drifts()) palette.colors_found = picture_->colors.size();
    result.palette = std::make_shared<const Palette>(std::move(palette));
    result.largest = largest_entries(*result.palette, max_largest);
    if (result.pixels)
        count_as_whole(result);
    else
        result.swatches = swatches_of(*result.palette);
    return result;
}

/// Makes the sample's pixels those of a preview.
void Previews::shrink(Reduced& preview) const {
    preview.shrunk = sample_->pixels;
    if (preview.dither_mask) preview.dither_mask = shrunk(*preview.dither_mask, sample_->pixels->halvings);
}

}
