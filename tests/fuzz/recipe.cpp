#include "pipeline/recipe.h"

#include "base/wording.h"
#include "decode/decode_here.h"
#include "fuzz/seeds.h"
#include "fuzz/target.h"
#include "image/encode.h"
#include "image/picture_filter.h"
#include "image/png_files.h"
#include "pipeline/recipe_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace huedrift {
namespace {

void expect(bool true_always) {
    if (!true_always) __builtin_trap();
}

/// A picture file with these bytes in its text chunk.
std::vector<std::byte> file_with(std::string_view text_chunk) {
    const Rgba8 pixel{1, 2, 3, 255};
    std::vector<PngChunk> chunks = png_chunks(encode_png({1, 1, {&pixel, 1}}));
    chunks.insert(chunks.begin() + 1, {"iTXt", std::string(text_chunk)});
    return png_of(chunks);
}

std::string settings_in(std::span<const std::byte> file) { return inspect_here(file, "a").settings; }

/// An option with a value: the last name, or the greatest number. Other values are in one of the texts;
/// throws if there is none.
std::string row_text(const RecipeRow& row, const std::vector<std::string>& texts) {
    if (row.kind == RecipeKind::flag) return row.option();
    if (row.kind == RecipeKind::name) return row.option() + " " + row.names().back();
    if (row.kind == RecipeKind::number) return row.option() + " " + shortest(row.range.high);
    const auto has_option = [&](const std::string& text) {
        return text.find(row.option() + " ") != text.npos;
    };
    const auto text = std::ranges::find_if(texts, has_option);
    if (text == texts.end()) throw std::logic_error("no seed with " + row.option());
    return *text;
}

void expect_in_range(const Recipe& recipe) {
    squared_radius(recipe.shift.radius); // throws if out of range
    expect(recipe.source.smooth >= 0 && recipe.source.smooth <= largest_smooth_radius);
    expect(recipe.size.min_share >= 0 && recipe.size.min_share <= 100);
    for (const Pin& pin : recipe.shift.pins)
        expect(!pin.distance || (*pin.distance >= 0 && *pin.distance <= max_radius));
    expect(recipe.labels.defringe >= 0 && recipe.labels.defringe <= max_defringe);
    expect(std::has_single_bit(recipe.labels.dithering.matrix) &&
           recipe.labels.dithering.matrix >= least_matrix &&
           recipe.labels.dithering.matrix <= greatest_matrix);
    expect(recipe.labels.dithering.strength >= 0 && recipe.labels.dithering.strength <= 1);
    expect(recipe.output.transparent_index.value_or(0) < 256);
    expect(!recipe.shift.merge || (*recipe.shift.merge >= 0 && *recipe.shift.merge <= max_radius));
}

}

std::vector<std::vector<std::byte>> fuzz_seeds() {
    const std::string head("huedrift\0\0\0\0\0", 13);
    std::vector<std::string> texts{
        "--radius 0.05",
        "--radius 1e-7 --weighting frequency --transfer linear --smooth 3 --merge 0.01",
        "--colors 3 --min-share 1 --pin 123456@0.1,000000 --to ff0000,00ff00 --directly --join "
        "010203=ffffff --recolor 010203=123456,999999=000000 --reserve 0,2-4 --output-palette 000000,ffffff",
        "--alpha threshold:9 --alpha matte:102030 --defringe 2 --min-region 3 --dither "
        "ordered --strength 0.5 --order given --arrange 00ff00 --transparent-index 7 --bits 4 --pad 16 "
        "--strict",
        "--dither blue-noise --importance 0123456789abcdef --dither-mask 0123456789abcdef",
        "--pixel-grid 7.3x8@1:2 --tiles 8x16 --shared-color 102030",
        "--max-iterations 4294967295 --radius nan --merge inf"};
    for (const RecipeRow& row : recipe_rows()) texts.push_back(row_text(row, texts));
    std::vector<std::vector<std::byte>> seeds{seed(std::string("huedrift\0\1\0en\0\0--radius 1", 25)),
                                              seed("Comment\0a")};
    for (const std::string& text : texts) seeds.push_back(seed(head + text));
    return seeds;
}

}

// A file's text gives a recipe in range or none, and a recipe survives writing and reading.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace huedrift;
    const std::vector<std::byte> file = file_with({reinterpret_cast<const char*>(data), size});
    const auto recipe = parse_recipe(settings_in(file));
    if (!recipe) return 0;
    expect_in_range(*recipe);
    const std::string text = recipe_text(*recipe);
    const Rgba8 pixel{};
    const std::vector<std::byte> again = encode_png({1, 1, {&pixel, 1}}, {.settings = text});
    expect(settings_in(again) == text);
    expect(recipe_text(parse_recipe(text).value()) == text);
    return 0;
}
