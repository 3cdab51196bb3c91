#include "cli/reduce_files.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/indexed_pixels.h"
#include "palette/palette_file.h"
#include "pipeline/palette_list.h"

#include <algorithm>

namespace huedrift {
namespace {

bool is_whole(const ReduceJob& job) {
    try {
        const LoadLimits limits = LoadLimits::widest();
        const SealedBytes file = read_sealed_input(job.output, limits.max_file_bytes);
        if (job.format == ImageFormat::tga) return !file.bytes().empty(); // there is no reader for it
        pass_header_gate(file.bytes(), job.output.name(), limits);
        return true;
    } catch (const Error&) {
        return false;
    }
}

/// Before the encoder refuses it, as only here it can be said how to get there.
void check_gif(std::span<const Swatch> swatches, const ImageView& image) {
    const bool clear = std::ranges::count(image.pixels, std::uint8_t{0}, &Rgba8::a) > 0;
    const std::size_t most = clear ? max_entries - 1 : max_entries;
    if (const std::size_t colors = count_colors(swatches); colors > most)
        throw Error(ErrorKind::output, "a GIF file holds at most " + std::to_string(most) +
                                           (clear ? " colours besides transparency" : " colours") +
                                           ", but the result has " + std::to_string(colors) + "; --colors " +
                                           std::to_string(most) +
                                           ", also with --exactly, or a larger --radius leaves fewer");
}

}

std::size_t count_colors(std::span<const Swatch> swatches) {
    return std::size_t(std::ranges::count_if(swatches, [](const Swatch& one) { return one.pixels > 0; }));
}

void check_frames(const ReduceRequest& request, const Document& document) {
    if (document.animation.frames() > 0 && request.parts.any())
        throw Error(ErrorKind::usage,
                    document.path.name() + ": " + part_options("and") + " take a picture, not an animation");
}

Metadata wanted_metadata(const ReduceRequest& request, const Document& document) {
    return request.keep_metadata ? document.metadata : Metadata{};
}

bool is_done(const ReduceJob& job) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(job.output.file(), missing)) return false;
    const auto input = std::filesystem::last_write_time(job.input.file(), missing);
    if (missing) return false;
    const auto output = std::filesystem::last_write_time(job.output.file(), missing);
    return !missing && output > input && is_whole(job);
}

void check_file(const std::filesystem::path& target, Overwrite overwrite) {
    std::error_code unknown;
    if (overwrite == Overwrite::no && std::filesystem::is_regular_file(target, unknown))
        throw Error(ErrorKind::output, target.string() + " exists; use --force to replace it");
    check_target(target, overwrite);
}

void check_targets(const ReduceRequest& request, const ReduceJob& job) {
    const std::filesystem::path palette = request.shares() ? "" : request.palette; // that is written once
    const auto check = [&](const Location& target) {
        if (target.is_file()) check_file(target.file(), request.overwrite());
    };
    check(job.output);
    check(Location(palette));
    for (const PartKind& kind : part_kinds)
        if (!kind.is_folder) check(Location(request.parts.*kind.path));
}

std::vector<EncodedFile> encode_files(const ReduceRequest& request, const ReduceJob& job, Pipeline& pipeline,
                                      const std::shared_ptr<const Reduced>& reduced,
                                      const SharedPalette* shared, const Progress& progress) {
    const auto output = pipeline.output(reduced);
    const auto swatches = pipeline.palette(reduced);
    EncodeOptions encoding{.indexed = request.indexed,
                           .smallest = request.smallest,
                           .jpeg_quality = request.quality.value_or(EncodeOptions{}.jpeg_quality),
                           .settings = request.settings ? recipe_text(reduced->recipe) : "",
                           .animation = reduced->picture->document->animation,
                           .colors = reduced->picture->document->colors,
                           .metadata = wanted_metadata(request, *reduced->picture->document)};
    if (job.format == ImageFormat::gif) check_gif(*swatches, *output);
    if (request.indexed || job.format == ImageFormat::gif)
        encoding.entries =
            shared ? index_entries(*output, *shared) : index_entries(*output, *swatches, reduced->recipe);
    std::vector<EncodedFile> files{{job.output, encode_image(*output, job.format, encoding)}};
    if (!request.palette.empty() && !shared)
        files.push_back(
            {std::filesystem::path(request.palette),
             encode_palette(*swatches, palette_format_of(request.palette), job.input.filename().string())});
    if (!request.parts.any()) return files;
    const auto labelled = pipeline.labels(reduced, progress);
    std::ranges::move(encode_parts(request.parts, *labelled, parts(*labelled, *swatches), *output, progress),
                      std::back_inserter(files));
    return files;
}

void write_files(const ReduceRequest& request, std::span<const EncodedFile> files) {
    for (const PartKind& kind : part_kinds)
        if (kind.is_folder && !(request.parts.*kind.path).empty()) make_folder(request.parts.*kind.path);
    for (const EncodedFile& file : files)
        if (file.target.is_file()) check_file(file.target.file(), request.overwrite());
    for (const EncodedFile& file : files)
        file.target.is_file() ? write_file_atomically(file.target.file(), file.bytes, request.overwrite())
                              : write_stdout(file.bytes);
}

}
