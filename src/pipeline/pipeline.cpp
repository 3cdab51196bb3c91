#include "pipeline/pipeline.h"

#include "base/error.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_steps.h"
#include "pipeline/recipe_choice.h"
#include "reduction/difference.h"
#include "reduction/remap.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <set>
#include <utility>

namespace huedrift {
namespace {

/// With fewer colours, a preview takes about as long as an exact result.
constexpr std::size_t min_colors_to_preview = max_coarse_cells, min_colors_to_estimate = 4 * max_coarse_cells;
/// Seconds. An exact result this fast follows the slider without previews.
constexpr double at_once = 0.05;
/// The radii that a recipe chooses from, ascending (docs/quality.md).
constexpr std::array calm_radii{0.0075, 0.01, 0.015, 0.02, 0.025, 0.03};
constexpr const char* importance_name = "the importance mask";
constexpr const char* dither_name = "the dither mask";

/// Smooths each frame on its own.
Image smoothed(const ImageView& image, std::size_t frames, int radius, PictureFilter* filter,
               const Progress& progress) {
    const auto smoothed_frame = [&](const ImageView& frame) {
        return filter ? filter->smoothed(frame, radius) : smooth(frame, radius, progress);
    };
    if (frames == 1) return smoothed_frame(image);
    Image result(image.width, image.height);
    for (std::size_t i = 0; i < frames; ++i) {
        const ImageView frame = frame_of(image, frames, i);
        const Image smooth = smoothed_frame(frame);
        std::ranges::copy(smooth.pixels(), result.pixels().subspan(i * frame.pixels.size()).begin());
    }
    return result;
}

std::string size_text(int width, int height) {
    return std::to_string(width) + " x " + std::to_string(height);
}

/// Whether steps on labels may change pixels: dithering changes none where each colour keeps its own.
bool needs_labels(const Reduced& reduced) {
    const LabelSteps& steps = reduced.recipe.labels;
    return steps.cleans() || steps.grid.is_on() || steps.tiles ||
           (steps.dithering.is_on() && !keeps_own_colors(reduced));
}

/// The mean shift of a picture, with the time on `watch`.
Reduced reduced_by(Reduction reduction, const Shared<Picture>& source, const Recipe& recipe,
                   const Stopwatch& watch) {
    Statistics statistics = std::move(reduction.statistics);
    return {.picture = source,
            .recipe = {.source = recipe.source, .shift = recipe.shift},
            .palette = std::make_shared<const Reduction>(std::move(reduction)),
            .statistics = std::move(statistics),
            .seconds = watch.seconds()};
}

}

Shared<Document> Pipeline::open(const Location& from, const LoadLimits& limits, const Progress* progress,
                                ProfileUse use) {
    const Stopwatch watch;
    open(load_document(from, limits, progress, use));
    load_seconds_ = watch.seconds();
    return document_;
}

Shared<Document> Pipeline::open(Document document) {
    if (const auto kept = mean_shift_.kept(); linked_ && !kept.empty()) of_linked_ = kept;
    document_ = std::make_shared<const Document>(std::move(document));
    load_seconds_ = 0;
    forget_results();
    for (AnyStage* const stage : pixels_) stage->clear();
    return document_;
}

void Pipeline::share(const Pipeline& other) {
    engine_ = other.engine_;
    filter_ = other.filter_;
    masks_ = other.masks_;
    document_ = other.document_;
    linked_ = other.linked_;
    of_linked_.clear();
    forget_results();
    alpha_.share(other.alpha_);
    smooth_.share(other.smooth_);
    analysis_.share(other.analysis_);
}

void Pipeline::link(Shared<ColorTable> colors) {
    if (colors == linked_) return;
    linked_ = std::move(colors);
    of_linked_.clear();
    forget_results();
}

void Pipeline::forget_results() {
    last_exact_seconds_.reset();
    palette_seconds_ = 0;
    for (AnyStage* const stage : colors_) stage->clear();
}

Shared<Picture> Pipeline::prepare_picture(const Recipe& recipe, const Progress& progress) {
    assert(document_ && "a document is open");
    const auto& [profile, alpha, smooth, transfer, importance] = recipe.source;
    Shared<Image> image = document_->image;
    const auto table = document_->table ? document_->table : linked_;
    if (alpha.changes_source() && !document_->table)
        image = alpha_.run({image, alpha}, [&] { return with_alpha(*image, recipe.source.alpha); });
    if (smooth != 0 && !document_->table)
        image = smooth_.run({image, smooth}, [&] {
            return smoothed(*image, frames_of(*document_), recipe.source.smooth, filter_, progress);
        });
    return analysis_.run({image, transfer, table}, [&]() -> Picture {
        forget_results(); // frees memory before another analysis
        const Transfer decoded = recipe.source.transfer;
        ColorSet colors = table ? color_set(*table, decoded) : ColorSet(*image, decoded, progress);
        // The filter counts the pixels that it has smoothed. For others an upload would take longer than the
        // sum of the counts.
        const bool is_by_filter = filter_ && !table && recipe.source.smooth != 0;
        const LuminanceHistogram histogram =
            is_by_filter ? filter_->histogram(*image) : luminance_histogram(colors);
        return {.document = document_,
                .image = image,
                .colors = std::move(colors),
                .histogram = histogram,
                .shares_colors = table != nullptr};
    });
}

Shared<Mask> Pipeline::find_mask(const std::optional<MaskId>& id, const std::string& name) const {
    if (!id) return nullptr;
    auto mask = huedrift::find_mask(masks_, id);
    if (!mask)
        throw Error(ErrorKind::usage,
                    name + " (" + word_of(*id) + ") is not here; give the picture that it was made of");
    if (document_->table || linked_)
        throw Error(ErrorKind::usage, name + " is for one picture; pictures that share a palette have none");
    const ImageView frame = frame_of(*document_, *document_->image, 0);
    if (mask->width != frame.width || mask->height != frame.height)
        throw Error(ErrorKind::input, name + " has " + size_text(mask->width, mask->height) +
                                          " pixels, and the picture has " +
                                          size_text(frame.width, frame.height));
    return mask;
}

Shared<Picture> Pipeline::counted_picture(const Recipe& recipe, const Progress& progress) {
    auto whole = prepare_picture(recipe, progress);
    const auto mask = find_mask(recipe.source.importance, importance_name);
    if (!mask) return whole;
    return *counted_.run({whole, mask->id}, [&] { return weighed(whole, *mask, progress); });
}

bool Pipeline::has_picture(const Recipe& recipe) {
    const auto& [profile, alpha, smooth, transfer, importance] = recipe.source;
    Shared<Image> image = document_->image;
    if (alpha.changes_source() && !document_->table) image = alpha_.find({image, alpha});
    if (image && smooth != 0 && !document_->table) image = smooth_.find({image, smooth});
    const auto table = document_->table ? document_->table : linked_;
    return image && analysis_.find({image, transfer, table});
}

Shared<Reduced> Pipeline::reduce(const Recipe& recipe, Progress& progress) {
    check(recipe);
    find_mask(recipe.source.importance, importance_name); // refuses one before the long work
    find_mask(recipe.labels.dither_mask, dither_name);
    if (recipe.labels.tiles) check_picture_of_tiles(*recipe.labels.tiles);
    const Recipe at_radius = at_own_radius(recipe, progress);
    if (at_radius.palette.strict && at_radius.palette.maps()) refuse_other_colors(at_radius, progress);
    Recipe counted = at_radius;
    if (joins_pairs(at_radius)) counted.source.importance.reset(); // every pair of the picture joins
    const auto palette = at_radius.palette.skips_mean_shift() ? map_to_given(at_radius, progress)
                                                              : find_palette(counted, progress);
    const Stopwatch watch;
    auto reduced = change_palette(palette, at_radius, prepare_picture(at_radius, progress), progress);
    palette_seconds_ += watch.seconds();
    return reduced;
}

void Pipeline::check_picture_of_tiles(const TileSize& size) const {
    if (!has_one_picture())
        throw Error(ErrorKind::usage, "tiles need the pixels of one picture: neither a colour table, nor an "
                                      "animation, nor pictures that share a palette");
    check_count({size, document_->image->width(), document_->image->height()});
}

void Pipeline::refuse_other_colors(const Recipe& recipe, const Progress& progress) {
    const std::string others =
        colors_beyond(prepare_picture(recipe, progress)->colors, target_palette(recipe, *document_));
    if (!others.empty())
        throw Refused(ErrorKind::input, document_->path.name() + ": " + others, {Refusal::Of::other_colors});
}

FewestColors Pipeline::find_fewest_colors(const Recipe& recipe, Progress& progress) {
    const Recipe at_radius = at_own_radius(recipe, progress);
    const auto palette = find_palette(at_radius, progress);
    return *palette_steps_.find_fewest_colors({at_radius, palette, has_one_picture(), palette->picture},
                                              progress);
}

Recipe Pipeline::at_own_radius(const Recipe& recipe, Progress& progress) {
    Recipe at_radius = recipe;
    if (recipe.size.chooses_radius && !recipe.palette.skips_mean_shift())
        at_radius.shift.radius = choose_radius(recipe, progress);
    return at_radius;
}

double Pipeline::choose_radius(const Recipe& recipe, Progress& progress) {
    if (!recipe.palette.colors || recipe.palette.chooses_colors()) return calm_radii.back();
    const Shared<Picture> source = prepare_picture(recipe, progress);
    Recipe compared = recipe;
    compared.labels = {};
    compared.output = {};
    compared.palette.to = {};
    compared.palette.levels = Levels::off;
    compared.palette.to_source = false;
    compared = with_edits(std::move(compared), {});
    return *choice_.run({source, compared}, [&] {
        const auto error_at = [&](double radius) {
            Progress silent(progress, 0, 0);
            return total_distance(source->colors, *preview(compared.at(radius), silent).palette);
        };
        const std::uint64_t most = error_at(calm_radii.front()) / 4 * 5;
        std::size_t chosen = 0, largest = calm_radii.size() - 1;
        while (chosen < largest) {
            const std::size_t middle = (chosen + largest + 1) / 2;
            if (error_at(calm_radii[middle]) <= most)
                chosen = middle;
            else
                largest = middle - 1;
        }
        return calm_radii[chosen];
    });
}

Shared<Reduced> Pipeline::apply_palette(const Shared<Reduced>& reduced, const Progress& progress) {
    const Shared<Picture> source = prepare_picture(reduced->recipe, progress);
    return apply_.run({reduced, source}, [&] {
        Reduced result = *reduced;
        result.picture = source;
        result.palette = std::make_shared<const Palette>(
            apply(*reduced->palette, reduced->picture->colors, source->colors));
        result.notes.clear(); // they concern the other document
        return result;
    });
}

bool Pipeline::has_one_picture() const { return !document_->table && !linked_ && frames_of(*document_) == 1; }

Shared<Reduced> Pipeline::change_palette(const Shared<Reduced>& reduced, const Recipe& recipe,
                                         const Shared<Picture>& whole_picture, const Progress& progress) {
    const auto changed = palette_steps_.change({recipe, reduced, has_one_picture(), whole_picture}, progress);
    const auto dither_mask = find_mask(recipe.labels.dither_mask, dither_name);
    const bool has_radius = !recipe.palette.skips_mean_shift();
    Recipe whole = recipe.at(has_radius ? reduced->recipe.shift.radius : recipe.shift.radius);
    whole.size.chooses_radius = recipe.size.chooses_radius;
    const auto importance = find_mask(recipe.source.importance, importance_name);
    if (changed.palette == reduced->palette && whole == reduced->recipe && !importance) return reduced;
    return finish_.run({reduced, changed.palette, whole}, [&] {
        Reduced result = *reduced;
        result.picture = whole_picture;
        result.recipe = whole;
        result.palette = changed.palette;
        result.dither_mask = dither_mask;
        result.importance = importance;
        result.notes = changed.palette->notes;
        if (changed.unedited && whole.labels.dithering.is_on())
            result.edited = edited_colors(*changed.unedited, *changed.palette);
        if (!changed.fewest) return result;
        result.chosen_colors = changed.fewest->count;
        const std::string note = excess(*changed.fewest, whole.palette.bound());
        if (!note.empty()) result.notes.push_back(note);
        return result;
    });
}

Shared<Reduced> Pipeline::shift_colors(const Recipe& recipe, Progress& progress) {
    const Shared<Picture> source = counted_picture(recipe, progress);
    return mean_shift_.run({source, recipe.shift}, [&] {
        const auto known = find_linked_shift(recipe);
        if (!known) return compute_shift(source, recipe, progress);
        Reduced same = *known;
        same.picture = source;
        return same;
    });
}

Shared<Reduced> Pipeline::find_linked_shift(const Recipe& recipe) const {
    const auto found = std::ranges::find_if(of_linked_, [&](const auto& reduced) {
        return reduced->recipe.source == recipe.source && reduced->recipe.shift == recipe.shift;
    });
    return found == of_linked_.end() ? nullptr : *found;
}

Reduced Pipeline::compute_shift(const Shared<Picture>& source, const Recipe& recipe, Progress& progress) {
    const Stopwatch watch;
    const bool drifts = recipe.shift.drifts();
    if (!drifts && recipe.shift.pins.empty())
        return {.picture = source,
                .recipe = {.source = recipe.source, .shift = recipe.shift},
                .palette = std::make_shared<const Palette>(own_palette(source->colors, progress)),
                .engine = "none",
                .device = "CPU"};
    const auto pinned =
        recipe.shift.pins.empty() ? nullptr : palette_steps_.split_pins(source, recipe.shift, progress);
    const ColorSet& colors = pinned ? pinned->unpinned() : source->colors;
    Reduction reduction =
        drifts ? drift(colors, recipe, progress) : gather_modes(colors, colors.positions(), progress);
    if (pinned) reduction = pinned->with_pins(source->colors, reduction, progress);
    Reduced result = reduced_by(std::move(reduction), source, recipe, watch);
    // The engine's name is read afterwards, because another may have taken over.
    result.engine = drifts ? engine_->name() : "none";
    result.device = drifts ? engine_->device() : "CPU";
    return result;
}

Reduction Pipeline::drift(const ColorSet& colors, const Recipe& recipe, Progress& progress) {
    assert(engine_ && recipe.shift.drifts());
    const Stopwatch watch;
    try {
        Reduction reduction = engine_->reduce(colors, recipe.options(), progress);
        last_exact_seconds_ = watch.seconds();
        return reduction;
    } catch (const Error&) {
        // A cancelled one would have taken longer: the next radius begins with a preview.
        if (last_exact_seconds_) last_exact_seconds_ = std::max(*last_exact_seconds_, watch.seconds());
        throw;
    }
}

Shared<Reduced> Pipeline::find_palette(const Recipe& recipe, Progress& progress) {
    const auto modes = shift_colors(recipe, progress);
    const double min_share = recipe.size.min_share;
    if (min_share == 0) return modes;
    return small_shares_.run({modes, min_share},
                             [&] { return without_small_shares(*modes, min_share, progress); });
}

std::optional<double> Pipeline::find_next_radius(const Recipe& recipe, Direction direction,
                                                 Progress& progress) {
    constexpr double exact_precision = 1.001, estimated_precision = 1.005;
    // Below the lowest, the number is the same.
    const double radius = std::max(at_own_radius(recipe, progress).shift.radius, lowest_radius);
    if (const CountAt estimated = estimate_at(recipe))
        return next_count_change(estimated, radius, direction, estimated_precision, progress);
    const CountAt exact = [&](double at, Progress& part) {
        return distinct_colors(*reduce_at(recipe)(at, part)->palette).size();
    };
    return next_count_change(exact, radius, direction, exact_precision, progress);
}

Shared<Reduced> Pipeline::map_to_given(const Recipe& recipe, const Progress& progress) {
    const bool selects = recipe.palette.selects_colors();
    const auto counted = counted_picture(recipe, progress);
    const auto source = selects ? counted : prepare_picture(recipe, progress);
    const TargetSet to = selects ? TargetSet{} : target_set(recipe, *document_);
    return map_colors_.run({source, to}, [&]() -> Reduced {
        const Transfer transfer = source->colors.transfer();
        Palette mapped = selects
                             ? own_palette(source->colors, progress)
                             : map_colors(source->colors, to.colors(transfer), to.range(transfer), progress);
        return {.picture = source,
                .recipe = {},
                .palette = std::make_shared<const Palette>(std::move(mapped)),
                .engine = "nearest",
                .device = "CPU"};
    });
}

ReduceAt Pipeline::reduce_at(const Recipe& recipe) {
    return [this, recipe](double radius, Progress& progress) {
        return find_palette(recipe.at(radius), progress);
    };
}

ReduceAt Pipeline::reduce_once_at(const Recipe& recipe) {
    return [this, recipe](double radius, Progress& progress) {
        const Reduced modes = compute_shift(counted_picture(recipe, progress), recipe.at(radius), progress);
        return std::make_shared<const Reduced>(without_small_shares(modes, recipe.size.min_share, progress));
    };
}

CountAt Pipeline::estimate_at(const Recipe& recipe) {
    if (counted_picture(recipe)->colors.size() < min_colors_to_estimate) return nullptr;
    return [this, found = recipe.as_found()](double radius, Progress& progress) {
        return distinct_colors(*preview(found.at(radius), progress).palette).size();
    };
}

bool Pipeline::has_modes(const Recipe& recipe) {
    return !recipe.shift.drifts() || mean_shift_.find({counted_picture(recipe), recipe.shift});
}

bool Pipeline::gains_by_preview(const Recipe& recipe) {
    const Shared<Picture> source = counted_picture(recipe);
    return source->colors.size() > min_colors_to_preview && recipe.shift.drifts() &&
           !recipe.palette.skips_mean_shift() && recipe.shift.refine != Refine::coarse &&
           last_exact_seconds_.value_or(1) > at_once && !mean_shift_.find({source, recipe.shift}) &&
           !find_linked_shift(recipe);
}

Reduced Pipeline::preview(const Recipe& asked, Progress& progress, std::size_t cells) {
    const Recipe recipe = at_own_radius(asked, progress);
    const bool is_preview = recipe.shift.refine == Refine::coarse; // and kept as a result
    if (recipe.palette.skips_mean_shift() || !recipe.shift.drifts() || is_preview)
        return *reduce(recipe, progress);
    return preview(recipe, counted_picture(recipe, progress), *engine_, progress, cells);
}

Reduced Pipeline::preview_shift(const Recipe& recipe, const Shared<Picture>& source, Engine& engine,
                                Progress& progress, std::size_t cells) {
    const Stopwatch watch;
    Options options = recipe.options();
    options.refine = Refine::coarse;
    options.coarse_cells = cells;
    // Includes the colours that pins take: they depend on the radius, and the engine keeps the data that it
    // built for a set of colours.
    Reduction reduction = engine.reduce(source->colors, options, progress);
    if (!recipe.shift.pins.empty())
        reduction = palette_steps_.split_pins(source, recipe.shift, progress)
                        ->with_pins(source->colors, reduction, progress);
    return reduced_by(std::move(reduction), source, recipe, watch);
}

Reduced Pipeline::preview(const Recipe& recipe, const Shared<Picture>& source, Engine& engine,
                          Progress& progress, std::size_t cells) {
    const double min_share = recipe.size.min_share;
    Shared<Reduced> reduced;
    if (recipe.shift.drifts()) {
        reduced = std::make_shared<const Reduced>(without_small_shares(
            preview_shift(recipe, source, engine, progress, cells), min_share, progress));
    } else {
        reduced = sample_colors_.run({source, recipe.shift},
                                     [&] { return compute_shift(source, recipe, progress); });
        if (min_share != 0)
            reduced = std::make_shared<const Reduced>(without_small_shares(*reduced, min_share, progress));
    }
    const bool is_counted = source->importances != nullptr; // and not a sample
    return *change_palette(reduced, recipe, is_counted ? prepare_picture(recipe, progress) : source,
                           progress);
}

Shared<Labelled> Pipeline::find_labels(const Shared<Reduced>& reduced, const Progress& progress) {
    return labels_.run(reduced, [&] { return label(*reduced, progress); });
}

Shared<IndexedPixels> Pipeline::index_output(const Shared<Reduced>& reduced, const Progress& progress) {
    const auto labelled = needs_labels(*reduced) ? find_labels(reduced, progress) : nullptr;
    return remap_.run(reduced, [&] {
        IndexedPixels pixels = enlarged(index_pixels(*reduced, labelled.get(), progress),
                                        labelled ? labelled->scale : 1, progress);
        const SourceRecipe& source = reduced->recipe.source;
        if (source.alpha.kind == AlphaMode::Kind::levels) make_levels(pixels, *reduced, progress);
        return pixels;
    });
}

Shared<FileColors> Pipeline::file_colors(const Shared<Reduced>& reduced, const Progress& progress) {
    const bool is_table = reduced->picture->document->table != nullptr;
    const auto labelled = needs_labels(*reduced) ? find_labels(reduced, progress) : nullptr;
    const auto indexed = is_table ? nullptr : index_output(reduced, progress);
    const bool is_found = !is_table && reduced->recipe.order() == SwatchOrder::found;
    const auto pixels = is_found ? make_output(reduced, progress) : nullptr;
    return palette_.run(reduced, [&] {
        std::vector<Swatch> colors = indexed && indexed->has_levels ? visible_colors(*indexed)
                                     : labelled                     ? used_colors(*labelled)
                                                : swatches_of(*reduced->palette, progress);
        if (pixels) find_first(colors, *pixels, progress);
        return FileColors(std::move(colors), *reduced, progress);
    });
}

std::size_t Pipeline::output_colors(const Shared<Reduced>& reduced, const Progress& progress) {
    const bool may_have_levels = reduced->recipe.source.alpha.kind == AlphaMode::Kind::levels;
    if (may_have_levels && !reduced->picture->document->table)
        if (const auto indexed = index_output(reduced, progress); indexed->has_levels)
            return visible_colors(*indexed).size();
    if (needs_labels(*reduced)) return count_used_colors(find_labels(reduced, progress)->colors);
    return count_used_colors(*reduced->palette);
}

Shared<Image> Pipeline::make_output(const Shared<Reduced>& reduced, const Progress& progress) {
    const auto indexed = index_output(reduced, progress);
    const auto pixels = paint_.run(indexed, [&] { return paint(*indexed); });
    const HiddenColors hidden = reduced->recipe.output.hidden;
    if (hidden == HiddenColors::clear) return pixels;
    return hidden_.run({pixels, hidden}, [&] {
        Image image = *pixels;
        const Document& document = *reduced->picture->document;
        if (hidden == HiddenColors::spread)
            spread_hidden_colors(image, frames_of(document), progress);
        else if (image.width() == document.image->width() && image.height() == document.image->height())
            keep_hidden_colors(image, *document.image);
        return image;
    });
}

std::vector<StageTime> Pipeline::times() const {
    const std::set<std::string> reported{"smooth", "analysis", "mean_shift", "labels", "remap"};
    std::vector<StageTime> times{{"load", load_seconds_}};
    for (const StageList* const list : {&pixels_, &colors_})
        for (const AnyStage* const stage : *list) {
            if (reported.contains(stage->name())) times.push_back({stage->name(), stage->seconds()});
            if (stage == &mean_shift_) times.push_back({"palette", palette_seconds_});
        }
    return times;
}

std::map<std::string, int> Pipeline::computations() const {
    std::map<std::string, int> computations;
    for (const StageList* const list : {&pixels_, &colors_})
        for (const AnyStage* const stage : *list) computations[stage->name()] = stage->computations();
    return computations;
}

}
