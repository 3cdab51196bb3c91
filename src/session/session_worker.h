#pragma once

#include "base/job_runner.h"
#include "engines/engine_pool.h"
#include "pipeline/document.h"
#include "pipeline/pipeline.h"
#include "session/curve_filler.h"
#include "session/model.h"
#include "session/recent_results.h"

#include <chrono>
#include <limits>

namespace huedrift {

/// The input of a session's job, which is to make the model show this. Immutable once posted.
struct Request {
    std::uint64_t generation = 0;
    std::shared_ptr<const Opening> file{}; ///< null: keep the open file
    std::shared_ptr<const Recipe> recipe{};
    Weightings weightings{};
    std::optional<Direction> step{}; ///< goes to the next radius with another number of colours
    bool whole_curve = false;        ///< fills it exactly, however long that takes
    /// Pictures that share a palette; null: each has its own.
    std::shared_ptr<const std::vector<Location>> linked{};
    bool suggest = false; ///< replaces the settings by the look that suits the picture
    Masks masks{};
    EngineChoice engine{};
};

/// Fulfils requests with the pipeline and keeps the last results. Used only on the job runner's thread.
class SessionWorker {
public:
    /// The jobs' closures change `model` when their runner delivers them.
    SessionWorker(std::shared_ptr<const std::vector<EngineEntry>> engines, Model& model);

    /// Loads, analyses, finds a radius if asked, previews, reduces, finds how many colours are enough, and
    /// fills the curves. Posted closures stay valid if it throws.
    void fulfil(const Request& request, JobRunner::Run& run);

private:
    /// A request that is being fulfilled.
    struct Job;
    /// The pictures that share a palette, the time of each file, and the settings that affect their colours.
    struct Linked {
        std::vector<Location> files{};
        std::vector<std::filesystem::file_time_type> written{};
        ProfileUse profile{};
        AlphaMode alpha{};
        int smooth = 0;
        friend bool operator==(const Linked&, const Linked&) = default;
    };
    void open(Job& job);
    void link(Job& job);
    void forget_picture();
    bool is_large_picture() const;
    void analyse(Job& job);
    void choose_engine(const EngineChoice& choice);
    /// Goes to the next radius with another number of colours.
    void step_radius(Job& job, Direction direction);
    /// Goes over to the recipe of the picture. `look` suits it; none: the settings count.
    void resolve(Job& job, std::optional<Look> look);
    void choose_radius(Job& job);
    Look suiting_look(Job& job);
    void offer_suiting_look(Job& job);
    /// Whether it has shown previews.
    bool preview(Job& job);
    Result previewed_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run);
    Result previewed_by_sample(const Recipe& recipe, JobRunner::Run& run);
    static void count_as_whole(Result& result);
    bool exact_is_due();
    void reduce(Job& job);
    void find_enough(Job& job);
    void fill_curves(Job& job);

    /// The exact result of a reduction, kept or new.
    std::shared_ptr<const Result> keep(const Reduced& reduced, const Progress& progress);
    Result measured(Reduced reduced, bool exact, const Progress& progress);
    void hand_over(Job& job, std::shared_ptr<const Result> result);

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Model& model_;                             ///< only for posted closures
    std::shared_ptr<const Opening> open_file_; ///< of the document
    ProfileUse profile_use_{};                 ///< applied when it was loaded
    std::optional<Look> look_{};               ///< the look that suits it, once requested
    Look plain_look_{};                        ///< the look that suits its pixels as they are
    const EngineEntry* chosen_ = nullptr;
    std::optional<EnginePool> pool_; ///< none if the chosen engine cannot be used
    std::unique_ptr<Engine> engine_;
    std::unique_ptr<PictureFilter> filter_;
    std::vector<std::string> device_notes_; ///< from the engines, not yet posted
    Pipeline pipeline_;
    Stage<Linked, ColorTable> linked_;        ///< the colours of the linked pictures
    std::shared_ptr<const Document> checked_; ///< all its colours are among them; null: nothing is linked
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
