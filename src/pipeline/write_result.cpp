#include "pipeline/write_result.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "base/parallel.h"
#include "image/alpha_mode.h"
#include "image/encode.h"
#include "palette/palette_file.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <set>
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

/// A result's picture, painted once its pixels are asked for: they are four times as large as its indices.
class Painting {
public:
    Painting(const Shared<Reduced>& reduced, const FileColors& colors, Pipeline& pipeline,
             const Progress& progress)
        : reduced_(reduced), colors_(colors), pipeline_(pipeline), progress_(progress) {}

    /// The picture without its pixels.
    ImageView size() const {
        const auto indexed = pipeline_.index_output(reduced_, progress_);
        return {indexed->plane.width(), indexed->plane.height(), {}};
    }
    /// In the colours of the result.
    ImageView pixels() {
        if (!pixels_) pixels_ = pipeline_.make_output(reduced_, progress_);
        return *pixels_;
    }
    /// In the colours of files.
    ImageView shown() {
        if (!colors_.are_replaced()) return pixels();
        if (!replaced_) {
            pixels();
            const auto values = pipeline_.index_output(reduced_, progress_);
            replaced_ = paint(*values, colors_.in_files(values->values), *pixels_);
        }
        return *replaced_;
    }

private:
    const Shared<Reduced>& reduced_;
    const FileColors& colors_; ///< of the result
    Pipeline& pipeline_;
    const Progress& progress_;
    Shared<Image> pixels_;
    std::optional<Image> replaced_;
};

/// A result's picture before it is encoded.
struct Output {
    const Reduced& reduced;
    const FileColors& colors; ///< of the result, or shared
    Painting& painting;
    const IndexedPixels* values; ///< null: too many for a palette, or the file has none
    bool is_ordered;             ///< whether the recipe orders the entries
};

std::size_t frames_in(const Output& output) { return frames_of(*output.reduced.picture->document); }

/// Whether a file of the request depends on the list of the colours, which takes 80 bytes each.
bool needs_colors(const WriteRequest& request, const Recipe& recipe) {
    return lists_colors(recipe) || !request.palette.empty() ||
           (!request.picture.empty() && picture_format(request) == ImageFormat::indices);
}

bool has_clear_entries(std::span<const PixelValue> values) {
    return std::ranges::count_if(values,
                                 [](const PixelValue& pixel_value) { return pixel_value.value.a == 0; }) > 1;
}

IndexedImage index_by(const IndexedPixels& pixels, FileEntries file_entries) {
    std::vector<std::byte> indices(pixels.plane.size());
    pixels.plane.visit([&]<class Index>(const std::vector<Index>& from) {
        parallel_indices(from.size(), 1 << 16, [&](std::size_t i) {
            indices[i] = static_cast<std::byte>(file_entries.entry_of[from[i]]);
        });
    });
    return {.width = pixels.plane.width(),
            .height = pixels.plane.height(),
            .indices = std::move(indices),
            .entries = std::move(file_entries.entries)};
}

/// Whether pixels have more distinct values than a file has entries. Looks at as many as it needs to know.
bool exceed_entries(std::span<const PixelValue> values) {
    std::set<std::uint32_t> distinct;
    for (const auto& [value, pixels] : values) {
        if (pixels > 0) distinct.insert(std::bit_cast<std::uint32_t>(value));
        if (distinct.size() > max_entries) return true;
    }
    return false;
}

/// The pixels of the file as indices; none if they need not have a palette, and their entries are too many.
std::optional<IndexedImage> index_picture(const WriteRequest& request, const Output& output,
                                          const Progress& progress) {
    if (!output.values) return std::nullopt;
    const ImageFormat format = picture_format(request);
    const PictureFormat& row = row_of(request);
    std::optional<IndexedPixels> frame;
    if (!is_animated(format) && frames_in(output) > 1)
        frame = frame_of(*output.values, frames_in(output), std::min(request.frame, frames_in(output) - 1));
    const IndexedPixels& pixels = frame ? *frame : *output.values;
    const bool needs_list = has_indices(request) || output.is_ordered || output.colors.are_replaced();
    if (!needs_list && exceed_entries(pixels.values)) return std::nullopt;
    // All frames have the same entries if the recipe orders them.
    std::vector<PixelValue> values = output.is_ordered ? output.values->values : pixels.values;
    const HiddenColors hidden = output.reduced.recipe.output.hidden;
    if (hidden != HiddenColors::clear && has_palette(request, output.reduced.recipe) &&
        (output.is_ordered || format != ImageFormat::gif))
        set_hidden(values, most_hidden_value(output.painting.pixels()));
    const bool has_one_clear_entry = format == ImageFormat::gif || format == ImageFormat::c_array;
    if (has_one_clear_entry && output.reduced.recipe.labels.tiles && has_clear_entries(values))
        throw Error(ErrorKind::output, std::string(row.indexed_name) +
                                           " file has one transparent entry, but each palette of tiles needs "
                                           "one; a PNG file has them");
    if (!row.has_soft_entries)
        check_soft_entries(output.colors.in_files(distinct_values(pixels.values)), row);
    FileEntries file_entries = output.is_ordered ? output.colors.ordered_entries(values, progress)
                                                 : output.colors.plain_entries(values, progress);
    if (has_indices(request))
        check_entries(file_entries.entries, std::string(row.indexed_name) + " file",
                      output.is_ordered ? "the palette" : "the picture");
    if (file_entries.entries.size() > max_entries) return std::nullopt;
    return index_by(pixels, std::move(file_entries));
}

/// The values of the picture's pixels where its file may have a palette. Hidden colours are among them only
/// if each may have an entry of its own. Null: there are too many.
Shared<IndexedPixels> find_values(const WriteRequest& request, const Shared<Reduced>& reduced,
                                  Painting& painting, Pipeline& pipeline, const Progress& progress) {
    if (request.picture.empty() || !(has_indices(request) || is_optional_palette(request))) return nullptr;
    if (reduced->recipe.output.hidden == HiddenColors::clear || has_palette(request, reduced->recipe))
        return pipeline.index_output(reduced, progress);
    const auto indexed = index_image(painting.pixels());
    return indexed ? std::make_shared<const IndexedPixels>(index_pixels(*indexed)) : nullptr;
}

/// Whether a PNG may have samples of grey: no order asks for a palette, transparent pixels hide nothing, and
/// no colour space of RGB is kept.
bool may_be_grey(const Output& output) {
    const ColorTag& tag = output.reduced.picture->document->colors;
    return !output.colors.are_ordered() && output.reduced.recipe.output.hidden == HiddenColors::clear &&
           tag.profile.empty() && tag.chunks.chunks == 0;
}

std::vector<std::byte> encode_picture(const WriteRequest& request, const Output& output,
                                      const std::optional<Resolution>& resolution, const Progress& progress) {
    const Reduced& reduced = output.reduced;
    const Document& document = *reduced.picture->document;
    const ImageFormat format = picture_format(request);
    const std::optional<IndexedImage> indices = index_picture(request, output, progress);
    const bool has_slots = indices && output.is_ordered && needs_entries(reduced.recipe);
    EncodeOptions options{
        .indexed = request.indexed || has_slots,
        .truecolor = request.truecolor || (is_optional_palette(request) && !indices),
        .smallest = request.smallest,
        .indices = indices ? &*indices : nullptr,
        .grey = may_be_grey(output),
        .rgb565 = reduced.recipe.palette.levels == Levels::rgb565,
        .name = request.picture.is_file() ? request.picture.stem() : "",
        .jpeg_quality = request.quality,
        .settings = request.settings ? recipe_text(reduced.recipe.at(reduced.recipe.shift.radius)) : "",
        .colors = document.colors,
        .metadata = result_metadata(request, document, output.painting.size()),
        .resolution = resolution};
    if (options.indexed || row_of(request).indexing == Indexing::always) {
        options.bits = static_cast<int>(reduced.recipe.output.bits.value_or(0));
        options.pad = reduced.recipe.output.pad.value_or(0);
    }
    if (is_animated(format)) {
        options.animation = document.animation;
        return encode_image(output.painting.shown(), format, options);
    }
    // Hidden colours may differ from those of entries.
    const bool has_all_in_indices = indices && is_optional_palette(request) && frames_in(output) == 1 &&
                                    reduced.recipe.output.hidden == HiddenColors::clear;
    if (has_all_in_indices) return encode_image(output.painting.size(), format, options);
    const std::size_t frame = std::min(request.frame, frames_in(output) - 1);
    return encode_image(frame_of(document, output.painting.shown(), frame), format, options);
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

bool has_soft_palette(const WriteRequest& request) {
    return !request.picture.empty() && has_indices(request) && row_of(request).has_soft_entries;
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
    const auto own_colors =
        needs_colors(request, reduced->recipe) || shared
            ? pipeline.file_colors(reduced, progress)
            : std::make_shared<const FileColors>(std::vector<Swatch>{}, reduced->recipe, document);
    const FileColors& colors = shared ? shared->colors : *own_colors;
    Painting painting(reduced, *own_colors, pipeline, progress);
    const auto values = find_values(request, reduced, painting, pipeline, progress);
    if (!request.picture.empty()) {
        // The indices of a file without a palette are those of a palette file.
        const bool is_ordered =
            picture_format(request) == ImageFormat::indices ||
            (colors.are_ordered() && (has_indices(request) || own_colors->list().size() <= max_entries));
        std::vector<std::byte> file =
            encode_picture(request,
                           {.reduced = *reduced,
                            .colors = colors,
                            .painting = painting,
                            .values = values.get(),
                            .is_ordered = is_ordered},
                           output_resolution(reduced, pipeline, progress), progress);
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
            {request.palette, encode_palette(own_colors->list_in_files(), palette_format_of(request.palette),
                                             document.path.filename().string())});
    if (!request.parts.any()) return;
    auto labelled = pipeline.find_labels(reduced, progress);
    const FileColors of_labels(*labelled, *reduced, progress);
    if (labelled->scale > 1) labelled = std::make_shared<const Labelled>(enlarged(*labelled, progress));
    std::ranges::move(encode_parts(request.parts, *labelled, parts(*labelled, of_labels, *reduced, progress),
                                   painting.shown(), progress),
                      std::back_inserter(files_));
    for (const WriteTarget& target : targets_of(request))
        if (target.is_folder()) folders_.push_back(target.path.file());
}

std::vector<std::string> ResultWriter::write(Overwrite overwrite) const {
    std::vector<fs::path> targets;
    for (const EncodedFile& file : files_)
        if (file.target.is_file()) targets.push_back(file.target.file());
    check_distinct(targets);
    for (const fs::path& folder : folders_) make_folder(folder);
    for (const fs::path& target : targets) check_target(target, overwrite);
    std::vector<std::string> notes = notes_on_links(targets);
    for (std::span<const EncodedFile> rest = files_; !rest.empty();) {
        const std::size_t count = std::min(rest.size(), max_pending);
        write_files(rest.first(count), overwrite);
        rest = rest.subspan(count);
    }
    sync_folders(targets);
    return notes;
}

}
