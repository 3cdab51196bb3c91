#pragma once

#include "base/job_runner.h"
#include "session/export.h"
#include "session/history.h"
#include "session/queue_export.h"
#include "session/session_worker.h"

#include <chrono>

namespace huedrift {

/// Everything in the window except its display: the open files, the settings, the results. Its members are
/// called from one thread, return at once and never throw. Another thread does the work; poll() takes in its
/// results.
class Session final : private Receiver {
public:
    /// `threads` wake the caller when poll() has something to take in. `own` are the user's settings; without
    /// them, each picture is opened with the look that suits it.
    Session(JobThreads& threads, std::vector<EngineEntry> engines,
            const std::optional<SessionSettings>& own = SessionSettings{});
    /// Cancels computing, within a second, but finishes writing files.
    ~Session();
    /// The same, but the session goes on.
    void finish_files();

    /// Takes in finished work; returns whether anything changed. Call it once per frame and after each wake.
    bool poll();
    /// Valid until a member is called that changes something; so copy it to keep it.
    const Snapshot& snapshot() const;
    /// The number of requests that run or wait: 0 to 2. Callable from any thread.
    int requests_alive() const { return runner_.alive(); }

    /// Replaces the queue by these files and opens the first readable one. The open file stays until the new
    /// one is loaded, or for good if none can be.
    void open(const std::vector<std::filesystem::path>& paths);
    /// Opens the clipboard's picture, in place of the queue.
    void open_clipboard() { open_all({Location::clipboard(++pasted_)}); }
    /// Appends these files to the queue and opens the first readable one.
    void add(const std::vector<std::filesystem::path>& paths);
    /// Opens a file of the queue, which stays as it is.
    void open_queued(std::size_t index);
    void reload();
    /// Sets whether the pictures of the queue share a palette, found for the colours of all.
    void link(bool linked);

    /// Changes the settings; clamps numbers out of range, and refuses lists that are too long, with a notice.
    void set(const Recipe& recipe, Gesture gesture = Gesture::complete);
    void set(const Recipe& recipe, Weightings weightings, Gesture gesture = Gesture::complete);
    void set(Look look);
    /// Ends a gesture that no complete change has ended.
    void end_gesture() { history_.end_gesture(); }
    /// Takes over the recipe that the open picture carries, if it is offered. own() keeps its radius.
    void take_offer();
    /// Opens the picture that the recipe was applied to and takes the recipe over there, edits included.
    void take_offer_to_source();
    void decline_offer();
    /// Resets all settings, as if the user had made none.
    void start_over();
    /// The user's settings, with which the next start begins; none: the user has made none.
    const std::optional<SessionSettings>& own() const { return own_; }
    /// Reads a palette file into Snapshot::palette_offer; a failure becomes a notice.
    void open_palette(const std::filesystem::path& path);
    /// Uses the offered palette from now on, or drops it.
    void take_palette(PaletteUse use);
    void decline_palette();
    void undo();
    void redo();
    /// Goes to the next radius at which the number of colours of the first weighting shown changes.
    void step_radius(Direction direction);

    /// Stops computing. The results shown stay, as previews or outdated.
    void cancel();
    /// Fills the whole curve exactly, however long that takes.
    void complete_curve();
    /// Computes what cancel() or a failure interrupted.
    void resume();
    void choose_engine(const EngineChoice& choice);
    void dismiss_notice();
    void dismiss_exported();

    /// Follows the colours that became this one. Their trajectories come a moment later, in Snapshot::traces.
    void look_at(const std::shared_ptr<const Result>& result, Rgb color);
    /// Follows at most `max_points` colours from the source to this result. Their states come bit by bit, in
    /// Snapshot::drift.
    void let_drift(const std::shared_ptr<const Result>& result, std::size_t max_points);
    bool is_drifting() const { return drifter_.busy(); }

    /// Writes results in the background; Snapshot::exported or Snapshot::notice tells the outcome. Refuses,
    /// with a notice, while a requested result is not exact or another export runs.
    void export_results(const ExportRequest& request);
    /// Finds the size of an export's pictures and the files that it would replace, for Snapshot::export_bytes
    /// or export_refusal, and Snapshot::replaced.
    void prepare_export(const ExportRequest& request);
    /// Writes a result for each picture of a queue in the background, while the session works on the open
    /// one. Adds the edits of each picture. Snapshot::queue_export tells the progress.
    void export_queue(QueueExport request);
    /// Finds the files that an export of the queue would replace, for Snapshot::queue_replaced.
    void prepare_queue_export(const QueueExport& request) { queue_replaced_.ask(request); }
    /// Tells that files may have been written or removed: replaced files are found again for the next
    /// request.
    void recheck_files();
    /// Whether a search for replaced files is running.
    bool is_preparing() const { return replaced_.busy() || queue_replaced_.busy(); }
    /// Ends the export of the queue between two files; written files stay.
    void cancel_queue_export() { queue_exporter_.cancel(); }

private:
    void on_activity(Activity activity, std::uint64_t request) override;
    void on_document(std::shared_ptr<const Document> document, std::shared_ptr<const RecipeOffer> offer,
                     const std::shared_ptr<const Opening>& opening) override;
    void on_picture(std::shared_ptr<const Picture> picture, bool linked) override;
    void on_linked(std::size_t pictures) override;
    void on_settings(const SessionSettings& settings, std::uint64_t request) override;
    void on_chosen_radius(double radius, std::uint64_t request) override;
    void on_suggestion(Look look, Look plain, const Recipe& recipe, std::uint64_t request) override;
    void on_suiting_look(Look look, std::uint64_t request) override;
    void on_resolved(const Recipe& recipe, std::uint64_t request) override;
    void on_result(std::shared_ptr<const Result> result) override;
    void on_curve(std::shared_ptr<const Curve> curve) override;
    void on_enough(std::shared_ptr<const EnoughColors> enough) override;
    void on_note(const std::string& sentence) override { fail(sentence); }
    void on_failure(const Error& error, const std::shared_ptr<const Opening>& opening);

    void fail(const std::string& sentence);
    void end_export();
    void offer_palette();
    /// The input of an export or a measurement.
    struct Export {
        ExportRequest request;
        std::vector<std::shared_ptr<const Result>> results; ///< exact ones
        friend bool operator==(const Export&, const Export&) = default;
    };
    /// The exact results of these weightings; none if one is missing.
    std::vector<std::shared_ptr<const Result>> exact_results(Weightings weightings) const;
    void open_all(std::vector<Location> queue);
    void start_opening(const Opening& opening);
    bool open_next(const Opening& failed);
    void end_opening();
    void begin(Activity activity);
    SessionSettings settings() const { return {snapshot_.settings, snapshot_.weightings}; }
    Location edited() const;
    void show_edits();
    void show_current();
    /// Whether undo leaves the look of pixel art, with which the picture was opened.
    bool undoes_opening() const { return is_untouched_ && snapshot_.plain_look; }
    void take_current();
    void take_recipe(const Recipe& recipe);
    void change(const SessionSettings& settings, Gesture gesture);
    void keep(const SessionSettings& settings);
    /// Requests besides the settings.
    struct Ask {
        std::optional<Direction> step{};
        bool whole_curve = false;
    };
    void request() { request(Ask{}); }
    void request(const Ask& ask);
    bool nothing_open() const { return !snapshot_.document && !opening_; }

    mutable Snapshot snapshot_; ///< snapshot() fills in what other members hold
    std::chrono::steady_clock::time_point activity_since_{};
    History history_;
    std::optional<SessionSettings> own_;
    /// Settings without edits, and the recipe that the open picture has in their place.
    std::optional<std::pair<SessionSettings, Recipe>> resolved_{};
    std::uint64_t pasted_ = 0;               ///< pictures from the clipboard so far
    std::shared_ptr<const Opening> opened_;  ///< of the document
    std::optional<SessionSettings> met_{};   ///< as in Opening, until a setting is changed
    bool is_untouched_ = false;              ///< nothing was changed since the document was opened
    bool is_opening_undone_ = false;         ///< the last undo left the look of pixel art
    std::optional<double> offered_radius_{}; ///< the offered radius, while it is set
    std::vector<PaletteOffer> palettes_;     ///< those that were taken, the newest first
    std::shared_ptr<const Opening> opening_; ///< the file being loaded; null: none
    std::uint64_t last_request_ = 0;
    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    SessionWorker worker_;
    JobRunner runner_; ///< declared after what its jobs use
    LatestJob<Export, Exported> exporter_;
    QueueExporter queue_exporter_;
    LatestJob<std::filesystem::path, PaletteInput> palette_reader_;
    LatestJob<TracedColor, std::shared_ptr<const Traces>> tracer_;
    Drifter drifter_;
    LatestJob<Export, std::uintmax_t> export_size_;
    LatestJob<std::vector<WriteTarget>, Snapshot::Files> replaced_;
    LatestJob<QueueExport, Snapshot::Files> queue_replaced_;
};

}
