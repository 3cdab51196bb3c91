#pragma once

#include "session/result.h"

#include <deque>
#include <functional>

namespace huedrift {

/// The results used last, as many as fit into the memory for them.
class RecentResults {
public:
    static constexpr std::size_t max_count = 16, max_bytes = std::size_t{256} << 20;

    explicit RecentResults(std::size_t bytes = max_bytes) : max_bytes_(bytes) {}

    /// The result of a recipe for the colours of a picture; null if it is not kept.
    std::shared_ptr<const Result> find(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);
    /// The same, of a recipe that may differ in what only its files show: order and enlarged cells.
    std::shared_ptr<const Result> find_unordered(const std::shared_ptr<const Picture>& picture,
                                                 const Recipe& recipe);
    /// Keeps a result, and drops those whose use is longest ago.
    void add(std::shared_ptr<const Result> result);
    void clear() { results_.clear(); }

    /// The bytes of the results without their picture; counts shared parts once.
    std::size_t bytes() const;
    std::size_t count() const { return results_.size(); }

private:
    template <class Matches>
    std::shared_ptr<const Result> find_by(const Matches& matches);

    std::size_t max_bytes_;
    std::deque<std::shared_ptr<const Result>> results_; ///< the one used last first
};

/// Fills curves of output colours against radius point by point, coarse first. Resumes after interruptions.
class CurveFiller {
public:
    /// Receives each new state of a curve.
    using Publish = std::function<void(std::shared_ptr<const Curve>)>;
    /// Publishes the known part of the curve of `picture` and `recipe` (except its radius), adds missing
    /// points by estimates, then replaces those by exact points. Without one of the functions it leaves out
    /// its part. Throws as they do and keeps the points so far.
    void fill(const std::shared_ptr<const Picture>& picture, const Recipe& recipe, const CountAt& estimate_at,
              const ReduceAt& reduce_at, Progress& progress, const Publish& publish);
    /// Adds an exact result to its curve.
    void note(const Result& result);
    /// The longest plateaus of a curve by the first counts at all its radii, so that they stay the same
    /// whatever is counted later; none before.
    std::vector<Plateau> plateaus(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

private:
    Curve& curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe);

    std::deque<Curve> curves_; ///< a few, newest first
};

}
