#include "base/parallel.h"
#include "image/exif_files.h"
#include "image/load.h"
#include "image/png_files.h"
#include "session_run.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using State = QueueProgress::Item::State;

class QueueExportTest : public SessionTest {
protected:
    QueueExport request(std::vector<std::string> names) const {
        std::vector<Location> files;
        for (const std::string& name : names) files.push_back(folder / name);
        return {.files = std::make_shared<const std::vector<Location>>(std::move(files)),
                .folder = folder / "results"};
    }
    QueueProgress ended() {
        poll_while([&] { return session->snapshot().queue_export->running; });
        return *session->snapshot().queue_export;
    }
    static std::vector<State> states(const QueueProgress& progress) {
        std::vector<State> states;
        for (const auto& item : progress.items) states.push_back(item.state);
        return states;
    }
};

TEST_F(QueueExportTest, WritesTheSameFilesAsSingleExports) {
    const std::vector<std::string> names{"a.png", "b.png", "c.png"};
    for (int i = 0; i < 3; ++i) write_picture(names[std::size_t(i)], many_colors(12 + 7 * i));
    auto chunks = png_chunks(bytes_of(read_text(folder / "b.png")));
    chunks.insert(chunks.begin() + 1, {"eXIf", phone_exif(1, true)});
    write_text(folder / "b.png", text_of(png_of(chunks)));
    QueueExport all = request(names);
    all.settings = {.recipe = {.source = {.transfer = Transfer::linear}, .shift = {.radius = 0.2}},
                    .weightings = Weightings::both};
    all.write.indexed = all.write.settings = all.write.keep_metadata = true;
    const QueueProgress progress = exported_queue(all);
    EXPECT_THAT(states(progress), ElementsAre(State::written, State::written, State::written));

    session->set(all.settings.recipe, all.settings.weightings);
    for (const std::string& name : names) {
        session->open({folder / name});
        poll_until([&](const Snapshot& now) {
            return now.document && now.document->path == folder / name && now.exact();
        });
        exported({.write = {.picture = folder / "one.png",
                            .indexed = true,
                            .settings = true,
                            .keep_metadata = true,
                            .overwrite = Overwrite::yes},
                  .weightings = Weightings::both});
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            const std::string one = "one-" + std::string(name_of(weighting)) + ".png";
            EXPECT_EQ(read_text(write_request(all, folder / name, all.settings, weighting).picture.file()),
                      read_text(folder / one))
                << name;
        }
        const Snapshot shown = session->snapshot();
        EXPECT_THAT(progress.find(folder / name)->colors,
                    ElementsAre(shown.palette->swatches.size(), shown.frequency->swatches.size()))
            << name;
    }
}

TEST_F(QueueExportTest, CountsSourcesWrittenInPlaceOfResults) {
    write_picture("flat.png", Image(16, 16, std::vector<Rgba8>(256, {200, 100, 50, 255})));
    write_picture("many.png", many_colors(60));
    QueueExport all = request({"flat.png", "many.png"});
    all.write.settings = all.write.keep_smaller = true;
    all.settings.recipe.palette.colors = 2;
    const QueueProgress progress = exported_queue(all);
    EXPECT_THAT(states(progress), ElementsAre(State::written, State::written));
    EXPECT_TRUE(progress.items[0].kept);
    EXPECT_FALSE(progress.items[1].kept);
    EXPECT_EQ(
        read_text(write_request(all, folder / "flat.png", all.settings, Weighting::frequency).picture.file()),
        read_text(folder / "flat.png"));
}

TEST_F(QueueExportTest, APictureThatFailsDoesNotStopTheOthers) {
    write_picture("a.png", three_groups());
    write_text(folder / "broken.png", "\x89PNG but not for long");
    write_picture("c.png", three_groups());
    const QueueProgress progress = exported_queue(request({"a.png", "broken.png", "gone.png", "c.png"}));
    EXPECT_THAT(states(progress), ElementsAre(State::written, State::failed, State::failed, State::written));
    EXPECT_THAT(progress.find(folder / "broken.png")->failure, HasSubstr("broken.png"));
    EXPECT_THAT(progress.find(folder / "gone.png")->failure, HasSubstr("gone.png"));
    EXPECT_EQ(progress.count(State::failed), 2u);
    EXPECT_EQ(progress.find(folder / "other.png"), nullptr);
    EXPECT_THAT(progress.notice, IsEmpty());
}

TEST_F(QueueExportTest, ReplacesOnlyWhenAsked) {
    write_picture("a.png", three_groups());
    QueueExport all = request({"a.png"});
    EXPECT_THAT(would_overwrite(export_targets(all)), IsEmpty());
    exported_queue(all);
    EXPECT_THAT(would_overwrite(export_targets(all)), ElementsAre(folder / "results" / "a-r0.05.png"));
    write_text(folder / "results" / "a-r0.05.png", "mine");
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::failed));
    EXPECT_EQ(read_text(folder / "results" / "a-r0.05.png"), "mine");
    all.write.overwrite = Overwrite::yes;
    all.replaced = std::make_shared<const std::vector<std::filesystem::path>>();
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::failed)) << "it has appeared since";
    EXPECT_EQ(read_text(folder / "results" / "a-r0.05.png"), "mine");
    all.replaced =
        std::make_shared<const std::vector<std::filesystem::path>>(would_overwrite(export_targets(all)));
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::written));
}

TEST_F(QueueExportTest, WritesThePartsOfEach) {
    for (const char* const name : {"a.png", "b.png"}) write_picture(name, three_groups());
    QueueExport all = request({"a.png", "b.png"});
    all.write = {.palette = ".hex", .parts = {.masks = "-masks", .areas = "-areas.csv"}};
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::written, State::written));
    const auto names = [&](const std::filesystem::path& in) {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(in))
            names.push_back(entry.path().filename().string());
        return names;
    };
    EXPECT_THAT(names(folder / "results"),
                testing::UnorderedElementsAre("a-r0.05.hex", "a-r0.05-masks", "a-r0.05-areas.csv",
                                              "b-r0.05.hex", "b-r0.05-masks", "b-r0.05-areas.csv"));
    EXPECT_THAT(names(folder / "results/a-r0.05-masks"), testing::Not(IsEmpty()));
    EXPECT_EQ(would_overwrite(export_targets(all)).size(), 6u);
}

TEST_F(QueueExportTest, RefusesTwoPicturesWithTheSameTarget) {
    write_picture("a.png", three_groups());
    write_picture("a.bmp", three_groups());
    const QueueProgress progress = exported_queue(request({"a.png", "a.bmp"}));
    EXPECT_THAT(progress.notice, HasSubstr("would both become"));
    EXPECT_THAT(states(progress), ElementsAre(State::waiting, State::waiting));
    EXPECT_FALSE(std::filesystem::exists(folder / "results"));

    write_picture("b.png", three_groups());
    QueueExport linked = request({"a.png", "b.png"});
    linked.write.overwrite = Overwrite::yes;
    std::filesystem::create_directory(folder / "results");
    write_text(folder / "results" / "a-r0.05.png", "mine");
    std::filesystem::create_symlink("a-r0.05.png", folder / "results" / "b-r0.05.png");
    EXPECT_THAT(exported_queue(linked).notice, HasSubstr("would both become"));
    EXPECT_EQ(read_text(folder / "results" / "a-r0.05.png"), "mine");
}

TEST_F(QueueExportTest, EndsWhenItIsCancelledBeforeAThreadIsFree) {
    write_picture("a.png", three_groups());
    std::counting_semaphore<> begun{0}, ends{0};
    std::vector<std::unique_ptr<JobRunner>> others;
    for (std::size_t i = 0; i < JobThreads::usual_count; ++i) {
        others.push_back(std::make_unique<JobRunner>(threads));
        others.back()->post(
            [&](JobRunner::Run&) {
                begun.release();
                ends.acquire();
            },
            [](const Error&) {});
    }
    for (std::size_t i = 0; i < JobThreads::usual_count; ++i) begun.acquire();
    session->export_queue(request({"a.png"}));
    session->cancel_queue_export();
    session->poll();
    EXPECT_FALSE(session->snapshot().queue_export->running);
    ends.release(JobThreads::usual_count);
    EXPECT_THAT(states(exported_queue(request({"a.png"}))), ElementsAre(State::written));
}

TEST_F(QueueExportTest, CancellingLeavesOnlyWholeFilesAndAnotherExportCompletes) {
    const std::vector<std::string> names{"a.png", "b.png", "c.png"};
    for (const std::string& name : names) write_picture(name, many_colors(30));
    const ThreadLimit one_at_a_time(1);
    gate.close_after(1);
    session->export_queue(request(names));
    poll_while(
        [&] { return session->snapshot().queue_export->count(State::written) == 0 || gate.waiting() == 0; });
    session->cancel_queue_export();
    EXPECT_THAT(states(ended()), ElementsAre(State::written, State::waiting, State::waiting));
    gate.open();
    EXPECT_THAT(states(exported_queue(request({"b.png", "c.png"}))),
                ElementsAre(State::written, State::written));
    for (const std::string& name : names)
        EXPECT_NO_THROW(load_image_file(
            write_request(request(names), folder / name, SessionSettings{}, Weighting::frequency)
                .picture.file()));
}

}
}
