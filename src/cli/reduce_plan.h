#pragma once

#include "cli/options.h"
#include "engines/engine_choice.h"
#include "image/header_gate.h"
#include "pipeline/look.h"
#include "pipeline/write_result.h"

#include <optional>
#include <string>
#include <vector>

namespace huedrift {

/// The command line of reduce.
struct ReduceRequest {
    std::vector<Location> inputs;
    Location output, counts;
    std::string output_dir, format, to;
    WriteRequest write; ///< of each result; its picture, format, quality and overwriting are in what follows
    Recipe recipe;      ///< as far as the command line names it
    GivenSettings given;
    std::optional<Look> look{}; ///< named; none: that of the picture, unless has_own_palette()
    bool by_radius = false, exactly = false, together = false;
    EngineChoice engine;
    std::vector<std::string> devices; ///< as for choose_entries()
    LoadLimits limits;
    std::optional<int> quality{}; ///< of JPEG
    std::optional<int> jobs{};    ///< pictures at the same time; none: as many as fit
    bool resume = false, force = false, json = false, quiet = false;

    /// Whether it says where the palette comes from, so that no look is chosen for it.
    bool has_own_palette() const;
    /// Whether one palette is found for all inputs.
    bool shares() const { return together || !counts.empty(); }
    Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
};

/// One picture's input and output.
struct ReduceJob {
    Location input, output;
    ImageFormat format;
};

/// The look that a picture gets; none: the recipe is as the request names it.
std::optional<Look> look_for(const ReduceRequest& request, const Document& document);
/// The recipe for a picture: its look, if it gets one, with what the request names.
Recipe recipe_for(const ReduceRequest& request, std::optional<Look> look);

/// What to write of a job's result. A palette that all share is none of it.
WriteRequest write_request(const ReduceRequest& request, const ReduceJob& job);

/// The options for parts: "--layers, --svg, --masks CONJUNCTION --legend".
std::string part_options(const std::string& conjunction);

/// --format, else by the output's extension, else PNG. Throws Error(usage).
ImageFormat format_of(const ReduceRequest& request);

/// What to do for each input. Throws Error(usage) for requests that cannot be met: two results with the same
/// name, several inputs for one output, a picture to a terminal or mixed with JSON.
std::vector<ReduceJob> plan(const ReduceRequest& request);

}
