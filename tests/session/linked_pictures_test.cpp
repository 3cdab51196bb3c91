#include "image/picture_filter.h"
#include "reduction/color_table.h"
#include "session_run.h"

#include <gmock/gmock.h>

#include <cstdlib>

namespace huedrift {
namespace {

using testing::HasSubstr;

/// Reds and blues: to find a palette for both is not to find one for each.
Image stripes(std::uint8_t red, int height) {
    Image image(16, height);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = {red, static_cast<std::uint8_t>(3 * i), static_cast<std::uint8_t>(250 - red),
                             255};
    return image;
}

Image appended(const Image& above, const Image& below) {
    std::vector<Rgba8> pixels(above.pixels().begin(), above.pixels().end());
    pixels.insert(pixels.end(), below.pixels().begin(), below.pixels().end());
    return {above.width(), above.height() + below.height(), std::move(pixels)};
}

class LinkedPictures : public SessionTest {
protected:
    const Image first = stripes(20, 7), second = stripes(40, 5), both = appended(first, second);

    Snapshot open_linked() {
        session->open({write_picture("a.png", first), write_picture("b.png", second)});
        exact();
        session->link(true);
        return exact();
    }
    Snapshot open_queued(std::size_t index) {
        session->open_queued(index);
        poll_until(
            [&](const Snapshot& now) { return now.document->path == (*now.queue)[index] && now.exact(); });
        return session->live();
    }
};

TEST_F(LinkedPictures, HaveThePaletteOfAllAsOnePicture) {
    const Snapshot linked = open_linked();
    EXPECT_TRUE(linked.linked);
    expect_exact(linked, both);
    EXPECT_EQ(linked.frequency->picture->image->height(), first.height());
    session->set({.source = {.smooth = 1}, .shift = {.radius = 0.2}}, Weightings::palette);
    ColorTable smoothed(ColorSet(smooth(first, 1), Transfer::srgb)); // not over the border between them
    smoothed.add(ColorTable(ColorSet(smooth(second, 1), Transfer::srgb)));
    EXPECT_EQ(ColorTable(exact().palette->picture->colors), smoothed);
    session->set({.shift = {.radius = 0.2}}, Weightings::both);
    const Snapshot later = exact();
    expect_exact(later, both, Weighting::palette);
    expect_exact(later, both, Weighting::frequency);
    session->link(false);
    expect_exact(exact(), first);
}

TEST_F(LinkedPictures, GetTheirResultsAfterAChoiceThatWasTakenBackAtOnce) {
    session->open({write_picture("a.png", first), write_picture("b.png", second)});
    exact();
    session->link(true);
    session->link(false);
    expect_exact(exact(), first);
    session->link(true);
    session->cancel();
    session->link(false);
    session->resume();
    expect_exact(exact(), first);
}

TEST_F(LinkedPictures, AreReducedOnce) {
    open_linked();
    settle();
    gate.close();
    const Snapshot other = open_queued(1);
    EXPECT_EQ(other.frequency->picture->image->height(), second.height());
    expect_exact(other, both);
    open_queued(0);
}

TEST_F(LinkedPictures, IncludeAddedAndChangedPictures) {
    open_linked();
    const Image third = stripes(200, 3);
    session->add({write_picture("c.png", third)});
    poll_until([&](const Snapshot& now) { return now.document->path == folder / "c.png" && now.exact(); });
    expect_exact(session->live(), appended(both, third));

    const Image other = stripes(90, 7);
    write_picture("a.png", other);
    expect_exact(open_queued(0), appended(appended(other, second), third));
}

TEST_F(LinkedPictures, NameUnreadablePictures) {
    write_text(folder / "broken.png", "\x89PNG but not for long");
    session->open({write_picture("a.png", first), (folder / "broken.png").string()});
    exact();
    session->link(true);
    const Snapshot snapshot = exact();
    EXPECT_THAT(snapshot.notice, HasSubstr("broken.png"));
    EXPECT_EQ(snapshot.linked_pictures, 1u) << "of two in the queue";
    expect_exact(snapshot, first);
}

TEST_F(LinkedPictures, ANewQueueIsNotLinked) {
    open_linked();
    session->open({write_picture("c.png", first), write_picture("d.png", second)});
    poll_until([&](const Snapshot& now) { return now.document->path == folder / "c.png" && now.exact(); });
    EXPECT_FALSE(session->live().linked);
    expect_exact(session->live(), first);
}

TEST_F(LinkedPictures, AreExportedLikeByTheCommand) {
    const Snapshot linked = open_linked();
    exported_queue({.files = linked.queue,
                    .linked = linked.queue,
                    .folder = folder / "window",
                    .settings = {.recipe = {.shift = {.radius = 0.1}}},
                    .write = {.picture = std::filesystem::path(".png"), .indexed = true}});
    const std::string command = std::string(HUEDRIFT_CLI) + " reduce " + (folder / "a.png").string() + " " +
                                (folder / "b.png").string() +
                                " --together --indexed -r 0.1 --quiet --output-dir " +
                                (folder / "command").string();
    ASSERT_EQ(std::system(command.c_str()), 0);
    for (const std::string name : {"a", "b"})
        EXPECT_EQ(read_text(folder / "window" / (name + "-r0.1.png")),
                  read_text(folder / "command" / (name + ".png")));
}

TEST_F(LinkedPictures, TheCommandOfOneCountsTheColorsOfAll) {
    session->open({write_picture("a b.png", first), write_picture("b.png", second)});
    exact();
    session->link(true);
    exact();
    session->set({.source = {.alpha = {.kind = AlphaMode::Kind::matte, .matte = {1, 2, 3, 255}}, .smooth = 1},
                  .shift = {.radius = 0.1}},
                 Weightings::both);
    exact();
    for (const bool indexed : {false, true})
        exported_alike({.write = {.picture = folder / "out.png",
                                  .palette = folder / "out.hex",
                                  .indexed = indexed,
                                  .overwrite = Overwrite::yes},
                        .weightings = Weightings::both});
}

}
}
