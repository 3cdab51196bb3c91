#include "session/recent_results.h"

#include "reduction/reduction.h"
#include "session_run.h"

namespace huedrift {
namespace {

class RecentResultsTest : public SessionTest {
protected:
    static constexpr int side = 64;

    RecentResultsTest() {
        session->open({write_picture("a.png", many_colors(side))});
        exact();
    }
    /// Dithered to so many colours.
    std::shared_ptr<const Result> result_of(std::uint32_t colors) {
        Recipe recipe{.shift = {.radius = 0}, .labels = {.dithering = {.method = Dither::ordered}}};
        recipe.palette.set_colors(colors);
        session->set(recipe);
        return exact().frequency;
    }
    /// The bytes that only the results' own colours and pixels take.
    static std::size_t bytes_alone(const Result& result) {
        RecentResults alone;
        alone.add(std::make_shared<Result>(result));
        return alone.bytes();
    }
};

TEST_F(RecentResultsTest, APixelTakesOneByteUpTo256Colors) {
    EXPECT_EQ(result_of(16)->pixels->bytes(), std::size_t{side * side});
    const auto most = result_of(256);
    EXPECT_EQ(most->pixels->bytes(), std::size_t{side * side});
    EXPECT_EQ(most->swatches.size(), 256u);
    EXPECT_EQ(fingerprint(ResultPainter(*most).whole()), fingerprint(*Pipeline().make_output(most)));
    EXPECT_EQ(result_of(300)->pixels->bytes(), std::size_t{2 * side * side});
}

TEST_F(RecentResultsTest, SixteenSettingsStayBelowTheirMemory) {
    constexpr std::size_t five = 5;
    std::vector<std::shared_ptr<const Result>> results;
    for (std::uint32_t i = 0; i < 16; ++i) results.push_back(result_of(16 + i));
    std::size_t last_five = 0;
    for (std::size_t i = 16 - five; i < 16; ++i) last_five += bytes_alone(*results[i]);
    RecentResults kept(last_five), all;
    for (const auto& result : results) {
        kept.add(result);
        all.add(result);
        EXPECT_LE(kept.bytes(), last_five);
    }
    EXPECT_EQ(all.count(), 16u);
    EXPECT_EQ(kept.count(), five);
    EXPECT_EQ(kept.find(results.back()->picture, results.back()->recipe), results.back());
    EXPECT_EQ(kept.find(results.front()->picture, results.front()->recipe), nullptr);
}

TEST_F(RecentResultsTest, TheOneUsedLastStaysAndOneAlwaysDoes) {
    const auto first = result_of(16), second = result_of(17), third = result_of(18);
    RecentResults kept(bytes_alone(*first) + bytes_alone(*third));
    kept.add(first);
    kept.add(second);
    EXPECT_EQ(kept.find(first->picture, first->recipe), first);
    kept.add(third);
    EXPECT_EQ(kept.find(second->picture, second->recipe), nullptr);
    EXPECT_EQ(kept.find(first->picture, first->recipe), first);
    RecentResults tiny(1);
    tiny.add(first);
    EXPECT_EQ(tiny.count(), 1u);
}

TEST_F(RecentResultsTest, SharedPartsCountOnce) {
    const auto result = result_of(16);
    auto ordered = std::make_shared<Result>(*result);
    ordered->recipe.output.order = SwatchOrder::rgb;
    RecentResults kept;
    kept.add(result);
    const std::size_t before = kept.bytes();
    kept.add(ordered);
    // Its own are two lists of colours and the sums of their pixels.
    EXPECT_LE(kept.bytes() - before, 16 * (2 * sizeof(Swatch) + sizeof(std::uint64_t)));
    EXPECT_EQ(kept.find(result->picture, ordered->recipe), ordered);
    EXPECT_TRUE(kept.find_unordered(result->picture, ordered->recipe));
}

TEST_F(RecentResultsTest, AClosedPictureLeavesNothing) {
    const std::weak_ptr<const Picture> closed = session->live().picture;
    const std::weak_ptr<const Document> document = session->live().document;
    {
        const auto result = result_of(16);
        session->look_at(result, result->swatches.front().color);
        session->let_drift(result, 100);
        session->prepare_export({.write = {.picture = folder / "b.png"}});
    }
    poll_until([&](const Snapshot& snapshot) {
        return snapshot.traces && snapshot.drift && snapshot.export_bytes && !session->is_drifting();
    });
    session->open({write_picture("b.png", three_groups())});
    exact();
    settle();
    EXPECT_TRUE(closed.expired());
    EXPECT_TRUE(document.expired());
}

}
}
