#include "pipeline/pipeline.h"

#include "pipeline/palette_steps.h"
#include "pipeline/sweep.h"
#include "reduction/palette.h"
#include "reduction/remap.h"

namespace huedrift {
namespace {

double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}

std::shared_ptr<const Document> Pipeline::open(const std::filesystem::path& path, const LoadLimits& limits,
                                               const Progress* progress) {
    const auto start = std::chrono::steady_clock::now();
    document_ = std::make_shared<const Document>(load_document(path, limits, progress));
    ++loads_;
    load_seconds_ = since(start);
    forget_results();
    analysis_.clear();
    smooth_.clear();
    return document_;
}

void Pipeline::forget_results() {
    preview_.reset();
    search_.clear();
    mean_shift_.clear();
    join_.clear();
    palette_.clear();
    remap_.clear();
}

std::shared_ptr<const Picture> Pipeline::picture(const Recipe& recipe, PictureFilter* filter) {
    std::shared_ptr<const Image> image = document_->image;
    if (recipe.smooth != 0)
        image = smooth_.run({document_, recipe.smooth}, [&] {
            return filter ? filter->smoothed(*document_->image, recipe.smooth)
                          : smooth(*document_->image, recipe.smooth);
        });
    return analysis_.run({image, recipe.transfer}, [&]() -> Picture {
        forget_results(); // before the memory for another analysis is needed
        ColorSet colors(*image, recipe.transfer);
        const LuminanceHistogram histogram = filter ? filter->histogram(*image) : luminance_histogram(colors);
        return {document_, image, std::move(colors), histogram};
    });
}

bool Pipeline::has_picture(const Recipe& recipe) {
    const auto image = recipe.smooth == 0 ? document_->image : smooth_.find({document_, recipe.smooth});
    return image && analysis_.find({image, recipe.transfer});
}

std::shared_ptr<const Reduced> Pipeline::reduce(const Recipe& recipe, Progress& progress) {
    return changed(recipe.colors ? search(recipe, progress) : found(recipe.as_found(), progress), recipe);
}

std::shared_ptr<const Reduced> Pipeline::found(const Recipe& recipe, Progress& progress) {
    const std::shared_ptr<const Picture> source = picture(recipe);
    return mean_shift_.run({source, recipe}, [&]() -> Reduced {
        const auto start = std::chrono::steady_clock::now();
        Reduction reduction = engine_->reduce(source->colors, recipe.options(), progress);
        // The engine's name not before: another may have gone on where a device failed.
        return {source, recipe, std::move(reduction), since(start), engine_->name(), engine_->device()};
    });
}

std::shared_ptr<const Reduced> Pipeline::search(const Recipe& recipe, Progress& progress) {
    const Bound bound = recipe.join_to ? Bound::at_least : Bound::at_most;
    return *search_.run({picture(recipe), recipe}, [&] {
        return radius_for_colors(reduce_at(recipe), *recipe.colors, progress, bound);
    });
}

std::shared_ptr<const Reduced> Pipeline::changed(std::shared_ptr<const Reduced> found, const Recipe& recipe) {
    if (recipe.join_to)
        found = join_.run({found, *recipe.join_to}, [&] { return join_colors(*found, *recipe.join_to); });
    return found;
}

ReduceAt Pipeline::reduce_at(Recipe recipe) {
    recipe = recipe.as_found();
    recipe.colors.reset();
    return [this, recipe](double radius, Progress& progress) {
        Recipe at = recipe;
        at.radius = radius;
        return found(at, progress);
    };
}

Reduced Pipeline::preview(const Recipe& recipe, Engine& engine, Follower& follower, Progress& progress) {
    const std::shared_ptr<const Picture> source = picture(recipe);
    if (!preview_) preview_.emplace(source->colors);
    const auto start = std::chrono::steady_clock::now();
    Reduction reduction = preview_->reduce(engine, follower, recipe.options(), progress);
    return *changed(std::make_shared<const Reduced>(Reduced{source, recipe.as_found(), std::move(reduction),
                                                            since(start), engine.name(), engine.device()}),
                    recipe);
}

std::shared_ptr<const std::vector<Swatch>> Pipeline::palette(const std::shared_ptr<const Reduced>& reduced) {
    return palette_.run(reduced, [&] { return huedrift::palette(reduced->reduction); });
}

std::shared_ptr<const Image> Pipeline::output(const std::shared_ptr<const Reduced>& reduced) {
    const Picture& source = *reduced->picture;
    return remap_.run(reduced, [&] { return remap(*source.image, source.colors, reduced->reduction); });
}

std::vector<StageTime> Pipeline::times() const {
    return {{"load", load_seconds_},
            {"smooth", smooth_.seconds()},
            {"analysis", analysis_.seconds()},
            {"mean_shift", mean_shift_.seconds()},
            {"remap", remap_.seconds()}};
}

Pipeline::Runs Pipeline::runs() const {
    return {loads_,       smooth_.runs(),  analysis_.runs(), search_.runs(), mean_shift_.runs(),
            join_.runs(), palette_.runs(), remap_.runs()};
}

}
