#include "cli/commands.h"

#include "cli/failure.h"
#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "color/position.h"
#include "image/picture_formats.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstring>

namespace huedrift {
namespace {

constexpr const char* analyze_examples = R"(Examples:
  huedrift-cli analyze photo.jpg
  huedrift-cli analyze all.counts
  huedrift-cli analyze *.jpg --json | jq .distinct_colors)";

struct AnalyzeRequest {
    std::vector<Location> inputs;
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

/// The output for one input: a picture, or a colour table.
struct Analysis {
    std::shared_ptr<const Picture> picture;
    ColorTable table; ///< with all counts
    BoundingBox box;

    bool has_pixels() const { return !picture->document->table; }
    std::uint64_t transparent() const { return picture->image->pixels().size() - table.pixels(); }
};

Analysis analysis_of(std::shared_ptr<const Picture> picture) {
    const ColorSet& colors = picture->colors;
    const auto& table = picture->document->table;
    return {picture, table ? *table : ColorTable(colors), bounding_box(colors.positions())};
}

std::string text_of(const Analysis& analysis) {
    const auto row = [](const char* name, const std::string& value) {
        return std::string(name).append(20 - std::strlen(name), ' ') + value + "\n";
    };
    const auto range = [](double low, double high) {
        char text[64];
        std::snprintf(text, sizeof text, "%.6f to %.6f", low, high);
        return std::string(text);
    };
    const Image& image = *analysis.picture->image;
    const Oklab low = oklab_from_position(analysis.box.low), high = oklab_from_position(analysis.box.high);
    std::string text;
    if (analysis.has_pixels())
        text += row("size", std::to_string(image.width()) + " x " + std::to_string(image.height()));
    if (const auto& resolution = analysis.picture->document->resolution)
        text += row("print size", millimetres(image.width(), resolution->x) + " x " +
                                      millimetres(image.height(), resolution->y) + " mm, " +
                                      dpi_text(*resolution));
    text += row("visible pixels", std::to_string(analysis.table.pixels()));
    if (analysis.has_pixels()) text += row("transparent pixels", std::to_string(analysis.transparent()));
    text += row("distinct colours", std::to_string(analysis.table.size()));
    text += row("Oklab L", range(low.l, high.l));
    text += row("Oklab a", range(low.a, high.a));
    text += row("Oklab b", range(low.b, high.b));
    return text + bars_of(luminance_histogram(analysis.table));
}

nlohmann::ordered_json json_of(const AnalyzeRequest& request, const Location& input,
                               const Analysis& analysis) {
    using Json = nlohmann::ordered_json;
    const auto of_pixels = [&](auto value) { return analysis.has_pixels() ? Json(value) : Json(nullptr); };
    const Image& image = *analysis.picture->image;
    const ColorTable& table = analysis.table;
    const LuminanceHistogram histogram = luminance_histogram(table);
    const Oklab low = oklab_from_position(analysis.box.low), high = oklab_from_position(analysis.box.high);
    return {
        {"input", input.word()},
        {"width", of_pixels(image.width())},
        {"height", of_pixels(image.height())},
        {"pixels_per_metre", json_of(analysis.picture->document->resolution)},
        {"visible_pixels", table.pixels()},
        {"transparent_pixels", of_pixels(analysis.transparent())},
        {"smooth", request.recipe.source.smooth},
        {"distinct_colors", table.size()},
        {"halvings", halvings(table)},
        {"transfer", name_of(request.recipe.source.transfer)},
        {"oklab_low", {low.l, low.a, low.b}},
        {"oklab_high", {high.l, high.a, high.b}},
        {"histogram",
         {{"luma", histogram.luma}, {"red", histogram.r}, {"green", histogram.g}, {"blue", histogram.b}}}};
}

void analyze(const AnalyzeRequest& request, const Location& input) {
    Pipeline pipeline;
    open_colors(pipeline, input, request.recipe, request.limits);
    const Analysis analysis = analysis_of(pipeline.prepare_picture(request.recipe));
    if (request.json)
        print_report("analyze", json_of(request, input, analysis));
    else
        print((&input == &request.inputs.front() ? "" : "\n") + input.name() + "\n" + text_of(analysis));
}

int analyze_all(const AnalyzeRequest& request) {
    if (request.inputs.size() == 1) {
        analyze(request, request.inputs.front());
        return 0;
    }
    Batch batch;
    for (const Location& input : request.inputs) {
        if (!batch.goes_on()) break;
        batch.run(input.name(), [&] { analyze(request, input); });
    }
    return batch.exit_code();
}

}

Command add_analyze(CLI::App& program) {
    Arguments arguments(program, "analyze", "Report on the colours of pictures", analyze_examples);
    const auto request = std::make_shared<AnalyzeRequest>();
    arguments.add("IN", request->inputs,
                  formats_read("or") + " files, or colour tables; - is standard input");
    add_settings(arguments, request->recipe, {"transfer", "profile", "smooth"});
    add_allow_large(arguments, request->limits);
    arguments.flag("--json", request->json, "Report as JSON, one line for each picture", output_group);
    return {arguments.app(), [request] { return analyze_all(*request); }};
}

}
