#include "session/workbench.h"

#include "engines/engine_list.h"
#include "reduction/palette.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace huedrift {
namespace {

constexpr std::size_t max_recent = 16;

/// Where one result takes longer, the curve would keep the machine busy for minutes that nobody asked for.
constexpr double max_curve_seconds = 3;

/// What an engine for previews may keep on a device beside the other.
constexpr std::size_t preview_memory = std::size_t{256} << 20;

}

Workbench::Workbench(std::shared_ptr<const std::vector<EngineEntry>> engines, Receiver& receiver)
    : engines_(std::move(engines)), receiver_(receiver) {}

void Workbench::fulfil(const Request& request, JobRunner::Run& run) {
    Parameters parameters = request.parameters;
    if (open(request, run) && request.take_recipe && document_->recipe) {
        parameters = Parameters::from(*document_->recipe);
        correct(run, request, parameters);
    }
    analyse(parameters, request.engine, run);
    choose_engine(request.engine);
    const auto threads = limit_threads(request.engine);
    if (request.seek) {
        parameters.radius = found_radius(*request.seek, parameters, run);
        correct(run, request, parameters);
    }
    preview(parameters, run);
    reduce(parameters, run);
    fill_curves(parameters, run);
    show(run, Activity::idle);
}

void Workbench::show(JobRunner::Run& run, Activity activity) {
    run.deliver([this, activity] { receiver_.on_activity(activity); });
}

void Workbench::correct(JobRunner::Run& run, const Request& request, const Parameters& parameters) {
    run.deliver([this, parameters, number = request.number] { receiver_.on_parameters(parameters, number); });
}

void Workbench::hand_over(JobRunner::Run& run, std::shared_ptr<const Result> result) {
    for (const std::string& sentence : std::exchange(told_, {}))
        run.deliver([this, sentence] { receiver_.on_note(sentence); });
    run.deliver([this, result = std::move(result)] { receiver_.on_result(result); });
}

/// Whether it had to.
bool Workbench::open(const Request& request, JobRunner::Run& run) {
    if (request.opening == opening_) return false;
    show(run, Activity::loading);
    document_ = std::make_shared<Document>(load_document(request.path, run.patient()));
    opening_ = request.opening;
    run.deliver(
        [this, document = document_, opening = opening_] { receiver_.on_document(document, opening); });
    return true;
}

void Workbench::analyse(const Parameters& parameters, const EngineChoice& choice, JobRunner::Run& run) {
    if (picture_ && picture_->document == document_ && picture_->smooth == parameters.smooth &&
        picture_->colors.transfer() == parameters.transfer)
        return;
    show(run, Activity::loading);
    coarse_.reset();
    recent_.clear();
    const auto filter = make_picture_filter(*engines_, choice);
    picture_ = std::make_shared<Picture>(make_picture(document_, parameters, *filter, picture_.get()));
    run.deliver([this, picture = picture_] { receiver_.on_picture(picture); });
}

void Workbench::choose_engine(const EngineChoice& choice) {
    const EngineEntry& entry = choose_entry(*engines_, choice);
    if (chosen_ == &entry) return;
    chosen_ = nullptr;
    const auto tell = [this](const std::string& sentence) { told_.push_back(sentence); };
    engine_ = make_failover(entry, choice.settings, tell);
    // The reference would take minutes for what has to be seen at once; all engines show the same.
    const EngineEntry& quick =
        entry.engine == "reference" ? choose_entry(*engines_, {.engine = "cpu"}) : entry;
    EngineSettings settings = choice.settings;
    settings.memory_limit = std::min(settings.memory_limit.value_or(preview_memory), preview_memory);
    preview_engine_ = make_failover(quick, settings, tell);
    chosen_ = &entry;
}

double Workbench::found_radius(const Request::Seek& seek, const Parameters& parameters, JobRunner::Run& run) {
    show(run, Activity::seeking);
    const Options options = parameters.options(each(parameters.weightings).front());
    if (seek.colors)
        return radius_for_colors(*engine_, picture_->colors, options, parameters.merge_distance, *seek.colors,
                                 run.progress())
            .radius;
    const auto found = next_count_change(*engine_, picture_->colors, options, parameters.merge_distance,
                                         seek.direction, run.progress());
    return found ? found->radius : parameters.radius;
}

void Workbench::preview(const Parameters& parameters, JobRunner::Run& run) {
    // A stand-in that is no smaller gains nothing.
    if (picture_->colors.size() <= Preview::most_representatives) return;
    for (const Weighting weighting : each(parameters.weightings)) {
        if (known(parameters, weighting)) continue;
        show(run, Activity::preview);
        if (!coarse_) coarse_.emplace(picture_->colors);
        Progress silent(run.patient(), 0, 0);
        hand_over(run, make_result(parameters, weighting, false, silent));
    }
}

void Workbench::reduce(const Parameters& parameters, JobRunner::Run& run) {
    const std::vector<Weighting> weightings = each(parameters.weightings);
    for (std::size_t i = 0; i < weightings.size(); ++i) {
        std::shared_ptr<const Result> result = known(parameters, weightings[i]);
        if (!result) {
            show(run, Activity::reducing);
            const auto whole = double(weightings.size());
            Progress part(run.progress(), double(i) / whole, double(i + 1) / whole);
            result = make_result(parameters, weightings[i], true, part);
            recent_.push_front(result);
            if (recent_.size() > max_recent) recent_.pop_back();
            curves_.note(*result);
        }
        hand_over(run, std::move(result));
    }
}

void Workbench::fill_curves(const Parameters& parameters, JobRunner::Run& run) {
    const auto publish = [&](std::shared_ptr<const Curve> curve) {
        run.deliver([this, curve = std::move(curve)] { receiver_.on_curve(curve); });
    };
    show(run, Activity::curve);
    // Nobody waits for it, but somebody may be turning the cloud or dragging the picture.
    const ThreadLimit one_thread(1);
    for (const Weighting weighting : each(parameters.weightings)) {
        publish(curves_.so_far(picture_, parameters, weighting));
        if (const auto result = known(parameters, weighting); result && result->seconds < max_curve_seconds)
            curves_.fill(*engine_, picture_, parameters, weighting, run.progress(), publish);
    }
}

std::shared_ptr<const Result> Workbench::known(const Parameters& parameters, Weighting weighting) const {
    const auto found = std::ranges::find_if(recent_, [&](const auto& result) {
        return result->picture == picture_ && result->weighting == weighting &&
               same_result(result->parameters, parameters);
    });
    return found == recent_.end() ? nullptr : *found;
}

std::shared_ptr<const Result> Workbench::make_result(const Parameters& parameters, Weighting weighting,
                                                     bool exact, Progress& progress) {
    Engine& engine = exact ? *engine_ : *preview_engine_;
    Options options = parameters.options(weighting);
    options.merge = parameters.merge_distance;
    const ColorSet& colors = picture_->colors;
    const auto start = std::chrono::steady_clock::now();
    Reduction reduction =
        exact ? engine.reduce(colors, options, progress) : coarse_->reduce(engine, options, progress);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

    auto result = std::make_shared<Result>();
    result->id = ++last_id_;
    result->picture = picture_;
    result->parameters = parameters;
    result->weighting = weighting;
    result->exact = exact;
    result->palette = palette(reduction);
    result->histogram = luminance_histogram(result->palette);
    result->difference = difference(colors, reduction);
    result->reduction = std::move(reduction);
    result->seconds = elapsed.count();
    result->engine = engine.name();
    result->device = engine.device();
    return result;
}

}
