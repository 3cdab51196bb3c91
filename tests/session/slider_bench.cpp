// slider_bench [--engine NAME] [--weighting W] IMAGE...: how long after a move of the slider the preview and
// the exact result are ready, as medians through the session that the window uses, how well the preview
// predicts, and how many results appear while the radius or, without drift, the number of colours is dragged,
// as tables in Markdown.
#include "engines/engine_list.h"
#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <semaphore>
#include <set>
#include <string>

namespace {

using namespace huedrift;

/// Milliseconds from a move to its results; a preview that was not needed counts as 0.
struct Answer {
    double preview = 0, exact = 0;
    std::size_t previewed_colors = 0, colors = 0;
    double close = 1; ///< the share of pixels that the preview shows within close_distance of their result
};

/// While the slider is dragged, a second.
struct Dragged {
    double results = 0, exact = 0;
};

constexpr double close_distance = 0.02;

/// The share of the pixels whose colours stand within close_distance in two results of one picture.
double share_of_close(const Result& x, const Result& y) {
    const auto limit =
        std::int64_t(close_distance * units_per_one) * std::int64_t(close_distance * units_per_one);
    std::uint64_t close = 0, pixels = 0;
    for (std::size_t i = 0; i < x.picture->colors.size(); ++i) {
        const std::uint64_t count = x.picture->colors.counts()[i];
        const Position& there = x.palette->entries[x.palette->entry_of[i]].position;
        pixels += count;
        if (squared_distance(there, y.palette->entries[y.palette->entry_of[i]].position) <= limit)
            close += count;
    }
    return pixels == 0 ? 1 : double(close) / double(pixels);
}

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

struct Arguments {
    std::string engine = "auto";
    Weighting weighting = Weighting::frequency;
    int moves = 9;
    std::vector<const char*> files{};
};

class SliderBench {
public:
    explicit SliderBench(const Arguments& arguments) : arguments_(arguments) {
        session_.choose_engine({.engine = arguments.engine});
        session_.set(session_.snapshot().recipe.with(arguments.weighting), only(arguments.weighting));
    }

    /// Whether it could be opened.
    bool open(const char* file) {
        session_.open({file});
        do {
            woken_.acquire();
            session_.poll();
        } while (!opened() && session_.snapshot().notice.empty());
        return opened();
    }

    Answer move_to(double radius) {
        const auto start = std::chrono::steady_clock::now();
        const auto elapsed = [&] {
            return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count();
        };
        Recipe recipe = session_.snapshot().recipe;
        recipe.shift.radius = radius;
        session_.set(recipe);
        Answer answer;
        std::shared_ptr<const Result> preview;
        while (!session_.snapshot().exact()) {
            woken_.acquire();
            session_.poll();
            if (preview || session_.snapshot().state(arguments_.weighting) != ResultState::preview) continue;
            answer.preview = elapsed();
            preview = result();
        }
        answer.exact = elapsed();
        answer.colors = result()->swatches.size();
        if (preview) {
            answer.previewed_colors = preview->swatches.size();
            answer.close = share_of_close(*preview, *result());
        }
        return answer;
    }

    /// Medians of the times; the rest is of the move after which the preview was farthest off.
    Answer moves_near(double radius) {
        std::vector<double> preview, exact;
        Answer worst;
        for (int i = 0; i < arguments_.moves; ++i) {
            // Each radius is a new one.
            const Answer answer = move_to(radius * (1 + 0.001 * i));
            preview.push_back(answer.preview);
            exact.push_back(answer.exact);
            if (i == 0 || answer.close < worst.close) worst = answer;
        }
        worst.preview = median(preview);
        worst.exact = median(exact);
        return worst;
    }

    /// Results a second, and how many of them are exact, during two seconds of 60 moves each. Leaves the
    /// recipe as it was.
    Dragged drag(const std::function<void(Recipe&, int move)>& change) {
        constexpr int moves = 120;
        const auto start = std::chrono::steady_clock::now();
        const Recipe before = session_.snapshot().recipe;
        const std::uint64_t first = result()->id;
        std::set<std::uint64_t> previews, exact;
        const auto note = [&] {
            if (result()->id != first) (result()->exact ? exact : previews).insert(result()->id);
        };
        for (int move = 0; move < moves; ++move) {
            Recipe recipe = session_.snapshot().recipe;
            change(recipe, move);
            session_.set(recipe);
            const auto next = start + std::chrono::microseconds(1'000'000 * (move + 1) / 60);
            while (woken_.try_acquire_until(next)) {
                session_.poll();
                note();
            }
        }
        session_.set(before);
        while (!session_.snapshot().exact()) {
            woken_.acquire();
            session_.poll();
        }
        return {double(previews.size() + exact.size()) * 60 / moves, double(exact.size()) * 60 / moves};
    }

    const Snapshot& snapshot() const { return session_.snapshot(); }
    std::shared_ptr<const Result> result() const { return snapshot().result(arguments_.weighting); }

private:
    bool opened() const { return session_.snapshot().opening.empty() && session_.snapshot().exact(); }

    Arguments arguments_;
    std::counting_semaphore<> woken_{0};
    JobThreads threads_{[this] { woken_.release(); }};
    Session session_{threads_, engine_entries()};
};

void print_row(SliderBench& bench, const char* file) {
    const std::string name = file;
    std::printf("| %s | %zu |", name.substr(name.find_last_of('/') + 1).c_str(),
                bench.snapshot().picture->colors.size());
    for (const double radius : {0.02, 0.05, 0.1}) {
        const Answer answer = bench.moves_near(radius);
        if (answer.preview == 0)
            std::printf(" - / %.0f; %zu |", answer.exact, answer.colors);
        else
            std::printf(" %.0f / %.0f; %zu / %zu, %.1f %% |", answer.preview, answer.exact,
                        answer.previewed_colors, answer.colors, 100 * answer.close);
        std::fflush(stdout);
    }
    for (const double radius : {0.02, 0.05, 0.1}) {
        const Dragged dragged = bench.drag(
            [&](Recipe& recipe, int move) { recipe.shift.radius = radius * (1.01 + 0.001 * move); });
        std::printf(" %.0f, %.0f |", dragged.results, dragged.exact);
        std::fflush(stdout);
    }
    for (const std::uint32_t colors : {16u, 256u}) {
        const Dragged dragged = bench.drag([&](Recipe& recipe, int move) {
            recipe.shift.radius = 0;
            recipe.palette.set_colors(colors + std::uint32_t(move));
        });
        std::printf(" %.0f, %.0f |", dragged.results, dragged.exact);
        std::fflush(stdout);
    }
    std::printf("\n");
}

Arguments parse(int count, char** words) {
    Arguments arguments;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        const bool has_value = i + 1 < count;
        if (word == "--engine" && has_value)
            arguments.engine = words[++i];
        else if (word == "--weighting" && has_value)
            arguments.weighting =
                words[++i] == std::string("palette") ? Weighting::palette : Weighting::frequency;
        else if (word == "--moves" && has_value)
            arguments.moves = std::max(1, std::atoi(words[++i]));
        else
            arguments.files.push_back(words[i]);
    }
    return arguments;
}

}

int main(int count, char** words) {
    const Arguments arguments = parse(count, words);
    SliderBench bench(arguments);
    std::printf("| image | colours | r = 0.02 | r = 0.05 | r = 0.1 | dragged, 0.02 | 0.05 | 0.1 | 16 colours "
                "| 256 |\n"
                "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    for (const char* file : arguments.files) {
        if (bench.open(file))
            print_row(bench, file);
        else
            std::printf("%s\n", bench.snapshot().notice.c_str());
    }
    if (const auto result = bench.result())
        std::printf("\nPreview / exact, ms, medians of %d moves; colours, and pixels that the preview shows "
                    "within %g of "
                    "their result; dragged: results a second, and how many of them are exact; %s, %s, %s\n",
                    arguments.moves, close_distance, std::string(name_of(arguments.weighting)).c_str(),
                    result->engine.c_str(), result->device.c_str());
    return 0;
}
