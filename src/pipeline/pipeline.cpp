#include "pipeline/pipeline.h"

#include "pipeline/palette_list.h"
#include "pipeline/palette_steps.h"
#include "reduction/apply.h"
#include "reduction/palette.h"
#include "reduction/refinement.h"
#include "reduction/remap.h"

#include <algorithm>
#include <utility>

namespace huedrift {
namespace {

/// With fewer colours a preview has as much to do as an exact result, or about as much.
constexpr std::size_t min_colors_to_preview = max_previewed_cells,
                      min_colors_to_estimate = 4 * max_previewed_cells;
/// An estimate cannot have more colours than cells.
constexpr std::size_t max_estimated_limit = max_previewed_cells / 8;
/// Seconds: an exact result that takes no longer follows the slider by itself.
constexpr double at_once = 0.05;

/// Each frame by itself.
Image smoothed(const ImageView& image, std::size_t frames, int radius, PictureFilter& filter) {
    if (frames == 1) return filter.smoothed(image, radius);
    Image result(image.width, image.height);
    for (std::size_t i = 0; i < frames; ++i) {
        const ImageView frame = frame_of(image, frames, i);
        const Image smooth = filter.smoothed(frame, radius);
        std::ranges::copy(smooth.pixels(), result.pixels().subspan(i * frame.pixels.size()).begin());
    }
    return result;
}

Palette unpacked(const std::shared_ptr<const Reduced>& found) {
    return unpack({found, &found->reduction}, found->picture->colors.transfer(), found->recipe.pins);
}

/// What was found, with the colours of its palette after the steps on it.
Reduced gathered(const Reduced& found, const Palette& palette, const Recipe& recipe) {
    Reduced result{found.picture, recipe, {}, found.seconds, found.engine, found.device, found.notes};
    result.reduction = palette.is_changed ? gather(palette, found.picture->colors) : found.reduction;
    result.reduction.statistics = found.reduction.statistics;
    std::ranges::copy(palette.notes, std::back_inserter(result.notes));
    return result;
}

Reduced without_small(const std::shared_ptr<const Reduced>& modes, double min_share) {
    Recipe recipe = modes->recipe;
    recipe.min_share = min_share;
    return gathered(*modes, join_small(unpacked(modes), min_share), recipe);
}

double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}

std::shared_ptr<const Document> Pipeline::open(const Location& from, const LoadLimits& limits,
                                               const Progress* progress, ProfileUse use) {
    const auto start = std::chrono::steady_clock::now();
    open(load_document(from, limits, progress, use));
    load_seconds_ = since(start);
    return document_;
}

std::shared_ptr<const Document> Pipeline::open_colors(const Location& from, const LoadLimits& limits,
                                                      ProfileUse use) {
    const auto start = std::chrono::steady_clock::now();
    open(load_colors(from, limits, nullptr, use));
    load_seconds_ = since(start);
    return document_;
}

std::shared_ptr<const Document> Pipeline::open(Document document) {
    if (const auto kept = mean_shift_.kept(); linked_ && !kept.empty()) of_linked_ = kept;
    document_ = std::make_shared<const Document>(std::move(document));
    ++loads_;
    load_seconds_ = 0;
    forget_results();
    analysis_.clear();
    alpha_.clear();
    smooth_.clear();
    return document_;
}

void Pipeline::link(std::shared_ptr<const ColorTable> colors) {
    if (colors == linked_) return;
    linked_ = std::move(colors);
    of_linked_.clear();
    forget_results();
}

void Pipeline::forget_results() {
    last_exact_seconds_.reset();
    search_.clear();
    pins_.clear();
    mean_shift_.clear();
    small_shares_.clear();
    join_.clear();
    bring_.clear();
    send_.clear();
    unpack_.clear();
    edit_.clear();
    finish_.clear();
    apply_.clear();
    labels_.clear();
    palette_.clear();
    remap_.clear();
}

std::shared_ptr<const Picture> Pipeline::picture(const Recipe& recipe) {
    std::shared_ptr<const Image> image = document_->image;
    const auto table = document_->table ? document_->table : linked_;
    if (recipe.alpha != AlphaMode{} && !document_->table)
        image = alpha_.run({image, recipe.alpha}, [&] { return with_alpha(*image, recipe.alpha); });
    if (recipe.smooth != 0 && !document_->table)
        image = smooth_.run({image, recipe.smooth}, [&] {
            CpuPictureFilter cpu;
            return smoothed(*image, frames_of(*document_), recipe.smooth, filter_ ? *filter_ : cpu);
        });
    return analysis_.run({image, recipe.transfer, table}, [&]() -> Picture {
        forget_results(); // before the memory for another analysis is needed
        ColorSet colors = table ? color_set(*table, recipe.transfer) : ColorSet(*image, recipe.transfer);
        const LuminanceHistogram histogram =
            filter_ && !table ? filter_->histogram(*image) : luminance_histogram(colors);
        return {document_, image, std::move(colors), histogram};
    });
}

bool Pipeline::has_picture(const Recipe& recipe) {
    std::shared_ptr<const Image> image = document_->image;
    if (recipe.alpha != AlphaMode{} && !document_->table) image = alpha_.find({image, recipe.alpha});
    if (image && recipe.smooth != 0 && !document_->table) image = smooth_.find({image, recipe.smooth});
    const auto table = document_->table ? document_->table : linked_;
    return image && analysis_.find({image, recipe.transfer, table});
}

std::shared_ptr<const Reduced> Pipeline::reduce(const Recipe& recipe, Progress& progress,
                                                const Tried& tried) {
    check(recipe.labels);
    const auto found = recipe.skips_mean_shift() ? sent_directly(recipe)
                       : recipe.colors           ? search(recipe.unfinished(), progress, tried)
                                                 : this->found(recipe.as_found(), progress);
    return finished(found, changed(found, recipe), recipe);
}

std::shared_ptr<const Reduced> Pipeline::apply(const std::shared_ptr<const Reduced>& found) {
    const std::shared_ptr<const Picture> source = picture(found->recipe);
    return apply_.run({found, source}, [&] {
        Reduced result = *found;
        result.picture = source;
        result.reduction = huedrift::apply(found->reduction, found->picture->colors, source->colors);
        result.notes.clear(); // which are of the other document
        return result;
    });
}

std::shared_ptr<const Reduced> Pipeline::finished(std::shared_ptr<const Reduced> found,
                                                  const std::shared_ptr<const Palette>& palette,
                                                  const Recipe& recipe) {
    Recipe whole = recipe;
    if (!recipe.skips_mean_shift()) whole.radius = found->recipe.radius;
    whole.colors.reset();
    if (!palette && whole == found->recipe) return found;
    return finish_.run({found, palette, whole}, [&] {
        if (palette) return gathered(*found, *palette, whole);
        Reduced result = *found;
        result.recipe = whole;
        return result;
    });
}

std::shared_ptr<const Reduced> Pipeline::mean_shift(const Recipe& recipe, Progress& progress) {
    const std::shared_ptr<const Picture> source = picture(recipe);
    return mean_shift_.run({source, recipe}, [&] {
        const auto known = of_a_linked_picture(recipe);
        if (!known) return shifted(source, recipe, progress);
        Reduced same = *known;
        same.picture = source;
        return same;
    });
}

std::shared_ptr<const Reduced> Pipeline::of_a_linked_picture(const Recipe& recipe) const {
    const auto found =
        std::ranges::find(of_linked_, recipe, [](const auto& reduced) { return reduced->recipe; });
    return found == of_linked_.end() ? nullptr : *found;
}

Reduced Pipeline::shifted(const std::shared_ptr<const Picture>& source, const Recipe& recipe,
                          Progress& progress) {
    const auto start = std::chrono::steady_clock::now();
    const auto pinned = recipe.pins.empty() ? nullptr : pins(source, recipe);
    const ColorSet& colors = pinned ? pinned->rest() : source->colors;
    Reduction reduction = engine_->reduce(colors, recipe.options(), progress);
    last_exact_seconds_ = since(start);
    if (pinned) reduction = pinned->with_pins(source->colors, reduction);
    // The engine's name is read afterwards, as another may have taken over.
    return {source, recipe, std::move(reduction), since(start), engine_->name(), engine_->device()};
}

std::shared_ptr<const PinnedColors> Pipeline::pins(const std::shared_ptr<const Picture>& source,
                                                   const Recipe& recipe) {
    std::vector<Pin> pins = recipe.pins; // with distances filled in, so that only these depend on the radius
    for (Pin& pin : pins) pin.distance = pin.distance.value_or(recipe.radius);
    return pins_.run({source, pins},
                     [&] { return PinnedColors(source->colors, recipe.pins, recipe.radius); });
}

std::shared_ptr<const Reduced> Pipeline::found(const Recipe& recipe, Progress& progress) {
    Recipe shifted = recipe;
    shifted.min_share = 0;
    const auto modes = mean_shift(shifted, progress);
    if (recipe.min_share == 0) return modes;
    return small_shares_.run({modes, recipe.min_share},
                             [&] { return without_small(modes, recipe.min_share); });
}

std::shared_ptr<const Reduced> Pipeline::search(const Recipe& recipe, Progress& progress,
                                                const Tried& tried) {
    const ColorLimit limit{*recipe.colors, recipe.join_to ? Bound::at_least : Bound::at_most};
    const ReduceAt reduced = reduce_at(recipe);
    const ReduceAt told = [&](double radius, Progress& part) {
        auto palette = reduced(radius, part);
        if (tried) tried(palette);
        return palette;
    };
    return *search_.run({picture(recipe), recipe}, [&] {
        const CountAt estimated = limit.count <= max_estimated_limit ? estimate_at(recipe) : nullptr;
        return estimated ? radius_for_colors(told, estimated, limit, progress)
                         : radius_for_colors(told, limit, progress);
    });
}

std::optional<double> Pipeline::next_radius(const Recipe& recipe, Direction direction, Progress& progress) {
    constexpr double exact_precision = 1.001, estimated_precision = 1.005;
    if (const CountAt estimated = estimate_at(recipe))
        return next_count_change(estimated, recipe.radius, direction, estimated_precision, progress);
    const CountAt exact = [&](double radius, Progress& part) {
        return output_colors(reduce_at(recipe)(radius, part)->reduction).size();
    };
    return next_count_change(exact, recipe.radius, direction, exact_precision, progress);
}

std::shared_ptr<const Reduced> Pipeline::sent_directly(const Recipe& recipe) {
    const std::shared_ptr<const Picture> source = picture(recipe);
    return send_.run({source, recipe.to}, [&]() -> Reduced {
        return {source, {}, gather(send(source->colors, recipe.to), source->colors), 0, "nearest", "CPU"};
    });
}

std::shared_ptr<const Palette> Pipeline::changed(const std::shared_ptr<const Reduced>& found,
                                                 const Recipe& recipe) {
    const bool is_sent = recipe.skips_mean_shift();
    const bool joins = recipe.join_to && !is_sent, brings = !recipe.to.empty() && !is_sent;
    const bool edits = !recipe.joins.empty() || !recipe.recolors.empty();
    if (!joins && !brings && !edits) return nullptr;
    auto palette = unpack_.run(found, [&] { return unpacked(found); });
    if (joins)
        palette = join_.run({palette, *recipe.join_to},
                            [&] { return join_colors(*palette, *recipe.join_to, recipe.weighting); });
    if (brings) palette = bring_.run({palette, recipe.to}, [&] { return bring(*palette, recipe.to); });
    if (edits)
        palette = edit_.run({palette, recipe.joins, recipe.recolors}, [&] {
            return edit(*palette, found->picture->colors.index(), recipe.joins, recipe.recolors);
        });
    return palette;
}

ReduceAt Pipeline::reduce_at(const Recipe& recipe) {
    return [this, recipe](double radius, Progress& progress) {
        return found(recipe.found_at(radius), progress);
    };
}

ReduceAt Pipeline::reduce_once_at(const Recipe& recipe) {
    return [this, recipe](double radius, Progress& progress) {
        Recipe at = recipe.found_at(radius);
        const double min_share = std::exchange(at.min_share, 0);
        auto reduced = std::make_shared<const Reduced>(shifted(picture(at), at, progress));
        if (min_share == 0) return reduced;
        return std::make_shared<const Reduced>(without_small(reduced, min_share));
    };
}

CountAt Pipeline::estimate_at(const Recipe& recipe) {
    if (picture(recipe)->colors.size() < min_colors_to_estimate) return nullptr;
    return [this, recipe](double radius, Progress& progress) {
        return output_colors(preview(recipe.found_at(radius), progress).reduction).size();
    };
}

bool Pipeline::gains_by_preview(const Recipe& recipe) {
    Recipe shifted = recipe.as_found();
    shifted.min_share = 0;
    const std::shared_ptr<const Picture> source = picture(recipe);
    return source->colors.size() > min_colors_to_preview && !recipe.skips_mean_shift() &&
           last_exact_seconds_.value_or(1) > at_once && !mean_shift_.find({source, shifted}) &&
           !of_a_linked_picture(shifted);
}

Reduced Pipeline::preview(const Recipe& recipe, Progress& progress) {
    if (recipe.skips_mean_shift()) return *reduce(recipe, progress);
    const auto start = std::chrono::steady_clock::now();
    const std::shared_ptr<const Picture> source = picture(recipe);
    Options options = recipe.options();
    options.refine = Refine::coarse;
    // Of all colours, as the engine keeps what it built for them: pins take other colours at every radius.
    Reduction reduction = engine_->reduce(source->colors, options, progress);
    if (!recipe.pins.empty()) reduction = pins(source, recipe)->with_pins(source->colors, reduction);
    auto found = std::make_shared<const Reduced>(
        Reduced{source, recipe.as_found(), std::move(reduction), since(start)});
    if (recipe.min_share != 0)
        found = std::make_shared<const Reduced>(without_small(found, recipe.min_share));
    return *finished(found, changed(found, recipe), recipe);
}

std::shared_ptr<const Labelled> Pipeline::labels(const std::shared_ptr<const Reduced>& reduced,
                                                 const Progress& progress) {
    return labels_.run(reduced, [&] { return label(*reduced, progress, mixer_); });
}

std::shared_ptr<const std::vector<Swatch>> Pipeline::palette(const std::shared_ptr<const Reduced>& reduced,
                                                             const Progress& progress) {
    const auto labelled = reduced->recipe.labels.any() ? labels(reduced, progress) : nullptr;
    return palette_.run(reduced, [&] {
        return listed(labelled ? used_colors(*labelled) : huedrift::palette(reduced->reduction),
                      reduced->recipe, arranged(*reduced));
    });
}

std::shared_ptr<const Image> Pipeline::output(const std::shared_ptr<const Reduced>& reduced,
                                              const Progress& progress) {
    const auto labelled = reduced->recipe.labels.any() ? labels(reduced, progress) : nullptr;
    return remap_.run(reduced, [&] {
        const Picture& source = *reduced->picture;
        return labelled ? paint(*labelled, *reduced)
                        : remap(*source.image, source.colors, reduced->reduction);
    });
}

std::vector<StageTime> Pipeline::times() const {
    return {{"load", load_seconds_},           {"smooth", smooth_.seconds()},
            {"analysis", analysis_.seconds()}, {"mean_shift", mean_shift_.seconds()},
            {"labels", labels_.seconds()},     {"remap", remap_.seconds()}};
}

Pipeline::Computations Pipeline::computations() const {
    return {.load = loads_,
            .alpha = alpha_.computations(),
            .smooth = smooth_.computations(),
            .analysis = analysis_.computations(),
            .search = search_.computations(),
            .pins = pins_.computations(),
            .mean_shift = mean_shift_.computations(),
            .small_shares = small_shares_.computations(),
            .join = join_.computations(),
            .bring = bring_.computations(),
            .send = send_.computations(),
            .unpack = unpack_.computations(),
            .edit = edit_.computations(),
            .finish = finish_.computations(),
            .labels = labels_.computations(),
            .palette = palette_.computations(),
            .remap = remap_.computations()};
}

}
