#include "session_run.h"

#include "base/output_file.h"

namespace huedrift {
namespace {

class RecipeOfferTest : public SessionTest {
protected:
    /// A picture that says it was made by these words.
    void write_result(const std::string& name, const std::string& words) const {
        EncodeOptions options;
        options.settings = words;
        write_file_atomically(folder / name, encode_image(three_groups(), ImageFormat::png, options),
                              Overwrite::no);
    }
    Snapshot open(const std::string& name) {
        session->open({folder / name});
        return settle();
    }
};

const Recipe recipe{.source = {.smooth = 1}, .shift = {.radius = 0.17, .weighting = Weighting::palette}};

TEST_F(RecipeOfferTest, IsTakenOnRequestOnly) {
    write_result("b.png", recipe_text(recipe));
    Snapshot snapshot = open("b.png");
    EXPECT_EQ(*snapshot.recipe, Recipe{});
    ASSERT_TRUE(snapshot.offer);
    EXPECT_EQ(snapshot.offer->recipe, recipe);
    session->take_offer();
    snapshot = settle();
    EXPECT_FALSE(snapshot.offer);
    EXPECT_EQ(*snapshot.recipe, recipe);
    EXPECT_EQ(snapshot.weightings, Weightings::palette);
    EXPECT_TRUE(snapshot.exact());
    session->set({.shift = {.radius = 0.4}});
    session->reload();
    snapshot = settle();
    EXPECT_FALSE(snapshot.offer);
    EXPECT_EQ(snapshot.recipe->shift.radius, 0.4);
    session->undo();
    EXPECT_EQ(session->recipe(), recipe);
    session->undo();
    EXPECT_EQ(session->recipe(), Recipe{});
}

TEST_F(RecipeOfferTest, IsGoneWhenDeclined) {
    write_result("b.png", recipe_text(recipe));
    open("b.png");
    session->decline_offer();
    EXPECT_FALSE(settle().offer);
    session->take_offer();
    EXPECT_EQ(*settle().recipe, Recipe{});
}

TEST_F(RecipeOfferTest, BelongsToTheOpenPicture) {
    write_result("b.png", recipe_text(recipe));
    write_picture("plain.png", three_groups());
    EXPECT_TRUE(open("b.png").offer);
    EXPECT_FALSE(open("plain.png").offer);
}

TEST_F(RecipeOfferTest, DoesNotChangeTheUsersOwnRadius) {
    write_result("b.png", recipe_text(recipe));
    session->set({.shift = {.radius = 0.08}});
    open("b.png");
    session->take_offer();
    settle();
    EXPECT_EQ(session->user_settings()->recipe.shift.radius, 0.08);
    Recipe changed = session->recipe();
    changed.source.smooth = 2;
    session->set(changed);
    EXPECT_EQ(session->user_settings()->recipe.source.smooth, 2u);
    EXPECT_EQ(session->user_settings()->recipe.shift.radius, 0.08);
    changed.shift.radius = 0.09;
    session->set(changed);
    EXPECT_EQ(session->user_settings()->recipe, changed);
}

TEST_F(RecipeOfferTest, OpensTheSourcePicture) {
    write_result("a-r0.17.png", recipe_text(recipe));
    write_result("c-r0.17.png", recipe_text(recipe));
    const std::filesystem::path source = write_picture("a.png", many_colors(8));
    EXPECT_EQ(open("c-r0.17.png").offer->source, "");
    EXPECT_EQ(open("a-r0.17.png").offer->source, source);
    session->take_offer_to_source();
    const Snapshot snapshot = settle();
    EXPECT_EQ(snapshot.document->path, source);
    EXPECT_EQ(*snapshot.recipe, recipe);
    EXPECT_EQ(source_beside(folder / "a-r1e-05-frequency.png"), source);
    EXPECT_EQ(source_beside(folder / "a-32-colours.png"), source);
    std::filesystem::create_directory(folder / "reduced");
    EXPECT_EQ(source_beside(folder / "reduced" / "a-32-colours.png"), source) << "one folder up";
    EXPECT_EQ(source_beside(folder / "a-sweetie-16.png"), source) << "named after a palette";
    EXPECT_EQ(source_beside(folder / "b-rough.png"), "");
    EXPECT_EQ(source_beside(folder / "-32-colours.png"), "");
    EXPECT_EQ(source_beside(folder / "none" / "deeper" / "a-r0.1.png"), "");
}

}
}
