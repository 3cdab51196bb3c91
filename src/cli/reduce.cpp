#include "cli/reduce.h"

#include "base/input_file.h"
#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/interrupt.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/reduce_files.h"
#include "cli/reduce_options.h"
#include "cli/reduce_report.h"
#include "cli/reduce_shared.h"
#include "cli/report.h"
#include "cli/stopwatch.h"
#include "engines/engine_list.h"
#include "pipeline/palette_input.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

constexpr const char* examples = R"(Examples:
  huedrift-cli reduce photo.jpg -o flat.png
      Draw colours within 0.05 of each other together.
  huedrift-cli reduce photo.jpg -o flat.png -r 0.1 --weighting palette
      Wider, and with every distinct colour counted once, which keeps rare accents.
  huedrift-cli reduce art.png -o art16.png --colors 16 --indexed --palette art.gpl
      At most 16 colours, as an indexed PNG, with the palette for GIMP.
  huedrift-cli reduce art.png -o art8.png --colors 8 --exactly
      Just 8 colours.
  huedrift-cli reduce icon.png -o icon8.png --indexed --alpha threshold:128 --transparent-index 0
      Hard edges, transparent where the index is 0.
  huedrift-cli reduce map.png -o flat.png --pin cc0000 --to ours.gpl
      A red that nothing moves, all else in colours of a palette.
  huedrift-cli reduce scan.png -o clean.png --smooth 2
      Blur noise and dithering away first.
  huedrift-cli reduce logo.jpg -o clean.png --defringe 2 --min-region 20
      No grey rims, no specks.
  huedrift-cli reduce map.png -o flat.png --masks parts --svg flat.svg
      Taken apart by colours, for cutters, printers and tracers.
  huedrift-cli reduce photo.jpg -o few.png --to game.gpl --directly --dither ordered
      Dithered to a palette.
  huedrift-cli reduce *.png --output-dir out --force
      Many at once; one that fails does not stop the others.
  huedrift-cli reduce frames/*.png --output-dir flat --together --colors 32 --indexed
      One palette, with the same indices in all of them.
  curl -s https://example.org/a.png | huedrift-cli reduce - -o - > b.png
      From standard input to standard output.)";

/// The colours that --to names.
std::vector<Rgb> palette_of(const std::string& word) {
    const auto listed = colors_in(word);
    return listed ? *listed : load_palette(word);
}

/// Those that the picture has: a given palette may have more.
std::size_t count_colors(std::span<const Swatch> swatches) {
    return std::size_t(std::ranges::count_if(swatches, [](const Swatch& one) { return one.pixels > 0; }));
}

using Failed = std::function<void(const ReduceJob&, const Failure&)>;

/// One picture from file to file, by its own palette where `shared` is null.
ReduceResult reduce_one(const ReduceRequest& request, const ReduceJob& job, Engine& engine,
                        const SharedPalette* shared) {
    const Stopwatch watch;
    check_targets(request, job);
    const std::unique_ptr<Engine> estimates = make_cpu_engine();
    const std::unique_ptr<Follower> follower = make_follower();
    Pipeline pipeline;
    pipeline.use(engine);
    pipeline.use_for_previews(*estimates, *follower);
    open_input(pipeline, job.input, request.limits, request.quiet);

    ProgressBar bar(input_name(job.input), !request.quiet);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const auto reduced = shared ? pipeline.apply(shared->found) : pipeline.reduce(request.recipe, progress);
    bar.clear();
    const auto output = pipeline.output(reduced);
    const auto swatches = pipeline.palette(reduced);
    if (!request.quiet) tell_notes(job.input, reduced->notes);
    if (!request.quiet) tell_notes(job.input, encoding_losses(*output, job.format));

    double encoding = 0, writing = 0;
    const std::vector<EncodedFile> files =
        timed(encoding, [&] { return encode_files(request, job, pipeline, reduced, shared, progress); });
    progress.throw_if_cancelled();
    timed(writing, [&] { return write_files(request, files), true; });
    ReduceResult result{.job = job, .reduced = reduced, .output_colors = count_colors(*swatches)};
    result.times = pipeline.times();
    result.times.push_back({"encode", encoding});
    result.times.push_back({"write", writing});
    result.seconds = watch.seconds();
    if (request.json) {
        result.difference = difference(*pipeline.document()->image, *output);
        const auto labelled = pipeline.labels(reduced);
        result.changes = labelled->changes;
        result.parts = parts(*labelled, *swatches);
    }
    return result;
}

/// Null where each picture has its own. Takes those out of `jobs` that cannot be counted.
std::unique_ptr<const SharedPalette> shared_palette(const ReduceRequest& request,
                                                    std::vector<ReduceJob>& jobs, Engine& engine,
                                                    Batch& batch, const Failed& failed) {
    if (!request.shares()) return nullptr;
    Document table;
    if (request.together) {
        const auto left_out = [&](const ReduceJob& job, const Failure& failure) {
            failed(job, failure);
            std::erase_if(jobs, [&](const ReduceJob& one) { return one.input == job.input; });
        };
        table = count_together(request, std::vector(jobs), batch, left_out);
    } else {
        table = load_table(request.counts);
    }
    if (jobs.empty() || !batch.goes_on()) return nullptr;
    return std::make_unique<const SharedPalette>(find_shared(request, std::move(table), engine));
}

int reduce_all(const ReduceRequest& request) {
    std::vector<ReduceJob> jobs = plan(request);
    const auto threads = limit_threads(request.engine);
    std::vector<std::string> notes;
    const std::unique_ptr<Engine> engine = make_engine(request.engine, [&](const std::string& sentence) {
        complain(sentence);
        notes.push_back(sentence);
    });
    if (!request.output_dir.empty()) make_folder(request.output_dir);

    nlohmann::ordered_json results = nlohmann::ordered_json::array(), failures = results;
    const Failed failed = [&](const ReduceJob& job, const Failure& failure) {
        failures.push_back({{"input", job.input.string()},
                            {"exit_code", failure.exit_code},
                            {"sentence", failure.sentence}});
    };
    Batch batch;
    const auto shared = shared_palette(request, jobs, *engine, batch, failed);
    for (const ReduceJob& job : jobs) {
        if (!batch.goes_on()) break;
        std::optional<ReduceResult> result;
        const std::optional<Failure> failure = batch.run(
            input_name(job.input), [&] { result = reduce_one(request, job, *engine, shared.get()); });
        if (failure) {
            failed(job, *failure);
            continue;
        }
        result->notes = std::exchange(notes, {});
        result->notes.insert(result->notes.end(), result->reduced->notes.begin(),
                             result->reduced->notes.end());
        if (!request.quiet) say(summary(*result));
        if (request.json) results.push_back(to_json(*result));
    }
    if (request.json) {
        nlohmann::ordered_json report = new_report("reduce");
        report.update({{"results", results},
                       {"failures", failures},
                       {"shared", shared ? to_json(*shared) : nlohmann::ordered_json(nullptr)},
                       {"peak_memory", peak_memory()}});
        print_json(report);
    }
    return batch.exit_code();
}

}

Command add_reduce(CLI::App& program) {
    Arguments arguments(program, "reduce", "Reduce the palette of pictures", examples);
    const auto request = std::make_shared<ReduceRequest>();
    add_reduce_options(arguments, *request);
    return {arguments.app(), [request] {
                if (request->exactly) request->recipe.join_to = request->recipe.colors;
                if (!request->to.empty()) request->recipe.to = palette_of(request->to);
                return reduce_all(*request);
            }};
}

}
