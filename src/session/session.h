#pragma once

#include "session/export.h"
#include "session/history.h"
#include "session/session_worker.h"
#include "session/settings.h"

#include <chrono>

namespace huedrift {

/// Everything the window does but show itself: which files are open, what is set, what came of it. Its
/// members are called from one thread, return at once and never throw; the work is done on another, whose
/// results poll() takes in.
class Session final : private Receiver {
public:
    /// `wake` is called from the worker's thread when poll() has something to take in.
    Session(std::vector<EngineEntry> engines, std::function<void()> wake, const Wanted& wanted = {});
    /// Cancels what is being computed, within a second, but ends writing what is being written.
    ~Session();

    /// Takes in what is ready; whether anything is another than before. Once per frame and after each wake.
    bool poll();
    Snapshot snapshot() const;
    /// Requests that are worked on or wait: 0 to 2. From any thread.
    int requests_alive() const { return runner_.alive(); }

    /// Opens the first of these and queues all of them. What is open stays until the new one is there, and
    /// for good should it fail.
    void open(const std::vector<std::filesystem::path>& paths);
    /// Queues these behind the others and opens the first of them.
    void add(const std::vector<std::filesystem::path>& paths);
    /// Opens a file of the queue, which stays as it is.
    void open_queued(std::size_t index);
    void reload();

    /// Values beyond their ranges are taken to the nearest within.
    void set(const Recipe& recipe, Gesture gesture = Gesture::complete);
    void set(const Recipe& recipe, Weightings weightings);
    /// Sets what made the open picture, where it offers that. Its radius is not what own() has.
    void take_offer();
    /// The same, and opens the picture that it was made from.
    void take_offer_to_source();
    void decline_offer();
    /// What the user has set, which the next start begins with.
    const Wanted& own() const { return own_; }
    /// Results are brought to the colours of a palette file from now on. A failure becomes a notice.
    void bring_to(const std::filesystem::path& palette);
    void undo();
    void redo();
    /// Finds the radius that leaves as many colours as possible, `count` at most, for the first weighting
    /// shown; where the recipe joins colours, the one to join just these from.
    void aim_for(std::size_t count);
    /// Goes to the next radius at which the number of colours of the first weighting shown changes.
    void step_radius(Direction direction);

    /// Stops what is being computed; what was to replace it stays what it is, preview or outdated. Of a
    /// search the best that it has tried is taken.
    void cancel();
    /// Completes the curve exactly, however long that takes.
    void complete_curve();
    /// Computes again what cancel() or a failure has left out.
    void resume();
    void choose_engine(const EngineChoice& choice);
    void dismiss_notice();

    /// Follows the colours that became this one; Snapshot::traces has their ways a moment later.
    void look_at(const std::shared_ptr<const Result>& result, Rgb color);

    /// Writes results while all else goes on; Snapshot::exported or Snapshot::notice tell how it ended.
    /// Refused, with a notice, unless all that it asks for are exact, and while another export runs.
    void export_results(const ExportRequest& request);
    /// Writes the settings while all else goes on. A failure becomes a notice.
    void save(const Settings& settings, const std::filesystem::path& path);

private:
    void on_activity(Activity activity) override;
    void on_document(std::shared_ptr<const Document> document, std::shared_ptr<const RecipeOffer> offer,
                     const std::shared_ptr<const Opening>& opening) override;
    void on_picture(std::shared_ptr<const Picture> picture) override;
    void on_wanted(const Wanted& wanted, std::uint64_t request) override;
    void on_result(std::shared_ptr<const Result> result) override;
    void on_try(const SweepPoint& tried, std::uint64_t request) override;
    void on_curve(std::shared_ptr<const Curve> curve) override;
    void on_note(const std::string& sentence) override { fail(sentence); }
    void on_failure(const Error& error, const std::shared_ptr<const Opening>& opening);

    void fail(const std::string& sentence);
    void start_opening(const std::filesystem::path& path, bool offers);
    void end_opening();
    Wanted wanted() const { return {snapshot_.recipe, snapshot_.weightings}; }
    void change(const Wanted& wanted, Gesture gesture);
    void take(const Wanted& wanted);
    void keep(const Wanted& wanted);
    /// What is asked for beside the settings.
    struct Ask {
        std::optional<std::uint32_t> colors{};
        std::optional<Direction> step{};
        bool whole_curve = false;
        bool offered = false; ///< by a picture
    };
    void request() { request(Ask{}); }
    void request(const Ask& ask);
    bool nothing_open() const { return !snapshot_.document && !opening_; }

    Snapshot snapshot_; ///< but for its share
    std::chrono::steady_clock::time_point activity_since_{};
    History history_;
    Wanted own_;
    std::optional<double> offered_radius_{}; ///< that was taken, while it is set
    std::shared_ptr<const Opening> opening_; ///< on its way in; null: nothing is
    std::uint64_t last_request_ = 0;
    Ask last_ask_{};
    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    SessionWorker worker_;
    JobRunner runner_; ///< after what its thread uses
    JobRunner exporter_, saver_, palette_reader_;
    Tracer tracer_;
};

}
