#pragma once

#include "base/progress.h"
#include "cli/reduce_plan.h"
#include "pipeline/pipeline.h"
#include "pipeline/shared_palette.h"

namespace huedrift {

/// Whether the result of a job is there, newer than its input and, as far as that shows without decoding it,
/// whole.
bool is_done(const ReduceJob& job);

/// Throws Error(output) where it cannot be written.
void check_file(const std::filesystem::path& target, Overwrite overwrite);

/// Before long work: throws Error(output) for files that cannot be written, as far as their names are known.
void check_targets(const ReduceRequest& request, const ReduceJob& job);

/// The colours that a picture has: a given palette may have more.
std::size_t count_colors(std::span<const Swatch> swatches);

/// What a result should keep of its source's metadata.
Metadata wanted_metadata(const ReduceRequest& request, const Document& document);

/// Throws Error(usage) for what an animation cannot be taken apart into.
void check_frames(const ReduceRequest& request, const Document& document);

/// All that the request asks to write of a result, the picture first.
/// Indices are those of `shared`, where it is not null.
std::vector<EncodedFile> encode_files(const ReduceRequest& request, const ReduceJob& job, Pipeline& pipeline,
                                      const std::shared_ptr<const Reduced>& reduced,
                                      const SharedPalette* shared, const Progress& progress);

/// Writes all files, or none if one must not be replaced.
void write_files(const ReduceRequest& request, std::span<const EncodedFile> files);

}
