#include "session/session_worker.h"

#include "base/parallel.h"
#include "base/progress.h"
#include "engines/engine_pool.h"
#include "labels/flat_areas.h"
#include "labels/regions.h"
#include "palette/palette.h"
#include "pipeline/file_colors.h"
#include "pipeline/pipeline.h"
#include "reduction/difference.h"
#include "session/layers.h"
#include "session/previews.h"
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
/// If counting a natural size takes longer on one thread, the others are not counted.
constexpr double max_size_seconds = 10;

/// While a slider moves, a result that is there this soon is shown before the next one begins: the first one
/// of a request, and an exact one after a preview if none was shown for a while.
constexpr std::chrono::milliseconds soon{200}, a_while{250};

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
    Recipe settings = recipe; ///< of the request; those of a look that suits the picture are the latter
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
        post_current([activity](Model& current) { current.begin(activity); });
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

/// Natural sizes, as far as they are counted.
struct CountedSizes : NaturalSizes {
    std::size_t tried = 0; ///< plateaus that were counted
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
        if (request.suggest && !request.step) {
            if (!look_ && !request.linked) job.show(Activity::suiting);
            // Linked pictures are suited as any table is.
            look = request.linked ? Look::photo : suiting_look(job);
            job.recipe = suiting(job.recipe, *look).recipe;
            job.weightings = only(job.recipe.shift.weighting);
        }
        analyse(job);
        choose_entry(*engines_, request.engine); // throws; a picture can be looked at without an engine
        if (request.step && !take_step(job, *request.step)) {
            Request without_step = request;
            without_step.step.reset();
            return fulfil(without_step, run);
        }
        resolve(job, look);
        if (request.suggest) job.settings = job.recipe;
        if (job.recipe.size.chooses_radius && !job.recipe.palette.skips_mean_shift()) choose_radius(job);
        const bool previewed = preview(job);
        // All pixels of a large picture follow when the hand rests.
        if (previewed && (previews_.has_sample() || !exact_is_due())) {
            run.hold({});
            run.progress().throw_if_cancelled();
        }
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
            model.outdated_since.reset();
            if (!model.current()) model.outdated_since = std::chrono::steady_clock::now();
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
        previews_.forget();
        results_.clear();
        enough_.clear();
        curves_ = {};
        natural_ = {};
        natural_modes_.clear();
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
        const ColorTable of_picture = table_of(*pipeline_.document(), job.recipe, job.run.patient());
        if (!table || !contains(*table, of_picture)) {
            linked_.clear();
            table = linked_.run(linked, [&] {
                LinkedColors counted = count_linked(files, job.recipe, job.run.patient());
                for (const std::string& failure : counted.failures)
                    job.post([failure](Model& model) { model.set_notice(failure); });
                job.post([read = files.size() - counted.failures.size()](Model& model) {
                    model.linked_pictures = read;
                });
                if (!contains(counted.table, of_picture)) counted.table.add(of_picture);
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
            previews_.look_at(picture_, !checked_, job.run.patient());
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

    /// Goes to the next radius; returns false and changes nothing where there is none.
    bool take_step(Job& job, const RadiusStep& step) {
        job.show(Activity::seeking);
        const auto next =
            pipeline_.find_next_radius(job.recipe.at(step.from), step.direction, job.run.progress());
        if (!next) return false;
        job.recipe = job.recipe.at(*next);
        job.post_current([settings = SessionSettings{job.recipe, job.weightings}](Model& model) {
            model.end_restoring();
            model.history.record(settings, true);
            model.keep_own();
            model.show_settings();
        });
        return true;
    }

    void choose_radius(Job& job) {
        job.show(Activity::seeking);
        // As a preview, for which it looks, it is finished once it has begun.
        job.recipe.shift.radius = pipeline_.choose_radius(job.recipe, job.run.patient());
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
        look_ = pipeline_.suggest_look(job.run.progress());
        return *look_;
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
        Progress& patient = job.run.patient();
        const ResolvedRecipe resolved =
            pipeline_.resolve(settings, pipeline_.has_modes(job.recipe) ? patient : job.run.progress());
        job.recipe = resolved.recipe;
        if (!look)
            return job.post_current(
                [recipe = job.recipe](Model& model) { model.resolve(recipe, recipe != *model.settings); });
        job.post_current([look = *look, all = settings.recipe, recipe = job.recipe](Model& model) {
            model.suiting = look;
            model.awaits_look = false;
            model.opened_as_pixel_art = look == Look::pixel_art;
            model.history.replace(settings_of(all), model.history.is_set());
            model.resolve(recipe, recipe != all);
        });
    }

    /// Returns whether it has shown previews.
    bool preview(Job& job) {
        bool previewed = false;
        for (const Weighting weighting : each(job.weightings)) {
            const Recipe recipe = job.recipe.with(weighting);
            if (results_.find(picture_, recipe) || !previews_.is_worthwhile(recipe)) continue;
            job.show(Activity::preview);
            Result result = previews_.make(recipe, job.run);
            result.id = ++last_id_;
            result.layers = layers_of(result);
            hand_over(job, std::make_shared<Result>(std::move(result)));
            previewed = true;
        }
        return previewed;
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
                    return {picture_, recipe, pipeline_.find_fewest_colors(recipe, silent)};
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
        const auto estimate_curve = [&](const Recipe& recipe) {
            curves_.fill(picture_, recipe, pipeline_.estimate_at(recipe), nullptr, job.run.progress(),
                         publish);
        };
        const auto complete_curve = [&](const Recipe& recipe) {
            // A result without drift takes no time and foretells none.
            const auto result = results_.find(picture_, recipe);
            const bool is_fast = result && (recipe.shift.drifts() ? result->seconds < max_curve_seconds
                                                                  : !pipeline_.estimate_at(recipe));
            if (!job.request.whole_curve && !is_fast) return;
            curves_.fill(picture_, recipe, nullptr, pipeline_.reduce_once_at(recipe), job.run.progress(),
                         publish);
        };
        // Nobody waits for the curve, but the user may be rotating the cloud or dragging the picture.
        with_threads(1, [&] {
            for (const Weighting weighting : each(job.weightings)) estimate_curve(job.recipe.with(weighting));
            find_natural_sizes(job);
            for (const Weighting weighting : each(job.weightings)) complete_curve(job.recipe.with(weighting));
            find_natural_sizes(job);
        });
    }

    /// Counts the colours at the plateaus of the first curve, once its radii are counted.
    void find_natural_sizes(Job& job) {
        const Recipe recipe = natural_recipe(job.settings.with(each(job.weightings).front()));
        // Tiles need a number, and a given palette has its own.
        if (recipe.palette.skips_mean_shift() || recipe.labels.tiles) return;
        if (natural_.picture != picture_)
            natural_ = {{.picture = picture_, .recipe = recipe, .areas = count_areas(job.run.progress())}};
        if (natural_.recipe != recipe)
            natural_ = {{.picture = picture_, .recipe = recipe, .areas = natural_.areas}};
        const std::vector<Plateau> plateaus = curves_.plateaus(picture_, recipe);
        const auto publish = [&] {
            job.post([natural = std::make_shared<const NaturalSizes>(natural_)](Model& model) {
                model.natural = natural;
            });
        };
        if (!natural_.sizes.empty() || natural_.areas != 0) publish();
        while (natural_.tried < plateaus.size()) {
            const Stopwatch watch;
            Plateau size = plateaus[natural_.tried];
            Progress silent(job.run.progress(), 1, 1);
            size.colors = count_colors_left(at_natural_size(recipe, size.radius), silent);
            const bool is_slow = watch.seconds() > max_size_seconds;
            natural_.tried = is_slow ? plateaus.size() : natural_.tried + 1;
            if (!is_natural_size(size.colors) ||
                std::ranges::count(natural_.sizes, size.colors, &Plateau::colors) > 0)
                continue;
            natural_.sizes.push_back(size);
            publish();
        }
    }

    std::size_t count_areas(const Progress& progress) const {
        if (!picture_->image || frames_of(*picture_->document) != 1) return 0;
        return count_area_colors(*picture_->image, picture_->colors, progress);
    }

    /// The number of colours of a result of which only the modes are kept. Its other steps must not take the
    /// place of those that the pipeline keeps for the recipe on screen.
    std::size_t count_colors_left(const Recipe& recipe, Progress& progress) {
        const auto modes = natural_modes_.run({picture_, recipe.as_found()}, [&] {
            return *pipeline_.reduce_once_at(recipe)(recipe.shift.radius, progress);
        });
        Pipeline beside;
        beside.share(pipeline_);
        const auto reduced = beside.change_palette(modes, recipe, progress);
        return recipe.labels.any() ? used_colors(label(*reduced, progress)).size()
                                   : swatches_of(*reduced->palette).size();
    }

    /// The exact result of a reduction, kept or new.
    std::shared_ptr<const Result> keep(const Reduced& reduced, const Progress& progress) {
        if (auto same = results_.find(picture_, reduced.recipe)) return same; // it has chosen this radius
        // Measuring the pixels of a large picture takes a second, and an order changes none of them.
        const auto known = results_.find_unordered(picture_, reduced.recipe);
        Reduced unordered = reduced;
        unordered.recipe.output = {};
        unordered.recipe.labels.scale = 1; // the window shows cells
        Result result = known ? *known : measure_result(std::move(unordered), true, progress);
        if (!known && !result.grid) show_levels(result, pipeline_, progress);
        result.id = ++last_id_;
        result.recipe = reduced.recipe;
        if (result.recipe.order() == SwatchOrder::found && !result.picture->document->table)
            find_first(result.swatches, ResultPainter(result).whole());
        result.layers = layers_of(result);
        const auto shared = std::make_shared<const Result>(std::move(result));
        results_.add(shared);
        curves_.note(*shared);
        return shared;
    }

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Model& model_;                             ///< only for posted closures
    std::shared_ptr<const Opening> open_file_; ///< of the document
    ProfileUse profile_use_{};                 ///< applied when it was loaded
    std::optional<Look> look_{};               ///< the look that suits it, once requested
    const EngineEntry* chosen_ = nullptr;
    std::optional<EnginePool> pool_; ///< none if the chosen engine cannot be used
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<PictureFilter> filter_;
    std::vector<std::string> device_notes_; ///< from the engines, not yet posted
    Pipeline pipeline_;
    Stage<Linked, ColorTable> linked_;        ///< the colours of the linked pictures
    std::shared_ptr<const Document> checked_; ///< all its colours are among them; null: nothing is linked
    std::shared_ptr<const Picture> picture_;  ///< the pipeline's last
    Previews previews_{engines_, pipeline_};  ///< of the picture
    RecentResults results_;                   ///< exact results of the picture
    Stage<std::pair<std::shared_ptr<const Picture>, Recipe>, EnoughColors> enough_; ///< by enough_recipe()
    CurveFiller curves_;
    CountedSizes natural_;
    Stage<std::pair<std::shared_ptr<const Picture>, Recipe>, Reduced> natural_modes_{3}; ///< of found recipes
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
