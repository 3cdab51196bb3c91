#include "pipeline/write_result.h"

#include "base/system_faults.h"
#include "expect_error.h"
#include "image/indexed_image.h"
#include "image/load.h"
#include "pipeline/pipeline_fixture.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <set>
#include <sys/resource.h>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// `frames` of 20 x 20 pixels, each of 400 colours of its own.
Document document_of(std::size_t frames) {
    auto image = std::make_shared<Image>(20, 20 * static_cast<int>(frames));
    for (std::size_t i = 0; i < image->pixels().size(); ++i)
        image->pixels()[i] = {static_cast<std::uint8_t>(i % 20 * 12),
                              static_cast<std::uint8_t>(i / 20 % 20 * 12),
                              static_cast<std::uint8_t>(i / 400 * 60), 255};
    Document document;
    document.path = std::filesystem::path("in.png");
    document.image = std::move(image);
    if (frames > 1) document.animation.delays.assign(frames, {1, 10});
    return document;
}

class WriteResult : public PipelineFixture {
protected:
    std::shared_ptr<const Reduced> reduced(const Recipe& recipe, std::size_t frames = 1) {
        pipeline.open(document_of(frames));
        return reduce(recipe);
    }
    void write(const WriteRequest& request, const std::shared_ptr<const Reduced>& result) {
        ResultWriter writer;
        writer.encode(request, result, nullptr, pipeline, {});
        writer.write(request.overwrite);
    }

    TemporaryFolder folder;
};

const Recipe all_colors{.shift = {.radius = 0.0001}}, few_colors{.shift = {.radius = 0.2}};

TEST_F(WriteResult, WritesNothingIfOneFileCannotBeEncoded) {
    const WriteRequest request{
        .picture = folder / "out.png", .palette = folder / "out.act", .parts = {.masks = folder / "masks"}};
    expect_error([&] { write(request, reduced(all_colors)); }, ErrorKind::output, {"256"});
    EXPECT_THAT(folder.names(), IsEmpty());
    write(request, reduced(few_colors));
    EXPECT_THAT(folder.names(), UnorderedElementsAre("out.png", "out.act", "masks"));
}

TEST_F(WriteResult, ListsTheColoursOnlyForFilesThatNeedTheList) {
    const auto result = reduced(all_colors);
    write({.picture = folder / "out.png"}, result);
    write({.picture = folder / "out.jpg"}, result);
    write({.picture = folder / "out-true.png", .truecolor = true}, result);
    EXPECT_EQ(pipeline.output_colors(result), 400u);
    EXPECT_EQ(pipeline.computations()["palette"], 0);
    write({.palette = folder / "out.hex"}, result);
    EXPECT_EQ(pipeline.computations()["palette"], 1);
}

TEST_F(WriteResult, PaintsThePixelsOnlyForFilesThatNeedThem) {
    const auto result = reduced(few_colors);
    write({.picture = folder / "out.png"}, result);
    write({.picture = folder / "out-indexed.png", .indexed = true}, result);
    EXPECT_EQ(pipeline.computations()["paint"], 0);
    write({.picture = folder / "out-true.png", .truecolor = true}, result);
    EXPECT_EQ(pipeline.computations()["paint"], 1);
    const Image painted = load_image_file(folder / "out-true.png").image;
    for (const char* const name : {"out.png", "out-indexed.png"})
        EXPECT_TRUE(std::ranges::equal(load_image_file(folder / name).image.pixels(), painted.pixels()))
            << name;
}

TEST_F(WriteResult, CountsTheColoursThatTheListHas) {
    Recipe levels = all_colors, dithered = few_colors,
           tiled{.shift = {.radius = 0}, .palette = {.colors = 3}}, given = few_colors;
    levels.source.alpha = {.kind = AlphaMode::Kind::levels, .levels = 19};
    dithered.labels.dithering.method = Dither::ordered;
    tiled.labels = {.tiles = TileSize{8, 8}, .palettes = 4};
    given.palette.to = {{0, 0, 0}, {255, 255, 255}, {1, 2, 3}, {0, 0, 0}};
    given.output.order = SwatchOrder::given;
    given.output.transparent_index = 1;
    for (const Recipe& recipe : {all_colors, few_colors, levels, dithered, tiled, given}) {
        Document document = document_of(1);
        auto image = std::make_shared<Image>(*document.image);
        if (recipe == levels)
            for (std::size_t i = 0; i < image->pixels().size(); ++i) image->pixels()[i].a = std::uint8_t(i);
        document.image = image;
        pipeline.open(std::move(document));
        const auto result = reduce(recipe);
        EXPECT_EQ(pipeline.output_colors(result), count_used_colors(pipeline.file_colors(result)->list()))
            << recipe_text(recipe);
    }
}

TEST_F(WriteResult, RefusesPartsThatWouldTakeHours) {
    Labelled labelled{.plane = LabelPlane(2048, 2048, 1)};
    Part part{.label = 0, .area = {.right = 2048, .bottom = 2048}};
    const std::vector<Part> parts(32769, part);
    const auto encodes = [&](const PartFiles& files, std::size_t count) {
        return
            [&, files, count] { encode_parts(files, labelled, std::span(parts).first(count), {}, progress); };
    };
    expect_error(encodes({.masks = "masks"}, 32769), ErrorKind::output,
                 {"32769 masks would have 137443 megapixels together, and 137438 is the limit"});
    expect_error(encodes({.layers = "out.ora"}, 4097), ErrorKind::output, {"4097 layers would have"});
}

TEST_F(WriteResult, NumbersThePairsThatLevelsOfAlphaLeave) {
    Document document = document_of(1);
    auto image = std::make_shared<Image>(*document.image);
    for (std::size_t i = 0; i < image->pixels().size(); ++i) image->pixels()[i].a = std::uint8_t(i);
    document.image = image;
    pipeline.open(std::move(document));
    Recipe recipe = all_colors;
    recipe.source.alpha = {.kind = AlphaMode::Kind::levels, .levels = 19};
    for (const auto order : {std::optional<SwatchOrder>(), std::optional(SwatchOrder::hue)}) {
        recipe.output.order = order;
        const WriteRequest request{.picture = folder / "out.png",
                                   .palette = folder / "out.hex",
                                   .parts = {.masks = folder / "masks", .layers = folder / "out.ora"},
                                   .indexed = true,
                                   .overwrite = Overwrite::yes};
        const auto result = reduce(recipe);
        write(request, result);
        const Image written = load_image_file(folder / "out.png").image;
        EXPECT_EQ(index_image(written)->entries.size(), 19u);
        EXPECT_TRUE(std::ranges::equal(written.pixels(), pipeline.make_output(result)->pixels()));
        std::set<Rgb> colors;
        for (const Rgba8 p : written.pixels())
            if (p.a != 0) colors.insert({p.r, p.g, p.b});
        const std::string palette = read_text(folder / "out.hex");
        EXPECT_EQ(std::size_t(std::ranges::count(palette, '\n')), colors.size());
    }
}

TEST_F(WriteResult, WritesNoFileIfOneExists) {
    write_text(folder / "out.hex", "mine");
    WriteRequest request{.picture = folder / "out.png", .palette = folder / "out.hex"};
    expect_error([&] { write(request, reduced(few_colors)); }, ErrorKind::output, {"out.hex exists"});
    EXPECT_THAT(folder.names(), ElementsAre("out.hex"));
    EXPECT_EQ(read_text(folder / "out.hex"), "mine");
    request.overwrite = Overwrite::yes;
    write(request, reduced(few_colors));
    EXPECT_NE(read_text(folder / "out.hex"), "mine");
}

TEST_F(WriteResult, ReplacesNoFileIfALaterOneCannotBeWritten) {
    const WriteRequest request{
        .picture = folder / "out.png", .palette = folder / "out.json", .overwrite = Overwrite::yes};
    write_text(folder / "out.png", "mine");
    const auto result = reduced(all_colors);
    // The palette has 400 colours in words, the picture as many pixels in bytes.
    const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{5000, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    expect_error([&] { write(request, result); }, ErrorKind::output, {"out.json cannot be written"});
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, old_handler);
    EXPECT_THAT(folder.names(), ElementsAre("out.png"));
    EXPECT_EQ(read_text(folder / "out.png"), "mine");
    write(request, result);
    EXPECT_NE(read_text(folder / "out.png"), "mine");
}

TEST_F(WriteResult, AFailedRenamingLeavesWholeFilesOnly) {
    int renamed = 0;
    const SystemFaults second_fails([&](std::string_view call, int) -> Fault {
        const bool renames = call == "linkat" || call == "renameat2";
        return {renames && ++renamed == 2 ? EIO : 0};
    });
    const WriteRequest request{.picture = folder / "out.png", .palette = folder / "out.hex"};
    expect_error([&] { write(request, reduced(few_colors)); }, ErrorKind::output,
                 {"out.hex cannot be written"});
    EXPECT_THAT(folder.names(), ElementsAre("out.png"));
    EXPECT_THAT(read_text(folder / "out.png"), testing::HasSubstr("IEND"));
}

TEST_F(WriteResult, WritesMoreFilesThanAProcessMayHaveOpen) {
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit few{ResultWriter::max_pending + 100, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
    write({.parts = {.masks = folder / "masks"}}, reduced(all_colors));
    ::setrlimit(RLIMIT_NOFILE, &before);
    const std::filesystem::directory_iterator masks(folder / "masks");
    EXPECT_EQ(std::distance(begin(masks), end(masks)), 400);
}

TEST_F(WriteResult, FindsTheLabelsOnceForThePictureAndItsParts) {
    Recipe cleaned = few_colors;
    cleaned.labels.min_region = 4;
    for (const Recipe& recipe : {few_colors, cleaned}) {
        const int before = pipeline.computations()["labels"];
        write({.picture = folder / "out.png",
               .palette = folder / "out.gpl",
               .parts = {.layers = folder / "out.ora", .svg = folder / "out.svg"},
               .overwrite = Overwrite::yes},
              reduced(recipe));
        EXPECT_EQ(pipeline.computations()["labels"], before + 1);
    }
}

TEST_F(WriteResult, RefusesTwoFilesOfOneNameBeforeTheFirstByte) {
    const auto result = reduced(few_colors);
    write({.parts = {.masks = folder / "masks"}}, result);
    std::filesystem::create_directory_symlink("masks", folder / "link");
    const std::filesystem::path mask = *std::filesystem::directory_iterator(folder / "masks");
    const std::string before = read_text(mask);
    const auto expect_refused = [&](WriteRequest request) {
        request.overwrite = Overwrite::yes;
        expect_error([&] { write(request, result); }, ErrorKind::usage);
        EXPECT_THAT(folder.names(), UnorderedElementsAre("masks", "link"));
        EXPECT_EQ(read_text(mask), before);
    };
    expect_refused({.picture = folder / "out.png", .parts = {.areas = folder / "." / "out.png"}});
    expect_refused({.picture = folder / "new" / "out.png", .parts = {.areas = folder / "new" / "out.png"}});
    expect_refused({.parts = {.masks = folder / "masks", .areas = folder / "link" / mask.filename()}});
    const WriteRequest one{.parts = {.masks = folder / "masks", .areas = folder / "link"}};
    expect_error([&] { check_targets(targets_of(one), Overwrite::yes); }, ErrorKind::usage,
                 {"are the same file"});
}

TEST_F(WriteResult, PartsAndTheirTableCanBeCancelled) {
    const auto result = reduced(all_colors);
    const auto labelled = pipeline.find_labels(result);
    const auto colors = pipeline.file_colors(result);
    const std::vector<Part> all = parts(*labelled, *colors, *result);
    ASSERT_EQ(all.size(), 400u);
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { parts(*labelled, *colors, *result, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { area_table(all, 400, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { measure_areas(labelled->plane, 1, cancelled); }, ErrorKind::cancelled);
}

TEST_F(WriteResult, SyncsEachFolderOnce) {
    const auto result = reduced({.shift = {.radius = 0.0001}, .palette = {.colors = 5}});
    int synced = 0;
    {
        const SystemFaults none([&](std::string_view call, int) -> Fault {
            synced += call == "fsync";
            return {};
        });
        write({.picture = folder / "out.png",
               .palette = folder / "out.gpl",
               .parts = {.masks = folder / "masks", .legend = folder / "." / "out.svg"}},
              result);
    }
    const auto masks = std::distance(std::filesystem::directory_iterator(folder / "masks"), {});
    EXPECT_EQ(masks, 5);
    EXPECT_EQ(synced, 3 + masks + 2);
}

TEST_F(WriteResult, WritesTheRequestedFrameOrAllFrames) {
    const auto result = reduced(all_colors, 3);
    write({.picture = folder / "out.png", .frame = 1}, result);
    EXPECT_TRUE(std::ranges::equal(load_image_file(folder / "out.png").image.pixels(),
                                   frame_of(*pipeline.make_output(result), 3, 1).pixels));
    write({.picture = folder / "last.png", .frame = 9}, result);
    EXPECT_TRUE(std::ranges::equal(load_image_file(folder / "last.png").image.pixels(),
                                   frame_of(*pipeline.make_output(result), 3, 2).pixels));
    write({.picture = folder / "out.apng", .frame = 1}, result);
    const LoadLimits all{.max_frames = LoadLimits::all_frames};
    EXPECT_EQ(load_image_file(folder / "out.apng", all).animation.frames(), 3u);
    expect_error([&] { write({.parts = {.svg = folder / "out.svg"}}, result); }, ErrorKind::usage,
                 {"animation"});
}

TEST_F(WriteResult, ListsColorsInTheOrderAskedForWhereverAFileHasThem) {
    Recipe ordered = few_colors;
    ordered.output.order = SwatchOrder::lightness;
    for (const Recipe& recipe : {few_colors, ordered}) {
        const auto result = reduced(recipe);
        ResultWriter writer;
        writer.encode({.picture = folder / "a.png"}, result, nullptr, pipeline, {});
        writer.encode({.picture = folder / "b.png", .indexed = true}, result, nullptr, pipeline, {});
        writer.encode({.picture = folder / "c.png", .truecolor = true}, result, nullptr, pipeline, {});
        const auto& files = writer.files();
        EXPECT_EQ(files[0].bytes, files[1].bytes);
        EXPECT_LT(files[0].bytes.size(), files[2].bytes.size());
    }
}

TEST_F(WriteResult, GreysAreSamplesUnlessAPaletteOrAColorSpaceIsAskedFor) {
    Image image(40, 30);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        if (i % 3 != 0) image.pixels()[i] = i % 3 == 1 ? Rgba8{0, 0, 0, 255} : Rgba8{255, 255, 255, 255};
    constexpr int grey = 0, rgba = 6, palette = 3;
    const auto color_type = [&](const Recipe& recipe, WriteRequest request = {}, bool shared = false,
                                const ColorTag& colors = {.srgb = true}) {
        Document document = opened(image);
        document.colors = colors;
        pipeline.open(std::move(document));
        request.picture = folder / "out.png";
        const auto result = reduce(recipe);
        const auto together = shared ? std::optional(share_palette(result)) : std::nullopt;
        ResultWriter writer;
        writer.encode(request, result, together ? &*together : nullptr, pipeline, {});
        constexpr std::size_t color_type_at = 25;
        return std::to_integer<int>(writer.files()[0].bytes[color_type_at]);
    };
    const Recipe plain{.shift = {.radius = 0}};
    Recipe ordered = plain, arranged = plain, clear_index = plain, kept = plain, tiled = plain, drawn = plain;
    ordered.output.order = SwatchOrder::lightness;
    arranged.output.arrange = {{255, 255, 255}};
    clear_index.output.transparent_index = 0;
    kept.output.hidden = HiddenColors::keep;
    tiled.labels.tiles = TileSize{8, 8};
    tiled.palette.colors = 2;
    drawn.palette.to = {{0, 0, 0}, {250, 250, 250}, {255, 0, 0}};
    EXPECT_EQ(color_type(plain), grey);
    EXPECT_EQ(color_type(plain, {.smallest = true}), grey);
    EXPECT_EQ(color_type(plain, {.settings = true}), grey);
    EXPECT_EQ(color_type(drawn), grey);
    for (const Recipe& recipe : {ordered, arranged, clear_index, kept, tiled})
        EXPECT_EQ(color_type(recipe), palette) << recipe_text(recipe);
    EXPECT_EQ(color_type(plain, {.indexed = true}), palette);
    EXPECT_EQ(color_type(plain, {.truecolor = true}), rgba);
    EXPECT_EQ(color_type(plain, {}, true), palette);
    EXPECT_EQ(color_type(plain, {}, false, {.profile = std::vector<std::byte>(300)}), palette);
    EXPECT_EQ(color_type(plain, {}, false, {.chunks = {.chunks = PngColors::gamma_chunk}}), palette);
}

TEST_F(WriteResult, WritesTheSourceInPlaceOfAPictureThatIsNotSmaller) {
    const auto file = encode_image(*document_of(1).image, ImageFormat::png);
    for (const auto& [bytes, format, keeps] : {std::tuple(file.size(), ImageFormat::png, false),
                                               {std::size_t{9}, ImageFormat::png, true},
                                               {std::size_t{9}, ImageFormat::apng, false}}) {
        Document document = document_of(1);
        document.format = format;
        document.file = std::make_shared<const SealedBytes>(std::span(file).first(bytes));
        pipeline.open(std::move(document));
        const auto result = reduce(few_colors);
        ResultWriter writer;
        writer.encode({.picture = folder / "a.png", .keep_smaller = true}, result, nullptr, pipeline, {});
        EXPECT_EQ(writer.kept().size(), std::size_t{keeps});
        EXPECT_EQ(writer.files()[0].bytes.size() == bytes, keeps);
        ResultWriter other;
        other.encode({.picture = folder / "a.png"}, result, nullptr, pipeline, {});
        EXPECT_THAT(other.kept(), IsEmpty());
        EXPECT_NE(other.files()[0].bytes.size(), bytes);
    }
}

TEST_F(WriteResult, AsksAboutFilesAndFoldersThatHoldSomething) {
    const WriteRequest request{.picture = folder / "out.png",
                               .palette = folder / "out.gpl",
                               .parts = {.masks = folder / "masks", .svg = folder / "out.svg"}};
    const auto there = [&] { return would_overwrite(targets_of(request)); };
    EXPECT_THAT(there(), IsEmpty());
    std::filesystem::create_directory(folder / "masks");
    std::filesystem::create_directory(folder / "out.svg"); // in the way, but nothing that is replaced
    EXPECT_THAT(there(), IsEmpty());
    write_text(folder / "out.png", "mine");
    write_text(folder / "masks" / "a.png", "mine");
    EXPECT_THAT(there(), ElementsAre(folder / "out.png", folder / "masks"));
    for (const Location& other : {Location::standard_stream(), Location::clipboard()})
        EXPECT_THAT(would_overwrite(targets_of({.picture = other})), IsEmpty());
}

TEST_F(WriteResult, ChecksTargetsBeforeLongWork) {
    write_text(folder / "out.png", "mine");
    const WriteRequest request{.picture = folder / "out.png", .parts = {.masks = folder / "masks"}};
    expect_error([&] { check_targets(targets_of(request), Overwrite::no); }, ErrorKind::output,
                 {"out.png exists"});
    check_targets(targets_of(request), Overwrite::yes);
    const WriteRequest nowhere{.picture = folder / "none" / "out.png"};
    expect_error([&] { check_targets(targets_of(nowhere), Overwrite::yes); }, ErrorKind::output, {"none"});
}

}
}
