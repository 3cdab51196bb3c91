#include "session/snapshot.h"

#include "session_run.h"

namespace huedrift {
namespace {

/// A session whose picture an export refuses; each remedy is tried.
class RemediesTest : public SessionTest {
protected:
    RemediesTest() { start(settings_of(Recipe{.shift = {.radius = 0}})); }

    std::vector<Remedy> offered(const std::string& file, bool indexed = false) {
        session->prepare_export({.write = {.picture = folder / file, .indexed = indexed}});
        poll_while([&] { return !session->live().export_bytes && !session->live().export_refusal; });
        const auto& refused = session->live().export_refusal;
        return remedies_of(refused ? refused->refusal() : Refusal{}, session->live());
    }
    std::vector<std::string> labels(const std::string& file, bool indexed = false) {
        std::vector<std::string> labels;
        for (const Remedy& remedy : offered(file, indexed)) labels.push_back(remedy.label);
        return labels;
    }
    /// Takes the remedy of this label.
    void take(const std::string& label, const std::string& file, bool indexed = false) {
        for (const Remedy& remedy : offered(file, indexed))
            if (remedy.label == label) session->set(remedy.recipe);
        exact();
    }
    void open(const Image& image) {
        session->open({write_picture("a.png", image)});
        exact();
    }
    using Labels = std::vector<std::string>;
};

/// Of as many colours as pixels; each has another alpha.
Image soft(int side) {
    Image image = many_colors(side);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) image.pixels()[i].a = std::uint8_t(i + 1);
    return image;
}

TEST_F(RemediesTest, AGifGetsAsManyColoursAsItHolds) {
    open(many_colors(20));
    EXPECT_EQ(labels("a.gif"), Labels{"256 colours"});
    take("256 colours", "a.gif");
    EXPECT_EQ(session->live().frequency->swatches.size(), 256u);
    EXPECT_EQ(labels("a.gif"), Labels{});
}

TEST_F(RemediesTest, CellsAreEnlargedAsFarAsAPictureMayBe) {
    Recipe recipe{.shift = {.radius = 0}};
    recipe.labels.grid = {.kind = GridChoice::Kind::given, .size = {2000, 2000}};
    recipe.labels.scale = max_scale;
    session->set(recipe);
    open(Image(1200, 1200, std::vector(1200 * 1200, Rgba8{200, 100, 50, 255})));
    EXPECT_EQ(session->live().notice, "");
    EXPECT_EQ(labels("a.png"), Labels{"Enlarge to 54 px"});
}

TEST_F(RemediesTest, TransparentPixelsTakeAnEntry) {
    Image image = many_colors(20);
    image.pixels()[7].a = 0;
    open(image);
    EXPECT_EQ(labels("a.gif"), Labels{"255 colours"});
    take("255 colours", "a.gif");
    EXPECT_EQ(labels("a.gif"), Labels{});
}

TEST_F(RemediesTest, SoftEdgesOfAGifBecomeHardOrAreFilled) {
    open(soft(12));
    EXPECT_EQ(labels("a.gif"), (Labels{"Hard edges", "Fill"}));
    take("Fill", "a.gif");
    EXPECT_EQ(labels("a.gif"), Labels{});
}

TEST_F(RemediesTest, SoftEdgesOfAnIndexedPictureNeedNone) {
    Image image = soft(20);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i].r = image.pixels()[i].g = image.pixels()[i].b = std::uint8_t(i % 3 * 100);
    open(image);
    EXPECT_EQ(labels("a.png", true), Labels{});
}

TEST_F(RemediesTest, SlotsThatDoNotSufficeAreGivenUp) {
    open(many_colors(5));
    Recipe recipe = session->recipe();
    recipe.output.bits = 1;
    session->set(recipe);
    exact();
    EXPECT_EQ(labels("a.png", true), Labels{"Fewest bits"});
    recipe.output.bits.reset();
    recipe.output.pad = 4;
    session->set(recipe);
    exact();
    EXPECT_EQ(labels("a.png", true), Labels{"Do not fill"});
    recipe.output.pad.reset();
    recipe.output.transparent_index = 200;
    session->set(recipe);
    exact();
    EXPECT_EQ(labels("a.png", true), Labels{"Any index"});
    take("Any index", "a.png", true);
    EXPECT_EQ(labels("a.png", true), Labels{});
}

TEST_F(RemediesTest, OtherColoursAreAllowed) {
    open(many_colors(5));
    Recipe recipe = session->recipe();
    recipe.palette.to = {{0, 0, 0}, {255, 255, 255}};
    recipe.palette.directly = recipe.palette.strict = true;
    session->set(recipe);
    const Snapshot snapshot = settle();
    const auto remedies = remedies_of(snapshot.refusal, snapshot);
    ASSERT_EQ(remedies.size(), 1u) << snapshot.notice;
    session->set(remedies[0].recipe);
    EXPECT_TRUE(exact().frequency->exact);
}

TEST_F(RemediesTest, OtherFailuresHaveNone) {
    open(many_colors(5));
    EXPECT_TRUE(remedies_of({}, session->live()).empty());
}

}
}
