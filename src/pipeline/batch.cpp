#include "pipeline/batch.h"

#include "base/error.h"
#include "base/in_order.h"
#include "base/input_file.h"
#include "base/output_file.h"
#include "base/parallel.h"
#include "image/load.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <iterator>
#include <utility>

namespace huedrift {
namespace {

bool is_whole(const BatchJob& job) {
    // Files get their names once they are written, so one that only other programs read is whole.
    if (!written_format(job.format).decoder) return true;
    try {
        const LoadLimits limits = LoadLimits::widest();
        const SealedBytes file = read_sealed_input(job.output, limits.max_file_bytes);
        inspect_image(file, job.output.name(), limits);
        return true;
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) throw;
        return false;
    }
}

bool is_done(const BatchJob& job, bool keeps_times) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(job.output.file(), missing)) return false;
    const auto input = std::filesystem::last_write_time(job.input.file(), missing);
    if (missing) return false;
    const auto output = std::filesystem::last_write_time(job.output.file(), missing);
    const bool is_newer = output > input || (keeps_times && output == input);
    return !missing && is_newer && is_whole(job);
}

/// The bytes that a job may need, by the size of its picture. A file that cannot be read is refused later.
std::size_t memory_of(const BatchJob& job, const LoadLimits& limits) {
    try {
        const SealedBytes file = read_sealed_input(job.input, limits.max_file_bytes);
        const PictureSize size = inspect_image(file, job.input.name(), limits);
        return job_memory(size.width * size.height * std::max<std::uint64_t>(1, size.frames));
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::input) throw;
        return usual_job_memory;
    }
}

/// Whether waking other threads takes longer than they save.
bool is_small(const Document& document) {
    constexpr std::size_t few_pixels = std::size_t{1} << 15;
    return document.image && document.image->pixels().size() <= few_pixels;
}

void run_job(const BatchRequest& request, const LoadLimits& limits, const BatchWork& work, std::size_t i,
             JobMemory* memory, BatchOutcome& outcome, Progress& progress) {
    const BatchJob& job = request.jobs[i];
    outcome.skipped = request.resume && is_done(job, request.keeps_times);
    if (outcome.skipped) return;
    if (work.check) work.check(i);
    std::optional<JobMemory::Share> share;
    if (memory) share.emplace(*memory, memory_of(job, limits));
    progress.throw_if_cancelled();
    const bool smooths = request.recipe.source.smooth > 0 && request.make_filter;
    const auto engine = request.make_engine ? request.make_engine(i) : nullptr;
    const auto filter = smooths ? request.make_filter() : nullptr;
    Pipeline pipeline;
    if (engine) pipeline.use(*engine);
    pipeline.use(filter.get());
    if (request.load)
        pipeline.open(request.load(job.input, progress));
    else
        pipeline.open(job.input, limits, &progress, request.recipe.source.profile);
    outcome.notes = pipeline.document()->notes;
    const auto reduce = [&] { work.reduce(i, pipeline, progress); };
    if (is_small(*pipeline.document()))
        with_threads(1, reduce);
    else
        reduce();
}

}

void check_distinct(std::span<const PlannedTarget> targets) {
    std::vector<std::filesystem::path> paths;
    std::ranges::transform(targets, std::back_inserter(paths), &PlannedTarget::path);
    if (const auto repeated = find_repeated_target(paths))
        throw Error(ErrorKind::usage, targets[repeated->first].purpose + " and " +
                                          targets[repeated->second].purpose + " would both become " +
                                          paths[repeated->second].string());
}

std::size_t job_memory(std::uint64_t pixels) {
    const double usual = double(LoadLimits().max_pixels);
    return std::size_t(double(usual_job_memory) * std::max(1.0, double(pixels) / usual));
}

void run_batch(const BatchRequest& request, const BatchWork& work, Progress& progress) {
    assert(request.at_once > 0 && work.reduce && work.report);
    const std::size_t count = request.jobs.size();
    const bool may_be_large = request.memory && request.limits.max_pixels > LoadLimits().max_pixels;
    std::optional<JobMemory> memory;
    if (may_be_large && request.at_once > 1) memory.emplace(*request.memory);
    // Started by the thread that outlives the jobs.
    const auto decoders = count > 1 && !request.load ? start_decoders() : nullptr;
    LoadLimits limits = request.limits;
    limits.decoders = decoders.get();
    std::vector<BatchOutcome> outcomes(count);
    const double share = request.at_once > 1 ? 0 : 1 / double(count);
    in_order(
        count, request.at_once,
        [&](std::size_t i) {
            outcomes[i].begun = !progress.cancelled();
            if (!outcomes[i].begun) return;
            Progress part(progress, share * double(i), share * double(i + 1));
            try {
                run_job(request, limits, work, i, memory ? &*memory : nullptr, outcomes[i], part);
            } catch (...) {
                outcomes[i].failure = std::current_exception();
            }
        },
        [&](std::size_t i) {
            work.report(i, std::exchange(outcomes[i], {}));
            progress.report(double(i + 1) / double(count));
        });
}

ColorTable tabulate_colors(const BatchRequest& request,
                           const std::function<void(std::size_t, const BatchOutcome&)>& report,
                           Progress& progress) {
    std::vector<ColorTable> tables(request.jobs.size());
    ColorTableSum sum;
    const auto count = [&](std::size_t i, Pipeline& pipeline, Progress& part) {
        const auto& table = pipeline.document()->table;
        tables[i] = table ? *table : ColorTable(pipeline.prepare_picture(request.recipe, part)->colors);
    };
    const auto add = [&](std::size_t i, const BatchOutcome& outcome) {
        BatchOutcome added = outcome;
        try {
            sum.add(std::exchange(tables[i], {}));
        } catch (...) {
            added.failure = std::current_exception();
        }
        report(i, added);
    };
    run_batch(request, {.reduce = count, .report = add}, progress);
    return sum.take();
}

SharedPalettes find_shared(Document colors, Engine& engine,
                           const std::function<ChosenRecipe(Pipeline&, Progress&)>& choose,
                           std::span<const Weighting> weightings, Progress& progress) {
    Pipeline pipeline;
    pipeline.use(engine);
    Progress choosing(progress, 0, 0.1), reducing(progress, 0.1, 1);
    std::vector<std::string> notes = pipeline.open(std::move(colors))->notes;
    SharedPalettes shared{.choice = choose(pipeline, choosing), .notes = std::move(notes)};
    if (!shared.choice.note.empty()) shared.notes.push_back(shared.choice.note);
    choosing.report(1);
    const Recipe& recipe = shared.choice.recipe;
    const std::array of_recipe{recipe.shift.weighting};
    for (const Weighting weighting : weightings.empty() ? std::span<const Weighting>(of_recipe) : weightings)
        shared.palettes.push_back(share_palette(pipeline.reduce(recipe.with(weighting), reducing), reducing));
    return shared;
}

}
