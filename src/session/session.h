#pragma once

#include "base/job_runner.h"
#include "session/edit_memory.h"
#include "session/export.h"
#include "session/model.h"
#include "session/queue_export.h"
#include "session/session_worker.h"

#include <map>
#include <variant>

namespace huedrift {

/// Everything in the window except its display: the open files, the settings, the results. Its members are
/// called from one thread, return at once and never throw. Another thread does the work; poll() takes in its
/// results.
class Session {
public:
    /// `threads` wake the caller when poll() has something to take in. `user_settings` are those of earlier
    /// sessions; without them, each picture is opened with the look that suits it. `edits_folder` is that of
    /// an EditMemory.
    Session(JobThreads& threads, std::vector<EngineEntry> engines,
            const std::optional<SessionSettings>& user_settings = SessionSettings{},
            const std::filesystem::path& edits_folder = {});
    /// Cancels computing, within a second, but finishes writing files.
    ~Session();
    /// The same, but the session goes on.
    void finish_files();

    /// Takes in finished work; returns whether anything changed. Call it once per frame and after each wake.
    bool poll();
    /// The state as it is, with the changes of this frame. Valid until a member is called that changes
    /// something. A frame is drawn from a copy, and only edits start from this.
    const Snapshot& live() const { return model_; }
    const Recipe& recipe() const { return *model_.recipe; }
    Weightings weightings() const { return model_.weightings; }
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

    /// Changes the settings where the recipe differs from that of the open picture (Snapshot::recipe); clamps
    /// numbers out of range, and refuses lists that are too long, with a notice.
    void set(Recipe recipe, Gesture gesture = Gesture::complete) {
        set(std::move(recipe), model_.weightings, gesture);
    }
    void set(Recipe recipe, Weightings weightings, Gesture gesture = Gesture::complete);
    /// Sets those of a look.
    void set(Look look);
    /// Sets the radius alone. A look's own weighting is that of its drift: where nothing drifts, joins go by
    /// pixels unless the user has chosen otherwise.
    void set_radius(double radius, Gesture gesture = Gesture::complete);
    /// Changes the settings of all pictures (Snapshot::settings), whatever recipe the open one has.
    template <class Change>
    void edit(const Change& change, Gesture gesture = Gesture::complete) {
        Recipe settings = *model_.settings;
        change(settings);
        record({std::move(settings), model_.weightings}, gesture);
    }
    /// Ends a gesture that no complete change has ended.
    void end_gesture() {
        before_gesture_.reset();
        model_.history.end_gesture();
    }
    /// Takes over the recipe that the open picture carries, if it is offered. user_settings() keep their
    /// radius.
    void take_offer();
    /// Opens the picture that the recipe was applied to and takes the recipe over there, edits included.
    void take_offer_to_source();
    void decline_offer() { drop(&Snapshot::offer); }
    /// Resets all settings, as if the user had made none.
    void start_over();
    /// The user's settings, with which the next start begins; none: the user has made none.
    const std::optional<SessionSettings>& user_settings() const { return model_.user_settings; }
    /// Reads a palette file into Snapshot::palette_offer; a failure becomes a notice.
    void open_palette(const std::filesystem::path& path);
    /// Uses the offered palette from now on, or drops it.
    void take_palette(PaletteUse use);
    void decline_palette() { drop(&Snapshot::palette_offer); }
    /// Opens a picture, or adds it to a queue. But a grey one of the size of the open one becomes
    /// Snapshot::mask_offer, `likely` for this use. If that is one of masks, no other picture is opened; a
    /// notice says why.
    void open_or_offer(const std::filesystem::path& path, MaskUse likely = MaskUse::picture);
    /// Uses the offered mask, or opens it, in an open queue behind the others.
    void take_mask(MaskUse use);
    void decline_mask() { drop(&Snapshot::mask_offer); }
    void undo();
    void redo();
    /// Goes to the next radius at which the number of colours of the first weighting shown changes.
    void step_radius(Direction direction);

    /// Stops computing. The results shown stay, as previews or outdated.
    void cancel();
    /// Fills the whole curve exactly, however long that takes.
    void complete_curve() { request({}, true); }
    /// Computes what cancel() or a failure interrupted.
    void resume() { request(); }
    void choose_engine(const EngineChoice& choice);
    void dismiss_notice() {
        model_.set_notice();
        ++model_.revision;
    }
    void dismiss_exported() { drop(&Snapshot::exported); }
    void dismiss_restored() { drop(&Snapshot::has_restored); }
    /// Removes the edits that are kept of all pictures; the open one's stay until the session ends.
    void forget_edits();

    /// Follows the colours that became this one. Their trajectories come a moment later, in Snapshot::traces.
    void look_at(const std::shared_ptr<const Result>& result, Rgb color);
    /// Follows at most `max_points` colours from the source to this result. Their states come bit by bit, in
    /// Snapshot::drift.
    void let_drift(const std::shared_ptr<const Result>& result, std::size_t max_points);
    /// Nobody looks at the drift any more.
    void stop_drift() { drifter_.stop(); }
    bool is_drifting() const { return drifter_.busy(); }

    /// Writes results in the background; Snapshot::exported or Snapshot::notice tells the outcome. Refuses,
    /// with a notice, while a requested result is not exact or another export runs. Returns whether it has
    /// begun.
    bool export_results(const ExportRequest& request);
    /// Finds the size of an export's pictures, for Snapshot::export_bytes or export_refusal.
    void measure_export(const ExportRequest& request);
    /// The same, and finds the files that it would replace, for Snapshot::replaced.
    void prepare_export(const ExportRequest& request);
    /// Writes a result for each picture of a queue in the background, while the session works on the open
    /// one. Adds the edits of each picture. Snapshot::queue_export tells the progress.
    void export_queue(QueueExport request);
    /// Finds the files that an export of the queue would replace, for Snapshot::replaced.
    void prepare_queue_export(QueueExport request);
    /// Tells that files may have been written or removed: replaced files are found again for the next
    /// request.
    void recheck_files();
    /// Whether replaced files, the size of an export or the picture's earlier edits are being looked for.
    bool is_preparing() const { return replaced_.busy() || export_size_.busy() || memory_.is_searching(); }
    /// Ends the export of the queue between two files; written files stay.
    void cancel_queue_export() { queue_exporter_.cancel(); }

private:
    /// Shows it no more.
    template <class Shown>
    void drop(Shown Snapshot::*shown) {
        model_.*shown = {};
        ++model_.revision;
    }
    void fail(const std::string& sentence, const Refusal& refusal = {}) {
        model_.set_notice(sentence, refusal);
        ++model_.revision;
    }
    void end_export();
    void offer_palette();
    void offer_mask();
    void open_or_add(const std::filesystem::path& path);
    /// A picture that may be a mask for one of this size.
    struct MaskQuestion {
        std::filesystem::path path;
        MaskUse likely{};
        int width = 0, height = 0;
    };
    static std::shared_ptr<const Mask> read_mask(const MaskQuestion& question, const Progress&);
    /// The exact results of these weightings; none if one is missing.
    std::vector<std::shared_ptr<const Result>> exact_results(Weightings weightings) const;
    void open_all(std::vector<Location> queue);
    void start_opening(Opening file);
    void record(SessionSettings settings, Gesture gesture, const std::optional<Recipe>& shown = {});
    void take_recipe(const Recipe& recipe);
    bool are_forgotten(const RecipeEdits& edits) const;
    void restore_edits();
    void note_edits();
    void show_current();
    void take_answers();
    void request(std::optional<Direction> step = {}, bool whole_curve = false);
    void end_request(const Error& error, const std::shared_ptr<const Opening>& file);

    Model model_;
    std::optional<Weightings> before_gesture_{}; ///< the weightings where a change of the radius began
    std::uint64_t pasted_ = 0;                   ///< pictures from the clipboard so far
    EditMemory memory_;
    Location recipe_taken_for_{}; ///< the picture for which an offered recipe was taken; its earlier edits
                                  ///< stay away
    std::map<Location, RecipeEdits> forgotten_{}; ///< the edits when all were last forgotten
    RequestWorker worker_;
    JobRunner runner_; ///< declared after what its jobs use
    LatestJob<Export, Exported> exporter_;
    QueueExporter queue_exporter_;
    LatestJob<std::filesystem::path, PaletteInput> palette_reader_;
    LatestJob<MaskQuestion, std::shared_ptr<const Mask>> mask_reader_;
    LatestJob<TracedColor, std::shared_ptr<const Traces>> tracer_;
    Drifter drifter_;
    LatestJob<Export, std::uintmax_t> export_size_;
    /// An export of the picture with this location, or of a queue.
    using PlannedExport = std::variant<std::pair<ExportRequest, Location>, QueueExport>;
    LatestJob<PlannedExport, ConfirmedFiles> replaced_;
};

}
