#include "session/edit_memory.h"

#include "session/palette_edits.h"
#include "session_run.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Sessions that keep edits in one folder, as those of one user do.
class EditMemoryTest : public SessionTest {
protected:
    EditMemoryTest() {
        edits_folder = folder / "state" / "edits";
        start(SessionSettings{});
    }
    /// Ends the session and starts the next one.
    void restart(const std::optional<SessionSettings>& own = SessionSettings{}) {
        session.reset();
        start(own);
    }
    Snapshot opened(const std::filesystem::path& file) {
        session->open({file});
        poll_while([&] {
            return !(session->live().document && session->live().document->path == file &&
                     session->live().exact() && !session->is_preparing());
        });
        return session->live();
    }
    void pin(Rgb color) {
        session->set(pinned(session->recipe(), color));
        exact();
    }
    std::vector<std::filesystem::path> files() const {
        std::vector<std::filesystem::path> files;
        std::error_code missing;
        for (const auto& entry : std::filesystem::directory_iterator(edits_folder, missing))
            files.push_back(entry.path());
        return files;
    }

    static constexpr Rgb red{200, 10, 10}, blue{10, 10, 200};
};

/// 16 x 16 cells of 8 x 8 pixels.
Image sprite() {
    Image image(128, 128);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto color = std::uint8_t((i / 1024 * 16 + i % 128 / 8) * 37 % 8);
        image.pixels()[i] = {std::uint8_t(30 * color), std::uint8_t(color % 2 * 200),
                             std::uint8_t(250 - 30 * color), 255};
    }
    return image;
}

TEST_F(EditMemoryTest, EditsAreThereAfterARestartWhereverThePictureLies) {
    const Snapshot first = opened(write_picture("a.png", three_groups()));
    const Rgb one = first.frequency->swatches.front().color;
    EXPECT_FALSE(first.has_restored);
    Recipe recipe = pinned(*first.recipe, blue);
    recipe.palette.recolors.push_back({source_of(*first.frequency, one).value(), red});
    session->set(recipe);
    const Recipe edited = *exact().recipe;
    restart();
    std::filesystem::rename(folder / "a.png", folder / "moved.png");
    const Snapshot again = opened(folder / "moved.png");
    EXPECT_EQ(edits_of(*again.recipe), edits_of(edited));
    EXPECT_TRUE(again.has_restored);
    EXPECT_FALSE(edits_of(*again.recipe).empty());
    EXPECT_FALSE(opened(write_picture("b.png", many_colors(9))).has_restored);
    EXPECT_TRUE(edits_of(session->recipe()).empty());
    for (const std::filesystem::path& file : files()) {
        EXPECT_THAT(read_text(file), testing::Not(HasSubstr("a.png")));
    }
}

TEST_F(EditMemoryTest, RestoredEditsAreUndoneAndThenForgotten) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart(std::nullopt);
    EXPECT_TRUE(opened(folder / "a.png").has_restored);
    EXPECT_TRUE(session->live().suits_picture) << "edits are no settings";
    EXPECT_FALSE(session->user_settings());
    session->undo();
    EXPECT_FALSE(session->live().has_restored);
    EXPECT_TRUE(edits_of(*exact().recipe).empty());
    session->redo();
    EXPECT_FALSE(edits_of(*exact().recipe).empty());
    session->undo();
    exact();
    restart();
    EXPECT_THAT(files(), IsEmpty());
    EXPECT_FALSE(opened(folder / "a.png").has_restored);
}

TEST_F(EditMemoryTest, KeepsThePicturesUsedLast) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart();
    ASSERT_THAT(files(), SizeIs(1));
    const std::filesystem::path mine = files().front();
    const auto now = std::filesystem::last_write_time(mine);
    std::filesystem::last_write_time(mine, now - std::chrono::hours(1000));
    for (std::size_t i = 1; i < EditMemory::max_pictures; ++i) {
        const std::filesystem::path other = edits_folder / (std::to_string(i) + ".edits");
        write_text(other, "-r 0.05");
        std::filesystem::last_write_time(other, now - std::chrono::hours(i));
    }
    opened(folder / "a.png"); // it is used now
    opened(write_picture("b.png", many_colors(9)));
    pin(blue);
    restart();
    EXPECT_THAT(files(), SizeIs(EditMemory::max_pictures));
    EXPECT_TRUE(std::filesystem::exists(mine));
    EXPECT_FALSE(
        std::filesystem::exists(edits_folder / (std::to_string(EditMemory::max_pictures - 1) + ".edits")));
}

TEST_F(EditMemoryTest, ADamagedFileIsIgnoredAndReplaced) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    for (const char* const text : {"", "{\"pins\": 3}", "-r 0.05 --pin zzz"}) {
        restart();
        ASSERT_THAT(files(), SizeIs(1));
        write_text(files().front(), text);
        const Snapshot snapshot = opened(folder / "a.png");
        EXPECT_EQ(snapshot.notice, "");
        EXPECT_TRUE(edits_of(*snapshot.recipe).empty());
        pin(blue);
        restart();
        EXPECT_TRUE(is_pinned(*opened(folder / "a.png").recipe, blue));
    }
}

TEST_F(EditMemoryTest, TwoWindowsKeepWhatEachHasEdited) {
    opened(write_picture("a.png", three_groups()));
    const auto first = std::move(session);
    start(SessionSettings{});
    opened(write_picture("b.png", many_colors(9)));
    pin(blue);
    first->set(pinned(first->recipe(), red));
    first->poll();
    first->finish_files();
    restart();
    EXPECT_TRUE(is_pinned(*opened(folder / "a.png").recipe, red));
    EXPECT_TRUE(is_pinned(*opened(folder / "b.png").recipe, blue));
}

TEST_F(EditMemoryTest, ARecipeThatTheFileCarriesComesFirst) {
    opened(write_picture("a.png", three_groups()));
    exported({.write = {.picture = folder / "out.png", .settings = true}});
    ASSERT_TRUE(opened(folder / "out.png").offer);
    session->decline_offer();
    pin(red);
    restart();
    Snapshot again = opened(folder / "out.png");
    EXPECT_TRUE(again.offer);
    EXPECT_TRUE(edits_of(*again.recipe).empty());
    session->decline_offer();
    EXPECT_TRUE(is_pinned(*exact().recipe, red));
    restart();
    opened(folder / "out.png");
    session->take_offer();
    EXPECT_TRUE(edits_of(*exact().recipe).empty());
    restart();
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EditMemoryTest, EditsAreKeptWhileTheQuestionAboutARecipeIsOpen) {
    opened(write_picture("a.png", three_groups()));
    exported({.write = {.picture = folder / "out.png", .settings = true}});
    ASSERT_TRUE(opened(folder / "out.png").offer);
    pin(red);
    restart();
    ASSERT_TRUE(opened(folder / "out.png").offer);
    pin(blue);
    session->undo(); // nothing has changed
    restart();
    ASSERT_TRUE(opened(folder / "out.png").offer);
    session->decline_offer();
    EXPECT_TRUE(is_pinned(*exact().recipe, red));
    EXPECT_FALSE(is_pinned(session->recipe(), blue));
}

TEST_F(EditMemoryTest, EditsMadeWhileTheQuestionIsOpenReplaceEarlierOnes) {
    opened(write_picture("a.png", three_groups()));
    exported({.write = {.picture = folder / "out.png", .settings = true}});
    opened(folder / "out.png");
    session->decline_offer();
    pin(red);
    restart();
    opened(folder / "out.png");
    pin(blue);
    opened(folder / "a.png"); // the question goes with its picture
    restart();
    opened(folder / "out.png");
    session->decline_offer();
    EXPECT_TRUE(is_pinned(*exact().recipe, blue));
    EXPECT_FALSE(is_pinned(session->recipe(), red));
}

TEST_F(EditMemoryTest, AGridIsThePicturesOwn) {
    const auto has_grid = [](const Snapshot& snapshot) {
        return snapshot.recipe->labels.grid.kind == GridChoice::Kind::given;
    };
    restart(std::nullopt);
    Recipe recipe = *opened(write_picture("a.png", sprite())).recipe;
    ASSERT_EQ(recipe.labels.grid.kind, GridChoice::Kind::automatic);
    recipe.labels.grid = *value_in<GridChoice>("16");
    session->set(recipe);
    exact();
    restart(std::nullopt);
    const Snapshot restored = opened(folder / "a.png");
    EXPECT_EQ(*restored.recipe, recipe);
    session->undo();
    exact();
    session->redo();
    EXPECT_EQ(*exact().recipe, recipe);
    EXPECT_FALSE(session->user_settings()) << "nobody has asked for it in other pictures";
    const Rgb one = restored.frequency ? restored.frequency->swatches.front().color
                                       : restored.palette->swatches.front().color;
    pin(one);
    EXPECT_FALSE(has_grid(opened(write_picture("b.png", many_colors(9)))));
    EXPECT_TRUE(session->live().suits_picture);
    EXPECT_TRUE(has_grid(opened(folder / "a.png")));
    EXPECT_TRUE(is_pinned(session->recipe(), one));
    restart(std::nullopt);
    EXPECT_TRUE(has_grid(opened(folder / "a.png")));
    EXPECT_TRUE(is_pinned(session->recipe(), one));
    session->undo();
    EXPECT_EQ(exact().recipe->labels.grid.kind, GridChoice::Kind::automatic);
    EXPECT_TRUE(session->live().suits_picture);
    EXPECT_FALSE(session->user_settings());
}

TEST_F(EditMemoryTest, AGridStaysWhereNoOtherPictureIsOpened) {
    const auto has_grid = [](const Snapshot& snapshot) {
        return snapshot.recipe->labels.grid.kind == GridChoice::Kind::given;
    };
    restart(std::nullopt);
    Recipe recipe = *opened(write_picture("a.png", sprite())).recipe;
    recipe.labels.grid = *value_in<GridChoice>("16");
    session->set(recipe);
    exact();
    for (const bool cancels : {false, true}) {
        restart(std::nullopt);
        ASSERT_TRUE(has_grid(opened(folder / "a.png"))) << cancels;
        settle();
        if (cancels) {
            lock_step.begin();
            session->resume();
            lock_step.meet(); // nothing is read while this is under way
        }
        session->open({cancels ? write_picture("b.png", many_colors(9)) : folder / "missing.png"});
        if (cancels) {
            session->cancel();
            lock_step.end();
        }
        settle();
        session->resume();
        EXPECT_TRUE(has_grid(settle())) << cancels;
        EXPECT_EQ(session->live().document->path, folder / "a.png") << cancels;
    }
    restart(std::nullopt);
    EXPECT_TRUE(has_grid(opened(folder / "a.png")));
    EXPECT_FALSE(has_grid(opened(folder / "b.png")));
}

TEST_F(EditMemoryTest, EditsWaitWhilePicturesShareAPalette) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart();
    session->open({write_picture("b.png", many_colors(9)), folder / "a.png"});
    exact();
    session->link(true);
    exact();
    session->open_queued(1);
    poll_while([&] {
        const Snapshot& now = session->live();
        return now.document->path != folder / "a.png" || !now.exact() || session->is_preparing();
    });
    EXPECT_FALSE(is_pinned(session->recipe(), red));
    session->link(false);
    EXPECT_TRUE(is_pinned(*settle().recipe, red));
}

TEST_F(EditMemoryTest, EditsMadeWhileAnotherPictureIsLoadedAreKept) {
    opened(write_picture("a.png", three_groups()));
    session->open({write_picture("b.png", many_colors(9))});
    session->set(pinned(session->recipe(), red)); // a.png is still shown
    poll_until([&](const Snapshot& now) { return now.document->path == folder / "b.png" && now.exact(); });
    restart();
    EXPECT_TRUE(is_pinned(*opened(folder / "a.png").recipe, red));
}

TEST_F(EditMemoryTest, ARecipeThatIsTakenToItsSourceComesFirst) {
    const std::filesystem::path source = write_picture("a.png", three_groups());
    opened(source);
    exported({.write = {.picture = folder / "a-r0.1.png", .settings = true}});
    pin(red);
    restart();
    ASSERT_TRUE(opened(folder / "a-r0.1.png").offer);
    session->take_offer_to_source();
    poll_while([&] {
        const Snapshot& now = session->live();
        return now.document->path != source || !now.exact() || session->is_preparing();
    });
    EXPECT_FALSE(is_pinned(session->recipe(), red));
    restart();
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EditMemoryTest, AnExportOfTheQueueHasTheEditsOfPicturesNotYetOpened) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart();
    const Snapshot shown = opened(write_picture("b.png", many_colors(9)));
    exported_queue(
        {.files = std::make_shared<const std::vector<Location>>(std::vector<Location>{folder / "a.png"}),
         .folder = folder / "results",
         .settings = {*shown.settings, shown.weightings},
         .write = {.picture = std::filesystem::path(".png"), .settings = true}});
    const Location written = session->live().queue_export->items.front().written;
    EXPECT_TRUE(is_pinned(load_document(written).recipe.value(), red));
}

TEST_F(EditMemoryTest, AllAreForgottenOnRequest) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart();
    opened(write_picture("b.png", many_colors(9)));
    session->forget_edits();
    restart();
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EditMemoryTest, ForgottenEditsAreNotKeptAgainWhenTheirPictureIsShownAgain) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    opened(write_picture("b.png", many_colors(9)));
    session->forget_edits();
    EXPECT_TRUE(is_pinned(*opened(folder / "a.png").recipe, red));
    restart();
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(EditMemoryTest, ForgottenEditsDoNotReturnOnceTheLookOfTheirPictureIsKnown) {
    opened(write_picture("a.png", three_groups()));
    pin(red);
    restart(std::nullopt);
    session->choose_engine({.engine = "vulkan", .device = "old"}); // without an engine no look is found
    session->open({folder / "a.png"});
    settle();
    poll_while([&] { return session->is_preparing(); });
    session->forget_edits();
    session->choose_engine({});
    const Snapshot snapshot = exact();
    EXPECT_FALSE(is_pinned(*snapshot.recipe, red));
    EXPECT_FALSE(snapshot.has_restored);
    restart();
    EXPECT_THAT(files(), IsEmpty());
}

/// An EditMemory of which a test can hold the only thread.
class HeldEditMemory : public testing::Test {
protected:
    void hold() {
        blocker.post([this](JobRunner::Run&) { go_on.acquire(); }, [](const Error&) {});
    }
    Recipe found() {
        while (memory.is_searching()) {
            woken.acquire();
            memory.deliver();
        }
        return memory.take_found().value();
    }

    TemporaryFolder folder;
    std::counting_semaphore<> woken{0};
    std::binary_semaphore go_on{0};
    JobThreads threads{[this] { woken.release(); }, JobThreads::Priority::usual, 1};
    JobRunner blocker{threads};
    EditMemory memory{threads, folder / "edits"};
    const std::shared_ptr<const Document> picture =
        std::make_shared<const Document>(document_of(three_groups(), folder / "a.png"));
    const Recipe edits{.labels = {.grid = *value_in<GridChoice>("16")}},
        other{.labels = {.grid = *value_in<GridChoice>("8")}};
};

TEST_F(HeldEditMemory, KnowsEditsBeforeTheyAreWritten) {
    memory.open(picture);
    found();
    memory.note(other);
    memory.finish();
    memory.deliver();
    ASSERT_TRUE(memory.kept().newer.empty());
    EXPECT_EQ(memory.kept().find(*picture), other) << "as written";
    hold();
    memory.note(edits);
    EXPECT_EQ(memory.kept().find(*picture), edits);
    memory.forget();
    EXPECT_EQ(memory.kept().find(*picture), Recipe());
    go_on.release();
    memory.finish();
}

TEST_F(HeldEditMemory, DoesNotFindWhatWasForgottenMeanwhile) {
    memory.open(picture);
    found();
    memory.note(edits);
    memory.finish();
    memory.deliver();
    hold();
    memory.open(picture);
    memory.forget();
    go_on.release();
    EXPECT_EQ(found(), Recipe());
}

}
}
