#include "cli/analyze.h"

#include "base/input_file.h"
#include "cli/batch.h"
#include "cli/histogram_bars.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "color/bounding_box.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace huedrift {
namespace {

constexpr const char* examples = R"(Examples:
  huedrift-cli analyze photo.jpg
  huedrift-cli analyze *.jpg --json | jq .distinct_colors)";

struct AnalyzeRequest {
    std::vector<std::string> inputs;
    Recipe recipe;
    LoadLimits limits;
    bool json = false;
};

std::string bars_of(const LuminanceHistogram& histogram) {
    const auto row = [](const char* name, const auto& counts) {
        return name + histogram_bars(counts) + "\n";
    };
    return row("luma                ", histogram.luma) + row("red                 ", histogram.r) +
           row("green               ", histogram.g) + row("blue                ", histogram.b);
}

std::string text_of(const std::string& name, const Picture& picture) {
    const ImageView image = *picture.image;
    const ColorSet& colors = picture.colors;
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    char text[512];
    std::snprintf(text, sizeof text,
                  "size                %d x %d\n"
                  "visible pixels      %llu\n"
                  "transparent pixels  %llu\n"
                  "distinct colours    %zu\n"
                  "Oklab L             %.6f to %.6f\n"
                  "Oklab a             %.6f to %.6f\n"
                  "Oklab b             %.6f to %.6f\n",
                  image.width, image.height, static_cast<unsigned long long>(colors.pixels()),
                  static_cast<unsigned long long>(image.pixels.size() - colors.pixels()), colors.size(),
                  low.l, high.l, low.a, high.a, low.b, high.b);
    return name + "\n" + text + bars_of(picture.histogram);
}

nlohmann::ordered_json json_of(const AnalyzeRequest& request, const std::string& input,
                               const Picture& picture) {
    const ImageView image = *picture.image;
    const ColorSet& colors = picture.colors;
    const LuminanceHistogram& histogram = picture.histogram;
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    nlohmann::ordered_json report = new_report("analyze");
    report.update(
        {{"input", input},
         {"width", image.width},
         {"height", image.height},
         {"visible_pixels", colors.pixels()},
         {"transparent_pixels", image.pixels.size() - colors.pixels()},
         {"smooth", request.recipe.smooth},
         {"distinct_colors", colors.size()},
         {"transfer", name_of(colors.transfer())},
         {"oklab_low", {low.l, low.a, low.b}},
         {"oklab_high", {high.l, high.a, high.b}},
         {"histogram",
          {{"luma", histogram.luma}, {"red", histogram.r}, {"green", histogram.g}, {"blue", histogram.b}}}});
    return report;
}

void analyze(const AnalyzeRequest& request, const std::string& input) {
    Pipeline pipeline;
    open_input(pipeline, input, request.limits);
    const auto picture = pipeline.picture(request.recipe);
    if (request.json)
        print_json(json_of(request, input, *picture));
    else
        print((&input == &request.inputs.front() ? "" : "\n") + text_of(input_name(input), *picture));
}

int analyze_all(const AnalyzeRequest& request) {
    if (request.inputs.size() == 1) {
        analyze(request, request.inputs.front());
        return 0;
    }
    Batch batch;
    for (const std::string& input : request.inputs) {
        if (!batch.goes_on()) break;
        batch.run(input_name(input), [&] { analyze(request, input); });
    }
    return batch.exit_code();
}

}

Command add_analyze(CLI::App& program) {
    Arguments arguments(program, "analyze", "Say what the colours of pictures are like", examples);
    const auto request = std::make_shared<AnalyzeRequest>();
    arguments.add("IN", request->inputs, "PNG, JPEG or BMP files; - is standard input").required().text(" ");
    add_transfer(arguments, request->recipe.transfer);
    add_smooth(arguments, request->recipe.smooth);
    add_allow_large(arguments, request->limits);
    arguments.flag("--json", request->json, "Report as JSON, one line for each picture").group(output_group);
    return {arguments.app(), [request] { return analyze_all(*request); }};
}

}
