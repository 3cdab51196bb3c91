#include "image/load.h"
#include "labels/regions.h"
#include "pipeline/pipeline.h"
#include "session/export.h"
#include "session/layers.h"
#include "session_run.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

using testing::HasSubstr;

constexpr int width = 20, height = 9, frames = 4;

/// A square that wanders over a gradient.
Image wandering_square() {
    Image image(width, frames * height);
    for (int i = 0; i < frames; ++i)
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const bool inside = x / 5 == i && y > 2 && y < 7;
                image.pixels()[std::size_t((i * height + y) * width + x)] =
                    inside
                        ? Rgba8{240, 30, static_cast<std::uint8_t>(40 + i), 255}
                        : Rgba8{static_cast<std::uint8_t>(x * 8), static_cast<std::uint8_t>(y * 9), 90, 255};
            }
    return image;
}

const Animation timing{.delays = {{5, 100}, {0, 100}, {7, 100}, {100, 100}}, .plays = 3};

class SessionAnimation : public SessionTest {
protected:
    std::filesystem::path write_clip(const std::string& name) const {
        write_text(folder / name, text_of(encode_image(strip, image_format_of(name), {.animation = timing})));
        return folder / name;
    }
    Snapshot opened(const std::filesystem::path& path) {
        session->open({path});
        poll_until([&](const Snapshot& now) {
            return now.opening.empty() && now.document && now.document->path == path && now.exact();
        });
        return session->live();
    }
    LoadedImage read(const std::filesystem::path& path) const {
        return load_image_file(path, {.max_frames = LoadLimits::all_frames});
    }
    const Image strip = wandering_square();
};

TEST_F(SessionAnimation, OpensWithAllFramesAndOnePalette) {
    for (const char* const name : {"in.gif", "in.apng"}) {
        const Snapshot open = opened(write_clip(name));
        EXPECT_EQ(open.document->animation, timing);
        EXPECT_EQ(open.notice, "");
        expect_exact(open, strip);
    }
}

TEST_F(SessionAnimation, CountsRegionsFrameByFrame) {
    Recipe cleaned{.shift = {.radius = 0.3}};
    cleaned.labels.min_region = 2;
    session->set(cleaned);
    const Snapshot open = opened(write_clip("in.gif"));
    const Labelled labelled = label(*open.frequency, Progress());
    std::uint64_t regions = 0;
    for (const LabelArea& area : measure_areas(labelled.plane, frames)) regions += area.regions;
    ASSERT_TRUE(open.frequency->cleaned);
    EXPECT_EQ(open.frequency->cleaned->regions, regions);
    EXPECT_GE(regions, std::uint64_t(frames)) << "none reaches from one frame into the next";
}

TEST_F(SessionAnimation, IsWrittenLikeByTheEquivalentCommand) {
    for (const char* const name : {"in.gif", "in.apng"}) {
        SCOPED_TRACE(name);
        session->set({.shift = {.radius = 0.11}}, Weightings::both);
        opened(write_clip(name));
        for (const char* const extension : {".gif", ".apng"}) {
            const bool is_png = extension == std::string(".apng");
            const ExportRequest request{.write = {.picture = folder / ("out" + std::string(extension)),
                                                  .frame = 2,
                                                  .palette = folder / "out.gpl",
                                                  .indexed = is_png,
                                                  .settings = is_png,
                                                  .overwrite = Overwrite::yes},
                                        .weightings = Weightings::both};
            exported_alike(request);
        }
    }
}

TEST_F(SessionAnimation, SuggestsAnAnimatedFile) {
    EXPECT_EQ(suggested_target(*opened(write_clip("in.gif")).document, {}).extension(), ".gif");
    EXPECT_EQ(suggested_target(*opened(write_clip("in.apng")).document, {}).extension(), ".apng");
    const Image first(width, height,
                      std::vector(strip.pixels().begin(), strip.pixels().begin() + width * height));
    EXPECT_EQ(suggested_target(*opened(write_picture("one.gif", first)).document, {}).extension(), ".png");
}

TEST_F(SessionAnimation, IsNotTakenApart) {
    opened(write_clip("in.gif"));
    const Snapshot refused = exported({.write = {.parts = {.layers = folder / "out.ora"}}});
    EXPECT_THAT(refused.notice, HasSubstr("not animations"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.ora"));
}

TEST_F(SessionAnimation, OpensTheFirstOfTooManyFramesWithTheReason) {
    const std::size_t many = LoadLimits::all_frames + 1;
    Image image(1, int(many));
    for (std::size_t i = 0; i < many; ++i) image.pixels()[i] = {std::uint8_t(i), 90, 30, 255};
    const Animation long_one{std::vector<Delay>(many), 0};
    write_text(folder / "long.apng",
               text_of(encode_image(image, ImageFormat::apng, {.animation = long_one})));
    const Snapshot open = opened(folder / "long.apng");
    EXPECT_EQ(frames_of(*open.document), 1u);
    EXPECT_EQ(open.document->image->height(), 1);
    EXPECT_THAT(open.notice, HasSubstr("20001 frames are too many"));
    EXPECT_THAT(open.notice, HasSubstr("its first frame is shown"));
}

TEST_F(SessionAnimation, IsWrittenWholeFromAQueueIfTheFormatHoldsFrames) {
    const std::vector<Location> files{write_clip("in.gif"), write_picture("still.png", three_groups())};
    QueueExport request{
        .files = std::make_shared<const std::vector<Location>>(files),
        .folder = folder / "results",
        .settings = {.recipe = {.shift = {.radius = 0.1}}, .weightings = Weightings::frequency}};
    for (const char* const extension : {".gif", ".apng", ".png"}) {
        SCOPED_TRACE(extension);
        request.write.picture = std::filesystem::path(extension);
        exported_queue(request);
        ASSERT_EQ(session->live().queue_export->count(QueueProgress::Item::State::written), 2u);
        const LoadedImage written =
            read(write_request(request, files[0], request.settings, Weighting::frequency).picture.file());
        EXPECT_EQ(written.animation, extension == std::string(".png") ? Animation() : timing);
        EXPECT_EQ(written.image.height(), extension == std::string(".png") ? height : frames * height);
        EXPECT_EQ(
            read(write_request(request, files[1], request.settings, Weighting::frequency).picture.file())
                .animation.frames(),
            0u);
    }
}

TEST_F(SessionAnimation, SharesAPaletteWithALinkedPicture) {
    std::vector<Rgba8> pixels(width, {0, 0, 0, 255});
    session->open({write_clip("in.gif"), write_picture("still.png", Image(width, 1, pixels))});
    exact();
    session->link(true);
    pixels.insert(pixels.end(), strip.pixels().begin(), strip.pixels().end());
    expect_exact(exact(), Image(width, 1 + frames * height, pixels));
}

TEST_F(SessionAnimation, DisplaysTheFrameOfItsNumber) {
    const Snapshot open = opened(write_clip("in.gif"));
    const Image all = *Pipeline().make_output(open.frequency);
    for (std::size_t i = 0; i < frames; ++i) {
        const Image shown = displayed(*open.frequency, {}, i);
        EXPECT_EQ(shown.height(), height);
        EXPECT_TRUE(std::ranges::equal(shown.pixels(), frame_of(all, frames, i).pixels));
    }
}

}
}
