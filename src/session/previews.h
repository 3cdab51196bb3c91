#pragma once

#include "base/job_runner.h"
#include "engines/engine_choice.h"
#include "pipeline/pipeline.h"
#include "session/result.h"

#include <memory>
#include <vector>

namespace huedrift {

/// Estimates of results, shown while exact ones are computed. A large picture is estimated by a sample of its
/// pixels.
class Previews {
public:
    /// `pipeline` must outlive it.
    Previews(std::shared_ptr<const std::vector<EngineEntry>> engines, Pipeline& pipeline)
        : engines_(std::move(engines)), pipeline_(pipeline) {}

    /// Goes over to the picture that the pipeline has prepared. `is_counted`: its colours are those of its
    /// own pixels. Throws Error(cancelled).
    void look_at(const std::shared_ptr<const Picture>& picture, bool is_counted, const Progress& progress);
    void forget();
    /// Whether the picture has a sample.
    bool has_sample() const { return sample_ != nullptr; }

    /// Whether an exact result takes long enough for a preview.
    bool is_worthwhile(const Recipe& recipe);
    /// A preview without its id and layers. One that has begun is finished, as the next would begin later and
    /// take as long. Throws Error(cancelled) while an exact drift is computed for it.
    Result make(const Recipe& recipe, JobRunner::Run& run);

private:
    LabelSteps previewed_steps(LabelSteps steps) const;
    bool takes_long(const Recipe& recipe);
    Result make_by_all(const Recipe& recipe, bool gains, JobRunner::Run& run);
    Result make_by_sample(const Recipe& recipe, JobRunner::Run& run);
    void shrink(Reduced& preview) const;

    std::shared_ptr<const std::vector<EngineEntry>> engines_;
    Pipeline& pipeline_;
    std::shared_ptr<const Picture> picture_;
    std::shared_ptr<const Sample> sample_; ///< null: the picture has few pixels, or is an animation
    std::unique_ptr<Engine> engine_;       ///< keeps its structures for the sample's colours
};

}
