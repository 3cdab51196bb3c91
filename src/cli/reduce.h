#pragma once

#include "cli/options.h"
#include "engines/engine_choice.h"
#include "pipeline/batch.h"
#include "pipeline/parts.h"
#include "pipeline/recipe_choice.h"
#include "pipeline/write_result.h"
#include "reduction/difference.h"

#include <nlohmann/json_fwd.hpp>
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
void check_entries(ImageFormat format, std::size_t colors, std::span<const PixelValue> values);

/// Whether a PNG file keeps soft alpha that nothing was told to change.
bool may_lack_entries(const ReduceRequest& request, const WriteRequest& write, const Reduced& reduced);
/// For such a file, a sentence if it cannot have a palette, with the entries that --indexed would make.
std::string entries_note(const ReduceRequest& request, std::span<const PixelValue> values);

/// Adds the options of `reduce`. `request` must outlive the parsing.
void add_reduce_options(Arguments& arguments, ReduceRequest& request);

/// The result for one picture.
struct ReduceResult {
    BatchJob job;
    std::optional<Look> look{}; ///< the look that it got
    std::shared_ptr<const Reduced> reduced{};
    std::size_t output_colors = 0;
    std::size_t entries = 0;        ///< colours with alpha, if levels of alpha joined them
    std::string cells{};            ///< a text about the cells that became pixels; empty: no cell did
    PictureDifference difference{}; ///< to the input file; JSON only, as the next three are
    LabelChanges changes{};
    std::optional<PixelGrid> grid{};
    std::optional<TiledLabels> tiles{};
    std::vector<Part> parts{};
    std::vector<std::string> notes{}; ///< messages about the picture and the device
    Metadata metadata{};              ///< those of the source that stay
    bool is_source = false;           ///< the source was written in place of a larger picture
    std::vector<StageTime> times{};   ///< of all stages, in order
    double seconds = 0;               ///< in total
};

/// "in.png: 51234 -> 32 colours, photo, radius 0.005, cpu (2 threads), 0.41 s, written to out.png"
std::string summary(const ReduceResult& result);

/// The layout in docs/json.md.
nlohmann::ordered_json to_json(const ReduceResult& result);
nlohmann::ordered_json to_json(const SharedPalette& shared, const std::vector<std::string>& notes);

}
