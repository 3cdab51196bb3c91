#include "session_run.h"

#include "cpu/cpu_engine.h"
#include "reduction/fingerprint.h"
#include "reduction/merge.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

/// What a cold run makes of the parameters.
Reduction cold(const Image& image, const Parameters& parameters, Weighting weighting) {
    CpuEngine engine;
    Progress progress;
    const ColorSet colors(image, parameters.transfer);
    return reduce_and_merge(engine, colors, parameters.options(weighting), parameters.merge_distance,
                            progress);
}

void expect_exact(const View& view, const Image& image, Weighting weighting = Weighting::palette) {
    ASSERT_EQ(view.standing(weighting), Standing::exact);
    EXPECT_EQ(fingerprint(view.outcome(weighting)->reduction),
              fingerprint(cold(image, view.parameters, weighting)));
}

TEST_F(SessionTest, OpensAndReduces) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const View view = settle();
    EXPECT_EQ(view.notice, "");
    EXPECT_EQ(view.document->path.filename(), "a.png");
    EXPECT_EQ(fingerprint(*view.document->image), fingerprint(image));
    EXPECT_TRUE(view.exact());
    expect_exact(view, image);
    EXPECT_EQ(view.palette->palette.size(), 3u);
    EXPECT_FALSE(view.frequency);
    EXPECT_GT(view.palette->difference.maximum, 0);
    EXPECT_EQ(view.picture->histogram, luminance_histogram(ImageView(image)));
    EXPECT_EQ(view.palette->histogram, luminance_histogram(ImageView(result_image(*view.palette))));
}

TEST_F(SessionTest, BothWeightingsAreComputedAndOneMoreDoesNotRepeatTheFirst) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const std::uint64_t first = settle().palette->id;
    session->set({.weightings = Weightings::both});
    const View view = settle();
    EXPECT_TRUE(view.exact());
    expect_exact(view, image, Weighting::palette);
    expect_exact(view, image, Weighting::frequency);
    EXPECT_EQ(view.palette->id, first);
}

TEST_F(SessionTest, APreviewIsShownBeforeTheExactResultAndNeverTakenForIt) {
    const Image image = many_colors(120);
    gate.close();
    session->open({write_picture("a.png", image)});
    poll_until([](const View& view) { return view.standing(Weighting::palette) == Standing::preview; });
    EXPECT_FALSE(session->view().exact());
    EXPECT_FALSE(session->view().palette->exact);
    gate.open();
    expect_exact(exact(), image);
}

TEST_F(SessionTest, OfManySliderEventsTheLastWins) {
    const Image image = many_colors(120);
    session->open({write_picture("a.png", image)});
    for (int i = 1; i <= 200; ++i) {
        session->set({.radius = 0.02 + 0.0004 * i}, Gesture::ongoing);
        session->poll();
    }
    const View view = exact();
    EXPECT_EQ(view.parameters.radius, 0.02 + 0.0004 * 200);
    expect_exact(view, image);
}

TEST_F(SessionTest, AResultOfEarlierParametersIsOutdated) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    gate.close();
    session->set({.radius = 0.3});
    EXPECT_EQ(session->view().standing(Weighting::palette), Standing::outdated);
    EXPECT_FALSE(session->view().exact());
    gate.open();
    EXPECT_EQ(settle().standing(Weighting::palette), Standing::exact);
}

TEST_F(SessionTest, ACancelledRunLeavesNothingThatLooksExact) {
    session->open({write_picture("a.png", many_colors(120))});
    exact();
    gate.close();
    session->set({.radius = 0.09});
    poll_until([&](const View& view) {
        return view.standing(Weighting::palette) == Standing::preview && gate.waiting() > 0;
    });
    session->cancel();
    EXPECT_EQ(settle().standing(Weighting::palette), Standing::preview);
    gate.open();
    session->resume();
    EXPECT_EQ(exact().parameters.radius, 0.09);
}

TEST_F(SessionTest, AFileThatCannotBeOpenedLeavesTheCurrentOneAndSaysWhy) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    settle();
    write_text(folder / "b.png", "no picture");
    session->open({folder / "b.png"});
    View view = settle();
    EXPECT_THAT(view.notice, testing::HasSubstr("b.png: not a PNG, JPEG or BMP file"));
    EXPECT_EQ(view.document->path.filename(), "a.png");
    expect_exact(view, image);
    session->dismiss_notice();
    EXPECT_EQ(session->view().notice, "");
    session->set({.radius = 0.2});
    view = settle();
    EXPECT_EQ(view.notice, "");
    expect_exact(view, image);
}

TEST_F(SessionTest, AFailureWhileParametersChangeStillLeadsToTheirResult) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    settle();
    session->open({folder / "missing.png"});
    session->set({.radius = 0.2});
    const View view = settle();
    EXPECT_THAT(view.notice, testing::HasSubstr("missing.png"));
    EXPECT_EQ(view.parameters.radius, 0.2);
    expect_exact(view, image);
}

TEST_F(SessionTest, TheFirstFileThatCannotBeOpenedLeavesNothing) {
    session->open({folder / "missing.png"});
    const View view = settle();
    EXPECT_NE(view.notice, "");
    EXPECT_FALSE(view.document);
    session->set({.radius = 0.2});
    session->aim_for(3);
    EXPECT_EQ(settle().activity, Activity::idle);
}

TEST_F(SessionTest, QueuedFilesAreOpenedOneByOne) {
    const Image second = many_colors(5);
    session->open({write_picture("a.png", three_groups()), write_picture("b.png", second)});
    EXPECT_EQ(settle().queue.size(), 2u);
    session->open_queued(1);
    const View view = settle();
    EXPECT_EQ(view.document->path.filename(), "b.png");
    EXPECT_EQ(view.queue.size(), 2u);
    expect_exact(view, second);
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
    session->set({.radius = 0.2}, Gesture::ongoing);
    session->set({.radius = 0.4}, Gesture::complete);
    settle();
    session->undo();
    View view = settle();
    EXPECT_EQ(view.parameters.radius, 0.05);
    EXPECT_TRUE(view.can_redo);
    EXPECT_FALSE(view.can_undo);
    expect_exact(view, image);
    session->redo();
    view = settle();
    EXPECT_EQ(view.parameters.radius, 0.4);
    expect_exact(view, image);
}

TEST_F(SessionTest, AimsForANumberOfColors) {
    const Image image = many_colors(40);
    session->open({write_picture("a.png", image)});
    settle();
    session->aim_for(12);
    const View view = settle();
    EXPECT_LE(view.palette->palette.size(), 12u);
    EXPECT_NE(view.parameters.radius, 0.05);
    expect_exact(view, image);
    session->undo();
    EXPECT_EQ(settle().parameters.radius, 0.05);
}

TEST_F(SessionTest, StepsToTheNextRadiusThatChangesTheCount) {
    const Image image = three_groups();
    session->open({write_picture("a.png", image)});
    const std::size_t count = settle().palette->palette.size();
    session->step_radius(Direction::up);
    const View view = settle();
    EXPECT_GT(view.parameters.radius, 0.05);
    EXPECT_NE(view.palette->palette.size(), count);
    session->set({.radius = view.parameters.radius * 0.998});
    EXPECT_EQ(settle().palette->palette.size(), count);
}

TEST_F(SessionTest, SmoothingAndTransferAnalyseAnew) {
    session->open({write_picture("a.png", three_groups())});
    const View before = settle();
    session->set({.transfer = Transfer::linear, .smooth = 2});
    const View after = settle();
    EXPECT_TRUE(after.exact());
    EXPECT_EQ(after.document, before.document);
    EXPECT_NE(after.picture->image, before.picture->image);
    EXPECT_EQ(after.picture->colors.transfer(), Transfer::linear);
    EXPECT_EQ(before.picture->image, before.document->image);
}

TEST_F(SessionTest, FillsTheCurve) {
    session->open({write_picture("a.png", three_groups())});
    const View view = settle();
    ASSERT_TRUE(view.palette_curve);
    EXPECT_TRUE(view.palette_curve->complete);
    const std::vector<SweepPoint>& points = view.palette_curve->points;
    EXPECT_EQ(points.front().radius, smallest_slider_radius);
    EXPECT_EQ(points.back().radius, largest_radius);
    EXPECT_EQ(points.back().colors, 1u);
    EXPECT_TRUE(std::ranges::is_sorted(points, {}, &SweepPoint::radius));
    EXPECT_TRUE(std::ranges::any_of(points, [](const SweepPoint& p) { return p.radius == 0.05; }));
}

TEST_F(SessionTest, APictureWithoutVisiblePixelsHasNoColors) {
    session->open({write_picture("a.png", Image(6, 5))});
    EXPECT_TRUE(settle().palette->palette.empty());
    session->aim_for(3);
    EXPECT_TRUE(settle().exact());
    session->step_radius(Direction::up);
    const View view = settle();
    EXPECT_TRUE(view.exact());
    EXPECT_EQ(view.notice, "");
}

TEST_F(SessionTest, TheCurveIsNotComputedTwice) {
    session->open({write_picture("a.png", three_groups())});
    settle();
    const int before = reductions;
    session->set({.radius = 0.2});
    settle();
    EXPECT_EQ(reductions, before + 1);
}

TEST_F(SessionTest, AnEngineThatFailsIsToldAndAnotherTakesOver) {
    const Image image = three_groups();
    session->choose_engine({.engine = "vulkan", .device = "lost"});
    session->open({write_picture("a.png", image)});
    View view = settle();
    EXPECT_EQ(view.notice, "the device was lost");
    EXPECT_FALSE(view.exact());
    session->choose_engine({.engine = "vulkan", .device = "old"});
    EXPECT_THAT(settle().notice, testing::HasSubstr("it is too old"));
    session->choose_engine({.engine = "cpu"});
    view = settle();
    EXPECT_EQ(view.notice, "");
    expect_exact(view, image);
}

TEST_F(SessionTest, TracesTheColorLookedAtLast) {
    session->open({write_picture("a.png", many_colors(40))});
    const View view = exact();
    const Mode first = view.palette->reduction.modes.front(), last = view.palette->reduction.modes.back();
    session->look_at(view.palette, first.color);
    session->look_at(view.palette, last.color);
    while (!session->view().traces) {
        woken.acquire();
        session->poll();
    }
    const Traces& traces = *session->view().traces;
    EXPECT_EQ(traces.color, last.color);
    ASSERT_FALSE(traces.paths.empty());
    EXPECT_LE(traces.paths.size(), Tracer::most_paths);
    for (const Trajectory& path : traces.paths) EXPECT_EQ(color_at(path.back(), Transfer::srgb), last.color);
}

TEST_F(SessionTest, ALostDeviceCostsNothingAndIsTold) {
    session->open({write_picture("a.png", three_groups())});
    exact();
    losses = 1;
    session->choose_engine({.engine = "vulkan", .device = "fragile"});
    session->set({.radius = 0.3});
    EXPECT_EQ(exact().palette->engine, "vulkan");
    EXPECT_THAT(session->view().notice, testing::HasSubstr("done again on a new device"));
    losses = 2;
    session->set({.radius = 0.31});
    const View view = exact();
    EXPECT_EQ(view.palette->engine, "cpu");
    EXPECT_THAT(view.notice, testing::HasSubstr("not used any more"));
    CpuEngine cpu;
    Progress progress;
    const Reduction expected =
        cpu.reduce(view.picture->colors, view.parameters.options(Weighting::palette), progress);
    EXPECT_EQ(view.palette->reduction.mode_of, expected.mode_of);
}

TEST_F(SessionTest, EndsWhileItComputes) {
    gate.close();
    session->open({write_picture("a.png", many_colors(120))});
    poll_until([&](const View&) { return gate.waiting() > 0; });
    session.reset(); // the test's time limit is the assertion
}

}
}
