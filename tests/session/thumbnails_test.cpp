#include "session/thumbnails.h"

#include "image/save.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <string>
#include <sys/stat.h>
#include <thread>
#include <vector>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

Image filled(int width, int height, Rgba8 color) {
    Image image(width, height);
    for (Rgba8& pixel : image.pixels()) pixel = color;
    return image;
}

class ThumbnailsTest : public testing::Test {
protected:
    fs::path write(const std::string& name, const Image& image) const {
        write_text(folder / name, text_of(encode_image(image, ImageFormat::png)));
        return folder / name;
    }
    /// A view of these files, until each has its thumbnail.
    static void view(Thumbnails& thumbnails, const std::vector<fs::path>& files) {
        for (const fs::path& file : files) thumbnails.of(file);
        thumbnails.end_view();
    }
    void complete(Thumbnails& thumbnails) {
        while (thumbnails.busy()) {
            woken_.acquire();
            thumbnails.deliver();
        }
    }
    std::shared_ptr<const Thumbnail> made(Thumbnails& thumbnails, const fs::path& file) {
        view(thumbnails, {file});
        complete(thumbnails);
        return thumbnails.of(file);
    }

    TemporaryFolder folder;

private:
    std::counting_semaphore<> woken_{0};

protected:
    JobThreads threads{[this] { woken_.release(); }};
};

TEST_F(ThumbnailsTest, AreTheMeansOfAPicturesPixels) {
    Thumbnails thumbnails(threads);
    Image halves(1024, 512);
    for (std::size_t i = 0; i < halves.pixels().size(); ++i)
        halves.pixels()[i] = i % 2 == 0 ? Rgba8{200, 100, 0, 255} : Rgba8{100, 200, 0, 255};
    const auto seen = made(thumbnails, write("halves.png", halves));
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->width, 1024);
    EXPECT_EQ(seen->height, 512);
    ASSERT_EQ(seen->image.width(), 256);
    ASSERT_EQ(seen->image.height(), 128);
    // The code of the mean light of 100 and 200.
    for (const Rgba8 pixel : seen->image.pixels()) ASSERT_EQ(pixel, (Rgba8{160, 160, 0, 255}));
}

TEST_F(ThumbnailsTest, AreEmptyForOtherFiles) {
    Thumbnails thumbnails(threads);
    write_text(folder / "text.png", "no picture");
    ASSERT_EQ(::mkfifo((folder / "pipe.png").c_str(), 0600), 0);
    for (const char* const name : {"text.png", "pipe.png", "nothing.png"}) {
        const auto seen = made(thumbnails, folder / name);
        ASSERT_TRUE(seen) << name;
        EXPECT_TRUE(seen->image.pixels().empty()) << name;
    }
}

TEST_F(ThumbnailsTest, AreReadAgainAfterARecheck) {
    std::vector<std::string> reads;
    Thumbnails thumbnails(
        threads, Thumbnails::default_room, [&](const fs::path& file, const Progress& progress) {
            reads.push_back(file.filename().string()); // only while this thread waits for it
            return Thumbnails::read(file, progress);
        });
    const fs::path changed = write("changed.png", filled(4, 4, {1, 2, 3, 255})),
                   same = write("same.png", filled(4, 4, {1, 2, 3, 255}));
    view(thumbnails, {changed, same});
    complete(thumbnails);
    const auto old = fs::last_write_time(changed);
    write("changed.png", filled(5, 4, {9, 2, 3, 255}));
    fs::last_write_time(changed, old + std::chrono::seconds(2)); // whatever the file system's clock
    view(thumbnails, {changed, same});
    EXPECT_FALSE(thumbnails.busy());
    thumbnails.recheck();
    EXPECT_EQ(thumbnails.of(changed)->width, 4) << "until the new one is there";
    thumbnails.of(same);
    thumbnails.end_view();
    complete(thumbnails);
    EXPECT_EQ(thumbnails.of(changed)->width, 5);
    EXPECT_EQ(thumbnails.of(same)->width, 4);
    EXPECT_EQ(reads, (std::vector<std::string>{"changed.png", "same.png", "changed.png"}));
}

TEST_F(ThumbnailsTest, KeepTheLastSeenWithinBounds) {
    std::vector<fs::path> files;
    for (int i = 0; i < 5; ++i)
        files.push_back(write(std::to_string(i) + ".png", filled(100, 100, {std::uint8_t(i), 0, 0, 255})));
    constexpr std::size_t each = 40'000 + sizeof(Thumbnail);
    Thumbnails thumbnails(threads, 3 * each);
    for (const int i : {0, 1, 2, 0, 3}) made(thumbnails, files[std::size_t(i)]);
    EXPECT_EQ(thumbnails.bytes(), 3 * each);
    for (const int i : {0, 2, 3}) EXPECT_TRUE(thumbnails.of(files[std::size_t(i)])) << i;
    EXPECT_FALSE(thumbnails.of(files[1]));

    view(thumbnails, files);
    complete(thumbnails);
    EXPECT_EQ(thumbnails.bytes(), 5 * each) << "all that is in view";
    made(thumbnails, write("other.png", filled(100, 100, {})));
    EXPECT_EQ(thumbnails.bytes(), 3 * each);
}

/// Files whose reading waits for the test or the end of its interest.
class HeldThumbnails : public ThumbnailsTest {
protected:
    Thumbnail read(const fs::path& file, const Progress& progress) {
        begun_.release();
        while (!open_ && !progress.cancelled()) std::this_thread::yield();
        cancelled_ += progress.cancelled() ? 1 : 0;
        progress.throw_if_cancelled();
        return {filled(1, 1, {}), int(file.filename().string().size()), 1};
    }

    std::counting_semaphore<> begun_{0};
    std::atomic<bool> open_ = false;
    std::atomic<int> cancelled_ = 0;
    Thumbnails thumbnails{
        threads, Thumbnails::default_room,
        [this](const fs::path& file, const Progress& progress) { return read(file, progress); }};
};

TEST_F(HeldThumbnails, AreCancelledWhenTheyLeaveTheView) {
    view(thumbnails, {"a", "bb"});
    begun_.acquire();
    view(thumbnails, {"bb"});
    begun_.acquire();
    EXPECT_EQ(cancelled_, 1);
    open_ = true;
    complete(thumbnails);
    EXPECT_EQ(thumbnails.of("bb")->width, 2);
    EXPECT_FALSE(thumbnails.of("a"));
}

TEST_F(HeldThumbnails, WaitForMoreUrgentWork) {
    view(thumbnails, {"a"});
    begun_.acquire();
    thumbnails.of("a");
    thumbnails.end_view(true);
    open_ = true;
    EXPECT_TRUE(thumbnails.busy());
    view(thumbnails, {"a"});
    complete(thumbnails);
    EXPECT_EQ(thumbnails.of("a")->width, 1);
    EXPECT_EQ(cancelled_, 1);
}

}
}
