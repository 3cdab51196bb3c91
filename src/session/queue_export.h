#pragma once

#include "base/job_runner.h"
#include "base/progress.h"
#include "engines/engine_choice.h"
#include "pipeline/write_result.h"
#include "reduction/color_table.h"
#include "session/edit_memory.h"
#include "session/export.h"
#include "session/history.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// The pictures of a queue, each reduced into its own file.
struct QueueExport {
    /// Shared, as there may be many.
    using Files = std::shared_ptr<const std::vector<Location>>;
    Files files = std::make_shared<const std::vector<Location>>();
    Files linked{};                 ///< pictures that share a palette; null: each has its own
    std::filesystem::path folder{}; ///< of the results; made if missing
    SessionSettings settings{};     ///< the settings for all; linked pictures also have its edits
    bool suits_picture = false;     ///< as in Snapshot; not for linked pictures
    /// Of pictures that are not linked; others have those that are kept. All have their kept grids.
    std::map<Location, RecipeEdits> edits{};
    KeptEdits kept{};
    Masks masks{};              ///< of the edits
    std::string palette_name{}; ///< as in Snapshot
    /// Of each picture, with endings of its name, as in placed(). A format without frames gets the first
    /// frame of an animation.
    WriteRequest write{.picture = std::filesystem::path(".png")};
    ConfirmedFiles replaced{}; ///< as in ExportRequest

    friend bool operator==(const QueueExport&, const QueueExport&) = default;
};

/// The progress of an export.
struct QueueProgress {
    struct Item {
        enum class State { waiting, written, failed };
        State state = State::waiting;
        std::string failure{};             ///< a sentence
        std::vector<std::size_t> colors{}; ///< of each result written, by weighting
        std::filesystem::path written{};   ///< the first file
        bool kept = false;                 ///< the source was written in place of a result
    };

    /// Shared, since a copy is made for each frame in which a file is finished.
    std::shared_ptr<const std::vector<Location>> files = std::make_shared<const std::vector<Location>>();
    std::vector<Item> items{}; ///< of each file
    bool running = true;
    /// Why it ended early, that a device failed, or a note on links; one sentence, or empty.
    std::string notice{};

    std::size_t count(Item::State state) const;
    /// The item of a file, which is fastest found at its place; null if the queue does not have it.
    const Item* find(const Location& file, std::size_t place = 0) const;
};

/// The number of colours that a recipe asks for, with tiles that of all their palettes; none: it asks for
/// none.
std::optional<std::uint64_t> colors_asked_for(const Recipe& recipe);

/// "photo-sweetie16" with the name of a given palette, "photo-32-colours" where the recipe has a number of
/// colours, else "photo-r0.05"; without an extension.
std::string suggested_stem(const Location& picture, const Recipe& recipe,
                           const std::string& palette_name = {});

/// The files of one result of a picture's recipe. Names go on with "-palette" and "-frequency" if there are
/// both weightings.
WriteRequest write_request(const QueueExport& request, const Location& file, const SessionSettings& settings,
                           Weighting weighting);
/// The targets of all files. The look that suits a picture is known only once it is read, so that the targets
/// of every look are among them.
std::vector<WriteTarget> export_targets(const QueueExport& request);

/// The colours of linked pictures, of all frames of animations.
struct LinkedColors {
    ColorTable table;
    std::vector<std::string> failures{}; ///< sentences, one for each unreadable file
};
/// Counts them after the recipe's profile, alpha and smoothing; no other setting affects them. Throws
/// Error(cancelled).
LinkedColors count_linked(std::span<const Location> files, const Recipe& recipe, Progress& progress);

/// Exports queues in the background, on its own engines. Its members are called from one thread and return at
/// once.
class QueueExporter {
public:
    QueueExporter(JobThreads& threads, std::shared_ptr<const std::vector<EngineEntry>> engines);

    /// Does nothing while another export runs.
    void start(const QueueExport& request, const EngineChoice& choice);
    void cancel() { runner_.cancel(); }
    /// Waits for the end of the running export.
    void finish() { runner_.finish(); }
    /// Takes in finished work; returns whether there was any.
    bool deliver();

    /// The progress of the last export; null before the first.
    const std::shared_ptr<const QueueProgress>& progress() const { return progress_; }
    double share() const { return runner_.share(); }

private:
    void work(const QueueExport& request, const EngineChoice& choice, JobRunner::Run& run);

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    QueueProgress now_; ///< of which a copy is published once for everything that has been delivered
    std::shared_ptr<const QueueProgress> progress_;
    JobRunner runner_; ///< last: its jobs use the others
};

}
