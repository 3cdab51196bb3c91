#pragma once

#include "engines/engine_choice.h"
#include "session/recipe_offer.h"
#include "session/tracer.h"
#include "session/weightings.h"

#include <filesystem>

namespace huedrift {

enum class Activity {
    idle,
    loading,  ///< reading and analysing a file
    seeking,  ///< looking for a radius
    preview,  ///< computing a quick stand-in
    reducing, ///< computing the exact result
    curve,    ///< filling the curve in the background; everything that was asked for is there
};

/// What a result is to the recipe that is set now.
enum class ResultState {
    none,
    outdated, ///< of another recipe or another picture
    preview,  ///< of this recipe, by representatives
    exact,
};

/// All that a window shows of a Session at one moment: values and shared parts that never change, so it is
/// cheap to take at every frame and stays whole while the session goes on.
struct Snapshot {
    std::uint64_t revision = 0; ///< another one whenever anything but `share` and `elapsed` is another

    std::shared_ptr<const Document> document; ///< null: nothing is open
    std::shared_ptr<const Picture> picture;   ///< null until the document is analysed
    std::shared_ptr<const RecipeOffer> offer; ///< of the document, until it is answered; null: none
    std::filesystem::path opening;            ///< a file that is being loaded; empty: none
    std::vector<std::filesystem::path>
        queue;                   ///< files that were dropped with the one that is open, it included
    std::size_t queue_index = 0; ///< in it, of the file that was asked for last, open or not

    Recipe recipe;                                 ///< with the first of the weightings
    Weightings weightings = Weightings::frequency; ///< that are computed and shown
    bool can_undo = false, can_redo = false;

    std::shared_ptr<const Result> palette,
        frequency; ///< the newest of each; null: none since the file was opened
    std::shared_ptr<const Curve> palette_curve, frequency_curve;
    std::shared_ptr<const Traces> traces; ///< of the colour looked at last; null until they are there

    Activity activity = Activity::idle;
    std::optional<SweepPoint> best_try{}; ///< of the search that goes on, what cancel() takes; none: not yet
    double share = 0;                     ///< of what is being done, 0 to 1
    double elapsed = 0;                   ///< seconds since the activity began
    std::string notice; ///< why the last thing asked for failed, or a device did; one sentence or none
    bool exporting = false;
    std::string exported; ///< what the last export wrote, one sentence; empty: nothing yet

    std::shared_ptr<const std::vector<EngineEntry>> engines;
    EngineChoice engine_choice;

    const std::shared_ptr<const Result>& result(Weighting weighting) const {
        return weighting == Weighting::palette ? palette : frequency;
    }
    const std::shared_ptr<const Curve>& curve(Weighting weighting) const {
        return weighting == Weighting::palette ? palette_curve : frequency_curve;
    }
    /// What the result of a weighting may be presented as.
    ResultState state(Weighting weighting) const;
    /// Whether every weighting that is asked for has its exact result.
    bool exact() const;
};

}
