#include "session/session_worker.h"

#include "base/parallel.h"
#include "base/progress.h"
#include "labels/regions.h"
#include "palette/palette.h"
#include "pipeline/file_colors.h"
#include "reduction/difference.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t max_recent_counts = 16;

/// If a result takes longer, the curve would keep the machine busy for minutes unasked.
constexpr double max_curve_seconds = 3;

/// While a slider moves, a result that is there this soon is shown before the next one begins: the first one
/// of a request, and an exact one after a preview if none was shown for a while.
constexpr std::chrono::milliseconds soon{200}, a_while{250};

/// Pixels of a preview. Larger pictures are previewed by so many of their pixels, whose labels are those of
/// dithering only, as other steps find other shapes in fewer pixels; larger animations without labels.
constexpr std::size_t max_previewed_pixels = 1'000'000;
/// Cells of a preview: a quarter of what a result of the refinement `coarse` follows, in a quarter of its
/// time.
constexpr std::size_t max_previewed_cells = 2048;

std::vector<std::filesystem::file_time_type> written(std::span<const Location> files) {
    std::vector<std::filesystem::file_time_type> times;
    std::error_code unknown;
    for (const Location& file : files)
        times.push_back(std::filesystem::last_write_time(file.file(), unknown));
    return times;
}

/// The colours of a document as the recipe prepares them.
ColorTable table_of(const Document& document, const Recipe& recipe, const Progress& progress) {
    Pipeline pipeline;
    pipeline.open(document);
    return ColorTable(pipeline.prepare_picture(recipe, progress)->colors);
}

bool contains(const ColorTable& table, const ColorTable& other) {
    return std::ranges::includes(table.colors(), other.colors(), {}, &Rgb::code, &Rgb::code);
}

}

SessionWorker::SessionWorker(std::shared_ptr<const std::vector<EngineEntry>> engines, Receiver& receiver)
    : engines_(std::move(engines)), receiver_(receiver), enough_(max_recent_counts) {}

void SessionWorker::fulfil(const Request& request, JobRunner::Run& run) {
    request_ = request.number;
    run.hold(soon);
    SessionSettings settings = request.settings;
    choose_engine(request.engine); // its device starts while the picture is read
    open(request, run);
    link(request, run);
    std::optional<Look> look;
    if (request.suggest) {
        look = suggest(request, run);
        settings = settings_of(suiting(settings.recipe, *look).recipe);
    }
    analyse(request, settings.recipe, run);
    require_engine(request.engine);
    if (!request.step) resolve(look, settings.recipe, run);
    if (request.step) step_radius(settings, *request.step, run);
    if (settings.recipe.size.chooses_radius && !settings.recipe.palette.skips_mean_shift())
        choose_radius(settings.recipe, run);
    const bool previewed = preview(settings, run);
    // All pixels of a large picture follow when the hand rests.
    if (previewed && (sample_ || !exact_is_due())) run.hold({});
    reduce(settings, run);
    run.hold({});
    find_enough(settings, run);
    if (!request.suggest && request.linked.empty()) find_suiting_look(run);
    fill_curves(settings, request.whole_curve, run);
    show(run, Activity::idle);
}

void SessionWorker::show(JobRunner::Run& run, Activity activity) {
    run.begin_stage();
    run.deliver([this, activity, request = request_] { receiver_.on_activity(activity, request); });
}

void SessionWorker::hand_over(JobRunner::Run& run, std::shared_ptr<const Result> result) {
    for (const std::string& sentence : std::exchange(device_notes_, {}))
        run.deliver([this, sentence] { receiver_.on_note(sentence); });
    run.deliver([this, result = std::move(result)] { receiver_.on_result(result); });
}

void SessionWorker::open(const Request& request, JobRunner::Run& run) {
    const ProfileUse use = request.settings.recipe.source.profile;
    const bool is_new = request.opening && request.opening != opened_;
    // The clipboard's picture cannot be read again once the clipboard has changed.
    const bool is_other = opened_ && use != profile_use_ && !opened_->path.is_clipboard() &&
                          pipeline_.document()->profile.state != ProfileReport::State::none;
    if (!is_new && !is_other) return;
    show(run, Activity::loading);
    const auto opening = is_new ? request.opening : opened_;
    const auto document = pipeline_.open(load_frames(opening->path, &run.patient(), use));
    forget_picture();
    opened_ = opening;
    profile_use_ = use;
    look_.reset();
    const auto offer = is_new && opening->offers ? offer_of(*document) : nullptr;
    run.deliver(
        [this, document, offer, opening = opened_] { receiver_.on_document(document, offer, opening); });
    if (!document->frames_refused.empty())
        run.deliver(
            [this, document] { receiver_.on_note(document->frames_refused + "; its first frame is shown"); });
}

/// Frees what belongs to a picture that is closed.
void SessionWorker::forget_picture() {
    picture_ = nullptr;
    sample_ = nullptr;
    results_.clear();
    enough_.clear();
    curves_ = {};
}

/// Counts the colours of all linked pictures once. Checks for each newly opened document that they include
/// its colours, since its file may have changed.
void SessionWorker::link(const Request& request, JobRunner::Run& run) {
    if (request.linked.empty()) {
        linked_ = {};
        return pipeline_.link(nullptr);
    }
    const Recipe& recipe = request.settings.recipe;
    Linked linked{request.linked, written(request.linked), recipe.source.profile, recipe.source.alpha,
                  recipe.source.smooth};
    linked.table = linked_.table;
    const bool is_known = linked == linked_;
    if (is_known && pipeline_.document() == checked_) return;
    show(run, Activity::loading);
    linked_ = {};
    const ColorTable own = table_of(*pipeline_.document(), recipe, run.patient());
    if (!is_known || !contains(*linked.table, own)) {
        LinkedColors counted = count_linked(request.linked, recipe, run.patient());
        for (const std::string& failure : counted.failures)
            run.deliver([this, failure] { receiver_.on_note(failure); });
        run.deliver(
            [this, read = request.linked.size() - counted.failures.size()] { receiver_.on_linked(read); });
        if (!contains(counted.table, own)) counted.table.add(own);
        linked.table = std::make_shared<const ColorTable>(std::move(counted.table));
    }
    linked_ = std::move(linked);
    checked_ = pipeline_.document();
    pipeline_.link(linked_.table);
}

void SessionWorker::analyse(const Request& request, const Recipe& recipe, JobRunner::Run& run) {
    if (!picture_ || picture_->document != pipeline_.document() || !pipeline_.has_picture(recipe)) {
        show(run, Activity::loading);
        forget_picture();
        filter_ = pool_ ? pool_->filter() : nullptr;
        pipeline_.use(filter_.get());
        // A setting that changes meanwhile does not make it begin again.
        picture_ = pipeline_.prepare_picture(recipe, run.patient());
        // The frames of an animation are small.
        if (is_large_picture() && frames_of(*picture_->document) == 1)
            sample_ = std::make_shared<const Sample>(
                take_sample(*picture_, max_previewed_pixels, !linked_.table, run.patient()));
    }
    run.deliver([this, picture = picture_, linked = !request.linked.empty()] {
        receiver_.on_picture(picture, linked);
    });
}

void SessionWorker::choose_engine(const EngineChoice& choice) {
    const EngineEntry* const entry = find_entry(*engines_, choice);
    if (chosen_ == entry && pool_) return;
    pool_.reset();
    if (!entry || !entry->usable()) return;
    pool_.emplace(std::vector{*entry}, choice.settings,
                  choice.is_automatic() ? DeviceStart::in_background : DeviceStart::awaited);
    engine_ = pool_->engine([this](const std::string& sentence) { device_notes_.push_back(sentence); });
    pipeline_.use(*engine_);
    chosen_ = entry;
}

/// A picture can be looked at without one.
void SessionWorker::require_engine(const EngineChoice& choice) const { choose_entry(*engines_, choice); }

void SessionWorker::step_radius(SessionSettings& settings, Direction direction, JobRunner::Run& run) {
    show(run, Activity::seeking);
    const auto next = pipeline_.find_next_radius(settings.recipe, direction, run.progress());
    settings.recipe = settings.recipe.at(next.value_or(settings.recipe.shift.radius));
    run.deliver([this, settings, number = request_] { receiver_.on_settings(settings, number); });
}

void SessionWorker::choose_radius(Recipe& recipe, JobRunner::Run& run) {
    show(run, Activity::seeking);
    recipe.shift.radius = pipeline_.choose_radius(recipe, run.progress());
    run.deliver([this, radius = recipe.shift.radius, number = request_] {
        receiver_.on_chosen_radius(radius, number);
    });
}

Look SessionWorker::suggest(const Request& request, JobRunner::Run& run) {
    if (!request.linked.empty()) return Look::photo; // as of any table
    require_engine(request.engine);
    return suiting_look(run);
}

/// Of the open picture, found once.
Look SessionWorker::suiting_look(JobRunner::Run& run) {
    if (look_) return *look_;
    look_ = plain_look_ = pipeline_.suggest_look(run.progress());
    if (look_ != Look::pixel_art) return *look_;
    const Image& image = *pipeline_.document()->image;
    // *Photo* keeps as many colours as stay where nothing is asked for.
    plain_look_ = has_few_colors(image, few_colors) ? Look::photo : suggest_look(image);
    return *look_;
}

void SessionWorker::find_suiting_look(JobRunner::Run& run) {
    if (has_few_colors(*pipeline_.document()->image, few_colors)) return; // any other look keeps them, too
    run.deliver(
        [this, look = suiting_look(run), number = request_] { receiver_.on_suiting_look(look, number); });
}

void SessionWorker::resolve(std::optional<Look> look, Recipe& recipe, JobRunner::Run& run) {
    const ConditionalRecipe settings = look ? suiting(recipe, *look) : conditional(recipe);
    const Recipe resolved = pipeline_.resolve(settings, run.progress()).recipe;
    if (look)
        run.deliver([this, look = *look, plain = plain_look_, resolved, number = request_] {
            receiver_.on_suggestion(look, plain, resolved, number);
        });
    else
        run.deliver([this, resolved, number = request_] { receiver_.on_resolved(resolved, number); });
    recipe = resolved;
}

bool SessionWorker::is_large_picture() const {
    return picture_->image->pixels().size() > max_previewed_pixels;
}

bool SessionWorker::preview(const SessionSettings& settings, JobRunner::Run& run) {
    bool previewed = false;
    for (const Weighting weighting : each(settings.weightings)) {
        const Recipe recipe = settings.recipe.with(weighting);
        const bool gains = pipeline_.gains_by_preview(recipe), is_large = is_large_picture();
        if (results_.find(picture_, recipe) || !(gains || sample_ || (is_large && recipe.labels.any())))
            continue;
        show(run, Activity::preview);
        Recipe shown = recipe;
        shown.output = {};
        shown.labels.scale = 1;
        if (is_large) shown.labels = {};
        if (sample_) shown.labels = {.dither = recipe.labels.dither, .strength = recipe.labels.strength};
        const bool reduces = gains || (recipe.shift.refine == Refine::coarse &&
                                       !recipe.palette.skips_mean_shift() && !pipeline_.has_modes(recipe));
        Result result = sample_ && sample_->picture && reduces ? previewed_by_sample(shown, run)
                                                               : previewed_by_all(shown, gains, run);
        result.recipe = recipe;
        hand_over(run, std::make_shared<Result>(std::move(result)));
        previewed = true;
    }
    return previewed;
}

Result SessionWorker::previewed_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run) {
    Progress silent(run.patient(), 0, 0);
    // Where the palette itself is exact, its steps can take long and end when another is requested.
    Progress part(run.progress(), 0, 0.5);
    Reduced reduced =
        gains ? pipeline_.preview(recipe, silent, max_previewed_cells) : *pipeline_.reduce(recipe, part);
    if (sample_) reduced.shrunk = sample_->pixels;
    Result result = measured(std::move(reduced), false, gains ? silent : part);
    if (result.pixels) count_as_whole(result);
    return result;
}

Result SessionWorker::previewed_by_sample(const Recipe& recipe, JobRunner::Run& run) {
    Progress silent(run.patient(), 0, 0);
    if (!sample_engine_) sample_engine_ = choose_entry(*engines_, {.engine = "cpu"}).make({});
    Result result =
        measured(pipeline_.preview(recipe, sample_->picture, *sample_engine_, silent, max_previewed_cells),
                 false, silent);
    result.picture = picture_;
    result.shrunk = sample_->pixels;
    result.palette = std::make_shared<const Palette>(widened(*result.palette, *sample_, picture_->colors));
    result.largest = largest_entries(*result.palette, max_largest);
    if (result.pixels)
        count_as_whole(result);
    else
        result.swatches = swatches_of(*result.palette);
    return result;
}

/// Counts pixels of a preview as if all were there.
void SessionWorker::count_as_whole(Result& result) {
    if (!result.shrunk) return;
    for (Swatch& swatch : result.swatches) swatch.pixels <<= 2 * result.shrunk->halvings;
}

/// Whether the exact result gets time after a preview: none was shown for a while, and this one will probably
/// be there soon. If it is cancelled all the same, none is due until one has been shown.
bool SessionWorker::exact_is_due() {
    const bool is_due = exact_seconds_ < std::chrono::duration<double>(soon).count() &&
                        std::chrono::steady_clock::now() - exact_shown_ > a_while;
    if (is_due) exact_seconds_ = std::numeric_limits<double>::infinity();
    return is_due;
}

void SessionWorker::reduce(const SessionSettings& settings, JobRunner::Run& run) {
    const Stopwatch watch;
    const std::vector<Weighting> weightings = each(settings.weightings);
    for (std::size_t i = 0; i < weightings.size(); ++i) {
        const Recipe recipe = settings.recipe.with(weightings[i]);
        std::shared_ptr<const Result> result = results_.find(picture_, recipe);
        if (!result) {
            show(run, Activity::reducing);
            const auto whole = double(weightings.size());
            Progress part(run.progress(), double(i) / whole, double(i + 1) / whole);
            result = keep(*pipeline_.reduce(recipe, part), part);
        }
        hand_over(run, std::move(result));
    }
    exact_seconds_ = watch.seconds();
    exact_shown_ = std::chrono::steady_clock::now();
}

void SessionWorker::find_enough(const SessionSettings& settings, JobRunner::Run& run) {
    const Recipe asked = settings.recipe.with(each(settings.weightings).front());
    if (asked.palette.skips_mean_shift()) return;
    const Recipe recipe = enough_recipe(asked);
    auto enough = enough_.find({picture_, recipe});
    if (!enough) {
        // Not worth another mean shift.
        const auto result = results_.find(picture_, asked);
        if (!result || result->seconds > max_curve_seconds || !pipeline_.has_modes(recipe)) return;
        show(run, Activity::curve);
        Progress silent(run.progress(), 1, 1);
        with_threads(1, [&] { // as for the curves
            enough = enough_.run({picture_, recipe}, [&]() -> EnoughColors {
                return {picture_, recipe, pipeline_.count_colors(recipe, silent)};
            });
        });
    }
    run.deliver([this, enough] { receiver_.on_enough(enough); });
}

void SessionWorker::fill_curves(const SessionSettings& settings, bool whole, JobRunner::Run& run) {
    const auto publish = [&](std::shared_ptr<const Curve> curve) {
        run.deliver([this, curve = std::move(curve)] { receiver_.on_curve(curve); });
        return true;
    };
    show(run, Activity::curve);
    const auto fill_curve = [&](const Recipe& recipe) {
        publish(curves_.so_far(picture_, recipe));
        const CountAt estimate_at = pipeline_.estimate_at(recipe);
        if (estimate_at) curves_.estimate(estimate_at, picture_, recipe, run.progress(), publish);
        // A result without drift takes no time and foretells none.
        const auto result = results_.find(picture_, recipe);
        const bool is_fast =
            result && (recipe.shift.drifts() ? result->seconds < max_curve_seconds : !estimate_at);
        if (whole || is_fast)
            curves_.fill(pipeline_.reduce_once_at(recipe), picture_, recipe, run.progress(), publish);
    };
    // Nobody waits for the curve, but the user may be rotating the cloud or dragging the picture.
    with_threads(1, [&] {
        for (const Weighting weighting : each(settings.weightings))
            fill_curve(settings.recipe.with(weighting));
    });
}

std::shared_ptr<const Result> SessionWorker::keep(const Reduced& reduced, const Progress& progress) {
    if (auto same = results_.find(picture_, reduced.recipe)) return same; // it has chosen this radius
    // Measuring the pixels of a large picture takes a second, and an order changes none of them.
    const auto known = results_.find_unordered(picture_, reduced.recipe);
    Reduced unordered = reduced;
    unordered.recipe.output = {};
    unordered.recipe.labels.scale = 1; // the window shows cells
    Result result = known ? *known : measured(std::move(unordered), true, progress);
    if (known) result.id = ++last_id_;
    result.recipe = reduced.recipe;
    if (result.recipe.order() == SwatchOrder::found && !result.picture->document->table)
        find_first(result.swatches, ResultPainter(result).whole());
    const auto shared = std::make_shared<const Result>(std::move(result));
    results_.add(shared);
    curves_.note(*shared);
    return shared;
}

Result SessionWorker::measured(Reduced reduced, bool exact, const Progress& progress) {
    Result result{std::move(reduced)};
    result.id = ++last_id_;
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
        // Of a preview about what it is before dithering, which takes no time.
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

}
