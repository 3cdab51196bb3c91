#include "pipeline/write_result.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "image/indexed_pixels.h"
#include "palette/palette_file.h"
#include "pipeline/indexed_colors.h"
#include "pipeline/palette_list.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

/// Whether the picture's file lists the colours for certain.
bool has_indices(const WriteRequest& request) {
    return request.indexed ||
           (request.format ? *request.format == ImageFormat::gif : is_gif_name(request.picture.file()));
}

/// Whether it may list this many colours.
bool may_have_indices(const WriteRequest& request, std::size_t colors) {
    const ImageFormat format = picture_format(request);
    const bool png = format == ImageFormat::png || format == ImageFormat::apng;
    return has_indices(request) || (png && !request.truecolor && colors <= max_entries);
}

/// Whether it lists the colours, for certain or as it keeps the slots of the source's palette.
bool is_indexed(const WriteRequest& request, const Recipe& recipe, std::span<const Rgba8> entries) {
    const ImageFormat format = picture_format(request);
    const bool png = format == ImageFormat::png || format == ImageFormat::apng;
    return has_indices(request) || (keeps_slots(recipe) && !entries.empty() &&
                                    entries.size() <= max_entries && png && !request.truecolor);
}

/// The result's pixels, with one hidden colour where the file has one transparent index.
std::shared_ptr<const Image> indexable(const WriteRequest& request, const Reduced& reduced,
                                       std::shared_ptr<const Image> image) {
    const bool has_slots = keeps_slots(reduced.recipe) && !request.truecolor;
    if (reduced.recipe.output.hidden == HiddenColors::clear || !(has_indices(request) || has_slots))
        return image;
    return std::make_shared<const Image>(with_one_hidden_color(*image));
}

std::vector<std::byte> encode_picture(const WriteRequest& request, const Reduced& reduced,
                                      const ImageView& image, IndexedColors colors,
                                      const std::optional<Resolution>& resolution) {
    const Document& document = *reduced.picture->document;
    const ImageFormat format = picture_format(request);
    EncodeOptions options{
        .indexed = format != ImageFormat::gif && is_indexed(request, reduced.recipe, colors.entries),
        .truecolor = request.truecolor,
        .smallest = request.smallest,
        .entries = std::move(colors.entries),
        .written = std::move(colors.written),
        .jpeg_quality = request.quality,
        .settings = request.settings ? recipe_text(reduced.recipe.at(reduced.recipe.shift.radius)) : "",
        .colors = document.colors,
        .metadata = wanted_metadata(request, document, image),
        .resolution = resolution};
    if (options.indexed || format == ImageFormat::gif) {
        options.bits = static_cast<int>(reduced.recipe.output.bits.value_or(0));
        options.pad = reduced.recipe.output.pad.value_or(0);
    }
    if (is_animated(format)) {
        options.animation = document.animation;
        return encode_image(image, format, options);
    }
    const std::size_t frame = std::min(request.frame, frames_of(document) - 1);
    return encode_image(frame_of(document, image, frame), format, options);
}

bool is_not_smaller(std::span<const std::byte> file, ImageFormat format, const Document& document) {
    return document.file && document.format == format && file.size() >= document.file->bytes().size();
}

void write_files(std::span<const EncodedFile> files, Overwrite overwrite) {
    std::vector<PendingFile> pending;
    for (const EncodedFile& file : files)
        if (file.target.is_file())
            pending.emplace_back(file.target.file(), file.bytes, overwrite, file.times);
    for (const EncodedFile& file : files) {
        if (file.target.is_clipboard()) copy_png(file.bytes);
        if (file.target.is_standard_stream()) write_stdout(file.bytes);
    }
    for (PendingFile& file : pending) file.place();
}

bool is_there(const WriteTarget& target) {
    std::error_code unknown;
    const fs::path path = target.path.file();
    const fs::file_status status = fs::status(path, unknown);
    // A folder cannot be replaced; masks add files to it.
    if (target.is_folder()) return is_directory(status) && !is_empty(path, unknown) && !unknown;
    return exists(status) && !is_directory(status);
}

}

std::vector<WriteTarget> targets_of(const WriteRequest& request) {
    using Kind = WriteTarget::Kind;
    std::vector<WriteTarget> targets;
    if (!request.picture.empty()) targets.push_back({Kind::picture, request.picture});
    if (!request.palette.empty()) targets.push_back({Kind::palette, request.palette});
    for (const PartKind& part : part_kinds)
        if (const fs::path& path = request.parts.*part.path; !path.empty())
            targets.push_back({Kind::part, path, &part});
    return targets;
}

bool numbers_colors(const WriteRequest& request) {
    return !request.palette.empty() || request.parts.any() ||
           (!request.picture.empty() && has_indices(request));
}

std::vector<fs::path> would_overwrite(std::span<const WriteTarget> targets) {
    std::vector<fs::path> there;
    for (const WriteTarget& target : targets)
        if (is_there(target)) there.push_back(target.path.file());
    return there;
}

void check_targets(std::span<const WriteTarget> targets, Overwrite overwrite) {
    std::vector<fs::path> paths;
    for (const WriteTarget& target : targets)
        if (target.path.is_file()) paths.push_back(target.path.file());
    check_distinct(paths);
    for (const WriteTarget& target : targets)
        if (target.path.is_file() && !target.is_folder()) check_target(target.path.file(), overwrite);
}

ImageFormat picture_format(const WriteRequest& request) {
    if (request.format) return *request.format;
    return request.picture.is_file() ? image_format_of(request.picture.file()) : ImageFormat::png;
}

Metadata wanted_metadata(const WriteRequest& request, const Document& document, const ImageView& output) {
    const Image& source = *document.image;
    if (!request.keep_metadata) return {};
    if (output.width == source.width() && output.height == source.height()) return document.metadata;
    return {.note = document.metadata.empty()
                        ? document.metadata.note
                        : "Exif data and XMP describe a picture of another size, so the "
                          "result has none"};
}

std::optional<Resolution> output_resolution(const std::shared_ptr<const Reduced>& reduced, Pipeline& pipeline,
                                            const Progress& progress) {
    const auto& resolution = reduced->picture->document->resolution;
    if (!resolution || !reduced->recipe.labels.grid.is_on()) return resolution;
    return pipeline.find_labels(reduced, progress)->resolution;
}

void ResultWriter::encode(const WriteRequest& request, const std::shared_ptr<const Reduced>& reduced,
                          const SharedPalette* shared, Pipeline& pipeline, const Progress& progress) {
    const Document& document = *reduced->picture->document;
    if (request.parts.any() && frames_of(document) > 1)
        throw Error(ErrorKind::usage, "only pictures can be split by colour, not animations");
    const auto image = indexable(request, *reduced, pipeline.make_output(reduced, progress));
    const auto palette = pipeline.list_palette(reduced, progress);
    const WrittenColors written(reduced->recipe, document);
    const Image painted = written.empty() ? Image() : written.painted(*image);
    const ImageView shown = written.empty() ? *image : painted;
    if (!request.picture.empty()) {
        IndexedColors colors;
        if (may_have_indices(request, palette->size()))
            colors = indexed_colors(*image, *palette, *reduced, shared, written);
        // An index is a slot, even if two of them are written as the same colour.
        const bool has_slots =
            is_indexed(request, reduced->recipe, colors.entries) && !colors.entries.empty();
        if (!has_slots) colors.entries = std::exchange(colors.written, {});
        std::vector<std::byte> file =
            encode_picture(request, *reduced, has_slots ? *image : shown, std::move(colors),
                           output_resolution(reduced, pipeline, progress));
        if (request.keep_smaller && is_not_smaller(file, picture_format(request), document)) {
            const auto source = document.file->bytes();
            kept_.push_back("the result would take " + std::to_string(file.size()) +
                            " bytes, so the source file of " + std::to_string(source.size()) +
                            " bytes was written instead");
            file.assign(source.begin(), source.end());
        }
        files_.push_back(
            {request.picture, std::move(file), request.keep_times ? document.times : std::nullopt});
    }
    if (!request.palette.empty())
        files_.push_back(
            {request.palette, encode_palette(written.listed(*palette), palette_format_of(request.palette),
                                             document.path.filename().string())});
    if (!request.parts.any()) return;
    auto labelled = pipeline.find_labels(reduced, progress);
    if (labelled->scale > 1) labelled = std::make_shared<const Labelled>(enlarged(*labelled, progress));
    std::ranges::move(encode_parts(request.parts, *labelled,
                                   parts(*labelled, listed(*labelled, *reduced), written, progress), shown,
                                   progress),
                      std::back_inserter(files_));
    for (const WriteTarget& target : targets_of(request))
        if (target.is_folder()) folders_.push_back(target.path.file());
}

void ResultWriter::write(Overwrite overwrite) const {
    std::vector<fs::path> targets;
    for (const EncodedFile& file : files_)
        if (file.target.is_file()) targets.push_back(file.target.file());
    check_distinct(targets);
    for (const fs::path& folder : folders_) make_folder(folder);
    for (const fs::path& target : targets) check_target(target, overwrite);
    for (std::span<const EncodedFile> rest = files_; !rest.empty();) {
        const std::size_t count = std::min(rest.size(), max_pending);
        write_files(rest.first(count), overwrite);
        rest = rest.subspan(count);
    }
    sync_folders(targets);
}

}
