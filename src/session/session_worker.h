#pragma once

#include "base/job_runner.h"
#include "engines/engine_pool.h"
#include "pipeline/pipeline.h"
#include "pipeline/sample.h"
#include "session/curve_filler.h"
#include "session/recent_results.h"
#include "session/snapshot.h"

#include <chrono>
#include <limits>
namespace huedrift {

/// A file to open. Each object is a new request, even for the same file: a reload.
struct Opening {
    Location path;
    bool offers = true; ///< offers the recipe that the file carries
    bool skips = false; ///< goes on with the next file of the queue if this one cannot be opened
    /// The settings, without edits, that were made for other pictures; none: those are of this one, or
    /// nobody has set any.
    std::optional<SessionSettings> met{};
};

/// The state that a session wants its worker to reach.
struct Request {
    std::uint64_t number = 0;
    std::shared_ptr<const Opening> opening{}; ///< null: keep the open file
    SessionSettings settings;
    std::optional<Direction> step{}; ///< goes to the next radius with another number of colours
    bool whole_curve = false;        ///< fills it exactly, however long that takes
    std::vector<Location> linked{};  ///< pictures that share a palette; none: each has its own
    bool suggest = false;            ///< replaces the settings by the look that suits the picture
    EngineChoice engine;
};

/// Receives a worker's deliveries when they are ready, on the thread that empties the outbox.
class Receiver {
public:
    /// `request` is the number of the request.
    virtual void on_activity(Activity activity, std::uint64_t request) = 0;
    virtual void on_document(std::shared_ptr<const Document> document,
                             std::shared_ptr<const RecipeOffer> offer,
                             const std::shared_ptr<const Opening>& opening) = 0;
    /// Comes with every request that gets so far. `linked`: it has the colours of the linked pictures.
    virtual void on_picture(std::shared_ptr<const Picture> picture, bool linked) = 0;
    /// This many of the linked pictures could be read.
    virtual void on_linked(std::size_t pictures) = 0;
    /// The worker changed the settings of this request and continues with these.
    virtual void on_settings(const SessionSettings& settings, std::uint64_t request) = 0;
    /// The radius that the recipe has chosen.
    virtual void on_chosen_radius(double radius, std::uint64_t request) = 0;
    /// The worker continues with this look, which suits the picture, and its recipe. `plain`: the look to
    /// offer if that is pixel art.
    virtual void on_suggestion(Look look, Look plain, const Recipe& recipe, std::uint64_t request) = 0;
    /// The look that suits the picture, whose settings the request has not asked for.
    virtual void on_suiting_look(Look look, std::uint64_t request) = 0;
    /// The recipe of the picture, if it is not that of the settings.
    virtual void on_resolved(const Recipe& recipe, std::uint64_t request) = 0;
    virtual void on_result(std::shared_ptr<const Result> result) = 0;
    virtual void on_curve(std::shared_ptr<const Curve> curve) = 0;
    /// The number of colours whose errors nobody sees, for the first weighting.
    virtual void on_enough(std::shared_ptr<const EnoughColors> enough) = 0;
    /// A device failed without stopping the work; tell the user.
    virtual void on_note(const std::string& sentence) = 0;

protected:
    ~Receiver() = default;
};

/// Fulfils requests with the pipeline and keeps the last results. Used only on the job runner's thread.
class SessionWorker {
public:
    SessionWorker(std::shared_ptr<const std::vector<EngineEntry>> engines, Receiver& receiver);

    /// Loads, analyses, finds a radius if asked, previews, reduces, finds how many colours are enough, and
    /// fills the curves. Deliveries stay valid if it throws.
    void fulfil(const Request& request, JobRunner::Run& run);

private:
    /// The pictures that share a palette, and the settings that affect their counted colours.
    struct Linked {
        std::vector<Location> files{};
        std::vector<std::filesystem::file_time_type> written{}; ///< the time of each file
        ProfileUse profile{};
        AlphaMode alpha{};
        int smooth = 0;
        std::shared_ptr<const ColorTable> table{};
        friend bool operator==(const Linked&, const Linked&) = default;
    };
    void open(const Request& request, JobRunner::Run& run);
    void link(const Request& request, JobRunner::Run& run);
    void forget_picture();
    bool is_large_picture() const;
    void analyse(const Request& request, const Recipe& recipe, JobRunner::Run& run);
    void choose_engine(const EngineChoice& choice);
    void require_engine(const EngineChoice& choice) const;
    /// Goes to the next radius with another number of colours.
    void step_radius(SessionSettings& settings, Direction direction, JobRunner::Run& run);
    /// Goes over to the recipe of the picture. `look` suits it; none: the settings count.
    void resolve(std::optional<Look> look, Recipe& recipe, JobRunner::Run& run);
    void choose_radius(Recipe& recipe, JobRunner::Run& run);
    Look suggest(const Request& request, JobRunner::Run& run);
    void find_suiting_look(JobRunner::Run& run);
    Look suiting_look(JobRunner::Run& run);
    /// Whether something was shown.
    bool preview(const SessionSettings& settings, JobRunner::Run& run);
    Result previewed_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run);
    Result previewed_by_sample(const Recipe& recipe, JobRunner::Run& run);
    static void count_as_whole(Result& result);
    bool exact_is_due();
    void reduce(const SessionSettings& settings, JobRunner::Run& run);
    void find_enough(const SessionSettings& settings, JobRunner::Run& run);
    void fill_curves(const SessionSettings& settings, bool whole, JobRunner::Run& run);

    /// The exact result of a reduction, kept or new.
    std::shared_ptr<const Result> keep(const Reduced& reduced, const Progress& progress);
    Result measured(Reduced reduced, bool exact, const Progress& progress);

    void show(JobRunner::Run& run, Activity activity);
    void hand_over(JobRunner::Run& run, std::shared_ptr<const Result> result);

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Receiver& receiver_;
    std::shared_ptr<const Opening> opened_; ///< the request for the open document
    ProfileUse profile_use_{};              ///< applied when it was loaded
    std::optional<Look> look_{};            ///< the look that suits it, once requested
    Look plain_look_{};                     ///< the look that suits its pixels as they are
    const EngineEntry* chosen_ = nullptr;
    std::optional<EnginePool> pool_; ///< none if the chosen engine cannot be used
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<PictureFilter> filter_;
    std::uint64_t request_ = 0;             ///< the number of the present one
    std::vector<std::string> device_notes_; ///< from the engines, not yet delivered
    Pipeline pipeline_;
    Linked linked_;
    std::shared_ptr<const Document> checked_; ///< all its colours are linked
    std::shared_ptr<const Picture> picture_;  ///< the pipeline's last
    std::shared_ptr<const Sample> sample_;    ///< of it, for previews; null: it has few pixels
    std::unique_ptr<Engine> sample_engine_;   ///< keeps what it builds for the sample's colours
    RecentResults results_;                   ///< exact results of the picture
    Stage<std::pair<std::shared_ptr<const Picture>, Recipe>, EnoughColors> enough_; ///< by enough_recipe()
    CurveFiller curves_;
    std::uint64_t last_id_ = 0;
    double exact_seconds_ = std::numeric_limits<double>::infinity(); ///< that the last exact results took
    std::chrono::steady_clock::time_point exact_shown_{};
};

}
