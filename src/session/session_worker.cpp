#include "session/session_worker.h"

#include "base/parallel.h"
#include "base/progress.h"
#include "engines/engine_pool.h"
#include "labels/regions.h"
#include "palette/palette.h"
#include "pipeline/file_colors.h"
#include "pipeline/pipeline.h"
#include "reduction/difference.h"
#include "session/recent_results.h"

#include <algorithm>
#include <chrono>
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
/// Cells of a preview: a quarter of the cells that a result of the refinement `coarse` follows, in a quarter
/// of its time.
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

/// A request that is being fulfilled.
struct Job {
    const Request& request;
    JobRunner::Run& run;
    Model& model;                    ///< only for posted changes
    Recipe recipe = *request.recipe; ///< of the request, then of the picture
    Weightings weightings = request.weightings;

    /// Posts a change of the model.
    template <class Change>
    void post(Change change) const {
        run.deliver([&model = model, change = std::move(change)] {
            change(model);
            ++model.revision;
        });
    }
    /// The same, but it changes nothing once there is a newer request.
    template <class Change>
    void post_current(Change change) const {
        run.deliver([&model = model, generation = request.generation, change = std::move(change)] {
            if (generation != model.generation) return;
            change(model);
            ++model.revision;
        });
    }
    void show(Activity activity) const {
        run.begin_stage();
        post_current([activity](Model& model) { model.begin(activity); });
    }
};

/// The pictures that share a palette, the time of each file, and the settings that affect their colours.
struct Linked {
    std::vector<Location> files{};
    std::vector<std::filesystem::file_time_type> written{};
    ProfileUse profile{};
    AlphaMode alpha{};
    int smooth = 0;
    friend bool operator==(const Linked&, const Linked&) = default;
};

class Worker {
public:
    explicit Worker(Model& model) : engines_(model.engines), model_(model), enough_(max_recent_counts) {}

    void fulfil(const Request& request, JobRunner::Run& run) {
        run.hold(soon);
        Job job{request, run, model_};
        pipeline_.use(request.masks);
        choose_engine(request.engine); // its device starts while the picture is read
        open(job);
        link(job);
        std::optional<Look> look;
        if (request.suggest) {
            // Linked pictures are suited as any table is.
            look = request.linked ? Look::photo : suiting_look(job);
            job.recipe = suiting(job.recipe, *look).recipe;
            job.weightings = only(job.recipe.shift.weighting);
        }
        analyse(job);
        choose_entry(*engines_, request.engine); // throws; a picture can be looked at without an engine
        if (request.step)
            step_radius(job, *request.step);
        else
            resolve(job, look);
        if (job.recipe.size.chooses_radius && !job.recipe.palette.skips_mean_shift()) choose_radius(job);
        const bool previewed = preview(job);
        // All pixels of a large picture follow when the hand rests.
        if (previewed && (sample_ || !exact_is_due())) run.hold({});
        reduce(job);
        run.hold({});
        find_enough(job);
        if (!request.suggest && !request.linked) offer_suiting_look(job);
        fill_curves(job);
        job.show(Activity::idle);
    }

private:
    void hand_over(Job& job, std::shared_ptr<const Result> result) {
        for (std::string& sentence : std::exchange(device_notes_, {}))
            job.post([sentence = std::move(sentence)](Model& model) { model.set_notice(sentence); });
        job.post([result = std::move(result)](Model& model) {
            (result->recipe.shift.weighting == Weighting::palette ? model.palette : model.frequency) = result;
        });
    }

    void open(Job& job) {
        const ProfileUse use = job.recipe.source.profile;
        const auto& file = job.request.file;
        const bool is_new = file && file != open_file_;
        // The clipboard's picture cannot be read again once the clipboard has changed.
        const bool is_other = open_file_ && use != profile_use_ && !open_file_->path.is_clipboard() &&
                              pipeline_.document()->profile.state != ProfileReport::State::none;
        if (!is_new && !is_other) return;
        job.show(Activity::loading);
        const auto next = is_new ? file : open_file_;
        const auto document = pipeline_.open(load_frames(next->path, &job.run.patient(), use));
        forget_picture();
        open_file_ = next;
        profile_use_ = use;
        look_.reset();
        const auto offer = is_new && next->offers ? offer_of(*document) : nullptr;
        job.post([document, offer, next](Model& model) { model.show_document(document, offer, next); });
        if (!document->frames_refused.empty())
            job.post([document](Model& model) {
                model.notice = document->frames_refused + "; its first frame is shown";
                model.refusal = {};
            });
    }

    /// Frees the parts of a picture that is closed.
    void forget_picture() {
        picture_ = nullptr;
        sample_ = nullptr;
        results_.clear();
        enough_.clear();
        curves_ = {};
    }

    /// Counts the colours of all linked pictures once. Checks for each newly opened document that they
    /// include its colours, since its file may have changed.
    void link(Job& job) {
        if (!job.request.linked) {
            checked_ = nullptr;
            linked_.clear();
            return pipeline_.link(nullptr);
        }
        const std::vector<Location>& files = *job.request.linked;
        const SourceRecipe& source = job.recipe.source;
        const Linked linked{files, written(files), source.profile, source.alpha, source.smooth};
        auto table = linked_.find(linked);
        if (table && pipeline_.document() == checked_) return;
        job.show(Activity::loading);
        const ColorTable own = table_of(*pipeline_.document(), job.recipe, job.run.patient());
        if (!table || !contains(*table, own)) {
            linked_.clear();
            table = linked_.run(linked, [&] {
                LinkedColors counted = count_linked(files, job.recipe, job.run.patient());
                for (const std::string& failure : counted.failures)
                    job.post([failure](Model& model) { model.set_notice(failure); });
                job.post([read = files.size() - counted.failures.size()](Model& model) {
                    model.linked_pictures = read;
                });
                if (!contains(counted.table, own)) counted.table.add(own);
                return std::move(counted.table);
            });
        }
        checked_ = pipeline_.document();
        pipeline_.link(table);
    }

    void analyse(Job& job) {
        if (!picture_ || picture_->document != pipeline_.document() || !pipeline_.has_picture(job.recipe)) {
            job.show(Activity::loading);
            forget_picture();
            filter_ = pool_ ? pool_->filter() : nullptr;
            pipeline_.use(filter_.get());
            // A setting that changes meanwhile does not make it begin again.
            picture_ = pipeline_.prepare_picture(job.recipe, job.run.patient());
            // The frames of an animation are small.
            if (is_large_picture() && frames_of(*picture_->document) == 1)
                sample_ = std::make_shared<const Sample>(
                    take_sample(*picture_, max_previewed_pixels, !checked_, job.run.patient()));
        }
        job.post([picture = picture_, linked = job.request.linked != nullptr](Model& model) {
            model.picture = picture;
            model.picture_is_linked = linked;
        });
    }

    void choose_engine(const EngineChoice& choice) {
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

    void step_radius(Job& job, Direction direction) {
        job.show(Activity::seeking);
        const auto next = pipeline_.find_next_radius(job.recipe, direction, job.run.progress());
        job.recipe = job.recipe.at(next.value_or(job.recipe.shift.radius));
        job.post_current([settings = SessionSettings{job.recipe, job.weightings}](Model& model) {
            model.end_restoring();
            model.history.record(settings, true);
            model.keep_own();
            model.show_settings();
        });
    }

    void choose_radius(Job& job) {
        job.show(Activity::seeking);
        job.recipe.shift.radius = pipeline_.choose_radius(job.recipe, job.run.progress());
        job.post_current([radius = job.recipe.shift.radius](Model& model) {
            SessionSettings settings = model.history.settings();
            settings.recipe.shift.radius = radius;
            model.history.replace(settings, model.history.is_set());
            if (model.keeps_colors) model.resolved->second.shift.radius = radius;
            model.show_settings();
        });
    }

    /// The look that suits the open picture, found once.
    Look suiting_look(Job& job) {
        choose_entry(*engines_, job.request.engine);
        if (look_) return *look_;
        const Look look = plain_look_ = pipeline_.suggest_look(job.run.progress());
        if (look == Look::pixel_art) {
            const Image& image = *pipeline_.document()->image;
            const Progress& progress = job.run.progress();
            // *Photo* keeps as many colours as stay where nothing is asked for.
            plain_look_ =
                has_few_colors(image, few_colors, progress) ? Look::photo : suggest_look(image, progress);
        }
        look_ = look; // last: the search for the other may have been cancelled
        return look;
    }

    /// Tells which look suits a picture whose settings were made for another.
    void offer_suiting_look(Job& job) {
        if (!look_) job.show(Activity::curve);
        // Any other look keeps few colours, too.
        if (has_few_colors(*pipeline_.document()->image, few_colors, job.run.progress())) return;
        job.post_current([look = suiting_look(job)](Model& model) {
            if (model.met && look != model.look) model.better_look = look;
        });
    }

    /// Goes over to the recipe of the picture. `look` suits it; none: the settings count.
    void resolve(Job& job, std::optional<Look> look) {
        const ConditionalRecipe settings = look ? suiting(job.recipe, *look) : conditional(job.recipe);
        job.recipe = pipeline_.resolve(settings, job.run.progress()).recipe;
        if (!look)
            return job.post_current(
                [recipe = job.recipe](Model& model) { model.resolve(recipe, recipe != *model.settings); });
        const bool differs = job.recipe != suiting(job.recipe, *look).recipe;
        job.post_current([look = *look, plain = plain_look_, recipe = job.recipe, differs](Model& model) {
            model.suiting = look;
            model.awaits_look = false;
            model.plain_look = look == Look::pixel_art ? std::optional(plain) : std::nullopt;
            model.history.replace(settings_of(recipe), model.history.is_set());
            model.resolve(recipe, differs);
        });
    }

    bool is_large_picture() const { return picture_->image->pixels().size() > max_previewed_pixels; }

    /// Returns whether it has shown previews.
    bool preview(Job& job) {
        bool previewed = false;
        for (const Weighting weighting : each(job.weightings)) {
            const Recipe recipe = job.recipe.with(weighting);
            const bool gains = pipeline_.gains_by_preview(recipe), is_large = is_large_picture();
            if (results_.find(picture_, recipe) || !(gains || sample_ || (is_large && recipe.labels.any())))
                continue;
            job.show(Activity::preview);
            Recipe shown = recipe;
            shown.output = {};
            shown.labels.scale = 1;
            if (is_large) shown.labels = {};
            if (sample_) shown.labels = {.dither = recipe.labels.dither, .strength = recipe.labels.strength};
            const bool reduces =
                gains || (recipe.shift.refine == Refine::coarse && !recipe.palette.skips_mean_shift() &&
                          !pipeline_.has_modes(recipe));
            // A sample's pixels all count alike.
            const bool is_sampled = sample_ && sample_->picture && !recipe.source.importance;
            Result result = is_sampled && reduces ? previewed_by_sample(shown, job.run)
                                                  : previewed_by_all(shown, gains, job.run);
            result.recipe = recipe;
            hand_over(job, std::make_shared<Result>(std::move(result)));
            previewed = true;
        }
        return previewed;
    }

    Result previewed_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run) {
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

    Result previewed_by_sample(const Recipe& recipe, JobRunner::Run& run) {
        Progress silent(run.patient(), 0, 0);
        if (!sample_engine_) sample_engine_ = choose_entry(*engines_, {.engine = "cpu"}).make({});
        Result result = measured(
            pipeline_.preview(recipe, sample_->picture, *sample_engine_, silent, max_previewed_cells), false,
            silent);
        result.picture = picture_;
        result.shrunk = sample_->pixels;
        result.palette =
            std::make_shared<const Palette>(widened(*result.palette, *sample_, picture_->colors));
        result.largest = largest_entries(*result.palette, max_largest);
        if (result.pixels)
            count_as_whole(result);
        else
            result.swatches = swatches_of(*result.palette);
        return result;
    }

    /// Counts pixels of a preview as if all were there.
    static void count_as_whole(Result& result) {
        if (!result.shrunk) return;
        for (Swatch& swatch : result.swatches) swatch.pixels <<= 2 * result.shrunk->halvings;
    }

    /// Whether the exact result gets time after a preview: none was shown for a while, and this one will
    /// probably be there soon. If it is cancelled all the same, none is due until one has been shown.
    bool exact_is_due() {
        const bool is_due = exact_seconds_ < std::chrono::duration<double>(soon).count() &&
                            std::chrono::steady_clock::now() - exact_shown_ > a_while;
        if (is_due) exact_seconds_ = std::numeric_limits<double>::infinity();
        return is_due;
    }

    void reduce(Job& job) {
        const Stopwatch watch;
        const std::vector<Weighting> weightings = each(job.weightings);
        for (std::size_t i = 0; i < weightings.size(); ++i) {
            const Recipe recipe = job.recipe.with(weightings[i]);
            std::shared_ptr<const Result> result = results_.find(picture_, recipe);
            if (!result) {
                job.show(Activity::reducing);
                const auto whole = double(weightings.size());
                Progress part(job.run.progress(), double(i) / whole, double(i + 1) / whole);
                result = keep(*pipeline_.reduce(recipe, part), part);
            }
            hand_over(job, std::move(result));
        }
        exact_seconds_ = watch.seconds();
        exact_shown_ = std::chrono::steady_clock::now();
    }

    void find_enough(Job& job) {
        const Recipe first = job.recipe.with(each(job.weightings).front());
        if (first.palette.skips_mean_shift()) return;
        const Recipe recipe = enough_recipe(first);
        auto enough = enough_.find({picture_, recipe});
        if (!enough) {
            // Not worth another mean shift.
            const auto result = results_.find(picture_, first);
            if (!result || result->seconds > max_curve_seconds || !pipeline_.has_modes(recipe)) return;
            job.show(Activity::curve);
            Progress silent(job.run.progress(), 1, 1);
            with_threads(1, [&] { // as for the curves
                enough = enough_.run({picture_, recipe}, [&]() -> EnoughColors {
                    return {picture_, recipe, pipeline_.count_colors(recipe, silent)};
                });
            });
        }
        job.post([enough](Model& model) { model.enough = enough; });
    }

    void fill_curves(Job& job) {
        const auto publish = [&](std::shared_ptr<const Curve> curve) {
            job.post([curve = std::move(curve)](Model& model) {
                const bool is_palette = curve->recipe.shift.weighting == Weighting::palette;
                (is_palette ? model.palette_curve : model.frequency_curve) = curve;
            });
        };
        job.show(Activity::curve);
        const auto fill_curve = [&](const Recipe& recipe) {
            const CountAt estimate_at = pipeline_.estimate_at(recipe);
            // A result without drift takes no time and foretells none.
            const auto result = results_.find(picture_, recipe);
            const bool is_fast =
                result && (recipe.shift.drifts() ? result->seconds < max_curve_seconds : !estimate_at);
            const ReduceAt reduce_at =
                job.request.whole_curve || is_fast ? pipeline_.reduce_once_at(recipe) : nullptr;
            curves_.fill(picture_, recipe, estimate_at, reduce_at, job.run.progress(), publish);
        };
        // Nobody waits for the curve, but the user may be rotating the cloud or dragging the picture.
        with_threads(1, [&] {
            for (const Weighting weighting : each(job.weightings)) fill_curve(job.recipe.with(weighting));
        });
    }

    /// The exact result of a reduction, kept or new.
    std::shared_ptr<const Result> keep(const Reduced& reduced, const Progress& progress) {
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

    Result measured(Reduced reduced, bool exact, const Progress& progress) {
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
            // For a preview the difference before dithering, which takes no time and is nearly the same.
            result.difference =
                exact ? oklab_difference(result.source(), ResultPainter(result).whole(), progress)
                      : difference(result.picture->colors, *result.palette, progress);
        } else {
            result.difference = difference(result.picture->colors, *result.palette);
            result.swatches = swatches_of(*result.palette);
        }
        result.histogram = luminance_histogram(result.swatches);
        result.largest = largest_entries(*result.palette, max_largest);
        return result;
    }

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Model& model_;                             ///< only for posted closures
    std::shared_ptr<const Opening> open_file_; ///< of the document
    ProfileUse profile_use_{};                 ///< applied when it was loaded
    std::optional<Look> look_{};               ///< the look that suits it, once requested
    Look plain_look_{};                        ///< the look that suits its pixels as they are
    const EngineEntry* chosen_ = nullptr;
    std::optional<EnginePool> pool_; ///< none if the chosen engine cannot be used
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<PictureFilter> filter_;
    std::vector<std::string> device_notes_; ///< from the engines, not yet posted
    Pipeline pipeline_;
    Stage<Linked, ColorTable> linked_;        ///< the colours of the linked pictures
    std::shared_ptr<const Document> checked_; ///< all its colours are among them; null: nothing is linked
    std::shared_ptr<const Picture> picture_;  ///< the pipeline's last
    std::shared_ptr<const Sample> sample_;    ///< of it, for previews; null: it has few pixels
    std::unique_ptr<Engine> sample_engine_;   ///< keeps its structures for the sample's colours
    RecentResults results_;                   ///< exact results of the picture
    Stage<std::pair<std::shared_ptr<const Picture>, Recipe>, EnoughColors> enough_; ///< by enough_recipe()
    CurveFiller curves_;
    std::uint64_t last_id_ = 0;
    double exact_seconds_ = std::numeric_limits<double>::infinity(); ///< that the last exact results took
    std::chrono::steady_clock::time_point exact_shown_{};
};

}

RequestWorker make_worker(Model& model) {
    return [worker = std::make_shared<Worker>(model)](const Request& request, JobRunner::Run& run) {
        worker->fulfil(request, run);
    };
}

}
