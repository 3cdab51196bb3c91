#include "session/queue_export.h"

#include "base/error.h"
#include "pipeline/batch.h"
#include "pipeline/file_colors.h"
#include "pipeline/linked_pictures.h"
#include "session/layers.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

void check_names(const QueueExport& request) {
    std::vector<PlannedTarget> targets;
    for (const Location& file : *request.files)
        targets.push_back(
            {file.name(), target_of(request, file, request.wanted, request.wanted.recipe.shift.weighting)});
    check_distinct(targets);
}

/// The palettes of linked pictures, by weighting.
using SharedPalettes = std::map<Weighting, SharedPalette>;

SharedPalettes find_shared(const QueueExport& request, Engine& engine, Progress& progress) {
    SharedPalettes shared;
    if (!request.linked) return shared;
    LinkedColors counted = count_linked(*request.linked, request.wanted.recipe, progress);
    Pipeline pipeline;
    pipeline.use(engine);
    pipeline.open(
        document_of(std::make_shared<const ColorTable>(std::move(counted.table)), fs::path("all pictures")));
    const Recipe& asked = request.wanted.recipe;
    const Recipe own = pipeline.resolve(conditional(asked), progress).recipe;
    for (const Weighting weighting : each(request.wanted.weightings))
        shared.emplace(weighting, share_palette(pipeline.reduce(own.with(weighting), progress)));
    return shared;
}

/// The settings of a picture, with its edits.
Wanted wanted_for(const QueueExport& request, const Location& file) {
    const auto edits = request.edits.find(file);
    if (request.linked) return request.wanted;
    return of_picture(request.wanted, edits == request.edits.end() ? RecipeEdits{} : edits->second);
}

QueueProgress::Item export_one(const QueueExport& request, const Location& file, const SharedPalettes& shared,
                               Pipeline& pipeline, Progress& progress) {
    Wanted wanted = wanted_for(request, file);
    const ConditionalRecipe settings = request.suits_picture && !request.linked
                                           ? suiting(wanted.recipe, pipeline.suggest_look(progress))
                                           : conditional(wanted.recipe);
    const Recipe own = pipeline.resolve(settings, progress).recipe;
    // A look that suits the picture is named as what it makes, settings as they are.
    if (request.suits_picture && !request.linked) wanted = wanted_of(own);
    ResultWriter writer;
    std::vector<WriteTarget> targets;
    const auto overwrite = [&] { return confirmed(request.write.overwrite, request.replaced, targets); };
    QueueProgress::Item item{.state = QueueProgress::Item::State::written};
    for (const Weighting weighting : each(wanted.weightings)) {
        const fs::path target = target_of(request, file, wanted, weighting);
        WriteRequest files = request.write;
        files.picture = target;
        targets.push_back({WriteTarget::Kind::picture, target});
        check_targets(targets, overwrite());
        const auto found = shared.find(weighting);
        const bool is_shared = found != shared.end();
        Recipe recipe = own.with(weighting);
        if (numbers_colors(files)) recipe = with_shown_order(recipe);
        const auto reduced =
            is_shared ? pipeline.apply_palette(found->second.found) : pipeline.reduce(recipe, progress);
        writer.encode(files, reduced, is_shared ? &found->second : nullptr, pipeline, progress);
        item.colors.push_back(count_colors(pipeline.file_colors(reduced)->list()));
        if (item.written.empty()) item.written = target;
    }
    item.kept = !writer.kept().empty();
    progress.throw_if_cancelled();
    writer.write(overwrite()); // a file may have appeared
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

std::string suggested_stem(const Location& picture, const Recipe& recipe, const std::string& palette_name) {
    if (!palette_name.empty()) return picture.stem() + "-" + palette_name;
    if (recipe.palette.colors)
        return picture.stem() + "-" + std::to_string(*recipe.palette.colors) + "-colours";
    char radius[32];
    std::snprintf(radius, sizeof radius, "-r%.4g", recipe.shift.radius);
    return picture.stem() + radius;
}

fs::path target_of(const QueueExport& request, const Location& file, const Wanted& wanted,
                   Weighting weighting) {
    std::string name = suggested_stem(file, wanted.recipe, request.palette_name);
    if (wanted.weightings == Weightings::both) name.append("-").append(name_of(weighting));
    return request.folder / (name + request.extension);
}

std::vector<WriteTarget> export_targets(const QueueExport& request) {
    std::vector<Wanted> possible{request.wanted};
    if (request.suits_picture && !request.linked) {
        possible.clear();
        // Pixel art and pictures of few colours are named as photos.
        for (const Look look : {Look::photo, Look::flat}) possible.push_back(wanted_of(recipe_of(look)));
    }
    std::vector<WriteTarget> targets;
    for (const Location& file : *request.files)
        for (const Wanted& wanted : possible)
            for (const Weighting weighting : each(wanted.weightings))
                targets.push_back({WriteTarget::Kind::picture, target_of(request, file, wanted, weighting)});
    return targets;
}

void export_queue(const QueueExport& request, const EnginePool& engines, const EnginePool::Tell& tell,
                  Progress& progress, const QueueReport& report) {
    check_names(request);
    make_folder(request.folder);
    Progress finding(progress, 0, 0);
    const SharedPalettes shared = find_shared(request, *engines.engine(tell), finding);
    BatchRequest batch{.limits = {.keeps_file = request.write.keep_smaller},
                       .recipe = request.wanted.recipe,
                       .make_engine = [&](std::size_t) { return engines.engine(tell); },
                       .make_filter = [&] { return engines.filter(); }};
    if (is_animated(image_format_of("name" + request.extension)))
        batch.limits.max_frames = LoadLimits::all_frames;
    for (const Location& file : *request.files) batch.jobs.push_back({file});
    std::vector<QueueProgress::Item> items(batch.jobs.size());
    const auto reduce = [&](std::size_t i, Pipeline& pipeline, Progress& part) {
        items[i] = export_one(request, batch.jobs[i].input, shared, pipeline, part);
    };
    const auto tell_outcome = [&](std::size_t i, const BatchOutcome& outcome) {
        progress.throw_if_cancelled();
        try {
            if (outcome.failure) std::rethrow_exception(outcome.failure);
        } catch (const Error& error) {
            items[i] = {QueueProgress::Item::State::failed, error.what()};
        }
        report(i, items[i]);
    };
    run_batch(batch, {.reduce = reduce, .report = tell_outcome}, progress);
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

void QueueExporter::work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run) {
    const auto deliver = [&](std::function<void(QueueProgress&)> made) {
        run.deliver([this, made = std::move(made)] { made(now_); });
    };
    const EnginePool pool({choose_entry(*engines_, choice)}, choice.settings,
                          choice.is_automatic() ? DeviceStart::in_background : DeviceStart::awaited);
    const auto tell = [&](const std::string& sentence) {
        deliver([sentence](QueueProgress& progress) { progress.notice = sentence; });
    };
    const auto report = [&](std::size_t index, const QueueProgress::Item& item) {
        deliver([index, item](QueueProgress& progress) { progress.items[index] = item; });
    };
    export_queue(request, pool, tell, run.progress(), report);
}

}
