#include "cli/analyze.h"

#include "base/input_file.h"
#include "cli/histogram_bars.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "color/bounding_box.h"
#include "image/luminance_histogram.h"
#include "reduction/color_set.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace huedrift {
namespace {

constexpr const char* examples = R"(Examples:
  huedrift-cli analyze photo.jpg
  huedrift-cli analyze photo.jpg --json | jq .distinct_colors)";

struct AnalyzeRequest {
    std::string input;
    Transfer transfer = Transfer::srgb;
    int smooth = 0;
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

std::string text_of(const std::string& name, const ImageView& image, const ColorSet& colors) {
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
    return name + "\n" + text + bars_of(luminance_histogram(image));
}

nlohmann::ordered_json json_of(const AnalyzeRequest& request, const ImageView& image,
                               const ColorSet& colors) {
    const LuminanceHistogram histogram = luminance_histogram(image);
    const BoundingBox box = bounding_box(colors.positions());
    const Oklab low = oklab_from_position(box.low), high = oklab_from_position(box.high);
    nlohmann::ordered_json report = new_report("analyze");
    report.update(
        {{"input", request.input},
         {"width", image.width},
         {"height", image.height},
         {"visible_pixels", colors.pixels()},
         {"transparent_pixels", image.pixels.size() - colors.pixels()},
         {"smooth", request.smooth},
         {"distinct_colors", colors.size()},
         {"transfer", name_of(colors.transfer())},
         {"oklab_low", {low.l, low.a, low.b}},
         {"oklab_high", {high.l, high.a, high.b}},
         {"histogram",
          {{"luma", histogram.luma}, {"red", histogram.r}, {"green", histogram.g}, {"blue", histogram.b}}}});
    return report;
}

int analyze(const AnalyzeRequest& request) {
    const Image image = smoothed(read_picture(request.input, false, request.limits), request.smooth);
    const ColorSet colors(image, request.transfer);
    if (request.json) {
        print_json(json_of(request, image, colors));
    } else {
        print(text_of(input_name(request.input), image, colors));
    }
    return 0;
}

}

Command add_analyze(CLI::App& program) {
    CLI::App* const app = program.add_subcommand("analyze", "Say what a picture's colours are like");
    const auto request = std::make_shared<AnalyzeRequest>();
    app->footer(examples);
    app->add_option("IN", request->input, "A PNG, JPEG or BMP file; - is standard input")
        ->required()
        ->option_text(" ");
    add_transfer(*app, request->transfer);
    add_smooth(*app, request->smooth);
    add_allow_large(*app, request->limits);
    app->add_flag("--json", request->json, "Report as JSON")->group(output_group);
    return {app, [request] { return analyze(*request); }};
}

}
