#include "cli/reduce.h"

#include "base/error.h"
#include "base/input_file.h"
#include "cli/arguments.h"
#include "cli/batch.h"
#include "cli/interrupt.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/reduce_options.h"
#include "cli/reduce_report.h"
#include "cli/report.h"
#include "cli/stopwatch.h"
#include "engines/engine_list.h"
#include "palette/palette_file.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_list.h"
#include "pipeline/pipeline.h"

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
  huedrift-cli reduce photo.jpg -o few.png --to game.gpl --directly --dither ordered
      Dithered to a palette.
  huedrift-cli reduce *.png --output-dir out --force
      Many at once; one that fails does not stop the others.
  curl -s https://example.org/a.png | huedrift-cli reduce - -o - > b.png
      From standard input to standard output.)";

/// The colours that --to names.
std::vector<Rgb> palette_of(const std::string& word) {
    const auto listed = colors_in(word);
    return listed ? *listed : load_palette(word);
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw Error(ErrorKind::output, folder.string() + " cannot be made: " + failure.message());
}

/// Before long work; only here is there an option to name.
void check_file(const std::filesystem::path& target, Overwrite overwrite) {
    std::error_code unknown;
    if (overwrite == Overwrite::no && std::filesystem::is_regular_file(target, unknown))
        throw Error(ErrorKind::output, target.string() + " exists; use --force to replace it");
    check_target(target, overwrite);
}

void check_targets(const ReduceRequest& request, const ReduceJob& job) {
    if (job.output != "-") check_file(job.output, request.overwrite());
    if (!request.palette.empty()) check_file(request.palette, request.overwrite());
}

/// The files of a result, encoded before any is written.
struct ReducedFiles {
    std::vector<std::byte> picture, palette;
};

ReducedFiles encode(const ReduceRequest& request, const ReduceJob& job, const Image& output,
                    const Recipe& recipe, std::span<const Swatch> swatches) {
    EncodeOptions encoding{.indexed = request.indexed,
                           .settings = request.settings ? recipe_text(recipe) : ""};
    if (request.indexed) encoding.entries = index_entries(output, swatches, recipe);
    ReducedFiles files{encode_image(output, job.format, encoding), {}};
    if (!request.palette.empty())
        files.palette =
            encode_palette(swatches, palette_format_of(request.palette), job.input.filename().string());
    return files;
}

/// True, for timed().
bool write(const ReduceRequest& request, const ReduceJob& job, const ReducedFiles& files) {
    if (job.output == "-")
        write_stdout(files.picture);
    else
        write_file_atomically(job.output, files.picture, request.overwrite());
    if (!request.palette.empty()) write_file_atomically(request.palette, files.palette, request.overwrite());
    return true;
}

/// Those that the picture has: a given palette may have more.
std::size_t count_colors(std::span<const Swatch> swatches) {
    return std::size_t(std::ranges::count_if(swatches, [](const Swatch& one) { return one.pixels > 0; }));
}

/// One picture from file to file.
ReduceResult reduce_one(const ReduceRequest& request, const ReduceJob& job, Engine& engine) {
    const Stopwatch watch;
    check_targets(request, job);
    Pipeline pipeline;
    pipeline.use(engine);
    open_input(pipeline, job.input, request.limits, request.quiet);

    ProgressBar bar(input_name(job.input), !request.quiet);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const auto reduced = pipeline.reduce(request.recipe, progress);
    bar.clear();
    const auto output = pipeline.output(reduced);
    const auto swatches = pipeline.palette(reduced);
    if (!request.quiet) tell_notes(job.input, reduced->notes);
    if (!request.quiet) tell_notes(job.input, encoding_losses(*output, job.format));

    double encoding = 0, writing = 0;
    const ReducedFiles files =
        timed(encoding, [&] { return encode(request, job, *output, reduced->recipe, *swatches); });
    progress.throw_if_cancelled();
    timed(writing, [&] { return write(request, job, files); });
    ReduceResult result{.job = job, .reduced = reduced, .output_colors = count_colors(*swatches)};
    result.times = pipeline.times();
    result.times.push_back({"encode", encoding});
    result.times.push_back({"write", writing});
    result.seconds = watch.seconds();
    if (request.json) result.difference = difference(*pipeline.document()->image, *output);
    return result;
}

int reduce_all(const ReduceRequest& request) {
    const std::vector<ReduceJob> jobs = plan(request);
    const auto threads = limit_threads(request.engine);
    std::vector<std::string> notes;
    const std::unique_ptr<Engine> engine = make_engine(request.engine, [&](const std::string& sentence) {
        complain(sentence);
        notes.push_back(sentence);
    });
    if (!request.output_dir.empty()) make_folder(request.output_dir);

    nlohmann::ordered_json results = nlohmann::ordered_json::array(), failures = results;
    Batch batch;
    for (const ReduceJob& job : jobs) {
        if (!batch.goes_on()) break;
        std::optional<ReduceResult> result;
        const std::optional<Failure> failure =
            batch.run(input_name(job.input), [&] { result = reduce_one(request, job, *engine); });
        if (failure) {
            failures.push_back({{"input", job.input.string()},
                                {"exit_code", failure->exit_code},
                                {"sentence", failure->sentence}});
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
        report.update({{"results", results}, {"failures", failures}, {"peak_memory", peak_memory()}});
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
