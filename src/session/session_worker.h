#pragma once

#include "base/job_runner.h"
#include "session/model.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace huedrift {

/// A step from a radius to the next one with another number of colours.
struct RadiusStep {
    Direction direction{};
    double from = 0;
};

/// The input of a session's job, which is to make the model show this. Immutable once posted.
struct Request {
    std::uint64_t generation = 0;
    std::shared_ptr<const Opening> file{}; ///< null: keep the open file
    std::shared_ptr<const Recipe> recipe{};
    Weightings weightings{};
    std::optional<RadiusStep> step{}; ///< is taken first, if there is one
    bool whole_curve = false;         ///< fills it exactly, however long that takes
    /// Pictures that share a palette; null: each has its own.
    std::shared_ptr<const std::vector<Location>> linked{};
    bool suggest = false; ///< replaces settings that no step changes by the look that suits the picture
    Masks masks{};
    EngineChoice engine{};
};

/// Loads, analyses, finds a radius if asked, previews, reduces, finds how many colours are enough, and fills
/// the curves. Posted closures, which change the model, stay valid if it throws.
using RequestWorker = std::function<void(const Request& request, JobRunner::Run& run)>;

/// Fulfils requests with the pipeline and keeps the last results. For the thread of one job runner.
RequestWorker make_worker(Model& model);

}
