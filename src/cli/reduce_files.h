#pragma once

#include "base/progress.h"
#include "cli/reduce_plan.h"
#include "pipeline/pipeline.h"

namespace huedrift {

/// Before long work: throws Error(output) for files that cannot be written, as far as their names are known.
void check_targets(const ReduceRequest& request, const ReduceJob& job);

/// All that the request asks to write of a result, the picture first; the path "-" is standard output.
std::vector<EncodedFile> encode_files(const ReduceRequest& request, const ReduceJob& job, Pipeline& pipeline,
                                      const std::shared_ptr<const Reduced>& reduced,
                                      const Progress& progress);

/// Writes all; where one must not be replaced, none.
void write_files(const ReduceRequest& request, std::span<const EncodedFile> files);

}
