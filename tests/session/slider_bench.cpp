// slider_bench [--engine NAME] IMAGE...: how long after a move of the slider the preview and the exact result
// are there, medians through the session that the window uses, as a table in Markdown.
#include "engines/engine_list.h"
#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <semaphore>
#include <string>

namespace {

using namespace huedrift;

constexpr int moves = 9;

/// Milliseconds from a move to what came of it; a preview that was not needed counts as 0.
struct Answer {
    double preview = 0, exact = 0;
};

double median(std::vector<double> numbers) {
    std::ranges::sort(numbers);
    return numbers[numbers.size() / 2];
}

class SliderBench {
public:
    explicit SliderBench(const std::string& engine) { session_.choose_engine({.engine = engine}); }

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
        session_.set({.radius = radius});
        Answer answer;
        while (!session_.snapshot().exact()) {
            woken_.acquire();
            session_.poll();
            if (answer.preview == 0 &&
                session_.snapshot().state(Weighting::frequency) == ResultState::preview)
                answer.preview = elapsed();
        }
        answer.exact = elapsed();
        return answer;
    }

    Answer medians_at(double radius) {
        std::vector<double> preview, exact;
        for (int i = 0; i < moves; ++i) {
            const Answer answer = move_to(radius * (1 + 0.001 * i)); // each a radius that was not there yet
            preview.push_back(answer.preview);
            exact.push_back(answer.exact);
        }
        return {median(preview), median(exact)};
    }

    Snapshot snapshot() const { return session_.snapshot(); }

private:
    bool opened() const { return session_.snapshot().opening.empty() && session_.snapshot().exact(); }

    std::counting_semaphore<> woken_{0};
    Session session_{engine_entries(), [this] { woken_.release(); }};
};

void print_row(SliderBench& bench, const char* file) {
    const std::string name = file;
    std::printf("| %s | %zu |", name.substr(name.find_last_of('/') + 1).c_str(),
                bench.snapshot().picture->colors.size());
    for (const double radius : {0.02, 0.05, 0.1}) {
        const Answer answer = bench.medians_at(radius);
        if (answer.preview == 0)
            std::printf(" - / %.0f |", answer.exact);
        else
            std::printf(" %.0f / %.0f |", answer.preview, answer.exact);
        std::fflush(stdout);
    }
    std::printf("\n");
}

}

int main(int count, char** arguments) {
    int first = 1;
    std::string engine = "auto";
    if (count > 2 && arguments[1] == std::string("--engine")) {
        engine = arguments[2];
        first = 3;
    }
    SliderBench bench(engine);
    std::printf("| image | colours | r = 0.02 | r = 0.05 | r = 0.1 |\n|---|--:|--:|--:|--:|\n");
    for (int i = first; i < count; ++i) {
        if (bench.open(arguments[i]))
            print_row(bench, arguments[i]);
        else
            std::printf("%s\n", bench.snapshot().notice.c_str());
    }
    if (bench.snapshot().frequency)
        std::printf("\nPreview / exact, ms, medians of %d moves; %s, %s\n", moves,
                    bench.snapshot().frequency->engine.c_str(), bench.snapshot().frequency->device.c_str());
    return 0;
}
