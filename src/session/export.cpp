#include "session/export.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "image/save.h"
#include "palette/palette_file.h"
#include "pipeline/output.h"
#include "pipeline/world_file.h"
#include "session/queue_export.h"

#include <algorithm>
#include <iterator>

namespace huedrift {
namespace {

std::filesystem::path named_after(const std::filesystem::path& path, Weighting weighting) {
    std::filesystem::path name = path.stem();
    name += "-";
    name += name_of(weighting);
    name += path.extension();
    return path.parent_path() / name;
}

const Result& result_of(Weighting weighting, const std::vector<std::shared_ptr<const Result>>& results) {
    for (const auto& result : results)
        if (result && result->exact && result->recipe.weighting == weighting) return *result;
    throw Error(ErrorKind::failed, "there is no exact result to export yet");
}

bool is_file(const ExportTarget& target) { return !target.is_folder() && target.path != clipboard_name; }

ImageFormat format_of(const std::filesystem::path& picture) {
    return picture == clipboard_name ? ImageFormat::png : image_format_of(picture);
}

/// The paths of one weighting's result.
ExportRequest request_of(Weighting weighting, ExportRequest request) {
    request.parts.colors = request.part_colors[static_cast<std::size_t>(weighting)];
    if (request.weightings != Weightings::both) return request;
    const auto rename = [&](std::filesystem::path& path) {
        if (!path.empty()) path = named_after(path, weighting);
    };
    rename(request.picture);
    rename(request.palette);
    for (const PartKind& kind : part_kinds) rename(request.parts.*kind.path);
    return request;
}

/// Of all frames, or of the one asked for where the format holds one.
std::vector<std::byte> encode_picture(const Result& result, const Output& output,
                                      const ExportRequest& request) {
    const Document& document = *result.picture->document;
    const ImageFormat format = format_of(request.picture);
    EncodeOptions options{.indexed = request.indexed,
                          .smallest = request.smallest,
                          .entries = output.entries,
                          .jpeg_quality = request.quality,
                          .settings = request.settings ? recipe_text(result.recipe) : "",
                          .colors = document.colors,
                          .metadata = request.keep_metadata ? document.metadata : Metadata{}};
    if (!is_animated(format)) {
        const std::size_t frame = std::min(request.frame, frames_of(document) - 1);
        return encode_image(frame_of(document, output.image, frame), format, options);
    }
    options.animation = document.animation;
    return encode_image(output.image, format, options);
}

std::vector<EncodedFile> encode(const Result& result, const ExportRequest& request,
                                const Progress& progress) {
    if (request.parts.any() && frames_of(*result.picture->document) > 1)
        throw Error(ErrorKind::usage, "only pictures are taken apart by colours, not animations");
    const Output output = output_of(result, progress);
    std::vector<EncodedFile> files;
    if (!request.picture.empty()) {
        files.push_back({request.picture, encode_picture(result, output, request)});
        const auto world = request.picture == clipboard_name
                               ? std::nullopt
                               : world_file_of(result.picture->document->path, request.picture);
        if (world) files.push_back({world->target, encode_world_file(*world)});
    }
    if (!request.palette.empty())
        files.push_back(
            {request.palette, encode_palette(output.palette, palette_format_of(request.palette),
                                             result.picture->document->path.filename().string())});
    if (!request.parts.any()) return files;
    const Labelled labelled = label(result, progress);
    std::ranges::move(
        encode_parts(request.parts, labelled, parts(labelled, output.palette), output.image, progress),
        std::back_inserter(files));
    return files;
}

std::string names(std::span<const ExportTarget> targets) {
    std::string list;
    for (const ExportTarget& target : targets)
        list += (list.empty() ? "" : ", ") + target.path.filename().string();
    return list;
}

}

std::vector<ExportTarget> export_targets(const ExportRequest& request) {
    std::vector<ExportTarget> targets;
    for (const Weighting weighting : each(request.weightings)) {
        const ExportRequest one = request_of(weighting, request);
        const auto add = [&](ExportKind kind, const std::filesystem::path& path, const PartKind* part) {
            if (!path.empty()) targets.push_back({weighting, kind, path, part});
        };
        add(ExportKind::picture, one.picture, nullptr);
        add(ExportKind::palette, one.palette, nullptr);
        for (const PartKind& part : part_kinds) add(ExportKind::part, one.parts.*part.path, &part);
    }
    return targets;
}

ExportRequest only_names(const ExportRequest& request) {
    ExportRequest names{
        .picture = request.picture, .palette = request.palette, .weightings = request.weightings};
    for (const PartKind& part : part_kinds) names.parts.*part.path = request.parts.*part.path;
    return names;
}

std::vector<std::filesystem::path> would_overwrite(const ExportRequest& request,
                                                   const std::filesystem::path& source) {
    std::vector<std::filesystem::path> there;
    for (const ExportTarget& target : export_targets(request)) {
        std::error_code unknown;
        const auto status = std::filesystem::status(target.path, unknown);
        // A folder cannot be replaced; of masks and separations it is the place for files.
        const bool is_replaced = target.is_folder()
                                     ? is_directory(status) && !is_empty(target.path, unknown) && !unknown
                                     : exists(status) && !is_directory(status);
        if (is_replaced) there.push_back(target.path);
        if (target.kind != ExportKind::picture) continue;
        if (const auto world = world_file_of(source, target.path); world && exists(world->target, unknown))
            there.push_back(world->target);
    }
    return there;
}

std::filesystem::path suggested_target(const Document& document, const Recipe& recipe) {
    const char* const extension = frames_of(document) == 1              ? ".png"
                                  : document.path.extension() == ".gif" ? ".gif"
                                                                        : ".apng";
    return document.path.parent_path() / (suggested_stem(document.path, recipe) + extension);
}

ExportRequest only_pictures(const ExportRequest& request) {
    return {.picture = "picture" + request.picture.extension().string(),
            .frame = request.frame,
            .weightings = request.weightings,
            .indexed = request.indexed,
            .settings = request.settings,
            .keep_metadata = request.keep_metadata,
            .quality = request.quality};
}

std::uintmax_t export_bytes(const ExportRequest& request,
                            const std::vector<std::shared_ptr<const Result>>& results,
                            const Progress& progress) {
    std::uintmax_t bytes = 0;
    for (const Weighting weighting : each(request.weightings)) {
        const Result& result = result_of(weighting, results);
        const ExportRequest one = request_of(weighting, request);
        for (const EncodedFile& file : encode(result, one, progress))
            if (file.path == one.picture) bytes += file.bytes.size();
    }
    return bytes;
}

std::string write_export(const ExportRequest& request,
                         const std::vector<std::shared_ptr<const Result>>& results, Progress& progress) {
    const std::vector<ExportTarget> targets = export_targets(request);
    for (const ExportTarget& target : targets)
        if (is_file(target)) check_target(target.path, request.overwrite);
    // Encodes everything before writing anything, so that a failure to encode leaves no half export.
    std::vector<EncodedFile> files;
    const std::vector<Weighting> weightings = each(request.weightings);
    for (std::size_t i = 0; i < weightings.size(); ++i) {
        std::ranges::move(
            encode(result_of(weightings[i], results), request_of(weightings[i], request), progress),
            std::back_inserter(files));
        progress.throw_if_cancelled();
        progress.report(double(i + 1) / double(weightings.size()));
    }
    for (const ExportTarget& target : targets)
        if (target.is_folder()) make_folder(target.path);
    if (request.picture == clipboard_name) {
        for (const EncodedFile& file : files) copy_png(file.bytes);
        return "Copied the result";
    }
    for (const EncodedFile& file : files) check_target(file.path, request.overwrite);
    for (const EncodedFile& file : files) write_file_atomically(file.path, file.bytes, request.overwrite);
    return "Exported " + names(targets);
}

}
