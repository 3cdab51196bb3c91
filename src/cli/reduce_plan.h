#pragma once

#include "cli/options.h"
#include "engines/engine_choice.h"
#include "pipeline/batch.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/write_result.h"

#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// The command line of reduce.
struct ReduceRequest : RecipeRequest {
    std::vector<Location> inputs;
    Location output, counts;
    std::string output_dir, format;
    std::string to, written_as;          ///< among the given settings once their palettes are loaded
    std::string importance, dither_mask; ///< as these, once the masks are loaded
    Masks masks;
    WriteRequest write; ///< for each result, without its picture, format, quality and overwriting
    bool together = false;
    EngineChoice engine;
    std::vector<std::string> devices; ///< as for choose_entries()
    LoadLimits limits;
    std::optional<int> quality{}; ///< of JPEG
    std::optional<int> jobs{};    ///< pictures at the same time; none: as many as fit
    bool resume = false, force = false, json = false, quiet = false;

    Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
};

/// The files to write of a job's result, without a shared palette.
WriteRequest write_request(const ReduceRequest& request, const BatchJob& job);

/// The format by --format, else by the output's extension, else PNG. Throws Error(usage).
ImageFormat format_of(const ReduceRequest& request);

/// The jobs for the inputs. Throws Error(usage) for impossible requests: two results with the same name,
/// several inputs for one output, a picture to a terminal or mixed with JSON.
std::vector<BatchJob> plan(const ReduceRequest& request);

/// Before long work: throws Error(output) for files whose names show that they cannot be written, and tells
/// how to replace existing ones.
void check_targets(const WriteRequest& request);

/// Throws Error(usage) for parts that an animation cannot be taken apart into.
void check_frames(const ReduceRequest& request, const Document& document);

/// Throws Error(output) for more colours, or pairs of colour and alpha, than an indexed file of this format
/// holds, and names the options that leave fewer.
void check_entries(ImageFormat format, std::span<const Swatch> swatches, std::span<const PixelValue> values);

/// Adds the options of `reduce`. `request` must outlive the parsing.
void add_reduce_options(Arguments& arguments, ReduceRequest& request);

}
