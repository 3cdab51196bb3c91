#include "cli/reduce_files.h"

#include "base/error.h"
#include "base/input_file.h"
#include "image/indexed_pixels.h"
#include "image/load.h"
#include "pipeline/palette_list.h"

#include <algorithm>

namespace huedrift {
namespace {

bool is_whole(const ReduceJob& job) {
    try {
        const LoadLimits limits = LoadLimits::widest();
        const SealedBytes file = read_sealed_input(job.output, limits.max_file_bytes);
        if (job.format == ImageFormat::tga) return !file.bytes().empty(); // TGA has no reader
        inspect_image(file, job.output.name(), limits);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}

void check_frames(const ReduceRequest& request, const Document& document) {
    if (document.animation.frames() > 0 && request.write.parts.any())
        throw Error(ErrorKind::usage,
                    document.path.name() + ": " + part_options("and") + " take a picture, not an animation");
}

bool is_done(const ReduceJob& job) {
    std::error_code missing;
    if (!std::filesystem::is_regular_file(job.output.file(), missing)) return false;
    const auto input = std::filesystem::last_write_time(job.input.file(), missing);
    if (missing) return false;
    const auto output = std::filesystem::last_write_time(job.output.file(), missing);
    return !missing && output > input && is_whole(job);
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

void check_gif(std::span<const Swatch> swatches, const ImageView& image) {
    const bool clear = std::ranges::count(image.pixels, std::uint8_t{0}, &Rgba8::a) > 0;
    const std::size_t most = clear ? max_entries - 1 : max_entries;
    if (const std::size_t colors = count_colors(swatches); colors > most)
        throw Error(ErrorKind::output, "a GIF file holds at most " + std::to_string(most) +
                                           (clear ? " colours besides transparency" : " colours") +
                                           ", but the result has " + std::to_string(colors) + "; --colors " +
                                           std::to_string(most) + " or a larger --radius leaves fewer");
}

}
