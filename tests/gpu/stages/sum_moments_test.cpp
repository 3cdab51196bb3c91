#include "gpu/stages/sum_moments.h"

#include "gpu/stages/random_points.h"
#include "shaders/stages/sum_moments_params.h"
#include "vulkan/device_fixture.h"

#include <array>

namespace huedrift::gpu {
namespace {

using Moments = std::array<std::int64_t, SUM_MOMENTS_VALUES>;

/// The sums over the points within the radius of a position, all relative to an origin.
Moments moments_on_cpu(const ColorSet& set, Weighting weighting, std::int64_t r2, const Position& position,
                       const Position& origin) {
    Moments moments{};
    for (std::size_t i = 0; i < set.size(); ++i) {
        const Position& p = set.positions()[i];
        if (squared_distance(p, position) > r2) continue;
        const std::int64_t weight = weighting == Weighting::palette ? 1 : std::int64_t{set.counts()[i]};
        const Position relative{p.l - origin.l, p.a - origin.a, p.b - origin.b};
        const std::int64_t square = squared_distance(relative, {});
        const std::array values{
            std::int64_t{1},          std::int64_t{relative.l},           std::int64_t{relative.a},
            std::int64_t{relative.b}, square % (1 << SECOND_MOMENT_BITS), square >> SECOND_MOMENT_BITS};
        for (std::size_t k = 0; k < values.size(); ++k) moments[k] += weight * values[k];
    }
    return moments;
}

class SumMomentsTest : public vulkan::DeviceTest {
protected:
    static void expect_twin(const ColorSet& set, std::uint32_t count, double radius, Weighting weighting) {
        SCOPED_TRACE(std::to_string(count) + " positions, r = " + std::to_string(radius));
        const Analysis analysis =
            analyse(device(), AnalysisStages(device()), set, device().facts().subgroup_size);
        const Position& origin = analysis.origin;
        const std::int64_t r2 = squared_radius(radius);
        std::vector<Position> positions;
        std::vector<std::int32_t> relative;
        for (std::uint32_t i = 0; i < count; ++i) {
            Position p = set.positions()[i % set.size()];
            p.a += static_cast<std::int32_t>(i % 5 * 1009);
            positions.push_back(p);
            relative.insert(relative.end(), {p.l - origin.l, p.a - origin.a, p.b - origin.b});
        }
        const vulkan::Buffer in(device(), "positions", 4 * relative.size()),
            out(device(), "moments", sizeof(Moments) * positions.size());
        upload(device(), in, std::as_bytes(std::span(relative)));
        const SumMoments stage(device(), variant_for(analysis, weighting));
        vulkan::Recorder recorder(device());
        stage.record(recorder, analysis, in, out, count, r2, analysis.farthest + 5000);
        recorder.run();
        const auto moments = values_of<Moments>(device(), out, count);
        for (std::uint32_t i = 0; i < count; i += 1 + count / 300)
            ASSERT_EQ(moments[i], moments_on_cpu(set, weighting, r2, positions[i], origin)) << i;
    }
};

TEST_F(SumMomentsTest, EqualsTheTwinOnAnyCount) {
    const ColorSet set = random_points(499);
    for (const std::uint32_t count : awkward_counts(device(), device().facts().subgroup_size))
        expect_twin(set, count, 0.01, Weighting::frequency);
}

TEST_F(SumMomentsTest, EqualsTheTwinAtAnyRadius) {
    const ColorSet set = random_points(997, {1 << 24, 1 << 24, 1 << 24});
    for (const double radius : {6e-8, 0.001, 0.1, 0.5, 1.7})
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency})
            expect_twin(set, 120, radius, weighting);
}

}
}
