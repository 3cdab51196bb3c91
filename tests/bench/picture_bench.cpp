// Which way of smoothing and of counting is fastest on a device: the device time of each, after a check
// against the CPU's result.
#include "base/error.h"
#include "bench/bench_main.h"
#include "bench/shaders/histogram_sum_params.h"
#include "bench_shader_code.h"
#include "gpu/picture/luminance_histogram.h"
#include "gpu/picture/smooth.h"
#include "image/load.h"
#include "shaders/picture/luminance_histogram_params.h"
#include "shaders/picture/smooth_params.h"
#include "vulkan/device.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>

namespace huedrift::bench {
namespace {

using namespace gpu;
using namespace vulkan;

struct Settings {
    std::string image, device;
    int repeats = 9;
    bool json = false;
};

struct Row {
    std::string stage, variant;
    int width = 0; ///< pixels across the window of a smoothing, 0 for a histogram
    double seconds = 0;
};

/// Slow waves with noise on them: neighbouring pixels are alike and no two rows are.
Image generated() {
    Image image(4096, 2048);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto x = static_cast<std::uint32_t>(i % 4096), y = static_cast<std::uint32_t>(i / 4096);
        const auto channel = [&](std::uint32_t wave) {
            return static_cast<std::uint8_t>(((x * wave + y * (wave + 1)) >> 5) + (random() & 15));
        };
        image.pixels()[i] = {channel(1), channel(2), channel(3), 255};
    }
    return image;
}

class PictureBench {
public:
    PictureBench(Device& device, const Image& image, int repeats)
        : device_(device), image_(image), repeats_(repeats), pixels_(std::uint32_t(image.pixels().size())),
          source_(device, "source", image.pixels().size_bytes()), result_(device, "result", source_.bytes()),
          down_(device, "down", 4 * source_.bytes()), total_(device, "histogram", sizeof(DeviceHistogram)),
          chunks_(device, "chunks", max_workgroups * sizeof(DeviceHistogram)),
          sums_(device, "sums", max_workgroups * sizeof(DeviceHistogram)) {
        upload(device, source_, std::as_bytes(image.pixels()));
    }

    std::vector<Row> run() {
        for (int radius = 1; radius <= 9; ++radius) smooth_variants(radius);
        histogram_variants();
        return std::move(rows_);
    }

private:
    static constexpr std::uint32_t max_workgroups = 1024, per_sum = 32;

    std::uint32_t width() const { return std::uint32_t(image_.width()); }
    std::uint32_t height() const { return std::uint32_t(image_.height()); }

    double median_seconds(const std::function<void(Recorder&)>& record) {
        std::vector<double> seconds;
        Timer timer(device_);
        Recorder recorder(device_, &timer);
        record(recorder);
        for (int i = 0; i <= repeats_; ++i) {
            recorder.run();
            if (i != 0) seconds.push_back(timer.last()); // the first run warms up
        }
        std::ranges::nth_element(seconds, seconds.begin() + repeats_ / 2);
        return seconds[std::size_t(repeats_ / 2)];
    }

    Pass smooth_pass(const Shader& shader, int radius) {
        return {device_, shader, {.constants = {std::uint32_t(radius)}}};
    }

    void smooth_variants(int radius) {
        SmoothParams params{
            .width = width(), .source_rows = height(), .first_row = 0, .rows = height(), .weights = {}};
        std::ranges::copy(smooth_weights(radius), params.weights);
        const Image expected = huedrift::smooth(image_, radius);
        const auto measure = [&](const char* variant, const std::function<void(Recorder&)>& record) {
            const double seconds = median_seconds(record);
            Image smoothed(image_.width(), image_.height());
            read(device_, result_, std::as_writable_bytes(smoothed.pixels()));
            if (!std::ranges::equal(smoothed.pixels(), expected.pixels()))
                throw Error(ErrorKind::failed,
                            std::string("smoothing, ") + variant + ", differs from the CPU's");
            rows_.push_back({"smooth", variant, 2 * radius + 1, seconds});
        };
        const Pass plain = smooth_pass(smooth_plain_shader(), radius);
        measure("plain 2D", [&](Recorder& r) {
            r.dispatch_grid(plain, {source_, result_}, params, groups(width(), 32), groups(height(), 8));
        });
        const Pass down = smooth_pass(smooth_down_shader(), radius),
                   across = smooth_pass(smooth_across_shader(), radius);
        measure("separable", [&](Recorder& r) {
            r.dispatch_grid(down, {source_, down_}, params, groups(width(), 32), groups(height(), 8));
            r.barrier();
            r.dispatch_grid(across, {source_, down_, result_}, params, groups(width(), 256), height());
        });
        const Pass down_shared = smooth_pass(smooth_down_shared_shader(), radius),
                   across_shared = smooth_pass(smooth_across_shared_shader(), radius);
        measure("separable, shared", [&](Recorder& r) {
            r.dispatch_grid(down_shared, {source_, down_}, params, groups(width(), 32), groups(height(), 64));
            r.barrier();
            r.dispatch_grid(across_shared, {source_, down_, result_}, params, groups(width(), 256), height());
        });
        const Smooth sliding(device_, radius);
        measure("sliding window",
                [&](Recorder& r) { sliding.record(r, source_, result_, width(), height()); });
    }

    void histogram_variants() {
        const LuminanceHistogram expected = luminance_histogram(image_);
        const auto measure = [&](const char* variant, const std::function<void(Recorder&)>& record) {
            const double seconds = median_seconds(record);
            DeviceHistogram counts;
            read(device_, total_, std::as_writable_bytes(std::span(&counts, 1)));
            if (widened(counts) != expected)
                throw Error(ErrorKind::failed,
                            std::string("counting, ") + variant + ", differs from the CPU's");
            rows_.push_back({"luminance_histogram", variant, 0, seconds});
        };
        const std::uint32_t workgroups =
            std::min(groups(pixels_, LUMINANCE_HISTOGRAM_WORKGROUP), max_workgroups);
        const std::uint32_t threads = workgroups * LUMINANCE_HISTOGRAM_WORKGROUP;
        const LuminanceHistogramParams params{.pixels = pixels_, .threads = threads};
        const Pass global(device_, histogram_global_shader());
        measure("global atomics", [&](Recorder& r) {
            r.fill(total_, 0);
            r.barrier();
            r.dispatch(global, {source_, total_}, params, threads);
        });
        const Pass chunks(device_, histogram_chunks_shader());
        const Pass sum(device_, histogram_sum_shader());
        measure("chunks + sum", [&](Recorder& r) {
            r.dispatch(chunks, {source_, chunks_}, params, threads);
            r.barrier();
            r.dispatch(sum, {chunks_, total_}, HistogramSumParams{workgroups, workgroups},
                       LUMINANCE_HISTOGRAM_BINS);
        });
        measure("chunks + reduce", [&](Recorder& r) {
            r.dispatch(chunks, {source_, chunks_}, params, threads);
            r.barrier();
            const std::uint32_t sums = groups(workgroups, per_sum);
            r.dispatch(sum, {chunks_, sums_}, HistogramSumParams{workgroups, per_sum},
                       sums * LUMINANCE_HISTOGRAM_BINS);
            r.barrier();
            r.dispatch(sum, {sums_, total_}, HistogramSumParams{sums, sums}, LUMINANCE_HISTOGRAM_BINS);
        });
        const LuminanceHistogramPass product(device_);
        measure("chunks + atomics", [&](Recorder& r) { product.record(r, source_, total_, pixels_); });
    }

    static std::uint32_t groups(std::uint32_t count, std::uint32_t size) { return (count + size - 1) / size; }

    Device& device_;
    const Image& image_;
    int repeats_;
    std::uint32_t pixels_;
    Buffer source_, result_, down_, total_, chunks_, sums_;
    std::vector<Row> rows_;
};

void print(const std::string& device, const Image& image, const std::vector<Row>& rows) {
    std::printf("%s, %d x %d pixels, device time\n", device.c_str(), image.width(), image.height());
    for (const Row& row : rows)
        std::printf("%-20s %3d  %-18s %10.4f ms\n", row.stage.c_str(), row.width, row.variant.c_str(),
                    1e3 * row.seconds);
}

void print_json(const std::string& device, const Image& image, const std::vector<Row>& rows) {
    nlohmann::json json{{"device", device}, {"width", image.width()}, {"height", image.height()}};
    for (const Row& row : rows)
        json["rows"].push_back({{"stage", row.stage},
                                {"variant", row.variant},
                                {"window", row.width},
                                {"seconds", row.seconds}});
    std::cout << json.dump(2) << "\n";
}

}

int bench_main(int argc, char** argv) {
    Settings settings;
    CLI::App app{"Measures the ways to smooth a picture and to count its histogram"};
    app.add_option("image", settings.image, "A picture; without one, 4096 x 2048 generated pixels");
    app.add_option("--device", settings.device, "Index or part of the name");
    app.add_option("--repeats", settings.repeats, "Timed runs, of which the median counts")
        ->check(CLI::PositiveNumber);
    app.add_flag("--json", settings.json, "Everything as JSON on stdout");
    CLI11_PARSE(app, argc, argv);
    const Context context;
    Device device(context, choose_device(context.devices(), settings.device));
    const Image image =
        settings.image.empty() ? generated() : load_image_file(std::filesystem::path(settings.image)).image;
    const std::vector<Row> rows = PictureBench(device, image, settings.repeats).run();
    (settings.json ? print_json : print)(device.facts().name, image, rows);
    return 0;
}

}
