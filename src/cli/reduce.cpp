#include "cli/reduce.h"

#include "base/error.h"
#include "base/input_file.h"
#include "cli/batch.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/reduce_plan.h"
#include "cli/reduce_report.h"
#include "cli/report.h"
#include "cli/stopwatch.h"
#include "engines/engine_list.h"
#include "palette/palette_file.h"
#include "pipeline/recipe.h"
#include "pipeline/sweep.h"
#include "reduction/merge.h"
#include "reduction/remap.h"

#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

constexpr const char* examples = R"(Examples:
  huedrift-cli reduce photo.jpg -o flat.png
      Draw colours within 0.05 of each other together.
  huedrift-cli reduce photo.jpg -o flat.png -r 0.1 --weighting frequency
      Wider, and towards the colours that fill most of the picture.
  huedrift-cli reduce art.png -o art16.png --colors 16 --indexed --palette art.gpl
      At most 16 colours, as an indexed PNG, with the palette for GIMP.
  huedrift-cli reduce scan.png -o clean.png --smooth 2
      Blur noise and dithering away first.
  huedrift-cli reduce *.png --output-dir out --force
      Many at once; one that fails does not stop the others.
  curl -s https://example.org/a.png | huedrift-cli reduce - -o - > b.png
      From standard input to standard output.)";

void add_output(CLI::App& app, ReduceRequest& request) {
    const auto option = [&](const char* name, std::string& value, const std::string& text,
                            const std::string& description) {
        return app.add_option(name, value, description)->option_text(text)->group(output_group);
    };
    const auto flag = [&](const char* name, bool& value, const char* description) {
        app.add_flag(name, value, description)->group(output_group);
    };
    CLI::Option* const one = option("-o,--output", request.output, "OUT",
                                    "The result; its extension (" + image_extensions() +
                                        ") is its format; - is standard output, as PNG");
    option("--output-dir", request.output_dir, "DIR", "Folder for the results, named after the inputs")
        ->excludes(one);
    option("--format", request.format, "FORMAT",
           "Format of the result whatever its name (" + image_extensions() + ")");
    flag("--indexed", request.indexed, "Write an indexed PNG; refused above 256 entries");
    option("--palette", request.palette, "FILE",
           "Write the colours of the result, too; its extension (" + palette_extensions() +
               ") is its format");
    flag("--settings", request.settings,
         "Store these settings in a PNG file; the window takes them over with it");
    flag("--force", request.force, "Replace files that are there");
    flag("--json", request.json, "Report on standard output as JSON");
    flag("--quiet", request.quiet, "Say nothing but errors");
}

void make_folder(const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw Error(ErrorKind::output, folder.string() + " cannot be made: " + failure.message());
}

Reduction reduce_at(ReduceResult& result, const ReduceRequest& request, Engine& engine,
                    const ColorSet& colors, Progress& progress) {
    if (!request.colors)
        return reduce_and_merge(engine, colors, request.options, request.merge_distance, progress);
    FoundRadius found =
        radius_for_colors(engine, colors, request.options, request.merge_distance, *request.colors, progress);
    result.radius = found.radius;
    return std::move(found.reduction);
}

void check_targets(const ReduceRequest& request, const ReduceJob& job) {
    if (job.output != "-") check_target(job.output, request.overwrite());
    if (!request.palette.empty()) check_target(request.palette, request.overwrite());
}

void write_picture(const ReduceRequest& request, const ReduceJob& job, std::span<const std::byte> bytes) {
    if (job.output == "-") {
        write_stdout(bytes);
    } else {
        write_file_atomically(job.output, bytes, request.overwrite());
    }
}

std::string settings_of(const ReduceRequest& request, double radius) {
    Recipe recipe{request.options, request.smooth, request.merge_distance};
    recipe.options.radius = radius;
    return recipe_text(recipe);
}

/// One picture from file to file.
ReduceResult reduce_one(const ReduceRequest& request, const ReduceJob& job, Engine& engine) {
    const Stopwatch watch;
    check_targets(request, job);
    ReduceResult result{.job = job, .radius = request.options.radius};
    ReduceTimes& times = result.times;
    Image source = timed(times.load, [&] { return read_picture(job.input, request.quiet, request.limits); });
    source = timed(times.smooth, [&] { return smoothed(std::move(source), request.smooth); });

    ProgressBar bar(input_name(job.input), !request.quiet);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const ColorSet colors = timed(times.analysis, [&] { return ColorSet(source, request.options.transfer); });
    result.reduction =
        timed(times.mean_shift, [&] { return reduce_at(result, request, engine, colors, progress); });
    bar.clear();
    // Not before: another may have gone on where a device failed.
    result.engine = engine.name();
    result.device = engine.device();
    const Image output =
        timed(times.remap, [&] { return remap(std::move(source), colors, result.reduction); });
    if (!request.quiet) tell_notes(job.input, encoding_losses(output, job.format));
    const EncodeOptions encoding{.indexed = request.indexed,
                                 .settings = request.settings ? settings_of(request, result.radius) : ""};
    const std::vector<std::byte> bytes =
        timed(times.encode, [&] { return encode_image(output, job.format, encoding); });
    const std::vector<Swatch> swatches = palette(result.reduction);
    std::vector<std::byte> palette_bytes;
    if (!request.palette.empty())
        palette_bytes =
            encode_palette(swatches, palette_format_of(request.palette), job.input.filename().string());

    progress.throw_if_cancelled();
    const Stopwatch writing;
    write_picture(request, job, bytes);
    if (!request.palette.empty()) write_file_atomically(request.palette, palette_bytes, request.overwrite());
    times.write = writing.seconds();
    result.width = output.width();
    result.height = output.height();
    result.source_colors = colors.size();
    result.visible_pixels = colors.pixels();
    result.output_colors = swatches.size();
    times.total = watch.seconds();
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
        if (!request.quiet) say(summary(*result));
        if (request.json) results.push_back(to_json(*result, request));
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
    CLI::App* const app = program.add_subcommand("reduce", "Reduce the palette of pictures");
    const auto request = std::make_shared<ReduceRequest>();
    app->footer(examples);
    app->add_option("IN", request->inputs, "PNG, JPEG or BMP files; - is standard input")
        ->required()
        ->option_text(" ");
    CLI::Option* const radius = add_radius(*app, request->options.radius);
    app->add_option("--colors", request->colors,
                    "Find the radius that leaves as many colours as possible, N at most, and say which it is")
        ->option_text("N")
        ->check(CLI::Range(1u, rgb_codes))
        ->group(reduction_group)
        ->excludes(radius);
    add_weighting(*app, request->options.weighting);
    add_transfer(*app, request->options.transfer);
    add_max_iterations(*app, request->options.max_iterations);
    add_smooth(*app, request->smooth);
    add_allow_large(*app, request->limits);
    app->add_option(
           "--merge", request->merge_distance,
           "Afterwards join results at most DIST apart, and what hangs together by such, at their mean (off)")
        ->option_text("DIST")
        ->group(reduction_group);
    add_output(*app, *request);
    add_engine(*app, request->engine);
    add_resources(*app, request->engine);
    return {app, [request] { return reduce_all(*request); }};
}

}
