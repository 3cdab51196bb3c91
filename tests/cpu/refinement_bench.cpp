// refinement_bench [--weighting W] [--radii R...] [--only-refined] IMAGE...: how refinement agrees with
// following every colour, and what each costs on the CPU engine, as a table in Markdown.
#include "cpu/cpu_engine.h"
#include "image/load.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

namespace {

using namespace huedrift;

/// One way of reducing a picture.
struct Measured {
    Reduction reduction;
    double seconds = 0;
};

Measured measure(CpuEngine& engine, const ColorSet& colors, const Options& options, int runs) {
    Measured best;
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        Progress progress;
        const auto start = clock();
        best.reduction = engine.reduce(colors, options, progress);
        seconds.push_back(double(clock() - start) / CLOCKS_PER_SEC);
    }
    std::ranges::sort(seconds);
    best.seconds = seconds[seconds.size() / 2];
    return best;
}

/// The share of the pixels whose colours stand within 0.005 of each other in both.
double agreement(const ColorSet& colors, const Reduction& x, const Reduction& y) {
    const auto limit = std::int64_t(0.005 * units_per_one) * std::int64_t(0.005 * units_per_one);
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (squared_distance(x.modes[x.mode_of[i]].position, y.modes[y.mode_of[i]].position) <= limit)
            same += colors.counts()[i];
    return double(same) / double(colors.pixels());
}

double mean_distance(const ColorSet& colors, const Reduction& reduction) {
    double sum = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        sum += colors.counts()[i] *
               std::sqrt(double(
                   squared_distance(colors.positions()[i], reduction.modes[reduction.mode_of[i]].position)));
    return sum / double(colors.pixels()) / units_per_one;
}

}

int main(int count, char** words) {
    Options options;
    std::vector<double> radii;
    std::vector<std::string> files;
    bool only_refined = false;
    int runs = 1;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word == "--weighting") {
            options.weighting =
                std::string(words[++i]) == "palette" ? Weighting::palette : Weighting::frequency;
        } else if (word == "--radius") {
            radii.push_back(std::atof(words[++i]));
        } else if (word == "--runs") {
            runs = std::atoi(words[++i]);
        } else if (word == "--only-refined") {
            only_refined = true;
        } else {
            files.push_back(word);
        }
    }
    std::printf("| picture | colours | r | evaluations: every | refined | seconds: every | refined | coarse "
                "| colours: "
                "every | refined | coarse | agreement | coarse | mean distance: every | refined |\n");
    for (const std::string& file : files) {
        const ColorSet colors(load_image_file(file).image, Transfer::srgb);
        CpuEngine engine;
        for (const double radius : radii) {
            options.radius = radius;
            options.refine = Refine::coarse;
            const Measured coarse = measure(engine, colors, options, runs);
            options.refine = Refine::on;
            const Measured refined = measure(engine, colors, options, runs);
            options.refine = Refine::off;
            const Measured every = only_refined ? refined : measure(engine, colors, options, 1);
            const auto name = file.substr(file.rfind('/') + 1);
            std::printf("| %s | %zu | %g | %.3fM | %.3fM | %.2f | %.2f | %.3f | %zu | %zu | %zu | %.3f %% | "
                        "%.2f %% | %.5f | %.5f |\n",
                        name.substr(0, name.find('.')).c_str(), colors.size(), radius,
                        double(every.reduction.statistics.evaluations) * 1e-6,
                        double(refined.reduction.statistics.evaluations) * 1e-6, every.seconds,
                        refined.seconds, coarse.seconds, every.reduction.modes.size(),
                        refined.reduction.modes.size(), coarse.reduction.modes.size(),
                        100 * agreement(colors, every.reduction, refined.reduction),
                        100 * agreement(colors, every.reduction, coarse.reduction),
                        mean_distance(colors, every.reduction), mean_distance(colors, refined.reduction));
            std::fflush(stdout);
        }
    }
}
