#include "engines/engine_choice.h"
#include "image/save.h"
#include "reduction/engine_cases.h"
#include "session/session.h"
#include "soak.h"
#include "temporary_folder.h"
#ifdef HUEDRIFT_VULKAN
#include "vulkan/vulkan_faults.h"
#endif

#include <gtest/gtest.h>

#include <random>
#include <semaphore>
#include <unistd.h>

namespace huedrift {
namespace {

/// The resources that must not grow with the number of cycles.
struct Held {
    double mebibytes = 0; ///< of memory, resident
    std::ptrdiff_t descriptors = 0, threads = 0;
    int vulkan_objects = 0;
};

std::ptrdiff_t entries_of(const char* folder) {
    return std::distance(std::filesystem::directory_iterator(folder), {});
}

Held held_now() {
    Held held;
#ifndef HUEDRIFT_SANITIZED // sanitizers keep what was freed
    std::ifstream pages("/proc/self/statm");
    double whole = 0, resident = 0;
    pages >> whole >> resident;
    held.mebibytes = resident * double(::sysconf(_SC_PAGESIZE)) / (1 << 20);
#endif
    held.descriptors = entries_of("/proc/self/fd");
    held.threads = entries_of("/proc/self/task");
#ifdef HUEDRIFT_VULKAN
    held.vulkan_objects = vulkan::VulkanFaults::live_objects();
#endif
    return held;
}

Image soft_noise(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (int i = 0; Rgba8 & pixel : image.pixels()) {
        const auto level = static_cast<std::uint8_t>(200 * (i++) / (width * height));
        pixel = {static_cast<std::uint8_t>(level + random() % 32), static_cast<std::uint8_t>(random() % 48),
                 level, 255};
    }
    return image;
}

class Cycles : public testing::Test {
protected:
    Cycles() {
        for (unsigned i = 0; i < 5; ++i) {
            pictures.push_back(folder / (std::to_string(i) + ".png"));
            const Image image = soft_noise(20 + 10 * int(i), 20, i);
            write_text(pictures.back(), text_of(encode_image(image, ImageFormat::png)));
        }
    }

    void poll_until(Session& session, const std::function<bool(const Snapshot&)>& reached) {
        for (session.poll(); !reached(session.live()); session.poll()) {
            ASSERT_EQ(session.live().notice, "");
            woken.acquire();
        }
    }

    /// A picture is opened, reduced by the engine and exported with its palette.
    void run_cycle(Session& session, int number) {
        session.open({pictures[std::size_t(number) % pictures.size()]});
        ASSERT_NO_FATAL_FAILURE(poll_until(
            session, [](const Snapshot& snapshot) { return snapshot.opening.empty() && snapshot.exact(); }));
        session.export_results({.write = {.picture = folder / "out.png",
                                          .palette = folder / "out.gpl",
                                          .overwrite = Overwrite::yes}});
        ASSERT_NO_FATAL_FAILURE(
            poll_until(session, [](const Snapshot& snapshot) { return !snapshot.exporting; }));
    }

    Held held_at_rest(Session& session) {
        poll_until(session, [](const Snapshot& snapshot) { return snapshot.activity == Activity::idle; });
        return held_now();
    }

    /// Half of the cycles are to warm up.
    void run_cycles(const EngineEntry& entry, int cycles) {
        JobThreads threads([this] { woken.release(); });
        Session session(threads, {entry});
        session.choose_engine({.engine = entry.engine});
        Held middle;
        for (int i = 0; i < cycles; ++i) {
            ASSERT_NO_FATAL_FAILURE(run_cycle(session, i));
            if (i + 1 == cycles / 2) middle = held_at_rest(session);
        }
        const Held end = held_at_rest(session);
        std::printf(
            "%s on %s: %d cycles, of which half and all: %.1f and %.1f MiB, %d and %d Vulkan objects\n",
            entry.engine.c_str(), entry.device.c_str(), cycles, middle.mebibytes, end.mebibytes,
            middle.vulkan_objects, end.vulkan_objects);
        EXPECT_LT(end.mebibytes, middle.mebibytes + 32); // the allocator's arenas vary by half of that
        EXPECT_EQ(end.descriptors, middle.descriptors);
        EXPECT_EQ(end.threads, middle.threads);
        EXPECT_EQ(end.vulkan_objects, middle.vulkan_objects);
    }

    TemporaryFolder folder;
    std::vector<std::filesystem::path> pictures;
    std::counting_semaphore<> woken{0};
};

TEST_F(Cycles, OfOpenReduceExportHoldNoMoreInTheEnd) {
    for (const EngineEntry& entry : engine_entries()) {
        if (!entry.usable() || entry.engine == "reference") continue;
        ASSERT_NO_FATAL_FAILURE(run_cycles(entry, is_soak() ? 1000 : 20));
    }
#ifdef HUEDRIFT_VULKAN
    EXPECT_EQ(vulkan::VulkanFaults::live_objects(), 0);
#endif
}

TEST(Cancel, StopsEveryEngineAtAnyMoment) {
    const int moments = is_soak() ? 100 : 5;
    // A new one each time, so that its analysis is done again, too.
    const auto some_colors = [] { return random_colors(is_soak() ? 20'000 : 5'000, 3, Transfer::srgb, 9); };
    const Options options{.radius = 0.05};
    std::mt19937 random(7);
    for (const EngineEntry& entry : engine_entries()) {
        if (!entry.usable() || entry.engine == "reference") continue;
        SCOPED_TRACE(entry.engine + " on " + entry.device);
        const std::unique_ptr<Engine> engine = entry.make({});
        const int reports = reports_of(*engine, some_colors(), options);
        if (entry.is_gpu && reports < 2) continue; // done before it can be cancelled
        ASSERT_GE(reports, 2);
        // A device whose pace has been learned reports less often, so late moments may not come.
        std::uniform_int_distribution<> moment(0, reports / 2);
        int cancelled = 0;
        for (int i = 0; i < moments; ++i)
            cancelled += ends_when_cancelled_at(*engine, some_colors(), options, moment(random));
        EXPECT_GE(cancelled, 1 + moments / 4) << "of " << moments;
    }
}

}
}
