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
    WriteRequest write; ///< for each result, without its picture, format, quality and overwriting
    Recipe recipe;      ///< with the settings of the command line
    GivenSettings given;
    std::optional<Look> look{}; ///< none: suggested for each picture, unless has_own_palette()
    bool by_radius = false, exactly = false, together = false;
    EngineChoice engine;
    std::vector<std::string> devices; ///< as for choose_entries()
    LoadLimits limits;
    std::optional<int> quality{}; ///< of JPEG
    std::optional<int> jobs{};    ///< pictures at the same time; none: as many as fit
    bool resume = false, force = false, json = false, quiet = false;

    /// Whether the request says where the palette comes from; then no look is chosen.
    bool has_own_palette() const;
    /// Whether all inputs share a palette.
    bool shares() const { return together || !counts.empty(); }
    Overwrite overwrite() const { return force ? Overwrite::yes : Overwrite::no; }
};

/// The input and output of one picture.
struct ReduceJob {
    Location input, output;
    ImageFormat format;
};

/// The look of a picture; none: the recipe is the request's.
std::optional<Look> look_for(const ReduceRequest& request, const Document& document);
/// The recipe of a picture: its look, if any, with the request's settings.
Recipe recipe_for(const ReduceRequest& request, std::optional<Look> look);

/// The palette's notes and, if the request asks for a number of colours, a note on missing ones.
std::vector<std::string> palette_notes(const ReduceRequest& request, const Reduced& reduced);
/// What to write of a job's result, without a shared palette.
WriteRequest write_request(const ReduceRequest& request, const ReduceJob& job);

/// The options of parts: "--layers, --svg, --masks CONJUNCTION --legend".
std::string part_options(const std::string& conjunction);

/// The format by --format, else by the output's extension, else PNG. Throws Error(usage).
ImageFormat format_of(const ReduceRequest& request);

/// The jobs for the inputs. Throws Error(usage) for impossible requests: two results with the same name,
/// several inputs for one output, a picture to a terminal or mixed with JSON.
std::vector<ReduceJob> plan(const ReduceRequest& request);

}
