#include "cli/commands.h"

#include "base/decimal.h"
#include "base/error.h"
#include "base/output_file.h"
#include "cli/failure.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/report.h"
#include "cli/sweep_plot.h"
#include "engines/engine_list.h"
#include "image/picture_formats.h"
#include "pipeline/suggested_radii.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <unistd.h>

namespace huedrift {
namespace {

constexpr const char* sweep_examples = R"(Examples:
  huedrift-cli sweep photo.jpg
      Draws a bar for each radius on a terminal; otherwise writes CSV: radius,modes,colors
  huedrift-cli sweep photo.jpg --plot photo.svg
  huedrift-cli sweep photo.jpg --radii 0.05..0.1 --steps 51 --json)";

struct SweepRequest {
    Location input;
    std::string radii = "0.01..0.5", plot;
    int steps = 16;
    Recipe recipe;
    EngineChoice engine;
    LoadLimits limits;
    bool json = false, force = false;
};

double number(std::string_view text) {
    double value = 0;
    const auto [rest, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failed != std::errc{} || rest != text.data() + text.size())
        throw Error(ErrorKind::usage, "--radii needs two numbers as A..B, not " + std::string(text));
    return value;
}

/// The radii of "A..B".
std::vector<double> radii_of(const SweepRequest& request) {
    const std::string_view text = request.radii;
    const std::size_t dots = text.find("..");
    if (dots == text.npos) throw Error(ErrorKind::usage, "--radii needs a range A..B");
    return radii_between(number(text.substr(0, dots)), number(text.substr(dots + 2)), request.steps);
}

std::string csv_of(const std::vector<SweepPoint>& points) {
    std::string csv = "radius,modes,colors\n";
    for (const SweepPoint& point : points)
        csv += shortest(point.radius) + "," + std::to_string(point.modes) + "," +
               std::to_string(point.colors) + "\n";
    return csv;
}

/// A bar for each radius, on a logarithmic scale.
std::string bars_of(const std::vector<SweepPoint>& points) {
    constexpr double widest = 56;
    std::size_t most = 2;
    for (const SweepPoint& point : points) most = std::max(most, point.colors);
    std::string bars;
    for (const SweepPoint& point : points) {
        char line[64];
        std::snprintf(line, sizeof line, "%-9.4g %8zu  ", point.radius, point.colors);
        const double share =
            std::log(double(std::max<std::size_t>(point.colors, 1))) / std::log(double(most));
        bars += line;
        for (int i = 0; i < std::lround(share * widest); ++i) bars += "\u2588";
        bars += "\n";
    }
    return bars;
}

/// "Suggested radii: 0.182 (6 colours), ..."; empty without suggestions.
std::string suggestions_of(const std::vector<SweepPoint>& points) {
    std::string text;
    for (const Plateau& plateau : suggested_radii(points))
        text += (text.empty() ? "Suggested radii: " : ", ") + shortest(plateau.radius()) + " (" +
                std::to_string(plateau.colors) + " colours)";
    return text.empty() ? text : text + "\n";
}

nlohmann::ordered_json json_of(const SweepRequest& request, const ColorSet& colors,
                               const std::vector<SweepPoint>& points) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const SweepPoint& point : points)
        rows.push_back({{"radius", point.radius}, {"modes", point.modes}, {"colors", point.colors}});
    nlohmann::ordered_json suggested = nlohmann::ordered_json::array();
    for (const Plateau& plateau : suggested_radii(points))
        suggested.push_back({{"radius", plateau.radius()},
                             {"from", plateau.from},
                             {"to", plateau.to},
                             {"colors", plateau.colors}});
    nlohmann::ordered_json report = new_report("sweep");
    report.update({{"input", request.input.word()},
                   {"source_colors", colors.size()},
                   {"weighting", name_of(request.recipe.shift.weighting)},
                   {"transfer", name_of(request.recipe.source.transfer)},
                   {"smooth", request.recipe.source.smooth},
                   {"points", rows},
                   {"suggested", suggested}});
    return report;
}

int sweep_input(const SweepRequest& request) {
    const std::vector<double> radii = radii_of(request);
    const Overwrite overwrite = request.force ? Overwrite::yes : Overwrite::no;
    if (!request.plot.empty()) check_target(request.plot, overwrite);
    if (!request.plot.empty() && radii.size() < 2)
        throw Error(ErrorKind::usage, "--plot needs a range of radii, not one");
    const auto threads = limit_threads(request.engine);
    const std::unique_ptr<Engine> engine = make_engine(request.engine, complain);
    Pipeline pipeline;
    pipeline.use(*engine);
    open_colors(pipeline, request.input, request.recipe, request.limits);

    ProgressBar bar(request.input.name(), true);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const std::vector<SweepPoint> points = sweep(pipeline.reduce_at(request.recipe), radii, progress);
    bar.clear();
    if (!request.plot.empty()) {
        const std::string svg =
            sweep_plot(points, std::filesystem::path(request.input.name()).filename().string());
        write_file_atomically(request.plot, std::as_bytes(std::span(svg)), overwrite);
    }
    if (request.json) {
        print_json(json_of(request, pipeline.prepare_picture(request.recipe)->colors, points));
    } else {
        print(::isatty(STDOUT_FILENO) != 0 ? bars_of(points) + suggestions_of(points) : csv_of(points));
    }
    return 0;
}

}

Command add_sweep(CLI::App& program) {
    Arguments arguments(program, "sweep", "Count the colours that remain at each of many radii",
                        sweep_examples);
    const auto request = std::make_shared<SweepRequest>();
    arguments
        .add("IN", request->input,
             "A " + formats_read("or") + " file, or a colour table; - is standard input")
        .required()
        .text(" ");
    arguments.add("--radii", request->radii, "Radii from A to B in equal ratios (0.01..0.5)")
        .text("A..B")
        .group(reduction_group);
    arguments.add("--steps", request->steps, "Number of radii, both ends included (16)")
        .range(2, 10000)
        .text("N")
        .group(reduction_group);
    add_settings(arguments, request->recipe,
                 {"weighting", "transfer", "merge", "assign", "refine", "min-share", "pin", "max-iterations",
                  "profile", "smooth"});
    add_allow_large(arguments, request->limits);
    arguments.add("--plot", request->plot, "Draw the curve and the suggested radii as SVG")
        .text("FILE")
        .group(output_group);
    arguments.flag("--force", request->force, "Replace an existing file").group(output_group);
    arguments.flag("--json", request->json, "Report as JSON instead of CSV").group(output_group);
    add_engine(arguments, request->engine);
    add_device(arguments, request->engine);
    add_resources(arguments, request->engine);
    return {arguments.app(), [request] { return sweep_input(*request); }};
}

}
