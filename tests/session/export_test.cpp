#include "image/exif_files.h"
#include "image/indexed_image.h"
#include "image/load.h"
#include "image/png_files.h"
#include "session/export.h"
#include "session/layers.h"
#include "session_run.h"

#include <gmock/gmock.h>

#include <set>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

class ExportTest : public SessionTest {
protected:
    void open(const Image& image, const std::string& name = "a.png") {
        session->open({write_picture(name, image)});
        exact();
    }
};

TEST_F(ExportTest, WritesTheBytesOfTheEquivalentCommand) {
    open(many_colors(30), "it's a -file.png");
    const Recipe recipe{.source = {.smooth = 1, .transfer = Transfer::linear},
                        .shift = {.radius = 0.21, .max_iterations = 9, .merge = 0.02}};
    session->set(recipe, Weightings::both);
    exact();
    for (const char* extension : {"png", "jpg", "bmp", "webp", "pam", "tga"}) {
        SCOPED_TRACE(extension);
        ExportRequest request{.write = {.picture = folder / ("out file." + std::string(extension)),
                                        .palette = folder / "out.gpl",
                                        .indexed = extension == std::string("png"),
                                        .settings = true,
                                        .quality = 71,
                                        .overwrite = Overwrite::yes},
                              .weightings = Weightings::both};
        EXPECT_EQ(exported_alike(request).size(), 4u);
    }
}

/// Few colours in areas with rims of a mixture.
Image drawing() {
    Image image(24, 20);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t x = i % 24;
        const auto v = std::uint8_t(x < 8 ? 255 : x == 8 ? 128 : x < 16 ? 4 : 8);
        image.pixels()[i] = {v, v, v, 255};
    }
    return image;
}

TEST_F(ExportTest, ALookLeavesFewColoursAsTheCommandLineDoes) {
    const Image source = drawing();
    open(source);
    for (const char* look : {"photo", "poster", "flat"}) {
        SCOPED_TRACE(look);
        for (const Look one : {Look::photo, Look::poster, Look::flat})
            if (name_of(one) == look) session->set(one);
        const Snapshot snapshot = exact();
        const ExportRequest request{.write = {.picture = folder / "out.png", .overwrite = Overwrite::yes},
                                    .weightings = snapshot.weightings};
        const std::string window = exported_alike(request).front();
        const auto shown = load_document(request.write.picture).image;
        EXPECT_TRUE(std::ranges::equal(shown->pixels(), source.pixels()));
        run("cd " + shell_quoted(folder.path().string()) +
            "; huedrift-cli reduce a.png -o out.png --force --look " + std::string(look));
        EXPECT_EQ(read_text(request.write.picture.file()), window);
    }
}

TEST_F(ExportTest, EverySettingMakesACommandThatIsAccepted) {
    open(many_colors(12));
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 10, 90}};
    Recipe distant = recipe_of(Look::photo), direct = distant, mapped = distant, plain = distant;
    distant.palette.set_colors({});
    distant.palette.max_error = 0.06;
    distant.palette.error = ErrorMeasure::mean;
    distant.palette.fit.join_by = JoinBy::distance;
    direct.palette.to = palette;
    direct.palette.directly = true;
    direct.output.palette = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}};
    mapped.palette.levels = Levels::rgb333;
    mapped.palette.to = palette;
    mapped.palette.max_error = 0.1;
    plain.palette.error = ErrorMeasure::maximum;
    plain.palette.directly = true;
    plain.labels.scale = 3;
    plain.labels.palettes = 7; // of tiles, which are off
    plain.labels.shared_color = Rgb{0, 0, 0};
    plain.output.order = SwatchOrder::given;
    plain.output.palette = palette;
    Recipe direct_with_error = direct;
    direct_with_error.palette.max_error = 0.1;
    for (const Recipe& recipe : {distant, direct, mapped, plain, direct_with_error, recipe_of(Look::poster),
                                 recipe_of(Look::pixel_art), recipe_of(Look::published),
                                 recipe_of(Look::flat), suiting({}, Look::pixel_art).of_few}) {
        SCOPED_TRACE(recipe_text(recipe));
        session->set(recipe, only(recipe.shift.weighting));
        exported_alike({.write = {.picture = folder / "out.png", .overwrite = Overwrite::yes},
                        .weightings = exact().weightings});
    }
}

TEST_F(ExportTest, ACommandReadsTheFilesOfMasks) {
    start(settings_of(recipe_of(Look::photo)));
    open(many_colors(24));
    Image grey(24, 24);
    for (std::size_t i = 0; i < grey.pixels().size(); ++i) {
        const auto v = std::uint8_t(i % 24 < 12 ? 0 : 255);
        grey.pixels()[i] = {v, v, v, 255};
    }
    for (const MaskUse use : {MaskUse::importance, MaskUse::dithering}) {
        std::ranges::reverse(grey.pixels());
        session->open_or_offer(
            write_picture(use == MaskUse::importance ? "what counts.png" : "-dither.png", grey));
        poll_while([&] { return !session->live().mask_offer; });
        session->take_mask(use);
        exact();
    }
    const Recipe recipe = session->recipe();
    ASSERT_TRUE(recipe.source.importance && recipe.labels.dither_mask);
    exported_alike({.write = {.picture = folder / "out.png", .overwrite = Overwrite::yes}});
}

TEST_F(ExportTest, IndicesAreInTheOrderOfTheSwatches) {
    open(three_groups());
    session->set({.shift = {.radius = 0.1}});
    const Snapshot snapshot = exact();
    const std::vector<Swatch> shown = snapshot.frequency->layers.list;
    ASSERT_FALSE(std::ranges::is_sorted(shown, {}, &Swatch::color)) << "the order where none is asked for";
    std::string expected;
    for (const Swatch& swatch : shown)
        for (const std::uint8_t channel : {swatch.color.r, swatch.color.g, swatch.color.b})
            expected += char(channel);
    const auto indices_of = [&](const std::filesystem::path& file) {
        const auto chunks = png_chunks(bytes_of(read_text(file)));
        const auto found = std::ranges::find(chunks, "PLTE", &PngChunk::type);
        return found == chunks.end() ? std::string() : found->data;
    };
    const ExportRequest request{.write = {.picture = folder / "out.png", .indexed = true, .settings = true}};
    exported_alike(request);
    EXPECT_EQ(indices_of(request.write.picture.file()), expected);
}

TEST_F(ExportTest, KeepsMetadataAsTheEquivalentCommandDoes) {
    write_picture("a.png", many_colors(9));
    auto chunks = png_chunks(bytes_of(read_text(folder / "a.png")));
    chunks.insert(chunks.begin() + 1, {"eXIf", phone_exif(6, true)});
    const auto file = png_of(chunks);
    write_text(folder / "a.png", {reinterpret_cast<const char*>(file.data()), file.size()});
    session->open({folder / "a.png"});
    const Snapshot snapshot = exact();
    ExportRequest request{.write = {.picture = folder / "out.png", .keep_metadata = true}};
    exported_alike(request);
    EXPECT_EQ(load_document(request.write.picture).metadata, snapshot.document->metadata);
    EXPECT_FALSE(snapshot.document->metadata.exif.empty());

    request = {.write = {.picture = folder / "plain.png"}};
    ASSERT_EQ(exported(request).notice, "");
    EXPECT_TRUE(load_document(request.write.picture).metadata.empty());
}

TEST_F(ExportTest, WritesTheSourceOfALargerResultAndTruecolorAsTheEquivalentCommandDoes) {
    open(Image(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255})));
    const Snapshot snapshot = exact();
    const std::string source = read_text(snapshot.document->path.file());
    for (const bool keeps : {false, true}) {
        ExportRequest request{.write = {.picture = folder / "out.png",
                                        .truecolor = !keeps,
                                        .settings = true,
                                        .keep_smaller = keeps,
                                        .overwrite = Overwrite::yes}};
        EXPECT_EQ(exported_alike(request).front() == source, keeps);
        const std::string said = session->live().exported.message();
        EXPECT_EQ(said.find("written instead") != std::string::npos, keeps) << said;
    }
}

TEST_F(ExportTest, WritesTheSmallestFileThatTheEquivalentCommandWrites) {
    open(many_colors(90));
    const Snapshot snapshot = exact();
    for (const char* const name : {"out.png", "out.apng"}) {
        const ExportRequest request{.write = {.picture = folder / name, .smallest = true}};
        const std::string window = exported_alike(request).front();
        EXPECT_THAT(cli_command(*snapshot.document, *snapshot.recipe, request), HasSubstr(" --smallest"));
        ASSERT_EQ(exported({.write = {.picture = request.write.picture, .overwrite = Overwrite::yes}}).notice,
                  "");
        EXPECT_LT(window.size(), read_text(request.write.picture.file()).size());
    }
}

TEST_F(ExportTest, KnowsTheSizeBeforehand) {
    open(many_colors(30));
    session->set({.shift = {.radius = 0.1}}, Weightings::both);
    exact();
    const auto measured = [&](const ExportRequest& request) {
        session->prepare_export(request);
        poll_while([&] { return !session->live().export_bytes; });
        return *session->live().export_bytes;
    };
    for (const char* name : {"a.png", "a.jpg", "a.bmp"}) {
        for (const Weightings weightings : {Weightings::frequency, Weightings::both}) {
            const ExportRequest request{.write = {.picture = folder / name,
                                                  .palette = folder / "not counted.gpl",
                                                  .indexed = name == std::string("a.png"),
                                                  .overwrite = Overwrite::yes},
                                        .weightings = weightings};
            const std::uintmax_t bytes = measured(request);
            ASSERT_EQ(exported(request).notice, "");
            std::uintmax_t written = 0;
            for (const WriteTarget& target : export_targets(request))
                if (target.kind == WriteTarget::Kind::picture)
                    written += std::filesystem::file_size(target.path.file());
            EXPECT_EQ(bytes, written) << name;
        }
    }
    const ExportRequest fine{.write = {.picture = folder / "a.jpg", .quality = 100}};
    const ExportRequest coarse{.write = {.picture = folder / "a.jpg", .quality = 20}};
    EXPECT_GT(measured(fine), measured(coarse));
    const ExportRequest usual{.write = {.picture = folder / "b.png"}},
        smallest{.write = {.picture = folder / "b.png", .smallest = true}};
    EXPECT_EQ(measured(usual), measured(smallest)) << "it is at most so much";
}

TEST_F(ExportTest, HasNoSizeWithoutPictures) {
    open(three_groups());
    session->prepare_export({.write = {.picture = folder / "a.png"}});
    session->prepare_export({.write = {.picture = folder / "a.unknown"}});
    session->prepare_export({});
    EXPECT_EQ(session->live().export_bytes, std::nullopt);
    session->set({.shift = {.radius = 0.2}}, Weightings::frequency); // no exact result yet
    session->prepare_export({.write = {.picture = folder / "a.png"}});
    EXPECT_EQ(session->live().export_bytes, std::nullopt);
}

TEST_F(ExportTest, KnowsBeforehandIfAFormatCannotHoldTheResult) {
    open(many_colors(30));
    session->set({.shift = {.radius = 0.001}}, Weightings::frequency);
    exact();
    session->prepare_export({.write = {.picture = folder / "a.gif"}});
    poll_while([&] { return !session->live().export_refusal; });
    const std::string refusal = session->live().export_refusal->what();
    EXPECT_THAT(refusal, HasSubstr("holds at most 256 colours"));
    EXPECT_EQ(session->live().export_bytes, std::nullopt);
    EXPECT_EQ(exported({.write = {.picture = folder / "a.gif"}}).notice, refusal);
    session->prepare_export({.write = {.picture = folder / "a.png"}});
    EXPECT_FALSE(session->live().export_refusal);
}

TEST_F(ExportTest, TakesAResultApartLikeTheCommand) {
    open(three_groups());
    const Recipe recipe{};
    session->set(recipe, Weightings::both);
    const Snapshot snapshot = exact();
    std::filesystem::create_directory(folder / "window");
    std::filesystem::create_directory(folder / "command");
    const Rgb chosen = snapshot.palette->swatches.back().color; // of the other weighting all
    const auto request = [&](const std::filesystem::path& to) {
        return ExportRequest{.write = {.picture = to / "a.png",
                                       .parts = {.masks = to / "masks",
                                                 .layers = to / "a.ora",
                                                 .svg = to / "a.svg",
                                                 .svg_options = {.stacked = true, .numbered = true},
                                                 .legend = to / "legend.svg",
                                                 .areas = to / "areas.csv"}},
                             .part_colors = {std::vector{chosen}},
                             .weightings = Weightings::both};
    };
    ASSERT_EQ(exported(request(folder / "window")).notice, "");
    run(cli_command(*snapshot.document, recipe, request(folder / "command")));
    std::set<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "window"))
        if (entry.is_regular_file()) files.insert(relative(entry.path(), folder / "window"));
    EXPECT_GE(files.size(), 8u + 6u);
    for (const std::filesystem::path& file : files)
        EXPECT_EQ(read_text(folder / "window" / file), read_text(folder / "command" / file)) << file;
    EXPECT_EQ(would_overwrite(export_targets(request(folder / "window"))).size(), 12u);
    EXPECT_THAT(exported(request(folder / "window")).notice, HasSubstr("exists"));
}

TEST_F(ExportTest, AnIndexedPictureHasAsManyEntriesWithAlphaAsColours) {
    Image image(40, 30);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {std::uint8_t(i / 5), std::uint8_t(i % 40 * 6), 90,
                             std::uint8_t(i % 40 * 6 + 15)};
    open(image);
    Recipe recipe = recipe_of(Look::photo);
    recipe.palette.colors = 12;
    session->set(recipe, Weightings::frequency);
    exact();
    exported_alike({.write = {.picture = folder / "icon.png", .indexed = true}});
    EXPECT_EQ(index_image(load_image_file(folder / "icon.png").image)->entries.size(), 12u);
    recipe.source.alpha = {.kind = AlphaMode::Kind::levels, .levels = 9};
    session->set(recipe, Weightings::frequency);
    EXPECT_EQ(exact().frequency->swatches.size(), 9u);
}

TEST_F(ExportTest, NamesFilesByWeighting) {
    open(three_groups());
    session->set({}, Weightings::both);
    exact();
    const Snapshot snapshot =
        exported({.write = {.picture = folder / "b.png"}, .weightings = Weightings::both});
    EXPECT_EQ(snapshot.exported.sentence, "Exported b-palette.png, b-frequency.png");
    EXPECT_THAT(folder.names(), UnorderedElementsAre("a.png", "b-palette.png", "b-frequency.png"));
}

TEST_F(ExportTest, AFolderIsNamedByWeightingAfterAllPointsOfItsName) {
    const ExportRequest request{.write = {.parts = {.masks = "b-r0.05-masks"}},
                                .weightings = Weightings::both};
    EXPECT_EQ(write_request(request, Weighting::frequency).parts.masks, "b-r0.05-masks-frequency");
    EXPECT_EQ(write_request(request, Weighting::palette).parts.masks, "b-r0.05-masks-palette");
}

TEST_F(ExportTest, APreviewIsRefused) {
    gate.close();
    session->open({write_picture("a.png", many_colors(120))});
    poll_until([](const Snapshot& snapshot) {
        return snapshot.state(Weighting::frequency) == ResultState::preview;
    });
    EXPECT_THAT(exported({.write = {.picture = folder / "b.png"}}).notice,
                HasSubstr("final result is not ready"));
    session->cancel();
    EXPECT_THAT(exported({.write = {.picture = folder / "b.png"}}).notice,
                HasSubstr("final result is not ready"));
    EXPECT_FALSE(std::filesystem::exists(folder / "b.png"));
}

TEST_F(ExportTest, RefusesOutdatedAndUnrequestedResults) {
    open(three_groups());
    EXPECT_NE(exported({.write = {.picture = folder / "b.png"}, .weightings = Weightings::palette}).notice,
              "");
    gate.close();
    session->set({.shift = {.radius = 0.2}});
    EXPECT_NE(exported({.write = {.picture = folder / "b.png"}}).notice, "");
    EXPECT_FALSE(std::filesystem::exists(folder / "b.png"));
}

TEST_F(ExportTest, ReplacesOnlyTheFilesThatWereConfirmed) {
    open(three_groups());
    write_text(folder / "b.png", "old");
    ExportRequest request{
        .write = {.picture = folder / "b.png", .palette = folder / "b.hex", .overwrite = Overwrite::yes}};
    request.replaced = find_replaced(export_targets(request), {});
    write_text(folder / "b.hex", "precious"); // later
    EXPECT_THAT(exported(request).notice, HasSubstr("b.hex exists, too"));
    EXPECT_EQ(read_text(folder / "b.hex"), "precious");
    EXPECT_EQ(read_text(folder / "b.png"), "old");
    std::filesystem::rename(folder / "b.hex", folder / "other.hex");
    std::filesystem::create_hard_link(folder / "b.png", folder / "other.png");
    const Exported written = exported(request).exported;
    EXPECT_EQ(written.sentence, "Exported b.png, b.hex");
    EXPECT_THAT(written.message(), HasSubstr("b.png is a new file now"));
    EXPECT_EQ(read_text(folder / "other.png"), "old");
}

TEST_F(ExportTest, FinishesBeforeTheSessionEnds) {
    open(many_colors(120));
    session->export_results({.write = {.picture = folder / "b.png"}});
    session.reset();
    EXPECT_EQ(load_image_file(folder / "b.png").image.width(), 120);
}

TEST_F(ExportTest, ARefusedExportDoesNotSeemToHaveWrittenTheFilesOfTheLast) {
    open(three_groups());
    EXPECT_EQ(exported({.write = {.picture = folder / "b.png"}}).exported.sentence, "Exported b.png");
    gate.close();
    session->set({.shift = {.radius = 0.2}});
    EXPECT_FALSE(session->export_results({.write = {.picture = folder / "c.png"}}));
    EXPECT_EQ(session->live().exported.sentence, "");
    EXPECT_NE(session->live().notice, "");
    gate.open();
}

TEST_F(ExportTest, AreasAreDitheredAsTheCommandLineDithersThem) {
    open(many_colors(96));
    session->set(Look::photo);
    ExportRequest request{.write = {.picture = folder / "out.png", .overwrite = Overwrite::yes},
                          .weightings = exact().weightings};
    const std::string dithered = exported_alike(request).front();
    request.write.parts.svg = folder / "out.svg";
    const std::vector<std::string> plain = exported_alike(request);
    EXPECT_NE(plain.front(), dithered);
    run("cd " + shell_quoted(folder.path().string()) +
        "; huedrift-cli reduce a.png -o out.png --force --look photo --svg out.svg --order pixels");
    EXPECT_EQ(plain, (std::vector{read_text(folder / "out.png"), read_text(folder / "out.svg")}));

    Recipe recipe = session->recipe();
    recipe.labels.dithering.method = Dither::everywhere;
    session->set(recipe);
    exact();
    EXPECT_GT(exported_alike(request)[1].size(), 2 * plain[1].size()) << "the user has asked for it";
}

}
}
