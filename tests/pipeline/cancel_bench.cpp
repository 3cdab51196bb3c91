// cancel_bench [NAME]: what the steps on the largest palettes cost, and how long they work at most between
// two looks at whether they were cancelled, in milliseconds of a core, so that other programs matter little,
// as a table in Markdown. Each step whose name contains NAME runs twice: once to find the longest work of a
// thread between two looks, then cancelled as that begins; the rest of the main thread's work also counts the
// memory given back.
#include "base/error.h"
#include "dither/dither.h"
#include "labels/soft_edges.h"
#include "palette/join_by_error.h"
#include "palette/palette.h"
#include "pipeline/file_colors.h"
#include "pipeline/palette_steps.h"
#include "reduction/reduction.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <ctime>
#include <functional>
#include <mutex>
#include <numeric>
#include <pthread.h>
#include <random>
#include <string>

namespace {

using namespace huedrift;

/// The time that a thread has worked, in milliseconds.
double worked(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
    timespec time{};
    ::clock_gettime(clock, &time);
    return 1e3 * double(time.tv_sec) + 1e-6 * double(time.tv_nsec);
}
const clockid_t main_clock = [] {
    clockid_t clock{};
    ::pthread_getcpuclockid(::pthread_self(), &clock);
    return clock;
}();
struct Looks;
thread_local double last_look = 0;
thread_local const Looks* looked_at = nullptr; ///< the last one

/// The looks at a progress; a look is known by its number.
struct Looks {
    std::mutex mutex;
    std::size_t count = 0, before_longest = 0;
    double longest = 0;
    std::size_t cancels_at = ~std::size_t{0};
    Progress* cancelled = nullptr;
    double cancelled_at = 0; ///< of the main thread's work

    void look() {
        const std::scoped_lock lock(mutex);
        const double now = worked();
        if (looked_at == this && now - last_look > longest) {
            longest = now - last_look;
            before_longest = count;
        }
        last_look = now;
        looked_at = this;
        if (++count <= cancels_at || cancelled == nullptr || cancelled->cancelled()) return;
        cancelled_at = worked(main_clock);
        cancelled->cancel();
    }
};
Looks* looks = nullptr;

using Step = std::function<void(const Progress&)>;

/// Returns the work of the main thread for the step, and its work after it was cancelled.
std::pair<double, double> run(const Step& step, Looks& of, Progress& progress) {
    looks = &of;
    last_look = worked();
    looked_at = looks;
    const double start = of.cancelled_at = worked(main_clock);
    if (of.cancels_at == 0) progress.cancel();
    try {
        step(progress);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::cancelled) throw;
    }
    of.look();
    looks = nullptr; // what is prepared for the next step is not looked at
    return {worked(main_clock) - start, worked(main_clock) - of.cancelled_at};
}

void measure(const std::string& filter, const std::string& name, const Step& step) {
    if (name.find(filter) == std::string::npos) return;
    Looks whole, cut;
    Progress first, second;
    const double time = run(step, whole, first).first;
    cut.cancels_at = whole.before_longest;
    cut.cancelled = &second;
    const double wait = run(step, cut, second).second;
    std::printf("| %s | %.0f | %.0f | %.0f |\n", name.c_str(), time, whole.longest, wait);
    std::fflush(stdout);
}

std::vector<Rgb> every_nth_color(std::uint32_t n) {
    std::vector<Rgb> colors;
    for (std::uint32_t code = 0; code < rgb_codes; code += n) colors.push_back(Rgb::from_code(code));
    return colors;
}

/// Greens close together.
std::vector<Rgb> cluster(std::size_t count) {
    std::vector<Rgb> colors;
    for (std::uint32_t code = 0; colors.size() < count; ++code)
        colors.push_back(
            Rgb::from_code((100 + code % 40) << 16 | (150 + code / 40 % 60) << 8 | (40 + code / 2400)));
    return colors;
}

ColorSet weighed(std::vector<Rgb> colors) {
    std::mt19937 random(3);
    std::vector<std::uint32_t> counts;
    for (std::size_t i = 0; i < colors.size(); ++i) counts.push_back(1 + random() % 1000);
    return {std::move(colors), std::move(counts), Transfer::srgb};
}

/// Every colour in an entry of a palette of one in 168.
Palette few_of(const ColorSet& colors) {
    std::vector<std::uint32_t> entry_of(colors.size());
    std::vector<Position> entries;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        if (i % 168 == 0) entries.push_back(colors.positions()[i]);
        entry_of[i] = static_cast<std::uint32_t>(i / 168);
    }
    return start_steps(gather_modes(colors, entries, entry_of), {});
}

std::vector<Edit> many_edits(const ColorSet& colors) {
    std::vector<Edit> edits;
    for (std::size_t i = 0; i + 256 < colors.size(); i += 256)
        edits.push_back({colors.colors()[i], colors.colors()[i + 128]});
    return edits;
}

void measure_entries(const std::string& filter, const ColorSet& colors) {
    const Reduction modes = gather_modes(colors, colors.positions());
    const Palette all = own_palette(colors);
    const std::string n = std::to_string(colors.size()) + " entries";
    measure(filter, "unite " + n, [&](const Progress& progress) { unite(all, progress); });
    const Palette united = unite(all, {});
    measure(filter, "small shares, united",
            [&](const Progress& progress) { join_small(united, 1e-3, progress); });
    measure(filter, "join by distance, united",
            [&](const Progress& progress) { join_by_distance(united, 2, Weighting::frequency, progress); });
    measure(filter, "settle, basins, " + n, [&](const Progress& progress) {
        const ColorTree tree(weighed({}));
        settle(all, {colors, nullptr, tree, colors.counts()}, Assign::basin, 1, progress);
    });
    measure(filter, "palette of 100,000 for " + n,
            [&](const Progress& progress) { map_entries(all, cluster(100'000), progress); });
    measure(filter, "palette of 2^24 for " + n,
            [&](const Progress& progress) { map_entries(all, colors.colors(), progress); });
    measure(filter, "edits, 65,536 for " + n, [&](const Progress& progress) {
        const std::vector<Edit> edits = many_edits(colors);
        edit(all, colors.index(), edits, edits, progress);
    });
    measure(filter, "snap, " + n, [&](const Progress& progress) { snap(all, colors, progress); });
    measure(filter, "start with " + n, [&](const Progress& progress) { start_steps(modes, {}, progress); });
    measure(filter, "merge, " + n, [&](const Progress& progress) {
        const std::vector<Height> heights(colors.size(), 1);
        merge_and_assign(modes, colors, heights, {.radius = 1e-6, .merge = 1e-6}, progress);
    });
}

void measure_colors(const std::string& filter, const ColorSet& colors) {
    const std::string n = std::to_string(colors.size()) + " colours";
    measure(filter, "tree of " + n, [&](const Progress& progress) { ColorTree(colors, progress); });
    measure(filter, "directly to 100,000 close together, " + n,
            [&](const Progress& progress) { map_colors(colors, cluster(100'000), {}, progress); });
    measure(filter, "65,536 pins, " + n, [&](const Progress& progress) {
        std::vector<Pin> pins;
        for (const Rgb color : every_nth_color(256)) pins.push_back({color, 0.01});
        const PinnedColors pinned(colors, pins, 0.01, progress);
        pinned.with_pins(colors, gather_modes(pinned.unpinned(), pinned.unpinned().positions(), progress),
                         progress);
    });
    measure(filter, "assign to 100,000 close together, " + n, [&](const Progress& progress) {
        const std::vector<PaletteEntry> entries = entries_of(cluster(100'000), colors.transfer());
        std::vector<Position> positions;
        for (const PaletteEntry& entry : entries) positions.push_back(entry.position);
        assign(colors, positions, std::vector<std::uint32_t>(colors.size()), Assign::nearest, progress);
    });
}

void measure_settling(const std::string& filter, const ColorSet& colors) {
    const ColorTree tree(colors);
    const Palette few = few_of(colors);
    measure(filter, "settle, nearest, 99,865 entries, 2^24 colours", [&](const Progress& progress) {
        settle(few, {colors, nullptr, tree, colors.counts()}, Assign::nearest, 4, progress);
    });
    Palette close = few;
    const std::vector<PaletteEntry> near = entries_of(cluster(close.entries.size()), close.transfer);
    for (std::size_t i = 0; i < near.size(); ++i) close.entries[i].position = near[i].position;
    measure(filter, "settle, nearest, 99,865 entries close together, 2^24 colours",
            [&](const Progress& progress) {
                settle(close, {colors, nullptr, tree, colors.counts()}, Assign::nearest, 4, progress);
            });
    measure(filter, "order joins by error, 99,865 entries",
            [&](const Progress& progress) { order_joins(few, colors.counts(), rgb_codes, progress); });
}

/// A picture of 2^24 pixels.
Image picture_of(const ColorSet& colors) {
    Image image(4096, 4096);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const Rgb color = colors.colors()[i % colors.size()];
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    return image;
}

void measure_pixels(const std::string& filter, const ColorSet& colors) {
    const Image image = picture_of(colors);
    std::vector<std::uint32_t> own(colors.size());
    std::iota(own.begin(), own.end(), 0u);
    measure(filter, "soft edges, 2^24 pixels",
            [&](const Progress& progress) { count_inner(image, colors, own, colors.colors(), progress); });
    const LabelPlane plane = label_pixels(image, colors, own, colors.size());
    measure(filter, "masks of 2^24 pixels", [&](const Progress& progress) { LabelRuns(plane, progress); });
}

void measure_dithering(const std::string& filter, const ColorSet& colors) {
    const Image image = picture_of(colors);
    for (const std::size_t count : {256u, 4096u, 100'000u})
        for (const bool close : {false, true}) {
            const std::vector<Rgb> palette =
                close ? cluster(count) : every_nth_color(std::uint32_t(rgb_codes / count));
            const std::string to =
                std::to_string(count) + (close ? " close together" : " spread") + ", 2^24 pixels";
            const auto source = [&](bool is_given) {
                return DitherSource{
                    .image = image, .colors = colors, .palette = palette, .is_given = is_given};
            };
            measure(filter, "diffuse to " + to,
                    [&](const Progress& progress) { diffuse(source(false), true, progress); });
            measure(filter, "diffuse to given " + to,
                    [&](const Progress& progress) { diffuse(source(true), true, progress); });
            measure(filter, "dither ordered to " + to,
                    [&](const Progress& progress) { dither_ordered(source(false), progress); });
            measure(filter, "dither ordered to given " + to,
                    [&](const Progress& progress) { dither_ordered(source(true), progress); });
        }
}

}

// Progress::throw_if_cancelled() const
extern "C" void __real__ZNK8huedrift8Progress18throw_if_cancelledEv(const huedrift::Progress* progress);
extern "C" void __wrap__ZNK8huedrift8Progress18throw_if_cancelledEv(const huedrift::Progress* progress) {
    if (looks) looks->look();
    __real__ZNK8huedrift8Progress18throw_if_cancelledEv(progress);
}

int main(int argc, char** argv) {
    const std::string filter = argc > 1 ? argv[1] : "";
    const ColorSet colors = weighed(every_nth_color(1));
    std::printf(
        "| step | main thread | longest between looks | after cancelling there |\n|---|--:|--:|--:|\n");
    measure_colors(filter, colors);
    measure_settling(filter, colors);
    measure_pixels(filter, colors);
    measure_dithering(filter, colors);
    measure_entries(filter, colors);
    return 0;
}
