#include "pipeline/write_result.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "image/alpha_mode.h"
#include "image/encode.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

/// PNG's for an unknown extension.
const PictureFormat& row_of(const WriteRequest& request) {
    const auto format = request.format ? request.format : format_named(request.picture.file());
    return written_format(format.value_or(ImageFormat::png));
}

/// Whether the request makes the picture's file list the colours.
bool has_indices(const WriteRequest& request) {
    return request.indexed || row_of(request).indexing == Indexing::always;
}

bool is_optional_palette(const WriteRequest& request) {
    return !request.truecolor && row_of(request).indexing == Indexing::where_smaller;
}

/// A result's picture before it is encoded.
struct Output {
    const Reduced& reduced;
    const FileColors& colors;    ///< of the result, or shared
    ImageView pixels;            ///< in the result's colours
    ImageView shown;             ///< in those of files
    const IndexedPixels* values; ///< null: too many for a palette, or the file has none
    bool is_ordered;             ///< whether the recipe orders the entries
};

std::size_t frames_in(const Output& output) { return frames_of(*output.reduced.picture->document); }

bool has_clear_entries(std::span<const PixelValue> values) {
    return std::ranges::count_if(values, [](const PixelValue& one) { return one.value.a == 0; }) > 1;
}

IndexedImage with_entries(const IndexedPixels& pixels, FileEntries found) {
    std::vector<std::byte> indices(pixels.plane.size());
    pixels.plane.visit([&]<class Index>(const std::vector<Index>& from) {
        std::ranges::transform(from, indices.begin(),
                               [&](Index value) { return static_cast<std::byte>(found.entry_of[value]); });
    });
    return {.width = pixels.plane.width(),
            .height = pixels.plane.height(),
            .indices = std::move(indices),
            .entries = std::move(found.entries)};
}

/// The pixels of the file as indices; none if they need not have a palette, and their entries are too many.
std::optional<IndexedImage> index_picture(const WriteRequest& request, const Output& output) {
    if (!output.values) return std::nullopt;
    const ImageFormat format = picture_format(request);
    const PictureFormat& row = row_of(request);
    std::optional<IndexedPixels> frame;
    if (!is_animated(format) && frames_in(output) > 1)
        frame = frame_of(*output.values, frames_in(output), std::min(request.frame, frames_in(output) - 1));
    const IndexedPixels& pixels = frame ? *frame : *output.values;
    // All frames have the same entries if the recipe orders them.
    std::vector<PixelValue> values = output.is_ordered ? output.values->values : pixels.values;
    const HiddenColors hidden = output.reduced.recipe.output.hidden;
    if (hidden != HiddenColors::clear && has_palette(request, output.reduced.recipe) &&
        (output.is_ordered || format != ImageFormat::gif))
        set_hidden(values, most_hidden_value(output.pixels));
    const bool has_one_clear_entry = format == ImageFormat::gif || format == ImageFormat::c_array;
    if (has_one_clear_entry && output.reduced.recipe.labels.tiles && has_clear_entries(values))
        throw Error(ErrorKind::output, std::string(row.indexed_name) +
                                           " file has one transparent entry, but each palette of tiles needs "
                                           "one; a PNG file has them");
    if (!row.has_soft_entries)
        check_soft_entries(output.colors.in_files(distinct_values(pixels.values)), row);
    FileEntries found =
        output.is_ordered ? output.colors.ordered_entries(values) : output.colors.plain_entries(values);
    if (has_indices(request))
        check_entries(found.entries, std::string(row.indexed_name) + " file",
                      output.is_ordered ? "the palette" : "the picture");
    if (found.entries.size() > max_entries) return std::nullopt;
    return with_entries(pixels, std::move(found));
}

/// The values of the picture's pixels where its file may have a palette. Hidden colours are among them only
/// if each may have an entry of its own. Null: there are too many.
Shared<IndexedPixels> find_values(const WriteRequest& request, const Shared<Reduced>& reduced,
                                  const ImageView& output, Pipeline& pipeline, const Progress& progress) {
    if (request.picture.empty() || !(has_indices(request) || is_optional_palette(request))) return nullptr;
    if (reduced->recipe.output.hidden == HiddenColors::clear || has_palette(request, reduced->recipe))
        return pipeline.index_output(reduced, progress);
    const auto indexed = index_image(output);
    return indexed ? std::make_shared<const IndexedPixels>(index_pixels(*indexed)) : nullptr;
}

Image paint_in_files(const FileColors& colors, const Shared<Reduced>& reduced, const Image& output,
                     Pipeline& pipeline, const Progress& progress) {
    const auto values = pipeline.index_output(reduced, progress);
    return paint(*values, colors.in_files(values->values), output);
}

std::vector<std::byte> encode_picture(const WriteRequest& request, const Output& output,
                                      const std::optional<Resolution>& resolution) {
    const Reduced& reduced = output.reduced;
    const Document& document = *reduced.picture->document;
    const ImageFormat format = picture_format(request);
    const std::optional<IndexedImage> indices = index_picture(request, output);
    const bool has_slots = indices && output.is_ordered && needs_entries(reduced.recipe);
    EncodeOptions options{
        .indexed = request.indexed || has_slots,
        .truecolor = request.truecolor || (is_optional_palette(request) && !indices),
        .smallest = request.smallest,
        .indices = indices ? &*indices : nullptr,
        .rgb565 = reduced.recipe.palette.levels == Levels::rgb565,
        .name = request.picture.is_file() ? request.picture.stem() : "",
        .jpeg_quality = request.quality,
        .settings = request.settings ? recipe_text(reduced.recipe.at(reduced.recipe.shift.radius)) : "",
        .colors = document.colors,
        .metadata = result_metadata(request, document, output.shown),
        .resolution = resolution};
    if (options.indexed || row_of(request).indexing == Indexing::always) {
        options.bits = static_cast<int>(reduced.recipe.output.bits.value_or(0));
        options.pad = reduced.recipe.output.pad.value_or(0);
    }
    if (is_animated(format)) {
        options.animation = document.animation;
        return encode_image(output.shown, format, options);
    }
    const std::size_t frame = std::min(request.frame, frames_in(output) - 1);
    return encode_image(frame_of(document, output.shown, frame), format, options);
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

bool has_palette(const WriteRequest& request, const Recipe& recipe) {
    return has_indices(request) || (needs_entries(recipe) && is_optional_palette(request));
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

Metadata result_metadata(const WriteRequest& request, const Document& document, const ImageView& output) {
    const Image& source = *document.image;
    if (!request.keep_metadata) return {};
    if (output.width == source.width() && output.height == source.height()) return document.metadata;
    return {.note = document.metadata.empty()
                        ? document.metadata.note
                        : "Exif data and XMP describe a picture of another size, so the "
                          "result has none"};
}

std::optional<Resolution> output_resolution(const Shared<Reduced>& reduced, Pipeline& pipeline,
                                            const Progress& progress) {
    const auto& resolution = reduced->picture->document->resolution;
    if (!resolution || !reduced->recipe.labels.grid.is_on()) return resolution;
    return pipeline.find_labels(reduced, progress)->resolution;
}

void ResultWriter::encode(const WriteRequest& request, const Shared<Reduced>& reduced,
                          const SharedPalette* shared, Pipeline& pipeline, const Progress& progress) {
    const Document& document = *reduced->picture->document;
    if (request.parts.any() && frames_of(document) > 1)
        throw Error(ErrorKind::usage, "only pictures can be split by colour, not animations");
    if (reduced->recipe.labels.tiles && !request.picture.empty() && !has_palette(request, reduced->recipe))
        throw Error(
            ErrorKind::usage,
            "tiles need a file with a palette: a PNG that is not in true colour, a GIF, or an indexed "
            "BMP or TGA");
    const auto pixels = pipeline.make_output(reduced, progress);
    const auto own = pipeline.file_colors(reduced, progress);
    const FileColors& colors = shared ? shared->colors : *own;
    const auto values = find_values(request, reduced, *pixels, pipeline, progress);
    const Image painted =
        own->are_replaced() ? paint_in_files(*own, reduced, *pixels, pipeline, progress) : Image();
    const ImageView shown = own->are_replaced() ? painted : *pixels;
    if (!request.picture.empty()) {
        // The indices of a file without a palette are those of a palette file.
        const bool is_ordered =
            picture_format(request) == ImageFormat::indices ||
            (colors.are_ordered() && (has_indices(request) || own->list().size() <= max_entries));
        std::vector<std::byte> file = encode_picture(request,
                                                     {.reduced = *reduced,
                                                      .colors = colors,
                                                      .pixels = *pixels,
                                                      .shown = shown,
                                                      .values = values.get(),
                                                      .is_ordered = is_ordered},
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
            {request.palette, encode_palette(own->list_in_files(), palette_format_of(request.palette),
                                             document.path.filename().string())});
    if (!request.parts.any()) return;
    auto labelled = pipeline.find_labels(reduced, progress);
    const FileColors of_labels(*labelled, *reduced);
    if (labelled->scale > 1) labelled = std::make_shared<const Labelled>(enlarged(*labelled, progress));
    std::ranges::move(
        encode_parts(request.parts, *labelled, parts(*labelled, of_labels, progress), shown, progress),
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
