#include "base/output_file.h"
#include "cli/cli_run.h"
#include "image/encode.h"
#include "image/load.h"
#include "palette/palette_file.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <random>

namespace huedrift {
namespace {

using testing::HasSubstr;

/// Slots with a repeated, a transparent and an unused one, and a picture of some of the others.
const std::vector<Rgba8> slots{{0, 0, 255, 255}, {255, 0, 0, 255}, {255, 0, 255, 0},
                               {255, 0, 0, 255}, {0, 128, 0, 255}, {9, 9, 9, 255}};
const Image drawing(4, 1, {slots[4], {}, slots[0], slots[1]});

/// Pixels that must have the values of entries, of equal ones the first, or be transparent.
IndexedImage indexed(const ImageView& image, std::span<const Rgba8> entries) {
    IndexedImage result{
        .width = image.width, .height = image.height, .entries = {entries.begin(), entries.end()}};
    for (const Rgba8 pixel : image.pixels) {
        auto entry = std::ranges::find(entries, pixel);
        if (entry == entries.end()) entry = std::ranges::find(entries, std::uint8_t{0}, &Rgba8::a);
        result.indices.push_back(static_cast<std::byte>(entry - entries.begin()));
    }
    return result;
}

class ReduceSlots : public CliTest {
protected:
    void write(const std::string& name, std::span<const std::byte> file) const {
        write_file_atomically(folder / name, file, Overwrite::yes);
    }
    void write_indexed(const std::string& name, const ImageView& image,
                       std::span<const Rgba8> entries) const {
        write(name, encode_indexed_png(indexed(image, entries)));
    }
    static std::string line(const std::string& options, const std::string& out = "out.png") {
        return "reduce in.png --force -o " + out + " " + options;
    }
    Ended reduce(const std::string& options, const std::string& out = "out.png") const {
        return success(line(options, out));
    }
    LoadedImage read(const std::string& name) const {
        return load_image_file(folder / name, {.max_frames = LoadLimits::all_frames});
    }
    int bits_of(const std::string& name) const { return read_text(folder / name)[24]; } // IHDR
};

/// Expects these slots, hidden colours included, and these pixels. Transparent ones may have any colour.
void expect_same(const LoadedImage& image, const ImageView& pixels, const std::vector<Rgba8>& expected) {
    EXPECT_EQ(image.slots, expected);
    EXPECT_TRUE(std::ranges::equal(image.image.pixels(), pixels.pixels,
                                   [](Rgba8 x, Rgba8 y) { return x == y || (x.a == 0 && y.a == 0); }));
}

TEST_F(ReduceSlots, AnIndexedPictureIsAPaletteOfItsSlots) {
    write_indexed("slots.png", drawing, slots);
    write_picture("in.png", Image(4, 1, {{250, 0, 0, 255}, {}, {0, 0, 250, 255}, {0, 120, 0, 255}}));
    reduce("--indexed --to slots.png --directly --order given --palette out.hex");
    EXPECT_EQ(read_text(folder / "out.hex"), "0000ff\nff0000\n00000000\nff0000\n008000\n090909\n");
    std::vector<Rgba8> expected = slots;
    expected[2] = {};
    expect_same(read("out.png"), Image(4, 1, {slots[1], {}, slots[0], slots[4]}), expected);
}

TEST_F(ReduceSlots, TheTransparentSlotOfAWrittenPaletteIsReadAgain) {
    const Rgba8 black{0, 0, 0, 255}, red{255, 0, 0, 255};
    write_picture("in.png", Image(4, 1, {{3, 3, 3, 255}, {}, red, black}));
    const Image expected(4, 1, {black, {}, red, black});
    for (const char* const extension : palette_extensions()) {
        const std::string palette = std::string("p.") + extension;
        SCOPED_TRACE(palette);
        reduce("--indexed --to 000000,ff0000 --directly --order given --transparent-index 0 --palette " +
               palette);
        expect_same(read("out.png"), expected, {{}, black, red});
        reduce("--indexed --to " + palette + " --directly --order given");
        expect_same(read("out.png"), expected, {{}, black, red});
        reduce("--indexed --to " + palette + " --directly --order given --transparent-index 2");
        expect_same(read("out.png"), expected, {black, red, {}});
    }
}

TEST_F(ReduceSlots, ReservedSlotsAreKeptAndNeverUsed) {
    const std::vector<Rgba8> mapped{{0, 0, 255, 255}, {}, {255, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 255, 255}};
    write_text(folder / "slots.hex", "0000ff\n00ff0000\nff0000\n000000\n0000ff\n");
    write_picture("in.png", Image(3, 1, {{0, 0, 255, 255}, {9, 0, 0, 255}, {}}));
    const std::string to = "--indexed --to slots.hex --directly --reserve 0,3-9 ";
    reduce(to); // 4 and 3 are reserved as well, so red alone is left
    EXPECT_EQ(read("out.png").image.pixels()[0], mapped[2]);
    reduce(to + "--order given");
    expect_same(read("out.png"), Image(3, 1, {mapped[2], mapped[2], {}}), mapped);
    reduce("--indexed --to slots.hex --directly --order given --reserve 0,3");
    expect_same(read("out.png"), Image(3, 1, {mapped[4], mapped[2], {}}), mapped);
    refusal(3, line(to + "--reserve 2"), "every colour of the palette is reserved");
}

TEST_F(ReduceSlots, HiddenColoursAreOfOneTransparentEntry) {
    const Image picture(5, 1, {{200, 0, 0, 255}, {7, 8, 9, 0}, {7, 8, 9, 0}, {1, 2, 3, 0}, {0, 0, 200, 255}});
    write_picture("in.png", picture);
    const auto pixels = [&](const std::string& options) {
        reduce(options);
        const Image all = read("out.png").image;
        return std::vector<Rgba8>(all.pixels().begin(), all.pixels().end());
    };
    const Rgba8 red = picture.pixels()[0], blue = picture.pixels()[4], kept{7, 8, 9, 0}, of_red{200, 0, 0, 0},
                of_blue{0, 0, 200, 0};
    using Pixels = std::vector<Rgba8>;
    EXPECT_EQ(pixels("--truecolor"), (Pixels{red, {}, {}, {}, blue}));
    EXPECT_EQ(pixels("--truecolor --hidden keep"), (Pixels{red, kept, kept, {1, 2, 3, 0}, blue}));
    EXPECT_EQ(pixels("--hidden keep"), (Pixels{red, kept, kept, {1, 2, 3, 0}, blue}));
    EXPECT_EQ(pixels("--truecolor --hidden spread"), (Pixels{red, of_red, of_red, of_blue, blue}));
    for (const std::string order : {"rgb", "found"}) {
        EXPECT_EQ(pixels("--indexed --order " + order + " --hidden keep"),
                  (Pixels{red, kept, kept, kept, blue}));
        EXPECT_EQ(pixels("--indexed --transparent-index 1 --hidden spread"),
                  (Pixels{red, of_red, of_red, of_red, blue}));
    }
    EXPECT_EQ(pixels("--indexed --hidden keep"), (Pixels{red, kept, kept, kept, blue}));
    EXPECT_EQ(pixels("--hidden keep --order rgb"), (Pixels{red, kept, kept, {1, 2, 3, 0}, blue}));
    reduce("--hidden keep", "out.gif");
    EXPECT_EQ(read("out.gif").image.pixels()[4], blue);
}

TEST_F(ReduceSlots, ThePicturesOwnPaletteKeepsItsSlots) {
    write_indexed("in.png", drawing, slots);
    reduce("--to source --directly --palette out.hex --settings");
    expect_same(read("out.png"), drawing, slots);
    EXPECT_EQ(read_text(folder / "out.hex"), "0000ff\nff0000\n00000000\nff0000\n008000\n090909\n");
    EXPECT_THAT(read("out.png").settings, HasSubstr("--to source --directly"));
    reduce("--to source --directly --indexed --transparent-index 0");
    EXPECT_EQ(read("out.png").slots.at(0), Rgba8{}) << "a given index counts more";
}

TEST_F(ReduceSlots, ASlotTakesTheAlphaOfItsPixels) {
    const std::vector<Rgba8> soft{{255, 0, 0, 100}, {255, 0, 0, 255}, {0, 0, 255, 7}};
    write_indexed("in.png", Image(3, 1, {soft[0], soft[1], soft[2]}), soft);
    reduce("--to source --directly --alpha threshold:1");
    EXPECT_EQ(read("out.png").slots, (std::vector<Rgba8>{soft[0], soft[1], {0, 0, 255, 255}}));
    reduce("--to source --directly --alpha threshold:1", "out.gif");
    EXPECT_EQ(read("out.gif").image.pixels()[2], (Rgba8{0, 0, 255, 255}));
}

/// A picture of random pixels of random slots, among which are repeated, unused, soft and transparent ones.
TEST_F(ReduceSlots, RandomPicturesKeepEveryPixelAndEverySlot) {
    std::mt19937 random(5);
    const auto byte = [&](unsigned below) { return static_cast<std::uint8_t>(random() % below); };
    for (const std::size_t count : {1, 2, 3, 5, 16, 17, 255, 256}) {
        std::vector<Rgba8> entries;
        for (std::size_t i = 0; i < count; ++i) {
            const bool is_repeated = i > 0 && random() % 4 == 0;
            entries.push_back(is_repeated
                                  ? entries[random() % i]
                                  : Rgba8{byte(256), byte(4), byte(256), std::uint8_t(255 - byte(2))});
        }
        if (count > 3) entries[3].a = 0;
        Image image(31, 7);
        for (Rgba8& pixel : image.pixels()) {
            pixel = entries[random() % ((count + 1) / 2)];
            if (pixel.a == 0) pixel = {};
        }
        write_indexed("in.png", image, entries);
        reduce("--to source --strict");
        expect_same(read("out.png"), image, entries);
    }
}

TEST_F(ReduceSlots, AnimationsAndEveryPictureOfSeveralKeepTheirOwn) {
    const std::vector<Rgba8> table{{255, 0, 255, 0}, {1, 2, 3, 255}, {200, 0, 0, 255}, {1, 2, 3, 255}};
    const Image frames(2, 2, {table[2], {}, table[1], table[2]});
    const Animation animation{.delays = {{5, 100}, {7, 100}}, .plays = 0};
    write("in.gif", encode_gif(indexed(frames, table), animation));
    write_indexed("in.png", drawing, slots);
    success("reduce in.gif -o out.gif --to source --directly");
    expect_same(read("out.gif"), frames, table);
    refusal(2, "reduce in.gif in.png --output-dir out --format apng --to source --directly");
    std::filesystem::rename(folder / "in.gif", folder / "moving.gif");
    success("reduce moving.gif in.png --output-dir out --format apng --to source --directly");
    expect_same(read("out/moving.apng"), frames, table);
    expect_same(read("out/in.apng"), drawing, slots);
}

TEST_F(ReduceSlots, APictureWithoutAPaletteIsToldSo) {
    write_picture("in.png", random_picture(40, 40, 1));
    refusal(3, line("--to source"),
            "in.png: the picture has no palette of its own; indexed PNG, GIF, BMP and TGA files have one");
    EXPECT_FALSE(std::filesystem::exists(folder / "out.png"));
}

TEST_F(ReduceSlots, BitsAndPaddingAreAsAsked) {
    write_picture("in.png", drawing);
    reduce("--indexed -r 0");
    EXPECT_EQ(bits_of("out.png"), 2) << "the fewest";
    const LoadedImage plain = read("out.png");
    for (const std::string bits : {"2", "4", "8"}) {
        reduce("--indexed -r 0 --bits " + bits);
        EXPECT_EQ(std::to_string(bits_of("out.png")), bits);
        expect_same(read("out.png"), plain.image, plain.slots);
    }
    refusal(4, line("--indexed -r 0 --bits 1", "no.png"),
            "the 4 entries of the palette are more than 1 bit can number");

    std::vector<Rgba8> padded = plain.slots;
    padded.resize(7, {0, 0, 0, 255});
    reduce("--indexed -r 0 --pad 7");
    expect_same(read("out.png"), plain.image, padded);
    EXPECT_EQ(bits_of("out.png"), 4);
    reduce("-r 0 --pad 7", "out.gif");
    EXPECT_EQ(read("out.gif").slots.size(), 8u) << "a power of two";
    reduce("-r 0 --pad 7 --indexed", "out.apng");
    EXPECT_EQ(read("out.apng").slots, padded);
    refusal(4, line("--indexed -r 0 --pad 3", "no.png"),
            "the palette has 4 entries and cannot be padded to 3");
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReduceSlots, StrictCountsAndNamesColoursThatThePaletteLacks) {
    write_picture("in.png", drawing);
    reduce("--to 0000ff,ff0000,008000,123456 --strict");
    EXPECT_TRUE(std::ranges::equal(read("out.png").image.pixels(), drawing.pixels()));
    refusal(3, line("--to 0000ff,008000 --strict", "no.png"),
            "in.png: 1 colour of the picture is not in the palette: #ff0000\n");
    Image many(20, 1);
    for (std::uint8_t i = 0; i < 20; ++i) many.pixels()[i] = {i, 0, 0, 255};
    write_picture("in.png", many);
    refusal(3, line("--to 050000 --strict", "no.png"),
            "19 colours of the picture are not in the palette: #000000, #010000, #020000, #030000, #040000, "
            "#060000, #070000, #080000 and 11 more\n");
    EXPECT_FALSE(std::filesystem::exists(folder / "no.png"));
}

TEST_F(ReduceSlots, PalettesOfTilesAreSlots) {
    const std::vector<Rgba8> palettes{{10, 0, 0, 255}, {255, 0, 0, 255}, {0, 0, 20, 255}, {0, 0, 255, 255}};
    Image image(16, 8);
    for (std::size_t i = 0; i < 128; ++i) image.pixels()[i] = palettes[i % 16 / 8 * 2 + i / 16 % 2];
    write_picture("in.png", image);
    for (const std::string option : {"--quiet", "--indexed"}) {
        reduce("--tiles 8x8 --colors 2 " + option);
        expect_same(read("out.png"), image, palettes);
        EXPECT_EQ(bits_of("out.png"), 2);
    }
    const Ended ended = reduce("--tiles 8x8 --colors 2 --json --palette out.hex");
    const auto result = nlohmann::json::parse(ended.out)["results"][0];
    EXPECT_EQ(result["tile_palettes"],
              (nlohmann::json{{"columns", 2}, {"rows", 1}, {"entries", 2}, {"palette_of", {0, 1}}}));
    EXPECT_EQ(result["palette"].size(), 4);
    EXPECT_THAT(ended.err, HasSubstr("2 x 1 tiles with 2 palettes"));
    EXPECT_EQ(read_text(folder / "out.hex"), "0a0000\nff0000\n000014\n0000ff\n");
}

TEST_F(ReduceSlots, TilesNeedAFileWithTheirPalettes) {
    Image image(16, 8, std::vector<Rgba8>(128, {1, 2, 3, 255}));
    write_picture("in.png", image);
    const auto error = [&](const std::string& options, const std::string& out = "out.png") {
        return command(line("--tiles 8x8 " + options, out)).err;
    };
    EXPECT_THAT(error("--colors 2 --truecolor"), HasSubstr("tiles need a file with a palette"));
    EXPECT_THAT(error("--colors 2 --together"), HasSubstr("--tiles finds palettes for each picture"));
    EXPECT_THAT(error(""), HasSubstr("tiles need a number of colours"));
    reduce("--tiles 8x8 --colors 2", "out.gif");
    for (std::size_t i = 0; i < 128; ++i)
        if (i % 16 >= 8) image.pixels()[i] = {200, 2, 3, 255};
    image.pixels()[0] = image.pixels()[15] = {};
    write_picture("in.png", image);
    EXPECT_THAT(error("--colors 2", "out.gif"), HasSubstr("a GIF file has one transparent entry"));
    EXPECT_THAT(error("--colors 2", "out.h"), HasSubstr("a C header file has one transparent entry"));
    EXPECT_THAT(error("--colors 2", "out.webp"), HasSubstr("tiles need a file with a palette"));
    EXPECT_THAT(error("--colors 2", "out.bmp"), HasSubstr("tiles need a file with a palette"));
    reduce("--tiles 8x8 --colors 2 --indexed", "out.bmp");
    reduce("--tiles 8x8 --colors 2", "out.raw");
}

}
}
