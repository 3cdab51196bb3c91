#include "session_run.h"

#include "base/output_file.h"
#include "image/png_files.h"
#include "pipeline/pipeline.h"
#include "reduction/reduction.h"
#include "session/export.h"

#include <gmock/gmock.h>
#include <span>

namespace huedrift {
namespace {

TEST_F(SessionTest, OpensAndReduces) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.notice, "");
    EXPECT_EQ(snapshot.document->path.filename(), "a.png");
    EXPECT_EQ(fingerprint(*snapshot.document->image), fingerprint(image));
    EXPECT_TRUE(snapshot.exact());
    expect_exact(snapshot, image);
    EXPECT_EQ(snapshot.frequency->swatches.size(), 3u);
    EXPECT_FALSE(snapshot.palette);
    EXPECT_GT(snapshot.frequency->difference.maximum, 0);
    EXPECT_EQ(snapshot.picture->histogram, luminance_histogram(ImageView(image)));
    EXPECT_EQ(snapshot.frequency->histogram,
              luminance_histogram(ImageView(*Pipeline().make_output(snapshot.frequency))));
}

TEST_F(SessionTest, BothWeightingsAreComputedAndOneMoreDoesNotRepeatTheFirst) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const std::uint64_t first = settle().frequency->id;
    session->set({}, Weightings::both);
    const Snapshot snapshot = settle();
    EXPECT_TRUE(snapshot.exact());
    expect_exact(snapshot, image, Weighting::palette);
    expect_exact(snapshot, image, Weighting::frequency);
    EXPECT_EQ(snapshot.frequency->id, first);
}

TEST_F(SessionTest, APreviewIsShownBeforeTheExactResultAndNeverTakenForIt) {
    const Image image = many_colors(120);
    gate.close();
    session->open({write_picture("a.png", image)});
    poll_until([](const Snapshot& snapshot) {
        return snapshot.state(Weighting::frequency) == ResultState::preview;
    });
    EXPECT_FALSE(session->live().exact());
    EXPECT_FALSE(session->live().frequency->exact);
    gate.open();
    expect_exact(exact(), image);
}

TEST_F(SessionTest, TheLastOfManySliderEventsWins) {
    const Image image = many_colors(120);
    session->open({write_picture("a.png", image)});
    for (int i = 1; i <= 200; ++i) {
        session->set({.shift = {.radius = 0.02 + 0.0004 * i}}, Gesture::ongoing);
        session->poll();
    }
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.recipe->shift.radius, 0.02 + 0.0004 * 200);
    expect_exact(snapshot, image);
}

TEST_F(SessionTest, ConvertsAColourProfileUnlessToldToKeepIt) {
    const Image image(2, 1, {{255, 0, 0, 255}, {0, 200, 0, 255}});
    auto chunks = png_chunks(encode_image(image, ImageFormat::png));
    chunks.insert(chunks.begin() + 1, {"cICP", std::string("\x0C\x0D\0\1", 4)}); // Display P3
    write_text(folder / "a.png", text_of(png_of(chunks)));
    session->open({folder / "a.png"});
    const std::uint64_t converted = fingerprint(*settle().document->image);
    EXPECT_NE(converted, fingerprint(image));
    session->set({.source = {.profile = ProfileUse::keep}});
    EXPECT_EQ(fingerprint(*settle().document->image), fingerprint(image));
    session->undo();
    EXPECT_EQ(fingerprint(*settle().document->image), converted);
}

TEST_F(SessionTest, AResultOfEarlierParametersIsOutdated) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    gate.close();
    session->set({.shift = {.radius = 0.3}});
    EXPECT_EQ(session->live().state(Weighting::frequency), ResultState::outdated);
    EXPECT_FALSE(session->live().exact());
    gate.open();
    EXPECT_EQ(settle().state(Weighting::frequency), ResultState::exact);
}

TEST_F(SessionTest, ACancelledRunLeavesNothingThatLooksExact) {
    gate.close();
    session->set({.shift = {.radius = 0.09}});
    session->open({write_picture("a.png", many_colors(120))});
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.state(Weighting::frequency) == ResultState::preview && gate.waiting() > 0;
    });
    session->cancel();
    EXPECT_EQ(settle().state(Weighting::frequency), ResultState::preview);
    gate.open();
    session->resume();
    EXPECT_EQ(exact().recipe->shift.radius, 0.09);
}

TEST_F(SessionTest, AnUnreadableFileLeavesTheCurrentOneAndSaysWhy) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    settle();
    write_text(folder / "b.png", "no picture");
    session->open({folder / "b.png"});
    Snapshot snapshot = settle();
    EXPECT_THAT(snapshot.notice, testing::HasSubstr("b.png: not a PNG, "));
    EXPECT_EQ(snapshot.document->path.filename(), "a.png");
    expect_exact(snapshot, image);
    session->dismiss_notice();
    EXPECT_EQ(session->live().notice, "");
    session->set({.shift = {.radius = 0.2}});
    snapshot = settle();
    EXPECT_EQ(snapshot.notice, "");
    expect_exact(snapshot, image);
}

TEST_F(SessionTest, AFailureWhileParametersChangeStillLeadsToTheirResult) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    settle();
    session->open({folder / "missing.png"});
    session->set({.shift = {.radius = 0.2}});
    const Snapshot snapshot = settle();
    EXPECT_THAT(snapshot.notice, testing::HasSubstr("missing.png"));
    EXPECT_EQ(snapshot.recipe->shift.radius, 0.2);
    expect_exact(snapshot, image);
}

TEST_F(SessionTest, AnUnreadableFirstFileLeavesNothing) {
    session->open({folder / "missing.png"});
    const Snapshot snapshot = settle();
    EXPECT_NE(snapshot.notice, "");
    EXPECT_FALSE(snapshot.document);
    session->set({.shift = {.radius = 0.2}});
    session->step_radius(Direction::up);
    EXPECT_EQ(settle().activity, Activity::idle);
}

TEST_F(SessionTest, ReloadReadsTheFileAgain) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    const Image changed = many_colors(5);
    write_picture("a.png", changed);
    session->reload();
    expect_exact(settle(), changed);
}

TEST_F(SessionTest, UndoAndRedoComeWithTheirResults) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    settle();
    session->set({.shift = {.radius = 0.2}}, Gesture::ongoing);
    session->set({.shift = {.radius = 0.4}}, Gesture::complete);
    settle();
    session->undo();
    Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.recipe->shift.radius, 0.05);
    EXPECT_TRUE(snapshot.can_redo);
    EXPECT_FALSE(snapshot.can_undo);
    expect_exact(snapshot, image);
    session->redo();
    snapshot = settle();
    EXPECT_EQ(snapshot.recipe->shift.radius, 0.4);
    expect_exact(snapshot, image);
}

TEST_F(SessionTest, StepsOnLabelsChangeThePixelsOfAResultAndNeedNoMeanShift) {
    session->open({write_picture("a.png", many_colors(60))});
    const Snapshot plain = settle();
    EXPECT_FALSE(plain.frequency->pixels);
    const int before = reductions;
    session->set({.labels = {.dithering = {.method = Dither::ordered}}});
    const Snapshot dithered = settle();
    ASSERT_TRUE(dithered.frequency->pixels);
    EXPECT_EQ(fingerprint(painted(dithered)), fingerprint(*Pipeline().make_output(dithered.frequency)));
    EXPECT_NE(fingerprint(painted(dithered)), fingerprint(*Pipeline().make_output(plain.frequency)));
    EXPECT_LT(dithered.frequency->swatches.size(), plain.frequency->swatches.size() + 1);
    EXPECT_EQ(reductions, before);
    session->set({.labels = {.min_region = 9}});
    EXPECT_NE(fingerprint(painted(settle())), fingerprint(painted(dithered)));
}

TEST_F(SessionTest, KnowsSinceWhenItsResultsAreOutdatedHoweverOftenSettingsChange) {
    session->open({write_picture("a.png", three_groups())});
    EXPECT_FALSE(exact().outdated_since);
    gate.close();
    session->set({.shift = {.radius = 0.3}}, Gesture::ongoing);
    const auto since = session->live().outdated_since;
    ASSERT_TRUE(since);
    for (int i = 1; i < 5; ++i) {
        poll_while([&] { return gate.waiting() == 0; });
        session->set({.shift = {.radius = 0.3 + 0.01 * i}}, Gesture::ongoing);
        EXPECT_EQ(session->live().outdated_since, since);
    }
    gate.open();
    EXPECT_FALSE(exact().outdated_since);
}

TEST_F(SessionTest, APictureWithoutVisiblePixelsHasNoColors) {
    session->open({write_picture("a.png", Image(6, 5))});
    EXPECT_TRUE(settle().frequency->swatches.empty());
    session->step_radius(Direction::up);
    const Snapshot snapshot = settle();
    EXPECT_TRUE(snapshot.exact());
    EXPECT_EQ(snapshot.notice, "");
}

TEST_F(SessionTest, ReportsAFailedEngineAndUsesAnother) {
    const Image image = three_groups();
    session->choose_engine({.engine = "vulkan", .device = "lost"});
    session->open({write_picture("a.png", image)});
    Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.notice, "the device was lost");
    EXPECT_FALSE(snapshot.exact());
    session->choose_engine({.engine = "vulkan", .device = "old"});
    EXPECT_THAT(settle().notice, testing::HasSubstr("it is too old"));
    session->choose_engine({.engine = "cpu"});
    snapshot = settle();
    EXPECT_EQ(snapshot.notice, "");
    expect_exact(snapshot, image);
}

TEST_F(SessionTest, TracesTheColorLookedAtLast) {
    session->open({write_picture("a.png", many_colors(40))});
    const Snapshot snapshot = exact();
    const PaletteEntry first = snapshot.frequency->palette->entries.front(),
                       last = snapshot.frequency->palette->entries.back();
    session->look_at(snapshot.frequency, first.color);
    session->look_at(snapshot.frequency, last.color);
    poll_while([&] { return !session->live().traces; });
    const Traces& traces = *session->live().traces;
    EXPECT_EQ(traces.color, last.color);
    ASSERT_FALSE(traces.paths.empty());
    EXPECT_LE(traces.paths.size(), Traces::max_paths);
    for (const Trajectory& path : traces.paths) EXPECT_EQ(color_at(path.back(), Transfer::srgb), last.color);
}

TEST_F(SessionTest, TheEndOfAnEarlierRequestDoesNotMeanRest) {
    session->open({write_picture("a.png", three_groups())});
    exact();
    session->set({.shift = {.radius = 0.06}});
    while (session->requests_alive() > 0) woken.acquire(); // what it ends with waits to be taken in
    gate.close();
    session->set({.shift = {.radius = 0.07}});
    session->poll();
    EXPECT_NE(session->live().activity, Activity::idle);
    gate.open();
    EXPECT_EQ(exact().frequency->recipe.shift.radius, 0.07);
}

TEST_F(SessionTest, ALostDeviceIsReportedAndCostsNothing) {
    session->open({write_picture("a.png", three_groups())});
    exact();
    losses = 1;
    session->choose_engine({.engine = "vulkan", .device = "fragile"});
    session->set({.shift = {.radius = 0.3}});
    EXPECT_EQ(exact().frequency->engine, "vulkan");
    EXPECT_THAT(session->live().notice, testing::HasSubstr("starts again on a new device"));
    losses = 2;
    session->set({.shift = {.radius = 0.31}});
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.frequency->engine, "cpu");
    EXPECT_THAT(snapshot.notice, testing::HasSubstr("rests for"));
    expect_exact(snapshot, three_groups());
}

TEST_F(SessionTest, FindsReplacedFilesOnce) {
    session->open({write_picture("a.png", three_groups())});
    exact();
    const auto replaced = [&] {
        session->prepare_export({.write = {.picture = folder / "b.png"}});
        poll_while([&] { return session->is_preparing(); });
        return session->live().replaced->files;
    };
    EXPECT_TRUE(replaced().empty());
    write_text(folder / "b.png", "mine");
    EXPECT_TRUE(replaced().empty()) << "not again for the same files";
    session->recheck_files();
    EXPECT_FALSE(session->live().replaced);
    EXPECT_EQ(replaced(), std::vector{folder / "b.png"});
    std::filesystem::remove(folder / "b.png");
    exported({.write = {.picture = folder / "b.png"}});
    EXPECT_EQ(replaced(), std::vector{folder / "b.png"}) << "it has been written";
}

TEST_F(SessionTest, NamesTheSourcesAmongReplacedFiles) {
    const std::filesystem::path picture = write_picture("a.png", three_groups());
    std::filesystem::create_symlink("a.png", folder / "link.png");
    write_text(folder / "a.gpl", "mine");
    session->open({picture});
    exact();
    session->prepare_export({.write = {.picture = folder / "link.png", .palette = folder / "a.gpl"}});
    poll_while([&] { return session->is_preparing(); });
    EXPECT_EQ(session->live().replaced->files, (std::vector{folder / "link.png", folder / "a.gpl"}));
    EXPECT_EQ(session->live().replaced->sources, std::vector{folder / "link.png"});
    session->prepare_queue_export({.files = std::make_shared<const std::vector<Location>>(
                                       std::vector<Location>{picture, folder / "b.png"}),
                                   .folder = folder / "x/..",
                                   .palette_name = "b",
                                   .write = {.picture = std::filesystem::path(".png")}});
    poll_while([&] { return session->is_preparing(); });
    EXPECT_TRUE(session->live().replaced->files.empty());
}

TEST_F(SessionTest, APaletteNamesTheFilesOfItsResults) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    const std::string codes = "ff0000\n00ff00\n";
    write_file_atomically(folder / "sweetie16.hex", std::as_bytes(std::span(codes)), Overwrite::no);
    session->open_palette(folder / "sweetie16.hex");
    poll_while([&] { return !session->live().palette_offer; });
    session->take_palette(PaletteUse::directly);
    Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.palette_name, "sweetie16");
    EXPECT_EQ(suggested_target(*snapshot.document, *snapshot.recipe, snapshot.palette_name),
              folder / "a-sweetie16.png");
    session->set(Recipe{});
    EXPECT_EQ(settle().palette_name, "");
    session->undo();
    EXPECT_EQ(settle().palette_name, "sweetie16");
    session->set({.palette = {.to = {{0, 0, 0}, {255, 255, 255}}}});
    EXPECT_EQ(settle().palette_name, "black-white");
}

/// Left half black, right half white.
Image halves(int width, int height) {
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto grey = std::uint8_t(i % std::size_t(width) < std::size_t(width) / 2 ? 0 : 255);
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    return image;
}

TEST_F(SessionTest, AsksWhatAGreyPictureOfTheSameSizeIs) {
    start(settings_of(Recipe{.shift = {.radius = 0}}));
    session->open({write_picture("a.png", many_colors(20))});
    exact();
    const std::filesystem::path mask = write_picture("mask.png", halves(20, 20));
    // The session is at rest while it looks whether a file is a mask.
    const auto await = [&](const auto& is_reached) {
        while (!is_reached(session->live())) {
            woken.acquire();
            session->poll();
        }
    };
    const auto ask = [&] {
        session->open_or_offer(mask);
        await([](const Snapshot& now) { return now.mask_offer != nullptr; });
    };
    ask();
    session->decline_mask();
    EXPECT_EQ(session->recipe().source.importance, std::nullopt);
    ask();
    session->take_mask(MaskUse::importance);
    EXPECT_EQ(exact().frequency->swatches.size(), 200U) << "black pixels take the others' colours";
    ask();
    session->take_mask(MaskUse::dithering);
    const Recipe recipe = *exact().recipe;
    EXPECT_EQ(recipe.labels.dithering.method, Dither::automatic);
    EXPECT_EQ(recipe.labels.dither_mask, recipe.source.importance);
    session->undo();
    session->undo();
    EXPECT_EQ(exact().frequency->swatches.size(), 400U);
    session->redo();
    EXPECT_EQ(exact().frequency->swatches.size(), 200U);
    // A mask belongs to its picture.
    session->open_or_offer(write_picture("b.png", many_colors(20)));
    await([](const Snapshot& now) { return now.document && now.document->path.stem() == "b"; });
    EXPECT_EQ(exact().frequency->swatches.size(), 400U);
    ask();
    session->take_mask(MaskUse::picture);
    poll_until([&](const Snapshot& now) { return now.document && now.document->path.stem() == "mask"; });
    EXPECT_EQ(exact().frequency->swatches.size(), 2U);
}

TEST_F(SessionTest, AFileThatIsNoMaskLeavesTheQueueAsItIs) {
    session->open({write_picture("a.png", many_colors(20)), write_picture("b.png", many_colors(20))});
    exact();
    for (const std::filesystem::path& other :
         {write_picture("colorful.png", many_colors(20)), write_picture("large.png", halves(40, 20)),
          folder / "missing.png"}) {
        session->dismiss_notice();
        session->open_or_offer(other, MaskUse::importance);
        poll_while([&] { return session->live().notice.empty(); });
        EXPECT_NE(session->live().notice.find(other.filename().string()), std::string::npos);
        EXPECT_EQ(session->live().queue->size(), 2u);
        EXPECT_EQ(exact().document->path, folder / "a.png");
    }
    EXPECT_EQ(session->live().mask_offer, nullptr);
    session->open_or_offer(write_picture("mask.png", halves(20, 20)), MaskUse::importance);
    poll_while([&] { return !session->live().mask_offer; });
    session->take_mask(MaskUse::picture);
    EXPECT_EQ(session->live().queue->size(), 3u) << "it is added";
    settle();
}

TEST_F(SessionTest, AFileThatMayBeAMaskDoesNotReplaceOneOpenedLater) {
    session->open({write_picture("a.png", many_colors(20))});
    exact();
    session->open_or_offer(write_picture("b.png", many_colors(20)));
    session->open({write_picture("c.png", three_groups())});
    settle();
    EXPECT_EQ(session->live().document->path.stem(), "c");
    EXPECT_EQ(session->live().queue->front().stem(), "c");
}

TEST_F(SessionTest, RefusesAListThatIsTooLongAndKeepsTheOneThereIs) {
    Recipe recipe;
    for (std::uint32_t i = 0; i < 10'000; ++i) recipe.shift.pins.push_back({Rgb::from_code(i)});
    session->set(recipe);
    EXPECT_EQ(session->recipe(), recipe);
    session->set(pinned(recipe, Rgb{255, 255, 255}));
    EXPECT_EQ(session->recipe(), recipe);
    EXPECT_EQ(session->live().notice, "there can be at most 10000 pins, not 10001");
}

TEST_F(SessionTest, EndsWhileItComputes) {
    gate.close();
    session->open({write_picture("a.png", many_colors(120))});
    poll_until([&](const Snapshot&) { return gate.waiting() > 0; });
    session.reset();
    EXPECT_EQ(gate.waiting(), 0) << "it was cancelled";
    gate.open();
}

TEST_F(SessionTest, AnAnalysisEndsWhenItIsCancelled) {
    lock_step.begin();
    session->open({write_picture("a.png", many_colors(40))});
    step_until([](const Snapshot& now) { return now.document != nullptr; });
    session->cancel();
    lock_step.end();
    EXPECT_EQ(settle().picture, nullptr);
    session->resume();
    EXPECT_TRUE(exact().picture);
}

TEST_F(SessionTest, AnAnalysisEndsWhenAnotherFileIsOpened) {
    const Location first = write_picture("a.png", many_colors(40)),
                   second = write_picture("b.png", three_groups());
    lock_step.begin();
    session->open({first.file()});
    step_until([](const Snapshot& now) { return now.document != nullptr; });
    session->open({second.file()});
    lock_step.go_on();
    lock_step.meet(); // the analysis begins
    lock_step.end();
    bool analysed = false;
    poll_until([&](const Snapshot& now) {
        analysed |= now.document->path == first && now.picture;
        return now.document->path == second && now.exact();
    });
    EXPECT_FALSE(analysed);
}

TEST_F(SessionTest, EachStageShowsItsProgressFromTheBeginning) {
    gate.close();
    session->open({write_picture("a.png", many_colors(40))});
    poll_until([&](const Snapshot& now) { return now.activity == Activity::reducing && gate.waiting() > 0; });
    EXPECT_EQ(session->live().share, 0) << "what was read before does not count";
    gate.open();
    exact();
}

TEST_F(SessionTest, OpensTheFirstReadableFile) {
    write_text(folder / "a.png", "\x89PNG but not for long");
    write_text(folder / "b.png", "nor this");
    session->open({folder / "a.png", folder / "b.png", write_picture("c.png", three_groups())});
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.document->path, Location(folder / "c.png"));
    EXPECT_EQ(snapshot.queue_index, 2u);
    EXPECT_NE(snapshot.notice.find("b.png"), std::string::npos) << snapshot.notice;
    session->open_queued(0);
    EXPECT_EQ(settle().document->path, Location(folder / "c.png")) << "one that was chosen is not skipped";
}

}
}
