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
#include "pipeline/palette_input.h"
#include "pipeline/pipeline.h"

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
  huedrift-cli reduce map.png -o flat.png --pin cc0000 --to ours.gpl
      A red that nothing moves, all else in colours of a palette.
  huedrift-cli reduce scan.png -o clean.png --smooth 2
      Blur noise and dithering away first.
  huedrift-cli reduce *.png --output-dir out --force
      Many at once; one that fails does not stop the others.
  curl -s https://example.org/a.png | huedrift-cli reduce - -o - > b.png
      From standard input to standard output.)";

/// A list of edits that may be given often.
void add_edits(Arguments& arguments, const char* name, std::vector<Edit>& edits, const char* description) {
    const auto take = [&edits](const std::string& word) {
        const auto read = edits_in(word);
        if (read) edits.insert(edits.end(), read->begin(), read->end());
        return read && !read->empty();
    };
    arguments.repeated(name, take, description).text("A=B").group(reduction_group);
}

/// What is done to the palette besides merging.
void add_steps(Arguments& arguments, ReduceRequest& request) {
    Recipe& recipe = request.recipe;
    add_min_share(arguments, recipe.min_share);
    add_pins(arguments, recipe.pins);
    arguments
        .flag("--exactly", request.exactly,
              "Just as many as --colors: of the smallest palette above, the nearest colours join")
        .group(reduction_group);
    arguments
        .add("--join-to", recipe.join_to,
             "Let the nearest colours of the palette join until N are left, whatever the radius")
        .text("N")
        .range(1, rgb_codes)
        .group(reduction_group);
    arguments
        .add("--to", request.to,
             "Each colour of the result becomes the nearest of a palette: a file (gpl, hex, json, pal, act, "
             "aco, "
             "ase, css, or a picture of few colours) or colours as rrggbb,rrggbb")
        .text("PALETTE")
        .group(reduction_group);
    arguments
        .flag("--directly", recipe.directly,
              "With --to: each colour of the picture does, without a mean shift")
        .group(reduction_group);
    add_edits(arguments, "--join", recipe.joins,
              "What the source colour A became joins what B became; may be given often");
    add_edits(arguments, "--recolor", recipe.recolors,
              "What the source colour A became becomes B; may be given often");
}

/// The colours that --to names.
std::vector<Rgb> palette_of(const std::string& word) {
    const auto listed = colors_in(word);
    return listed ? *listed : load_palette(word);
}

void add_output(Arguments& arguments, ReduceRequest& request) {
    const auto option = [&](const char* name, std::string& value, const std::string& text,
                            const std::string& description) {
        return arguments.add(name, value, description).text(text).group(output_group);
    };
    const auto flag = [&](const char* name, bool& value, const char* description) {
        arguments.flag(name, value, description).group(output_group);
    };
    const Argument one = option("-o,--output", request.output, "OUT",
                                "The result; its extension (" + image_extensions() +
                                    ") is its format; - is standard output, as PNG");
    option("--output-dir", request.output_dir, "DIR", "Folder for the results, named after the inputs")
        .excludes(one);
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
    const EncodeOptions encoding{.indexed = request.indexed,
                                 .settings = request.settings ? recipe_text(recipe) : ""};
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
    ReduceResult result{.job = job, .reduced = reduced, .output_colors = swatches->size()};
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
    arguments.add("IN", request->inputs, "PNG, JPEG or BMP files; - is standard input").required().text(" ");
    const Argument radius = add_radius(arguments, request->recipe.radius);
    arguments
        .add("--colors,--colours", request->recipe.colors,
             "Find the radius that leaves as many colours as possible, N at most, and say which it is")
        .text("N")
        .range(1, rgb_codes)
        .group(reduction_group)
        .excludes(radius);
    add_weighting(arguments, request->recipe.weighting);
    add_transfer(arguments, request->recipe.transfer);
    add_merging(arguments, request->recipe.merge, request->recipe.assign);
    add_max_iterations(arguments, request->recipe.max_iterations);
    add_steps(arguments, *request);
    add_smooth(arguments, request->recipe.smooth);
    add_allow_large(arguments, request->limits);
    add_output(arguments, *request);
    add_engine(arguments, request->engine);
    add_resources(arguments, request->engine);
    return {arguments.app(), [request] {
                if (request->exactly) request->recipe.join_to = request->recipe.colors;
                if (!request->to.empty()) request->recipe.to = palette_of(request->to);
                return reduce_all(*request);
            }};
}

}
