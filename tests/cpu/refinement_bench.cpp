// refinement_bench [--weighting W] [--radius R]... IMAGE...: prints the cost of refinement and previews on
// the CPU engine, and their agreement with following every colour, as a table in Markdown.
#include "cpu/cpu_engine.h"
#include "image/load.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using namespace huedrift;

/// One way of reducing a picture.
struct Measured {
    Reduction reduction;
    double seconds = 0;
};

Measured measure(CpuEngine& engine, const ColorSet& colors, Options options, Refine refine) {
    options.refine = refine;
    Progress progress;
    const auto start = std::chrono::steady_clock::now();
    Measured measured{engine.reduce(colors, options, progress)};
    measured.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return measured;
}

const Position& result_of(const Reduction& reduction, std::size_t color) {
    return reduction.entries[reduction.entry_of[color]].position;
}

/// The percentage of pixels whose results lie within `distance` of each other.
double agreement(const ColorSet& colors, const Reduction& x, const Reduction& y, double distance) {
    const auto limit = static_cast<std::int64_t>(distance * units_per_one * distance * units_per_one);
    std::uint64_t same = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        if (squared_distance(result_of(x, i), result_of(y, i)) <= limit) same += colors.counts()[i];
    return 100 * double(same) / double(colors.pixels());
}

/// The mean distance of a pixel from its source, in Oklab.
double mean_distance(const ColorSet& colors, const Reduction& reduction) {
    double sum = 0;
    for (std::size_t i = 0; i < colors.size(); ++i)
        sum += colors.counts()[i] *
               std::sqrt(double(squared_distance(colors.positions()[i], result_of(reduction, i))));
    return sum / double(colors.pixels()) / units_per_one;
}

void print_row(const std::string& name, const ColorSet& colors, CpuEngine& engine, const Options& options) {
    const Measured coarse = measure(engine, colors, options, Refine::coarse),
                   refined = measure(engine, colors, options, Refine::on),
                   every = measure(engine, colors, options, Refine::off);
    const auto evaluations = [](const Measured& one) {
        return double(one.reduction.statistics.evaluations) * 1e-6;
    };
    std::printf(
        "| %s | %g | %.3f, %.2f | %.3f, %.2f | %.3f, %.2f | %zu, %zu, %zu | %.3f | %.5f, %.5f | %.1f |\n",
        name.c_str(), options.radius, evaluations(every), every.seconds, evaluations(refined),
        refined.seconds, evaluations(coarse), coarse.seconds, every.reduction.entries.size(),
        refined.reduction.entries.size(), coarse.reduction.entries.size(),
        agreement(colors, every.reduction, refined.reduction, 0.005), mean_distance(colors, every.reduction),
        mean_distance(colors, refined.reduction), agreement(colors, every.reduction, coarse.reduction, 0.02));
    std::fflush(stdout);
}

}

int main(int count, char** words) {
    Options options;
    std::vector<double> radii;
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool has_value = i + 1 < count;
        if (word == "--weighting" && has_value)
            options.weighting =
                std::string(words[++i]) == "palette" ? Weighting::palette : Weighting::frequency;
        else if (word == "--radius" && has_value)
            radii.push_back(std::atof(words[++i]));
        else
            files.emplace_back(word);
    }
    std::printf(
        "| picture | r | every colour: million evaluations, s | refined | preview | colours: every, refined, "
        "preview | pixels that refined agree, %% | mean distance: every, refined | pixels that the preview "
        "shows within 0.02, %% |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (const auto& file : files) {
        const ColorSet colors(load_image_file(file).image, Transfer::srgb);
        CpuEngine engine;
        Progress progress;
        engine.heights(colors, {colors.positions().data(), 1}, options, progress); // builds the tree
        for (const double radius : radii) {
            options.radius = radius;
            print_row(file.stem().string(), colors, engine, options);
        }
    }
}
