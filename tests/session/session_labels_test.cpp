#include "pipeline/pipeline.h"
#include "session_run.h"

#include <algorithm>
#include <ostream>

namespace huedrift {

static void PrintTo(const LabelSteps& steps, std::ostream* out) {
    *out << "fringe " << steps.defringe << ", regions " << steps.min_region;
}

namespace {

/// A session that is at rest with a result, so that only steps on labels are left to do.
class SessionLabels : public SessionTest, public testing::WithParamInterface<LabelSteps> {
protected:
    SessionLabels() {
        session->set(recipe);
        session->open({write_picture("a.png", image)});
        settle();
        reductions_before = reductions;
    }
    ~SessionLabels() override { lock_step.end(); }

    /// Asks for the steps, and returns in the midst of the first.
    void stop_in_step() {
        while (session->requests_alive() > 0) woken.acquire(); // the end of the last one is no step
        lock_step.begin();
        recipe.labels = GetParam();
        session->set(recipe);
        step_until([](const Snapshot& now) { return now.activity == Activity::reducing && now.share > 0; });
    }
    void expect_whole(const Snapshot& snapshot) {
        expect_exact(snapshot, image);
        const Result& result = *snapshot.frequency;
        ASSERT_TRUE(result.pixels);
        EXPECT_TRUE(std::ranges::equal(painted(snapshot).pixels(),
                                       Pipeline().make_output(snapshot.frequency)->pixels()));
    }

    Image image = many_colors(24);
    Recipe recipe{.shift = {.radius = 0.1}};
    int reductions_before = 0;
};

TEST_P(SessionLabels, AreCancelledHalfway) {
    stop_in_step();
    if (HasFatalFailure()) return;
    session->cancel();
    lock_step.end();
    Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.state(Weighting::frequency), ResultState::outdated);
    EXPECT_EQ(snapshot.notice, "");
    EXPECT_EQ(snapshot.recipe->labels, GetParam());
    session->resume();
    expect_whole(exact());
    EXPECT_EQ(reductions, reductions_before) << "no step before was repeated";
}

TEST_P(SessionLabels, AreReplacedHalfway) {
    stop_in_step();
    if (HasFatalFailure()) return;
    recipe.labels.min_region = 7;
    session->set(recipe);
    lock_step.end();
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.frequency->recipe.labels.min_region, 7u);
    expect_whole(snapshot);
    EXPECT_EQ(reductions, reductions_before) << "no step before was repeated";
}

TEST_P(SessionLabels, EndWithTheSessionHalfway) {
    stop_in_step();
    if (HasFatalFailure()) return;
    lock_step.end();
    session.reset();
    EXPECT_EQ(reductions, reductions_before) << "it went on with nothing else";
    start(SessionSettings{.recipe = recipe}); // on the same threads
    session->open({folder / "a.png"});
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.frequency->recipe.labels, GetParam());
    expect_whole(snapshot);
}

LabelSteps steps(int defringe, std::uint32_t min_region) {
    LabelSteps steps;
    steps.defringe = defringe;
    steps.min_region = min_region;
    return steps;
}

TEST_F(SessionTest, EnlargedCellsAreThoseOfTheResult) {
    Image image(96, 96);
    const Image cells = many_colors(16);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = cells.pixels()[i / 96 / 6 * 16 + i % 96 / 6];
    Recipe recipe{.shift = {.radius = 0}};
    recipe.labels.grid = {.kind = GridChoice::Kind::given, .size = {6000, 6000}};
    session->set(recipe);
    session->open({write_picture("a.png", image)});
    const auto before = exact().frequency;
    ASSERT_TRUE(before->grid);
    EXPECT_EQ(before->grid->columns.cells(), 16);
    EXPECT_EQ(before->grid->rows.cells(), 16);
    recipe.labels.scale = max_scale;
    session->set(recipe);
    const Snapshot snapshot = exact();
    EXPECT_EQ(snapshot.frequency->recipe.labels.scale, max_scale);
    EXPECT_EQ(snapshot.frequency->pixels, before->pixels) << "nothing was computed";
    EXPECT_EQ(snapshot.frequency->swatches.front().pixels, 1u);
    EXPECT_EQ(ResultPainter(*snapshot.frequency).width(), 96) << "the window shows the source's size";
    EXPECT_EQ(Pipeline().make_output(snapshot.frequency)->width(), 16 * max_scale);
}

TEST_F(SessionTest, ResultsHaveNoGridIfNoneIsFound) {
    Recipe recipe;
    recipe.labels.grid.kind = GridChoice::Kind::automatic;
    session->set(recipe);
    session->open({write_picture("b.png", many_colors(24))});
    EXPECT_FALSE(exact().frequency->grid);
}

INSTANTIATE_TEST_SUITE_P(Of, SessionLabels, testing::Values(steps(2, 0), steps(0, 30), steps(1, 9)));

}
}
