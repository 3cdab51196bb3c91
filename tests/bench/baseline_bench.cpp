// The published pipeline against this program's engines, in one process and on one device: for each image,
// radius and weighting the time of the mean shift alone, image analysed, and how many colours come out the
// same.
#include "base/error.h"
#include "bench/published_pipeline.h"
#include "cpu/cpu_engine.h"
#include "gpu/engine/vulkan_engine.h"
#include "image/load.h"
#include "reference/reference_engine.h"
#include "vulkan/context.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

namespace huedrift::bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Settings {
    std::vector<std::string> inputs;
    std::vector<double> radii{0.005, 0.02, 0.08, 0.3};
    std::vector<Weighting> weightings{Weighting::palette, Weighting::frequency};
    std::vector<std::string> engines{"vulkan"};
    Transfer transfer = Transfer::linear;
    std::string device;
    int repeats = 5;
    double limit_seconds = 30;
    bool stages = false;
    bool json = false;
};

struct Row {
    std::string image;
    std::size_t colors = 0;
    double radius = 0;
    Weighting weighting{};
    double baseline_seconds = 0;
    double baseline_device_seconds = 0;
    bool baseline_finished = true;
    std::string engine{};
    double seconds = 0;
    double same = 0, near = 0; ///< shares of the colours
    Statistics statistics{};

    double ratio() const { return baseline_seconds / seconds; }
};

std::unique_ptr<Engine> make_engine(const std::string& name, const std::shared_ptr<vulkan::Device>& device,
                                    bool stages) {
    if (name == "vulkan")
        return std::make_unique<VulkanEngine>(device, VulkanEngineOptions{.time_stages = stages});
    if (name == "cpu") return std::make_unique<CpuEngine>();
    return std::make_unique<ReferenceEngine>();
}

const char* name(Weighting weighting) { return weighting == Weighting::palette ? "palette" : "frequency"; }

/// Runs `job` until it has been timed `repeats` times after a first run that warms up; a first run of more
/// than two seconds is warm enough to stand alone. `job` returns its seconds.
template <class Job>
double median_seconds(int repeats, const Job& job) {
    const double first = job();
    if (first > 2) return first;
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) seconds.push_back(job());
    std::ranges::nth_element(seconds, seconds.begin() + repeats / 2);
    return seconds[std::size_t(repeats / 2)];
}

std::vector<Rgb> colors_at(const std::vector<Oklab>& ends, Transfer transfer) {
    std::vector<Rgb> colors;
    for (const Oklab& end : ends) {
        const LinearRgb linear = linear_from_oklab(end);
        colors.push_back(
            {encode(linear.r, transfer), encode(linear.g, transfer), encode(linear.b, transfer)});
    }
    return colors;
}

/// How many colours came out equal, and how many within one step of 255 in each channel.
void compare(const std::vector<Rgb>& baseline, const Reduction& reduction, Row& row) {
    std::size_t same = 0, near = 0;
    for (std::size_t i = 0; i < baseline.size(); ++i) {
        const Rgb p = baseline[i], q = reduction.entries[reduction.entry_of[i]].color;
        same += p == q;
        near += std::abs(p.r - q.r) <= 1 && std::abs(p.g - q.g) <= 1 && std::abs(p.b - q.b) <= 1;
    }
    row.same = double(same) / double(baseline.size());
    row.near = double(near) / double(baseline.size());
}

void print_head(const std::string& device) {
    std::printf(
        "baseline: the published pipeline on %s; wall time of the mean shift, image analysed, result on the "
        "host\n%-36s %8s %7s %-9s %12s %-9s %10s %8s %8s %8s\n",
        device.c_str(), "image", "colours", "radius", "weighting", "baseline ms", "engine", "ms", "ratio",
        "same %", "+-1 %");
}

void print(const Row& row) {
    std::printf("%-36s %8zu %7g %-9s %1s%11.3f %-9s %10.3f %8.2f %8.3f %8.3f\n", row.image.c_str(),
                row.colors, row.radius, name(row.weighting), row.baseline_finished ? "" : ">",
                1e3 * row.baseline_seconds, row.engine.c_str(), 1e3 * row.seconds, row.ratio(),
                100 * row.same, 100 * row.near);
    std::fflush(stdout);
}

void print_stages(const Statistics& statistics) {
    std::printf("    %llu evaluations in %u rounds:", static_cast<unsigned long long>(statistics.evaluations),
                statistics.rounds);
    for (const StageTime& stage : statistics.stages)
        std::printf(" %s %.3f", stage.stage.c_str(), 1e3 * stage.seconds);
    std::printf(" ms\n");
}

nlohmann::json to_json(const Row& row) {
    nlohmann::json stages = nlohmann::json::object();
    for (const StageTime& stage : row.statistics.stages) stages[stage.stage] = stage.seconds;
    return {{"image", row.image},
            {"colors", row.colors},
            {"radius", row.radius},
            {"weighting", name(row.weighting)},
            {"baseline_seconds", row.baseline_seconds},
            {"baseline_device_seconds", row.baseline_device_seconds},
            {"baseline_finished", row.baseline_finished},
            {"engine", row.engine},
            {"seconds", row.seconds},
            {"ratio", row.ratio()},
            {"same", row.same},
            {"within_one", row.near},
            {"evaluations", row.statistics.evaluations},
            {"rounds", row.statistics.rounds},
            {"stages", stages}};
}

double geometric_mean(const std::vector<Row>& rows) {
    double sum = 0;
    for (const Row& row : rows) sum += std::log(row.ratio());
    return std::exp(sum / double(rows.size()));
}

/// Files as they are; of folders every picture in them.
std::vector<fs::path> files_of(const std::vector<std::string>& inputs) {
    std::vector<fs::path> files;
    for (const fs::path input : inputs) {
        if (!fs::is_directory(input)) {
            files.push_back(input);
            continue;
        }
        std::vector<fs::path> found;
        for (const auto& entry : fs::recursive_directory_iterator(input)) {
            const std::string extension = entry.path().extension();
            if (extension == ".png" || extension == ".jpg" || extension == ".bmp")
                found.push_back(entry.path());
        }
        std::ranges::sort(found);
        files.insert(files.end(), found.begin(), found.end());
    }
    return files;
}

class Bench {
public:
    Bench(const Settings& settings, const std::shared_ptr<vulkan::Device>& device)
        : settings_(settings), device_(*device) {
        for (const std::string& engine : settings.engines)
            engines_.push_back(make_engine(engine, device, settings.stages));
    }

    std::vector<Row> run(const fs::path& file) {
        const LoadedImage loaded = load_image_file(file);
        const ColorSet colors(loaded.image, settings_.transfer);
        std::vector<Row> rows;
        if (colors.empty()) return rows;
        PublishedPipeline pipeline(device_, colors, published_settings(device_.facts()));
        for (const Weighting weighting : settings_.weightings)
            for (const double radius : settings_.radii) {
                Row row{.image = file.filename(),
                        .colors = colors.size(),
                        .radius = radius,
                        .weighting = weighting};
                const std::vector<Rgb> baseline = run_baseline(pipeline, row);
                for (const std::unique_ptr<Engine>& engine : engines_) {
                    run_engine(*engine, colors, baseline, row);
                    if (!settings_.json) print(row);
                    if (!settings_.json && settings_.stages) print_stages(row.statistics);
                    rows.push_back(row);
                }
            }
        return rows;
    }

private:
    std::vector<Rgb> run_baseline(PublishedPipeline& pipeline, Row& row) const {
        PublishedResult result;
        row.baseline_seconds = median_seconds(settings_.repeats, [&] {
            result = pipeline.mean_shift(row.radius, row.weighting, settings_.limit_seconds);
            return result.wall_seconds;
        });
        row.baseline_device_seconds = result.device_seconds;
        row.baseline_finished = result.finished;
        return colors_at(result.ends, settings_.transfer);
    }

    void run_engine(Engine& engine, const ColorSet& colors, const std::vector<Rgb>& baseline,
                    Row& row) const {
        const Options options{
            .radius = row.radius, .weighting = row.weighting, .transfer = settings_.transfer};
        Reduction reduction;
        row.engine = engine.name();
        row.seconds = median_seconds(settings_.repeats, [&] {
            Progress progress;
            const Clock::time_point begin = Clock::now();
            reduction = engine.reduce(colors, options, progress);
            return std::chrono::duration<double>(Clock::now() - begin).count();
        });
        row.statistics = reduction.statistics;
        compare(baseline, reduction, row);
    }

    const Settings& settings_;
    vulkan::Device& device_;
    std::vector<std::unique_ptr<Engine>> engines_;
};

void run(const Settings& settings) {
    const vulkan::Context context;
    const auto devices = context.devices();
    const auto best = std::ranges::max_element(devices, {}, [&](const vulkan::DeviceFacts& facts) {
        return std::pair(facts.name.find(settings.device) != std::string::npos, vulkan::score(facts));
    });
    const auto device =
        std::make_shared<vulkan::Device>(context, static_cast<std::size_t>(best - devices.begin()));
    if (!settings.json) print_head(device->facts().name);
    Bench bench(settings, device);
    std::vector<Row> rows;
    for (const fs::path& file : files_of(settings.inputs)) {
        const std::vector<Row> of_file = bench.run(file);
        rows.insert(rows.end(), of_file.begin(), of_file.end());
    }
    if (rows.empty()) throw Error(ErrorKind::usage, "there is no picture to measure");
    const auto worst = std::ranges::min_element(rows, {}, &Row::ratio);
    if (!settings.json) {
        std::printf("geometric mean of the ratios %.2f, smallest %.2f\n", geometric_mean(rows),
                    worst->ratio());
        return;
    }
    nlohmann::json json{{"device", device->facts().name},
                        {"geometric_mean", geometric_mean(rows)},
                        {"smallest", worst->ratio()},
                        {"rows", nlohmann::json::array()}};
    for (const Row& row : rows) json["rows"].push_back(to_json(row));
    std::cout << json.dump(2) << "\n";
}

/// Reads the command line; returns an exit code if it is wrong or asks for help.
std::optional<int> parse(int argc, char** argv, Settings& settings) {
    CLI::App app{"Measures the published pipeline and this program's engines side by side"};
    const std::map<std::string, Weighting> weightings{{"palette", Weighting::palette},
                                                      {"frequency", Weighting::frequency}};
    const std::map<std::string, Transfer> transfers{{"linear", Transfer::linear}, {"srgb", Transfer::srgb}};
    app.add_option("images", settings.inputs, "Pictures, or folders of them")->required();
    app.add_option("--radii", settings.radii, "Radii in Oklab, comma-separated")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--weightings", settings.weightings, "palette, frequency or both, comma-separated")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->transform(CLI::CheckedTransformer(weightings));
    app.add_option("--engines", settings.engines, "vulkan, cpu, reference, comma-separated")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember({"vulkan", "cpu", "reference"}));
    app.add_option("--transfer", settings.transfer, "linear as published, or srgb")
        ->transform(CLI::CheckedTransformer(transfers));
    app.add_option("--device", settings.device, "Index or part of the name");
    app.add_option("--repeats", settings.repeats, "Timed runs, of which the median counts")
        ->check(CLI::PositiveNumber);
    app.add_option("--limit", settings.limit_seconds, "Seconds after which the baseline gives up");
    app.add_flag("--stages", settings.stages, "Time every stage of the Vulkan engine, at some cost");
    app.add_flag("--json", settings.json, "Everything as JSON on stdout");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return app.exit(end);
    }
    return std::nullopt;
}

}
}

int main(int argc, char** argv) {
    using namespace huedrift;
    try {
        bench::Settings settings;
        if (const auto ended = bench::parse(argc, argv, settings)) return *ended;
        bench::run(settings);
        return 0;
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(error.kind());
    }
}
