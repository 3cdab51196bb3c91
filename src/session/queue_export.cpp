#include "session/queue_export.h"

#include "base/error.h"
#include "base/in_order.h"
#include "engines/engine_pool.h"
#include "pipeline/batch.h"
#include "pipeline/file_colors.h"
#include "session/layers.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <new>
#include <tuple>
#include <utility>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

void check_names(const QueueExport& request) {
    std::vector<PlannedTarget> targets;
    for (const Location& file : *request.files)
        for (const WriteTarget& target : targets_of(
                 write_request(request, file, request.settings, request.settings.recipe.shift.weighting)))
            targets.push_back({file.name(), target.path.file()});
    check_distinct(targets);
}

/// Why a picture could not be read, reduced or written; none if it could.
std::optional<Error> failure_of(const BatchOutcome& outcome) {
    try {
        if (outcome.failure) std::rethrow_exception(outcome.failure);
        return std::nullopt;
    } catch (const Error& error) {
        return Error(error.kind(), error.what()); // a copy would share its text with another thread
    } catch (const std::bad_alloc&) {
        return Error(ErrorKind::failed, "there is not enough memory");
    }
}

/// Half of the threads stay with the window.
std::size_t pictures_at_once(std::span<const Location> files) { return (jobs_at_once({}, files) + 1) / 2; }

SharedPalettes find_linked(const QueueExport& request, Engine& engine, Progress& progress) {
    const Recipe& settings = request.settings.recipe;
    ColorTable table = count_linked(*request.linked, settings, progress).table;
    const auto choose = [&](Pipeline& pipeline, Progress& part) {
        const Recipe recipe = pipeline.resolve(conditional(settings), part).recipe;
        return ChosenRecipe{.recipe = request.write.parts.any() ? for_areas(recipe) : recipe};
    };
    return find_shared(
        document_of(std::make_shared<const ColorTable>(std::move(table)), fs::path("all pictures")), engine,
        choose, each(request.settings.weightings), progress);
}

/// The settings of a picture that is not linked, with its edits. Files are named after the recipe that a
/// suiting look gives it, or after the settings as they are.
std::pair<SessionSettings, Recipe> settings_for(const QueueExport& request, const Location& file,
                                                Pipeline& pipeline, Progress& progress) {
    const Recipe kept = request.kept.find(*pipeline.document());
    const auto newer = request.edits.find(file);
    SessionSettings settings =
        of_picture(request.settings, newer == request.edits.end() ? edits_of(kept) : newer->second);
    const bool wants_areas = request.write.parts.any();
    ConditionalRecipe recipe = request.suits_picture
                                   ? suiting(settings.recipe, suggest_look(wants_areas, pipeline, progress))
                                   : conditional(settings.recipe);
    for (LabelSteps* const labels : {&recipe.recipe.labels, &recipe.of_few.labels})
        if (kept.labels.grid.is_on() && labels->grid.is_on()) labels->grid = kept.labels.grid;
    const Recipe resolved = pipeline.resolve(recipe, progress).recipe;
    if (request.suits_picture) settings = settings_of(resolved);
    return {settings, resolved};
}

/// Makes a sentence the notice of an export.
using Tell = std::function<void(const std::string& sentence)>;

QueueProgress::Item export_one(const QueueExport& request, const Location& file,
                               std::span<const SharedPalette> shared, Pipeline& pipeline, Progress& progress,
                               const Tell& tell) {
    SessionSettings settings = request.settings;
    Recipe of_picture;
    pipeline.use(request.masks);
    Progress choosing(progress, 0, 0.2);
    if (!request.linked) std::tie(settings, of_picture) = settings_for(request, file, pipeline, choosing);
    ResultWriter writer;
    std::vector<WriteTarget> targets;
    const auto overwrite = [&] { return confirmed(request.write.overwrite, request.replaced, targets); };
    QueueProgress::Item item{.state = QueueProgress::Item::State::written};
    const std::vector<Weighting> weightings = each(settings.weightings);
    for (std::size_t i = 0; i < weightings.size(); ++i) {
        const WriteRequest files = write_request(request, file, settings, weightings[i]);
        std::ranges::move(targets_of(files), std::back_inserter(targets));
        check_targets(targets, overwrite());
        const SharedPalette* const palette = request.linked ? &shared[i] : nullptr;
        const Recipe recipe = recipe_of_files(of_picture.with(weightings[i]), files,
                                              *pipeline.document()->image, request.linked != nullptr);
        const auto reduced =
            palette ? pipeline.apply_palette(palette->reduced, progress) : pipeline.reduce(recipe, progress);
        writer.encode(files, reduced, palette, pipeline, progress);
        item.colors.push_back(pipeline.output_colors(reduced, progress));
    }
    if (!targets.empty()) item.written = targets.front().path.file();
    item.kept = !writer.kept().empty();
    progress.throw_if_cancelled();
    for (const std::string& note : writer.write(overwrite())) tell(note); // a file may have appeared
    return item;
}

}

std::size_t QueueProgress::count(Item::State state) const {
    return static_cast<std::size_t>(std::ranges::count(items, state, &Item::state));
}

const QueueProgress::Item* QueueProgress::find(const Location& file, std::size_t place) const {
    if (place < files->size() && (*files)[place] == file) return &items[place];
    const auto found = std::ranges::find(*files, file);
    return found == files->end() ? nullptr : &items[std::size_t(found - files->begin())];
}

std::optional<std::uint64_t> colors_asked_for(const Recipe& recipe) {
    if (!recipe.palette.colors || !recipe.labels.tiles) return recipe.palette.colors;
    const std::uint64_t shared = recipe.labels.shared_color ? 1 : 0;
    return shared + std::uint64_t{recipe.labels.palettes} * (*recipe.palette.colors - shared);
}

std::string suggested_stem(const Location& picture, const Recipe& recipe, const std::string& palette_name) {
    if (!palette_name.empty()) return picture.stem() + "-" + palette_name;
    if (const auto colors = colors_asked_for(recipe))
        return picture.stem() + "-" + std::to_string(*colors) + "-colours";
    char radius[32];
    std::snprintf(radius, sizeof radius, "-r%.4g", recipe.shift.radius);
    return picture.stem() + radius;
}

WriteRequest write_request(const QueueExport& request, const Location& file, const SessionSettings& settings,
                           Weighting weighting) {
    std::string name = suggested_stem(file, settings.recipe, request.palette_name);
    if (settings.weightings == Weightings::both) name.append("-").append(name_of(weighting));
    return placed(request.write, request.folder / name);
}

std::vector<WriteTarget> export_targets(const QueueExport& request) {
    std::vector<SessionSettings> possible{request.settings};
    if (request.suits_picture && !request.linked) {
        possible = {settings_of(recipe_of(Look::photo))}; // pixel art is named as photos are
        if (request.write.parts.any()) possible.push_back(settings_of(recipe_of(Look::flat)));
    }
    std::vector<WriteTarget> targets;
    for (const Location& file : *request.files)
        for (const SessionSettings& settings : possible)
            for (const Weighting weighting : each(settings.weightings))
                std::ranges::move(targets_of(write_request(request, file, settings, weighting)),
                                  std::back_inserter(targets));
    return targets;
}

LinkedColors count_linked(std::span<const Location> files, const Recipe& recipe, Progress& progress) {
    LinkedColors linked;
    BatchRequest pictures{.at_once = pictures_at_once(files), .recipe = recipe};
    for (const Location& file : files) pictures.jobs.push_back({file});
    pictures.load = [&recipe](const Location& from, const Progress& part) {
        return load_frames(from, &part, recipe.source.profile);
    };
    const auto note_failure = [&](std::size_t, const BatchOutcome& outcome) {
        if (const auto failure = failure_of(outcome)) linked.failures.emplace_back(failure->what());
    };
    linked.table = tabulate_colors(pictures, note_failure, progress);
    progress.throw_if_cancelled();
    return linked;
}

QueueExporter::QueueExporter(JobThreads& threads, std::shared_ptr<const std::vector<EngineEntry>> engines)
    : engines_(std::move(engines)), runner_(threads) {}

bool QueueExporter::deliver() {
    const bool at_rest = runner_.alive() == 0; // checked first: the outbox is then complete
    // A job that is cancelled before it begins delivers nothing.
    const bool has_ended = at_rest && progress_ && progress_->running;
    if (!runner_.deliver() && !has_ended) return false;
    now_.running = !at_rest;
    progress_ = std::make_shared<const QueueProgress>(now_);
    return true;
}

void QueueExporter::start(const QueueExport& request, const EngineChoice& choice) {
    if (progress_ && progress_->running) return;
    now_ = {};
    now_.files = request.files;
    now_.items.resize(request.files->size());
    progress_ = std::make_shared<const QueueProgress>(now_);
    runner_.post([this, request, choice](JobRunner::Run& run) { work(request, choice, run); },
                 [this](const Error& error) { now_.notice = error.what(); });
}

/// Reduces and writes the pictures, as many at the same time as threads and memory allow, each file whole or
/// not at all. Indexed files of linked pictures have the same indices. A picture that fails does not stop the
/// others. Throws Error(usage) if two pictures would become one file, Error(output) if the folder cannot be
/// made, and Error(cancelled).
void QueueExporter::work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run) {
    const EnginePool engines({choose_entry(*engines_, choice)}, choice.settings,
                             choice.is_automatic() ? DeviceStart::in_background : DeviceStart::awaited);
    const Tell tell = [&](const std::string& sentence) {
        run.deliver([this, sentence] { now_.notice = sentence; });
    };
    check_names(request);
    make_folder(request.folder);
    Progress finding(run.progress(), 0, 0);
    SharedPalettes shared;
    if (request.linked) shared = find_linked(request, *engines.engine(tell), finding);
    BatchRequest batch{.at_once = pictures_at_once(*request.files),
                       .limits = {.keeps_file = request.write.keep_smaller},
                       .recipe = request.settings.recipe,
                       .make_engine = [&](std::size_t) { return engines.engine(tell); },
                       .make_filter = [&] { return engines.filter(); }};
    if (is_animated_name("name" + request.write.picture.file().string()))
        batch.limits.max_frames = LoadLimits::all_frames;
    for (const Location& file : *request.files) batch.jobs.push_back({file});
    std::vector<QueueProgress::Item> items(batch.jobs.size());
    const auto reduce = [&](std::size_t i, Pipeline& pipeline, Progress& part) {
        items[i] = export_one(request, batch.jobs[i].input, shared.palettes, pipeline, part, tell);
    };
    const auto report = [&](std::size_t i, const BatchOutcome& outcome) {
        const auto failure = failure_of(outcome);
        if (!outcome.begun || (failure && failure->kind() == ErrorKind::cancelled)) return;
        if (failure) items[i] = {QueueProgress::Item::State::failed, failure->what()};
        run.deliver([this, i, item = items[i]] { now_.items[i] = item; });
    };
    run_batch(batch, {.reduce = reduce, .report = report}, run.progress());
    run.progress().throw_if_cancelled();
}

}
