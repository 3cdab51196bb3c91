#include "cli/reduce.h"

#include "base/error.h"
#include "base/wording.h"
#include "palette/palette_file.h"
#include "pipeline/file_colors.h"
#include "pipeline/parts.h"

#include <algorithm>
#include <unistd.h>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

/// The path of an input's result in the output folder.
fs::path output_in_folder(const ReduceRequest& request, const Location& input) {
    return fs::path(request.output_dir) /
           (input.stem() + "." + (request.format.empty() ? "png" : request.format));
}

/// The files and folders beside the pictures, by their options.
std::vector<PlannedTarget> other_targets(const ReduceRequest& request) {
    std::vector<PlannedTarget> targets{{"--palette", request.write.palette}};
    for (const PartKind& kind : part_kinds)
        targets.push_back({"--" + std::string(kind.name), request.write.parts.*kind.path});
    std::erase_if(targets, [](const PlannedTarget& target) { return target.path.empty(); });
    return targets;
}

/// Checks the files and folders that hold a single result.
void check_targets_of_one(const ReduceRequest& request) {
    for (const auto& [option, path] : other_targets(request)) {
        if (request.inputs.size() > 1 && !(option == "--palette" && request.shares))
            refuse(option + " takes one input");
        if (path == Location::standard_stream().word())
            refuse(option + " cannot be written to standard output");
    }
}

/// The options of parts: "--layers, --svg, --masks CONJUNCTION --legend".
std::string part_options(const std::string& conjunction) {
    std::vector<std::string> options;
    options.reserve(part_kinds.size());
    for (const PartKind& kind : part_kinds) options.push_back("--" + std::string(kind.name));
    return in_words(options, conjunction);
}

void check_parts(const PartFiles& parts) {
    if (!parts.legend.empty()) check_legend_name(parts.legend);
    if (parts.svg.empty() && (parts.svg_options.stacked || parts.svg_options.numbered))
        refuse("--svg-stack and --svg-numbers need --svg");
    if (!parts.colors.empty() && !parts.any()) refuse("--part needs " + part_options("or"));
}

/// Checks the settings that only indexed pictures have.
void check_indexed(const ReduceRequest& request, ImageFormat format) {
    const PictureFormat& row = written_format(format);
    const OutputRecipe& output = request.recipe.output;
    if (request.write.indexed && row.indexing == Indexing::never)
        refuse("--indexed needs a PNG, BMP or TGA output");
    WriteRequest write = request.write;
    write.format = format;
    const std::string name(row.indexing == Indexing::never ? "PNG" : row.name);
    for (const auto& [option, is_given] :
         {std::pair("--bits", output.bits.has_value()), std::pair("--pad", output.pad.has_value())})
        if (is_given && !has_palette(write, request.recipe))
            refuse(option + (" needs an indexed " + name) + " output; --indexed makes one");
    if (output.bits && (row.index_bits & *output.bits) == 0)
        refuse("--bits " + std::to_string(*output.bits) + " does not suit " + std::string(row.indexed_name) +
               " file");
}

void check_request(const ReduceRequest& request, ImageFormat format) {
    if (request.output.empty() && request.output_dir.empty()) refuse("-o or --output-dir is needed");
    if (request.output_dir.empty() && request.inputs.size() > 1) refuse("several inputs need --output-dir");
    if (request.output.is_clipboard()) refuse("-o needs a file, or - for standard output");
    if (!request.write.palette.empty()) palette_format_of(request.write.palette);
    check_parts(request.write.parts);
    check_targets_of_one(request);
    if (request.together && std::ranges::any_of(request.inputs, &Location::is_standard_stream))
        refuse("--together reads its inputs twice, so none can be standard input");
    if (request.resume && request.output.is_standard_stream())
        refuse("--resume needs results that are files");
    if (request.write.keep_times && ((!request.output.empty() && !request.output.is_file()) ||
                                     !std::ranges::all_of(request.inputs, &Location::is_file)))
        refuse("--keep-times needs sources and results that are files");
    const bool is_png = format == ImageFormat::png || format == ImageFormat::apng;
    check_indexed(request, format);
    if (request.write.truecolor && !is_png) refuse("--truecolor needs a PNG output");
    if (request.write.keep_smaller && (request.write.indexed || request.write.truecolor))
        refuse("--keep-smaller may write the source, so it cannot be combined with --indexed or --truecolor");
    if (request.write.smallest && !is_png) refuse("--smallest needs a PNG output");
    if (request.quality && format != ImageFormat::jpeg) refuse("--quality needs a JPEG output");
    if (request.output.is_standard_stream()) {
        if (request.json) refuse("--json and the picture cannot both go to standard output");
        if (::isatty(STDOUT_FILENO) == 1)
            refuse("a picture cannot be written to a terminal; redirect standard output");
    }
    check_settings(request);
}

}

WriteRequest write_request(const ReduceRequest& request, const BatchJob& job) {
    WriteRequest write = request.write;
    write.picture = job.output;
    write.format = job.format;
    if (request.shares) write.palette.clear();
    if (request.quality) write.quality = *request.quality;
    write.overwrite = request.overwrite();
    return write;
}

ImageFormat format_of(const ReduceRequest& request) {
    if (!request.format.empty()) return image_format_of("picture." + request.format);
    if (!request.output.is_file()) return ImageFormat::png;
    return image_format_of(request.output.file());
}

std::vector<BatchJob> plan(const ReduceRequest& request) {
    const ImageFormat format = format_of(request);
    check_request(request, format);
    std::vector<BatchJob> jobs;
    std::vector<PlannedTarget> targets = other_targets(request);
    for (const Location& input : request.inputs) {
        const Location output =
            request.output_dir.empty() ? request.output : Location(output_in_folder(request, input));
        jobs.push_back({input, output, format});
        if (output.is_file()) targets.push_back({input.name(), output.file()});
    }
    check_distinct(targets);
    return jobs;
}

void check_frames(const ReduceRequest& request, const Document& document) {
    if (document.animation.frames() > 0 && request.write.parts.any())
        throw Error(ErrorKind::usage,
                    document.path.name() + ": " + part_options("and") + " need a picture, not an animation");
}

void check_targets(const WriteRequest& request) {
    const std::vector<WriteTarget> targets = targets_of(request);
    std::error_code unknown;
    if (request.overwrite == Overwrite::no)
        for (const std::filesystem::path& path : would_overwrite(targets))
            if (std::filesystem::is_regular_file(path, unknown))
                throw Error(ErrorKind::output, path.string() + " exists; use --force to replace it");
    check_targets(targets, request.overwrite);
}

bool may_lack_entries(const ReduceRequest& request, const WriteRequest& write, const Reduced& reduced) {
    const bool may_be_indexed =
        !write.truecolor && written_format(picture_format(write)).indexing == Indexing::where_smaller;
    return may_be_indexed && !write.indexed && !request.shares && !request.gives("alpha") &&
           !reduced.picture->document->table && alpha_kinds(reduced.source()).soft;
}

std::string entries_note(const ReduceRequest& request, std::span<const PixelValue> values) {
    const std::size_t entries = distinct_values(values).size();
    if (entries <= max_entries) return {};
    return "alpha stays as it is, so there are " + std::to_string(entries) +
           " colours with alpha; --indexed joins them to at most " +
           std::to_string(most_entries(request.recipe));
}

void check_entries(ImageFormat format, std::size_t colors, std::span<const PixelValue> values) {
    const PictureFormat& row = written_format(format);
    const std::string name(row.indexed_name);
    if (row.has_soft_entries) {
        const std::vector<PixelValue> distinct = distinct_values(values);
        const bool is_opaque =
            std::ranges::all_of(distinct, [](const PixelValue& one) { return one.value.a == 255; });
        if (is_opaque || distinct.size() <= max_entries) return;
        throw Error(ErrorKind::output,
                    name + " holds at most 256 colours with their transparency, but the result has " +
                        std::to_string(distinct.size()) + "; --alpha levels joins them until 256 are left");
    }
    const bool clear =
        std::ranges::any_of(values, [](const PixelValue& one) { return one.value.a == 0 && one.pixels > 0; });
    const std::size_t most = clear ? max_entries - 1 : max_entries;
    if (colors > most)
        throw Error(ErrorKind::output, name + " file holds at most " + std::to_string(most) +
                                           (clear ? " colours besides transparency" : " colours") +
                                           ", but the result has " + std::to_string(colors) + "; --colors " +
                                           std::to_string(most) + " or a larger --radius reduces them");
}

}
