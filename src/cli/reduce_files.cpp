#include "cli/reduce_files.h"

#include "base/error.h"
#include "base/parallel.h"
#include "labels/mask.h"
#include "palette/palette_file.h"
#include "pipeline/palette_list.h"
#include "pipeline/parts.h"

namespace huedrift {
namespace {

/// Only here is there an option to name.
void check_file(const std::filesystem::path& target, Overwrite overwrite) {
    std::error_code unknown;
    if (overwrite == Overwrite::no && std::filesystem::is_regular_file(target, unknown))
        throw Error(ErrorKind::output, target.string() + " exists; use --force to replace it");
    check_target(target, overwrite);
}

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::vector<ReducedFile> encode_masks(const std::filesystem::path& folder, const Labelled& labelled,
                                      std::span<const Part> parts) {
    std::vector<ReducedFile> files(parts.size());
    parallel_ranges(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
            files[i] = {folder / (parts[i].name + ".png"), encode_mask(labelled.plane, parts[i].label)};
    });
    return files;
}

}

void make_folder(const std::filesystem::path& folder) {
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure) throw Error(ErrorKind::output, folder.string() + " cannot be made: " + failure.message());
}

void check_targets(const ReduceRequest& request, const ReduceJob& job) {
    for (const std::filesystem::path& path :
         {job.output, std::filesystem::path(request.palette), std::filesystem::path(request.svg)})
        if (!path.empty() && path != "-") check_file(path, request.overwrite());
}

std::vector<ReducedFile> encode_files(const ReduceRequest& request, const ReduceJob& job, Pipeline& pipeline,
                                      const std::shared_ptr<const Reduced>& reduced) {
    const auto output = pipeline.output(reduced);
    const auto swatches = pipeline.palette(reduced);
    EncodeOptions encoding{.indexed = request.indexed,
                           .settings = request.settings ? recipe_text(reduced->recipe) : ""};
    if (request.indexed) encoding.entries = index_entries(*output, *swatches, reduced->recipe);
    std::vector<ReducedFile> files{{job.output, encode_image(*output, job.format, encoding)}};
    if (!request.palette.empty())
        files.push_back({request.palette, encode_palette(*swatches, palette_format_of(request.palette),
                                                         job.input.filename().string())});
    if (request.svg.empty() && request.masks.empty()) return files;
    const auto labelled = pipeline.labels(reduced);
    const std::vector<Part> all = parts(*labelled, *swatches);
    if (!request.svg.empty()) files.push_back({request.svg, bytes_of(svg(*labelled, all))});
    if (!request.masks.empty())
        std::ranges::move(encode_masks(request.masks, *labelled, all), std::back_inserter(files));
    return files;
}

void write_files(const ReduceRequest& request, std::span<const ReducedFile> files) {
    if (!request.masks.empty()) make_folder(request.masks);
    for (const ReducedFile& file : files)
        if (file.path != "-") check_file(file.path, request.overwrite());
    for (const ReducedFile& file : files)
        file.path == "-" ? write_stdout(file.bytes)
                         : write_file_atomically(file.path, file.bytes, request.overwrite());
}

}
