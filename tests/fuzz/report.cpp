#include "cli/report.h"
#include "cli/reduce.h"
#include "fuzz/seeds.h"
#include "fuzz/taker.h"
#include "fuzz/target.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

ReduceResult take_result(Taker& taker) {
    ReduceResult result;
    result.job.input = Location::named(taker.text());
    result.job.output = Location::named(taker.text());
    const auto image = std::make_shared<Image>();
    const auto document = std::make_shared<Document>();
    document->profile.name = result.job.input.word(); // any text, as from a file
    Reduced reduced{
        .picture = std::make_shared<Picture>(Picture{document, image, ColorSet(*image, Transfer::srgb), {}}),
        .recipe = {},
        .palette = nullptr};
    Palette palette;
    reduced.recipe.shift.radius = taker.number<double>();
    result.times = {{"load", taker.number<double>()}};
    reduced.engine = taker.text();
    reduced.device = taker.text();
    result.output_colors = taker.number<std::uint64_t>();
    while (!taker.at_end()) {
        result.notes.push_back(taker.text());
        const auto code = taker.number<std::uint32_t>() & 0xFFFFFF;
        const auto pixels = taker.number<std::uint64_t>();
        palette.entries.push_back({.color = Rgb::from_code(code), .position = {}, .pixels = pixels});
    }
    reduced.palette = std::make_shared<const Palette>(std::move(palette));
    result.reduced = std::make_shared<const Reduced>(std::move(reduced));
    return result;
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    std::string plain = "\x05"
                        "a.png\x05"
                        "b.png" +
                        std::string(16, '\x3F') +
                        "\x03"
                        "cpu\x02"
                        "it";
    plain += std::string(8, '\1') +
             "\x05"
             "told\n" +
             std::string(12, '\2');
    std::string odd = "\x06"
                      "\xFF\"\\\x01\x7F/"
                      "\x06"
                      "\xE2\x82\xAC\xED\xA0\x80";
    odd += std::string("\0\0\0\0\0\0\xF8\x7F\0\0\0\0\0\0\xF0\xFF", 16) + std::string("\x02\0\xC3\0", 4);
    return {seed(plain), seed(odd)};
}

}

// A report is one line of JSON with the same contents for any bytes in names and notes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    Taker taker({data, size});
    const ReduceResult result = take_result(taker);
    nlohmann::ordered_json report = new_report("reduce");
    report["results"].push_back(to_json(result));
    const std::string text = json_text(report);
    if (text.find('\n') != text.size() - 1) __builtin_trap();
    const auto read = nlohmann::json::parse(text).at("results").at(0); // an exception is a finding, too
    if (read.at("output_colors") != result.output_colors || read.at("notes").size() != result.notes.size() ||
        read.at("modes").size() != result.reduced->palette->entries.size())
        __builtin_trap();
    const double radius = result.reduced->recipe.shift.radius;
    if (std::isfinite(radius) && read.at("radius") != radius) __builtin_trap();
    return 0;
}
