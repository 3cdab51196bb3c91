#include "cli/commands.h"

#include "cli/options.h"
#include "cli/picture.h"
#include "cli/report.h"
#include "reduction/color_set.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace huedrift {
namespace {

constexpr const char* compare_examples = R"(Examples:
  huedrift-cli compare photo.jpg flat.png
  huedrift-cli compare photo.jpg flat.png --json | jq .ciede2000.mean)";

struct CompareRequest {
    Location first, second;
    LoadLimits limits;
    bool json = false;
};

struct ComparedFile {
    explicit ComparedFile(const Location& from, const LoadLimits& limits)
        : document(load_document(from, limits)), colors(ColorSet(*document.image, Transfer::srgb).size()) {
        tell_notes(from.name(), document.notes);
    }

    Document document;
    std::size_t colors;
};

nlohmann::ordered_json json_of(const ComparedFile& file) {
    return {
        {"input", file.document.path.word()}, {"colors", file.colors}, {"bytes", file.document.file_bytes}};
}

std::string row(const char* name, const char* format, auto... values) {
    char text[160];
    std::snprintf(text, sizeof text, format, values...);
    return name + std::string(text) + "\n";
}

std::string text_of(const ComparedFile& first, const ComparedFile& second,
                    const PictureDifference& difference) {
    const auto distances = [](const char* name, const Difference& d) {
        return row(name, "mean %.4f, 95 %% %.4f, maximum %.4f", d.mean, d.percentile_95, d.maximum);
    };
    const auto pair = [](const char* name, std::uintmax_t x, std::uintmax_t y) {
        return row(name, "%llu, %llu", static_cast<unsigned long long>(x),
                   static_cast<unsigned long long>(y));
    };
    const std::string psnr = difference.mse == 0 ? "PSNR                equal\n"
                                                 : row("PSNR                ", "%.3f dB", difference.psnr());
    return first.document.path.name() + ", " + second.document.path.name() + "\n" +
           pair("colours             ", first.colors, second.colors) +
           pair("bytes               ", first.document.file_bytes, second.document.file_bytes) +
           row("pixels              ", "%llu", static_cast<unsigned long long>(difference.pixels)) +
           row("visible in one only ", "%llu", static_cast<unsigned long long>(difference.unmatched)) +
           row("MSE                 ", "%.4f", difference.mse) + psnr +
           distances("Oklab               ", difference.oklab) +
           distances("CIEDE2000           ", difference.ciede2000);
}

int compare(const CompareRequest& request) {
    const ComparedFile first(request.first, request.limits), second(request.second, request.limits);
    const PictureDifference result = picture_difference(*first.document.image, *second.document.image);
    if (request.json) {
        nlohmann::ordered_json members{{"first", json_of(first)}, {"second", json_of(second)}};
        members.update(json_of(result));
        print_report("compare", members);
    } else {
        print(text_of(first, second, result));
    }
    return 0;
}

}

Command add_compare(CLI::App& program) {
    Arguments arguments(program, "compare", "Measure the difference between two pictures of the same size",
                        compare_examples);
    const auto request = std::make_shared<CompareRequest>();
    arguments.add("A", request->first, "A " + formats_read("or") + " file; - is standard input");
    arguments.add("B", request->second, "The picture to compare it with");
    add_allow_large(arguments, request->limits);
    arguments.flag("--json", request->json, "Report as JSON", output_group);
    return {arguments.app(), [request] { return compare(*request); }};
}

}
