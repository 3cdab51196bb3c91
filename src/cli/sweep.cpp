#include "cli/commands.h"

#include "base/error.h"
#include "base/wording.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/progress_bar.h"
#include "cli/report.h"
#include "engines/engine_pool.h"
#include "image/picture_formats.h"
#include "pipeline/sweep.h"

#include <nlohmann/json.hpp>

#include <unistd.h>

namespace huedrift {
namespace {

constexpr const char* sweep_examples = R"(Examples:
  huedrift-cli sweep photo.jpg
      Writes CSV: radius,modes,colors; on a terminal the suggested radii follow
  huedrift-cli sweep photo.jpg --radii 0.05..0.1 --steps 51 --json)";

struct SweepRequest {
    Location input;
    std::string radii = "0.01..0.5";
    int steps = 16;
    Recipe recipe;
    EngineChoice engine;
    LoadLimits limits;
    bool json = false;
};

double number(std::string_view text) {
    const auto value = number_in<double>(text);
    if (!value) throw Error(ErrorKind::usage, "--radii needs two numbers as A..B, not " + std::string(text));
    return *value;
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

/// "Suggested radii: 0.182 (6 colours), ..."; empty without suggestions.
std::string suggestions_of(const std::vector<SweepPoint>& points) {
    std::string text;
    for (const Plateau& plateau : suggested_radii(points))
        text += (text.empty() ? "Suggested radii: " : ", ") + shortest(plateau.radius) + " (" +
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
        suggested.push_back({{"radius", plateau.radius},
                             {"from", plateau.from},
                             {"to", plateau.to},
                             {"colors", plateau.colors}});
    return {{"input", request.input.word()},
            {"source_colors", colors.size()},
            {"weighting", name_of(request.recipe.shift.weighting)},
            {"transfer", name_of(request.recipe.source.transfer)},
            {"smooth", request.recipe.source.smooth},
            {"points", rows},
            {"suggested", suggested}};
}

int sweep_input(const SweepRequest& request) {
    const std::vector<double> radii = radii_of(request);
    const auto threads = limit_threads(request.engine);
    const std::unique_ptr<Engine> engine = EnginePool(request.engine).engine(complain);
    Pipeline pipeline;
    pipeline.use(*engine);
    open_colors(pipeline, request.input, request.recipe, request.limits);

    ProgressBar bar(request.input.name(), true);
    Progress progress([&](double share) { bar.show(share); });
    const CancelOnSignal cancel_on_signal(progress);
    const std::vector<SweepPoint> points = sweep(pipeline.reduce_at(request.recipe), radii, progress);
    bar.clear();
    if (request.json) {
        print_report("sweep", json_of(request, pipeline.prepare_picture(request.recipe)->colors, points));
    } else {
        print(csv_of(points) + (::isatty(STDOUT_FILENO) != 0 ? suggestions_of(points) : ""));
    }
    return 0;
}

/// The settings on which the number of colours at a radius depends, other than masks and alpha.
std::vector<std::string_view> words_before_palettes() {
    std::vector<std::string_view> words;
    for (const RecipeRow& row : recipe_rows()) {
        const std::string_view word = row.word;
        if (row.phase <= RecipePhase::size && word != "radius" && word != "alpha" && word != "importance")
            words.push_back(word);
    }
    return words;
}

}

Command add_sweep(CLI::App& program) {
    Arguments arguments(program, "sweep", "Count the colours that remain at each of many radii",
                        sweep_examples);
    const auto request = std::make_shared<SweepRequest>();
    arguments.add("IN", request->input,
                  "A " + formats_read("or") + " file, or a colour table; - is standard input");
    arguments.add("--radii A..B", request->radii, "Radii from A to B in equal ratios (0.01..0.5)",
                  reduction_group);
    arguments.add("--steps N", request->steps, "Number of radii, both ends included (16)", reduction_group)
        .range(2, 10000);
    add_settings(arguments, request->recipe, words_before_palettes());
    add_allow_large(arguments, request->limits);
    arguments.flag("--json", request->json, "Report as JSON instead of CSV", output_group);
    add_engine(arguments, request->engine);
    arguments.add("--device N|NAME", request->engine.device, device_help, engine_group);
    add_resources(arguments, request->engine);
    return {arguments.app(), [request] { return sweep_input(*request); }};
}

}
