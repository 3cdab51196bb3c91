#include "session/curve_filler.h"

#include "reduction/merge.h"

#include <algorithm>

namespace huedrift {
namespace {

constexpr std::size_t max_curves = 8;

Parameters without_radius(Parameters parameters) {
    parameters.radius = Parameters{}.radius;
    parameters.weightings = Weightings::both;
    return parameters;
}

void insert(std::vector<SweepPoint>& points, const SweepPoint& point) {
    const auto at = std::ranges::lower_bound(points, point.radius, {}, &SweepPoint::radius);
    if (at == points.end() || at->radius != point.radius) points.insert(at, point);
}

/// The radii of the curve, each in the middle of the widest gap that those before it leave.
std::vector<double> coarse_first() {
    const std::vector<double> ascending =
        radii_between(min_slider_radius, largest_radius, CurveFiller::radii);
    std::vector<double> order{ascending.front(), ascending.back()};
    for (std::size_t step = (ascending.size() - 1) / 2; step > 0; step /= 2)
        for (std::size_t i = step; i < ascending.size(); i += 2 * step) order.push_back(ascending[i]);
    return order;
}

}

Curve& CurveFiller::curve_of(const std::shared_ptr<const Picture>& picture, const Parameters& parameters,
                             Weighting weighting) {
    const Parameters wanted = without_radius(parameters);
    const auto found = std::ranges::find_if(curves_, [&](const Curve& curve) {
        return curve.picture == picture && curve.parameters == wanted && curve.weighting == weighting;
    });
    if (found != curves_.end()) return *found;
    // A curve of another picture will hardly be seen again, and keeps all its pixels.
    std::erase_if(curves_, [&](const Curve& curve) { return curve.picture != picture; });
    curves_.push_front({picture, wanted, weighting, {}, false});
    if (curves_.size() > max_curves) curves_.pop_back();
    return curves_.front();
}

void CurveFiller::note(const Result& result) {
    insert(curve_of(result.picture, result.parameters, result.weighting).points,
           {result.parameters.radius, result.reduction.modes.size(), result.palette.size()});
}

std::shared_ptr<const Curve> CurveFiller::so_far(const std::shared_ptr<const Picture>& picture,
                                                 const Parameters& parameters, Weighting weighting) {
    return std::make_shared<Curve>(curve_of(picture, parameters, weighting));
}

void CurveFiller::fill(Engine& engine, const std::shared_ptr<const Picture>& picture,
                       const Parameters& parameters, Weighting weighting, Progress& progress,
                       const std::function<void(std::shared_ptr<const Curve>)>& publish) {
    Curve& curve = curve_of(picture, parameters, weighting);
    if (curve.complete) return;
    Options options = parameters.options(weighting);
    for (const double radius : coarse_first()) {
        if (std::ranges::binary_search(curve.points, radius, {}, &SweepPoint::radius)) continue;
        options.radius = radius;
        Progress part(progress, 1, 1);
        const Reduction reduction =
            reduce_and_merge(engine, picture->colors, options, parameters.merge_distance, part);
        insert(curve.points, {radius, reduction.modes.size(), output_colors(reduction).size()});
        publish(std::make_shared<Curve>(curve));
    }
    curve.complete = true;
    publish(std::make_shared<Curve>(curve));
}

}
