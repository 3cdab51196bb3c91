#include "cli/commands.h"

#include "base/error.h"
#include "base/in_order.h"
#include "base/memory_limit.h"
#include "base/output_file.h"
#include "base/wording.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "image/picture_formats.h"
#include "reduction/color_table.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace huedrift {
namespace {

constexpr const char* count_examples = R"(Examples:
  huedrift-cli count scans/*.png -o scans.counts
      Counts how often each colour occurs in all pictures.
  huedrift-cli count monday.counts tuesday.counts new.png -o all.counts
      Adds tables and pictures, in any order.
  huedrift-cli reduce new.png -o flat.png --counts all.counts
      Uses one palette for all pictures.)";

struct CountRequest {
    std::vector<Location> inputs;
    Location output;
    Recipe recipe;
    LoadLimits limits;
    std::optional<int> jobs{}; ///< inputs at the same time; none: as many as fit
    bool force = false, json = false, quiet = false;

    Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
};

void check(const CountRequest& request) {
    if (request.output.is_clipboard())
        throw Error(ErrorKind::usage, "a colour table cannot be put on the clipboard");
    if (!request.output.is_standard_stream()) return check_target(request.output.file(), request.overwrite());
    if (request.json) throw Error(ErrorKind::usage, "--json and the table cannot both go to standard output");
    if (::isatty(STDOUT_FILENO) == 1)
        throw Error(ErrorKind::usage,
                    "a colour table cannot be written to a terminal; redirect standard output");
}

std::string summary(const CountRequest& request, const ColorTable& table) {
    return counted(request.inputs.size(), "input") + ", " + std::to_string(table.size()) + " colours, " +
           std::to_string(table.pixels()) + " pixels, written to " + request.output.output_name();
}

int count_all(const CountRequest& request) {
    check(request);
    Batch batch;
    BatchRequest pictures{.at_once = jobs_at_once(request.jobs, request.inputs),
                          .memory = request.jobs ? std::nullopt : std::optional(memory_limit()),
                          .limits = request.limits,
                          .recipe = request.recipe};
    for (const Location& input : request.inputs) pictures.jobs.push_back({input});
    pictures.load = [&request](const Location& from, const Progress&) {
        Document document = load_colors(from, request.limits, request.recipe.source.profile);
        check_colors(document, request.recipe,
                     "count the pictures with them first, then add that table to this one without them");
        return document;
    };
    const ColorTable sum =
        count_inputs(pictures, request.quiet, batch, [](std::size_t, const std::optional<Failure>&) {});
    batch.goes_on(); // reports an interruption
    if (batch.exit_code() != 0) {
        // Other tables would be added to it, and nobody could tell what is missing.
        complain("no table was written, because it would lack an input");
        return batch.exit_code();
    }
    const std::vector<std::byte> file = encode_color_table(sum);
    if (request.output.is_standard_stream()) {
        write_stdout(file);
    } else {
        const std::filesystem::path target = request.output.file();
        const std::vector<std::string> cut = notes_on_links({&target, 1});
        write_file_atomically(target, file, request.overwrite());
        if (!request.quiet) std::ranges::for_each(cut, complain);
    }
    if (!request.quiet) say(summary(request, sum));
    if (request.json)
        print_report("count", {{"inputs", request.inputs.size()},
                               {"output", request.output.word()},
                               {"distinct_colors", sum.size()},
                               {"visible_pixels", sum.pixels()},
                               {"halvings", halvings(sum)},
                               {"bytes", file.size()}});
    return 0;
}

}

Command add_count(CLI::App& program) {
    Arguments arguments(program, "count", "Count the colours of pictures in a table; tables can be added",
                        count_examples);
    const auto request = std::make_shared<CountRequest>();
    arguments.add("IN", request->inputs,
                  formats_read("or") + " files, or colour tables; - is standard input");
    arguments.add("-o,--output TABLE", request->output, "The table; - is standard output", output_group)
        .required();
    add_settings(arguments, request->recipe, {"profile", "alpha", "smooth"});
    add_allow_large(arguments, request->limits);
    add_jobs(arguments, request->jobs);
    arguments.flag("--force", request->force, "Replace the table if it exists", output_group);
    arguments.flag("--json", request->json, "Report on standard output as JSON", output_group);
    arguments.flag("--quiet", request->quiet, "Report only errors", output_group);
    return {arguments.app(), [request] { return count_all(*request); }};
}

}
