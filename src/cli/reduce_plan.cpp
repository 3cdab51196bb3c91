#include "cli/reduce_plan.h"

#include "base/error.h"
#include "palette/palette_file.h"
#include "pipeline/legend.h"

#include <algorithm>
#include <map>
#include <set>
#include <unistd.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

/// Where an input's result goes in the output folder.
fs::path output_in_folder(const ReduceRequest& request, const Location& input) {
    return fs::path(request.output_dir) /
           (input.stem() + "." + (request.format.empty() ? "png" : request.format));
}

/// Files and folders that hold one result.
void check_targets_of_one(const ReduceRequest& request) {
    std::set<fs::path> taken{request.output.file()};
    const auto check = [&](const std::string& option, const fs::path& path, bool of_all) {
        if (path.empty()) return;
        if (request.inputs.size() > 1 && !of_all) refuse(option + " takes one input");
        if (!taken.insert(path).second) refuse(option + ": " + path.string() + " is named twice");
        if (path == Location::standard_stream().word()) refuse(option + " is not written to standard output");
    };
    check("--palette", request.palette, request.shares());
    for (const PartKind& kind : part_kinds)
        check("--" + std::string(kind.name), request.parts.*kind.path, false);
}

void check_request(const ReduceRequest& request, ImageFormat format) {
    if (request.output.empty() && request.output_dir.empty()) refuse("-o or --output-dir is needed");
    if (request.output_dir.empty() && request.inputs.size() > 1) refuse("several inputs need --output-dir");
    if (request.output.is_clipboard()) refuse("-o takes a file, or - for standard output");
    if (!request.palette.empty()) palette_format_of(request.palette);
    if (!request.parts.legend.empty()) legend_format_of(request.parts.legend);
    if (const SvgOptions& svg = request.parts.svg_options;
        request.parts.svg.empty() && (svg.stacked || svg.numbered))
        refuse("--svg-stack and --svg-numbers need --svg");
    if (request.parts.spots.empty() &&
        (!request.parts.spot_colors.empty() || request.parts.registration_marks))
        refuse("--spot and --registration-marks need --spots");
    if (!request.parts.colors.empty() && !request.parts.any()) refuse("--part needs " + part_options("or"));
    check_targets_of_one(request);
    if (request.together && std::ranges::any_of(request.inputs, &Location::is_standard_stream))
        refuse("--together reads its inputs twice, so none can be standard input");
    if (request.resume && request.output.is_standard_stream())
        refuse("--resume needs results that are files");
    if (request.indexed && format != ImageFormat::png && format != ImageFormat::apng)
        refuse("--indexed needs a PNG output");
    if (request.smallest && format != ImageFormat::png && format != ImageFormat::apng)
        refuse("--smallest needs a PNG output");
    if (request.quality && format != ImageFormat::jpeg) refuse("--quality needs a JPEG output");
    if (request.output.is_standard_stream()) {
        if (request.json) refuse("--json and the picture cannot both go to standard output");
        if (::isatty(STDOUT_FILENO) == 1)
            refuse("a picture cannot be written to a terminal; redirect standard output");
    }
    if (request.recipe.directly && request.to.empty()) refuse("--directly needs --to");
    if (request.recipe.directly && request.recipe.colors)
        refuse("--directly cannot be combined with --colors");
    if (request.recipe.order == SwatchOrder::given && request.to.empty()) refuse("--order given needs --to");
    if (request.exactly && !request.recipe.colors) refuse("--exactly needs --colors");
    if (const LabelSteps& steps = request.recipe.labels; !(steps.strength >= 0 && steps.strength <= 1))
        refuse("--strength must be from 0 to 1");
    if (request.recipe.labels.dither != Dither::off && request.recipe.labels.cleans())
        refuse("--dither cannot be combined with --defringe or --min-region: it scatters single pixels");
    squared_radius(request.recipe.radius);
}

}

std::string part_options(const std::string& conjunction) {
    std::string text;
    for (const PartKind& kind : part_kinds) {
        const bool is_last = &kind == &part_kinds.back();
        if (!text.empty()) text += is_last ? " " + conjunction + " " : ", ";
        text += "--" + std::string(kind.name);
    }
    return text;
}

ImageFormat format_of(const ReduceRequest& request) {
    if (!request.format.empty()) return image_format_of("picture." + request.format);
    if (!request.output.is_file()) return ImageFormat::png;
    return image_format_of(request.output.file());
}

std::vector<ReduceJob> plan(const ReduceRequest& request) {
    const ImageFormat format = format_of(request);
    check_request(request, format);
    std::vector<ReduceJob> jobs;
    std::map<Location, Location> input_of;
    for (const Location& input : request.inputs) {
        const Location output =
            request.output_dir.empty() ? request.output : Location(output_in_folder(request, input));
        const auto [earlier, is_new] = input_of.emplace(output, input);
        if (!is_new) {
            refuse(earlier->second.name() + " and " + input.name() + " would both become " + output.word());
        }
        jobs.push_back({input, output, format});
    }
    return jobs;
}

}
