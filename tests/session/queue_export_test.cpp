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
        poll_while([&] { return session->live().queue_export->running; });
        return *session->live().queue_export;
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
        const Snapshot shown = session->live();
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
    std::filesystem::create_hard_link(folder / "results" / "a-r0.05.png", folder / "other");
    all.write.overwrite = Overwrite::yes;
    all.replaced = std::make_shared<const ReplacedFiles>();
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::failed)) << "it has appeared since";
    EXPECT_EQ(read_text(folder / "results" / "a-r0.05.png"), "mine");
    all.replaced = find_replaced(export_targets(all), *all.files);
    const QueueProgress written = exported_queue(all);
    EXPECT_THAT(states(written), ElementsAre(State::written));
    EXPECT_THAT(written.notice, HasSubstr("a-r0.05.png is a new file now"));
    EXPECT_EQ(read_text(folder / "other"), "mine");
}

TEST_F(QueueExportTest, AreasHaveNoDitheringOfALook) {
    for (const char* const name : {"a.png", "b.png"}) write_picture(name, many_colors(96));
    QueueExport all = request({"a.png", "b.png"});
    all.settings = {.recipe = recipe_of(Look::photo), .weightings = Weightings::frequency};
    all.write.parts.svg = ".svg";
    const auto svg = [&] {
        EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::written, State::written));
        return read_text(write_request(all, folder / "b.png", all.settings, Weighting::frequency).parts.svg);
    };
    const std::string alone = svg();
    run("cd " + shell_quoted(folder.path().string()) +
        "; huedrift-cli reduce b.png -o b-out.png --look photo --svg b-out.svg");
    EXPECT_EQ(alone, read_text(folder / "b-out.svg"));
    all.suits_picture = true;
    all.folder = folder / "suited";
    EXPECT_THAT(states(exported_queue(all)), ElementsAre(State::written, State::written));
    run("cd " + shell_quoted(folder.path().string()) +
        "; huedrift-cli reduce b.png -o b-suited.png --svg b-suited.svg");
    EXPECT_EQ(read_text(folder / "suited/b-16-colours.svg"), read_text(folder / "b-suited.svg")) << "flat";
    all.suits_picture = false;
    all.linked = all.files;
    all.folder = folder / "linked";
    const std::string linked = svg();
    all.settings.recipe.labels.dithering.method = Dither::off;
    all.folder = folder / "plain";
    EXPECT_EQ(linked, svg());
}

TEST_F(QueueExportTest, NamesTheColoursOfAllTiles) {
    Recipe recipe;
    recipe.palette.colors = 4;
    EXPECT_EQ(suggested_stem(folder / "a.png", recipe), "a-4-colours");
    recipe.labels.tiles = TileSize{8, 8};
    EXPECT_EQ(suggested_stem(folder / "a.png", recipe), "a-16-colours");
    recipe.labels.shared_color = Rgb{};
    EXPECT_EQ(suggested_stem(folder / "a.png", recipe), "a-13-colours");
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
    EXPECT_FALSE(session->live().queue_export->running);
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
        [&] { return session->live().queue_export->count(State::written) == 0 || gate.waiting() == 0; });
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
