#include "bench/published_pipeline.h"

#include "bench/shaders/published_mean_shift_params.h"
#include "bench_shader_code.h"
#include "gpu/stages/gilbert.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace huedrift::bench {
namespace {

using vulkan::Buffer;
using Clock = std::chrono::steady_clock;

using Float4 = std::array<float, 4>;

// As the shader lays it out: the centre, the centre before and the colour.
struct Mover {
    std::array<float, 3> center, previous;
    std::uint32_t color;
};
static_assert(sizeof(Mover) == 28);

// Thresholds of the published program, in colours.
constexpr std::size_t curve_order_above = 75'000;
constexpr std::size_t one_dispatch_up_to = 50'000;

template <class T>
Buffer uploaded(vulkan::Device& device, const char* name, const std::vector<T>& data) {
    Buffer buffer(device, name, sizeof(T) * data.size());
    vulkan::upload(device, buffer, std::as_bytes(std::span(data)));
    return buffer;
}

vulkan::Pass published_pass(const vulkan::Device& device, Weighting weighting, std::uint32_t grid_side) {
    return {
        device, published_mean_shift_shader(), {.constants = {weighting == Weighting::frequency, grid_side}}};
}

}

PublishedSettings published_settings(const vulkan::DeviceFacts& device) {
    if (device.type == vulkan::DeviceType::cpu) return {.grid_side = 10, .unlimited_steps = 1};
    return {};
}

/// Everything that is made once per image.
struct PublishedPipeline::Grid {
    Grid(const ColorSet& colors, std::uint32_t grid_side);

    std::array<float, 3> low{}, range{};
    std::vector<Float4> points;                       ///< l, a, b, pixels
    std::vector<std::uint32_t> members;               ///< colours, cell by cell
    std::vector<std::array<std::uint32_t, 2>> ranges; ///< of members, by cell, l slowest
    std::vector<Float4> palette_sums, frequency_sums; ///< by cell: sum of l, a, b and of the weights
    std::vector<Mover> start;                         ///< every colour where it lies

private:
    void place(const ColorSet& colors);
    void group();
    std::size_t cell_number(const Cell& cell) const;
    std::size_t cell_of(const Float4& point) const;
    std::vector<std::size_t> cells_in_order() const;

    int side_;
};

PublishedPipeline::Grid::Grid(const ColorSet& colors, std::uint32_t grid_side) : side_(int(grid_side)) {
    place(colors);
    group();
    for (const std::uint32_t color : members) {
        const Float4& p = points[color];
        start.push_back({{p[0], p[1], p[2]}, {p[0], p[1], p[2]}, color});
    }
}

void PublishedPipeline::Grid::place(const ColorSet& colors) {
    std::array<float, 3> high;
    low.fill(std::numeric_limits<float>::max());
    high.fill(std::numeric_limits<float>::lowest());
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const Oklab lab = oklab_from_position(colors.positions()[i]);
        const Float4 point{float(lab.l), float(lab.a), float(lab.b), float(colors.counts()[i])};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], point[axis]);
            high[axis] = std::max(high[axis], point[axis]);
        }
        points.push_back(point);
    }
    // A box without extent along an axis would have no cells there.
    for (std::size_t axis = 0; axis < 3; ++axis)
        range[axis] = high[axis] > low[axis] ? high[axis] - low[axis] : 1;
}

std::size_t PublishedPipeline::Grid::cell_number(const Cell& cell) const {
    return std::size_t((cell.x * side_ + cell.y) * side_ + cell.z);
}

std::size_t PublishedPipeline::Grid::cell_of(const Float4& point) const {
    const auto side = float(side_);
    const auto along = [&](std::size_t axis) {
        return static_cast<int>(std::min((point[axis] - low[axis]) / range[axis] * side, side * 0.99999f));
    };
    return cell_number({along(0), along(1), along(2)});
}

std::vector<std::size_t> PublishedPipeline::Grid::cells_in_order() const {
    std::vector<std::size_t> order(std::size_t(side_ * side_ * side_));
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (points.size() > curve_order_above)
        std::ranges::transform(gilbert_order({side_, side_, side_}), order.begin(),
                               [&](const Cell& cell) { return cell_number(cell); });
    return order;
}

void PublishedPipeline::Grid::group() {
    const std::vector<std::size_t> order = cells_in_order();
    ranges.resize(order.size());
    palette_sums.resize(order.size(), Float4{});
    frequency_sums.resize(order.size(), Float4{});
    std::vector<std::vector<std::uint32_t>> lists(order.size());
    for (std::uint32_t color = 0; color < points.size(); ++color) {
        const Float4& p = points[color];
        const std::size_t cell = cell_of(p);
        lists[cell].push_back(color);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            palette_sums[cell][axis] += p[axis];
            frequency_sums[cell][axis] += p[axis] * p[3];
        }
        palette_sums[cell][3] += 1;
        frequency_sums[cell][3] += p[3];
    }
    for (const std::size_t cell : order) {
        const auto first = static_cast<std::uint32_t>(members.size());
        members.insert(members.end(), lists[cell].begin(), lists[cell].end());
        ranges[cell] = {first, static_cast<std::uint32_t>(members.size())};
    }
}

PublishedPipeline::PublishedPipeline(vulkan::Device& device, const ColorSet& colors,
                                     const PublishedSettings& settings)
    : PublishedPipeline(device, colors, settings, Grid(colors, settings.grid_side)) {}

PublishedPipeline::PublishedPipeline(vulkan::Device& device, const ColorSet& colors,
                                     const PublishedSettings& settings, const Grid& grid)
    : device_(device), settings_(settings), colors_(colors.size()), low_(grid.low), range_(grid.range),
      points_(uploaded(device, "points", grid.points)), members_(uploaded(device, "members", grid.members)),
      ranges_(uploaded(device, "group ranges", grid.ranges)),
      palette_sums_(uploaded(device, "palette sums", grid.palette_sums)),
      frequency_sums_(uploaded(device, "frequency sums", grid.frequency_sums)),
      start_(uploaded(device, "start", grid.start)), ends_(device, "ends", sizeof(Float4) * colors_),
      counter_(device, "still moving", 4),
      host_counter_(device, "still moving, read", 4, vulkan::Memory::readback),
      host_ends_(device, "ends, read", sizeof(Float4) * colors_, vulkan::Memory::readback),
      movers_{Buffer(device, "movers 0", sizeof(Mover) * colors_),
              Buffer(device, "movers 1", sizeof(Mover) * colors_)},
      palette_(published_pass(device, Weighting::palette, settings.grid_side)),
      frequency_(published_pass(device, Weighting::frequency, settings.grid_side)) {}

std::uint32_t PublishedPipeline::steps_of_dispatch(std::uint32_t moving) const {
    if (colors_ <= one_dispatch_up_to || moving <= 10'000) return settings_.unlimited_steps;
    return std::min(moving <= 100'000 ? 40u : 20u, settings_.unlimited_steps);
}

PublishedResult PublishedPipeline::mean_shift(double radius, Weighting weighting, double limit_seconds) {
    const bool palette = weighting == Weighting::palette;
    vulkan::Timer timer(device_);
    PublishedResult result;
    std::vector<Float4> ends(colors_);
    const Clock::time_point begin = Clock::now();
    const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
    for (auto moving = static_cast<std::uint32_t>(colors_); moving != 0; ++result.dispatches) {
        result.finished = elapsed() < limit_seconds;
        if (!result.finished) break;
        const std::size_t half = result.dispatches % 2;
        vulkan::Recorder recorder(device_, &timer);
        if (result.dispatches == 0) recorder.copy(start_, movers_[0]);
        recorder.fill(counter_, 0);
        recorder.barrier();
        recorder.dispatch(palette ? palette_ : frequency_,
                          {points_, members_, ranges_, palette ? palette_sums_ : frequency_sums_,
                           movers_[half], movers_[1 - half], counter_, ends_},
                          gpu::PublishedMeanShiftParams{.min_l = low_[0],
                                                        .min_a = low_[1],
                                                        .min_b = low_[2],
                                                        .range_l = range_[0],
                                                        .range_a = range_[1],
                                                        .range_b = range_[2],
                                                        .radius = float(radius),
                                                        .moving = moving,
                                                        .steps = steps_of_dispatch(moving)},
                          moving);
        recorder.barrier();
        recorder.copy(counter_, host_counter_);
        recorder.run();
        result.device_seconds += timer.last();
        std::memcpy(&moving, host_counter_.readable().data(), sizeof(moving));
    }
    vulkan::Recorder recorder(device_);
    recorder.copy(ends_, host_ends_);
    recorder.run();
    std::memcpy(ends.data(), host_ends_.readable().data(), sizeof(Float4) * colors_);
    result.wall_seconds = elapsed();
    for (const Float4& end : ends) result.ends.push_back({end[0], end[1], end[2]});
    return result;
}

}
