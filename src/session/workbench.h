#pragma once

#include "reduction/preview.h"
#include "session/curve_filler.h"
#include "session/job_runner.h"
#include "session/snapshot.h"

#include <deque>

namespace huedrift {

/// What a session wants to be true.
struct Request {
    /// A radius to be found instead of the one given.
    struct Seek {
        std::optional<std::size_t>
            colors{}; ///< as many as possible, this many at most; none: the next change
        Direction direction = Direction::up; ///< in which the next change of the count is looked for
    };

    std::uint64_t number = 0;
    std::filesystem::path path; ///< the file that shall be open
    std::uint64_t opening = 0;  ///< a number per opening: the same file again is a reload
    bool take_recipe = false;   ///< the parameters that made the file, where it tells them, instead of these
    Parameters parameters;
    std::optional<Seek> seek{};
    EngineChoice engine;
};

/// Takes what a workbench hands over, each as soon as it is there; on the thread that empties the outbox.
class Receiver {
public:
    virtual void on_activity(Activity activity) = 0;
    virtual void on_document(std::shared_ptr<const Document> document, std::uint64_t opening) = 0;
    virtual void on_picture(std::shared_ptr<const Picture> picture) = 0;
    /// Others than those of the request with that number, which are the ones it goes on with.
    virtual void on_parameters(const Parameters& parameters, std::uint64_t request) = 0;
    virtual void on_result(std::shared_ptr<const Result> result) = 0;
    virtual void on_curve(std::shared_ptr<const Curve> curve) = 0;
    /// What the user should know of a device that failed while all went on.
    virtual void on_note(const std::string& sentence) = 0;

protected:
    ~Receiver() = default;
};

/// Makes requests true and keeps what later ones can use: the file, its analysis, engines, the last results.
/// Belongs to the job runner's thread.
class Workbench {
public:
    Workbench(std::shared_ptr<const std::vector<EngineEntry>> engines, Receiver& receiver);

    /// Loads, analyses, looks for a radius, previews, reduces, and fills the curves. Whatever was handed over
    /// stays good when it throws.
    void fulfil(const Request& request, JobRunner::Run& run);

private:
    bool open(const Request& request, JobRunner::Run& run);
    void analyse(const Parameters& parameters, const EngineChoice& choice, JobRunner::Run& run);
    void choose_engine(const EngineChoice& choice);
    double found_radius(const Request::Seek& seek, const Parameters& parameters, JobRunner::Run& run);
    void preview(const Parameters& parameters, JobRunner::Run& run);
    void reduce(const Parameters& parameters, JobRunner::Run& run);
    void fill_curves(const Parameters& parameters, JobRunner::Run& run);

    std::shared_ptr<const Result> known(const Parameters& parameters, Weighting weighting) const;
    std::shared_ptr<const Result> make_result(const Parameters& parameters, Weighting weighting, bool exact,
                                              Progress& progress);
    void show(JobRunner::Run& run, Activity activity);
    void correct(JobRunner::Run& run, const Request& request, const Parameters& parameters);
    void hand_over(JobRunner::Run& run, std::shared_ptr<const Result> result);

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Receiver& receiver_;
    std::shared_ptr<const Document> document_;
    std::uint64_t opening_ = 0;
    std::shared_ptr<const Picture> picture_;
    std::optional<Preview> coarse_; ///< of picture_, once it was needed
    const EngineEntry* chosen_ = nullptr;
    std::unique_ptr<Engine> engine_, preview_engine_;  ///< two, for each keeps the set that it saw last
    std::vector<std::string> told_;                    ///< of the engines, not yet handed over
    std::deque<std::shared_ptr<const Result>> recent_; ///< exact ones, newest first
    CurveFiller curves_;
    std::uint64_t last_id_ = 0;
};

}
