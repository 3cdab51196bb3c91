#include "session/recent_results.h"

#include <algorithm>
#include <cassert>
#include <set>

namespace huedrift {
namespace {

template <class Value>
std::size_t bytes_of(const std::vector<Value>& values) {
    return values.capacity() * sizeof(Value);
}

bool is_same_but_order(const Recipe& x, const Recipe& y) {
    Recipe ordered = x;
    ordered.output = y.output;
    ordered.labels.scale = y.labels.scale; // of files
    return ordered == y;
}

}

template <class Matches>
std::shared_ptr<const Result> RecentResults::find_by(const Matches& matches) {
    const auto at = std::ranges::find_if(results_, [&](const auto& result) { return matches(*result); });
    if (at == results_.end()) return nullptr;
    std::rotate(results_.begin(), at, at + 1);
    return results_.front();
}

std::shared_ptr<const Result> RecentResults::find(const std::shared_ptr<const Picture>& picture,
                                                  const Recipe& recipe) {
    return find_by(
        [&](const Result& result) { return result.picture == picture && result.recipe == recipe; });
}

std::shared_ptr<const Result> RecentResults::find_unordered(const std::shared_ptr<const Picture>& picture,
                                                            const Recipe& recipe) {
    return find_by([&](const Result& result) {
        return result.picture == picture && is_same_but_order(result.recipe, recipe);
    });
}

void RecentResults::add(std::shared_ptr<const Result> result) {
    assert(result && result->palette);
    results_.push_front(std::move(result));
    while (results_.size() > 1 && (results_.size() > max_count || bytes() > max_bytes_)) results_.pop_back();
}

std::size_t RecentResults::bytes() const {
    std::size_t sum = 0;
    std::set<const void*> counted;
    for (const auto& result : results_) {
        sum += bytes_of(result->swatches) + bytes_of(result->edited) + bytes_of(result->layers.list) +
               bytes_of(result->layers.ends);
        if (counted.insert(result->palette.get()).second)
            sum += bytes_of(result->palette->entries) + bytes_of(result->palette->entry_of);
        if (result->pixels && counted.insert(result->pixels.get()).second) sum += result->pixels->bytes();
    }
    return sum;
}

namespace {

constexpr std::size_t max_curves = 8;

Recipe without_radius(Recipe recipe) {
    recipe = recipe.as_found();
    recipe.shift.radius = Recipe{}.shift.radius;
    return recipe;
}

/// The point at a radius, or where to insert one.
auto place_of(std::vector<SweepPoint>& points, double radius) {
    return std::ranges::lower_bound(points, radius, {}, &SweepPoint::radius);
}

void insert(std::vector<SweepPoint>& points, const SweepPoint& point) {
    assert(point.radius > 0 && std::ranges::is_sorted(points, {}, &SweepPoint::radius));
    const auto at = place_of(points, point.radius);
    if (at == points.end() || at->radius != point.radius)
        points.insert(at, point);
    else if (point.exact)
        *at = point;
}

/// Whether the curve has a point at the radius, an exact one if `exact`.
bool has(std::vector<SweepPoint>& points, double radius, bool exact) {
    const auto at = place_of(points, radius);
    return at != points.end() && at->radius == radius && (at->exact || !exact);
}

/// The radii of the curve; each lies in the middle of the widest gap between earlier ones.
std::vector<double> coarse_first() {
    const std::vector<double> ascending = radii_between(min_slider_radius, max_radius, Curve::radii);
    std::vector<double> order{ascending.front(), ascending.back()};
    for (std::size_t step = (ascending.size() - 1) / 2; step > 0; step /= 2)
        for (std::size_t i = step; i < ascending.size(); i += 2 * step) order.push_back(ascending[i]);
    return order;
}

}

Curve& CurveFiller::curve_of(const std::shared_ptr<const Picture>& picture, const Recipe& recipe) {
    const Recipe compared = without_radius(recipe);
    const auto found = std::ranges::find_if(
        curves_, [&](const Curve& curve) { return curve.picture == picture && curve.recipe == compared; });
    if (found != curves_.end()) return *found;
    // Curves of other pictures are rarely needed again and keep their pixels in memory.
    std::erase_if(curves_, [&](const Curve& curve) { return curve.picture != picture; });
    curves_.push_front({picture, compared});
    if (curves_.size() > max_curves) curves_.pop_back();
    return curves_.front();
}

void CurveFiller::note(const Result& result) {
    // Curves leave out the later phases, and 0 has no place on their axis.
    if (result.recipe != result.recipe.as_found() || !result.recipe.shift.drifts()) return;
    insert(curve_of(result.picture, result.recipe).points,
           {result.recipe.shift.radius, result.palette->entries.size(), result.swatches.size()});
}

std::vector<Plateau> CurveFiller::plateaus(const std::shared_ptr<const Picture>& picture,
                                           const Recipe& recipe) {
    const Curve& curve = curve_of(picture, recipe);
    if (curve.first.size() < std::size_t{Curve::radii}) return {};
    return suggested_radii(curve.first);
}

void CurveFiller::fill(const std::shared_ptr<const Picture>& picture, const Recipe& recipe,
                       const CountAt& estimate_at, const ReduceAt& reduce_at, Progress& progress,
                       const Publish& publish) {
    Curve& curve = curve_of(picture, recipe);
    publish(std::make_shared<Curve>(curve));
    const auto add = [&](bool exact, const auto& point_at) {
        for (const double radius : coarse_first()) {
            const bool is_first = !has(curve.first, radius, false);
            if (!is_first && has(curve.points, radius, exact)) continue;
            Progress part(progress, 1, 1);
            const SweepPoint point = point_at(radius, part);
            insert(curve.points, point);
            if (is_first) insert(curve.first, point);
            publish(std::make_shared<Curve>(curve));
        }
    };
    if (estimate_at)
        add(false, [&](double radius, Progress& part) -> SweepPoint {
            const std::size_t colors = estimate_at(radius, part);
            return {.radius = radius, .modes = colors, .colors = colors, .exact = false};
        });
    if (!reduce_at || curve.complete) return;
    add(true,
        [&](double radius, Progress& part) { return sweep(reduce_at, std::span(&radius, 1), part).front(); });
    curve.complete = true;
    publish(std::make_shared<Curve>(curve));
}

}
