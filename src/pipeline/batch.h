#pragma once

#include "image/load_limits.h"
#include "image/picture_formats.h"
#include "pipeline/pipeline.h"
#include "pipeline/recipe_choice.h"
#include "reduction/color_table.h"

#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A file or folder to write, and its purpose, as a sentence names it: an input or an option.
struct PlannedTarget {
    std::string purpose;
    std::filesystem::path path;
};

/// Throws Error(usage) for two targets that are one file or folder.
void check_distinct(std::span<const PlannedTarget> targets);

/// The input and output of one picture.
struct BatchJob {
    Location input, output{};
    ImageFormat format = ImageFormat::png;
};

/// Pictures to reduce, each with its own pipeline.
struct BatchRequest {
    std::vector<BatchJob> jobs{};
    std::size_t at_once = 1; ///< jobs at the same time
    /// The bytes that these share where the limits let pictures be larger than usual: such a picture is not
    /// read before there is room for it. None: no limit.
    std::optional<std::size_t> memory{};
    /// Skips a job whose output exists, is newer than its input (with `keeps_times`: not older) and, as far
    /// as that shows without decoding, is complete.
    bool resume = false, keeps_times = false;
    LoadLimits limits{};
    Recipe recipe{}; ///< has the profile and the smoothing of all pictures
    /// Null: load_document() with the limits.
    std::function<Document(const Location& from, const Progress& progress)> load{};
    std::function<std::unique_ptr<Engine>(std::size_t job)> make_engine{}; ///< null: none is needed
    std::function<std::unique_ptr<PictureFilter>()> make_filter{}; ///< for smoothing; may give null: the CPU
};

/// How a job ended.
struct BatchOutcome {
    bool begun = false; ///< not if the batch was cancelled first
    bool skipped = false;
    std::vector<std::string> notes{}; ///< of the document
    std::exception_ptr failure{};     ///< null: none
};

/// The work of a program on the pictures of a batch. The members of a job are called on one thread, those of
/// several jobs at the same time.
struct BatchWork {
    std::function<void(std::size_t job)> check{}; ///< before the picture is read; throws to refuse the job
    /// Reduces the open picture and writes its results.
    std::function<void(std::size_t job, Pipeline& pipeline, Progress& progress)> reduce;
    /// Called in order, on the thread of run_batch().
    std::function<void(std::size_t job, const BatchOutcome& outcome)> report;
};

/// The bytes that a job may need for a picture of so many pixels.
std::size_t job_memory(std::uint64_t pixels);

/// Runs all jobs; a failure stops only its own. Once `progress` is cancelled, no further job begins. Tells
/// `progress` the share of a job that runs alone, else the finished jobs.
void run_batch(const BatchRequest& request, const BatchWork& work, Progress& progress);

/// Sums the colours of all pictures that can be read, prepared by the recipe. `report` is as in BatchWork.
ColorTable tabulate_colors(const BatchRequest& request,
                           const std::function<void(std::size_t job, const BatchOutcome& outcome)>& report,
                           Progress& progress);

/// Palettes for many pictures, found for the colours of all.
struct SharedPalettes {
    ChosenRecipe choice;
    std::vector<SharedPalette> palettes{}; ///< one for each weighting
    std::vector<std::string> notes{};      ///< on the colours and the choice
};

/// Finds the palettes with the recipe that `choose` chooses for the colours, by these weightings; none: by
/// the recipe's own. Throws as Pipeline::reduce() does.
SharedPalettes find_shared(Document colors, Engine& engine,
                           const std::function<ChosenRecipe(Pipeline&, Progress&)>& choose,
                           std::span<const Weighting> weightings, Progress& progress);

}
