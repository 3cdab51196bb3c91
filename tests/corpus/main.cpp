// huedrift_corpus_check FOLDER [SECONDS [MIB]]: reads every file of a folder through the real loader, each
// twice in a process of its own, in which malloc fills fresh and freed memory with one pattern or another.
// Reports files that crashed, differed, or took longer (2 s) or more memory (1024 MiB). Exit code 1 if there
// were any.
#include "base/error.h"
#include "base/fnv1a.h"
#include "image/load.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

/// A hash that compares two pictures across processes.
std::uint64_t hash_of(const Image& image) {
    Fnv1a hash;
    hash.add(std::as_bytes(image.pixels()));
    return hash.value();
}

/// The child's work. The first line is the loader's milliseconds, the rest the outcome.
int load_one(const char* path) {
    const auto begin = std::chrono::steady_clock::now();
    std::string outcome;
    try {
        const LoadedImage loaded = load_image_file(std::filesystem::path(path));
        outcome = "picture " + std::to_string(loaded.image.width()) + " x " +
                  std::to_string(loaded.image.height()) + " " + std::to_string(hash_of(loaded.image));
        for (const std::string& note : loaded.notes) outcome += "; " + note;
    } catch (const Error& error) {
        outcome = error.what();
    }
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    std::printf("%.2f\n%s", taken.count(), outcome.c_str());
    return 0;
}

struct Run {
    bool crashed = false;
    double milliseconds = 0, mebibytes = 0;
    std::string outcome;
};

Run run_one(const fs::path& path, const char* pattern) {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) std::abort();
    const pid_t child = ::fork();
    if (child == 0) {
        ::dup2(ends[1], STDOUT_FILENO);
        ::setenv("MALLOC_PERTURB_", pattern, 1);
        ::execl("/proc/self/exe", "huedrift_corpus_check", "--one", path.c_str(), nullptr);
        ::_exit(127);
    }
    ::close(ends[1]);
    std::string text;
    std::array<char, 4096> block{};
    for (ssize_t got; (got = ::read(ends[0], block.data(), block.size())) > 0;)
        text.append(block.data(), std::size_t(got));
    ::close(ends[0]);
    int status = 0;
    rusage used{}; // of the loader and its decoder; memory is that of the larger one
    ::wait4(child, &status, 0, &used);
    const auto line = text.find('\n');
    if (status != 0 || line == std::string::npos) return {.crashed = true, .outcome = {}};
    return {false, std::atof(text.c_str()), double(used.ru_maxrss) / 1024, text.substr(line + 1)};
}

struct Worst {
    double value = 0;
    fs::path file;

    void take(double candidate, const fs::path& path) {
        if (candidate > value) value = candidate, file = path;
    }
};

int check_folder(const fs::path& folder, double max_seconds, double max_mebibytes) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);

    int pictures = 0, failures = 0;
    Worst slowest, slowest_refusal, largest;
    const auto fail = [&](const fs::path& file, const std::string& what) {
        ++failures;
        std::printf("FAILED %s: %s\n", file.c_str(), what.c_str());
    };
    for (const fs::path& file : files) {
        const std::array runs{run_one(file, "85"), run_one(file, "170")};
        if (runs[0].crashed || runs[1].crashed) {
            fail(file, "crashed");
            continue;
        }
        if (runs[0].outcome != runs[1].outcome) fail(file, runs[0].outcome + " | " + runs[1].outcome);
        const bool picture = runs[0].outcome.starts_with("picture ");
        if (picture) ++pictures;
        const double time = std::min(runs[0].milliseconds, runs[1].milliseconds);
        const double memory = std::max(runs[0].mebibytes, runs[1].mebibytes);
        slowest.take(time, file), largest.take(memory, file);
        if (!picture) slowest_refusal.take(time, file);
        if (time > 1000 * max_seconds) fail(file, std::to_string(time) + " ms");
        if (memory > max_mebibytes) fail(file, std::to_string(memory) + " MiB");
    }
    const auto line = [](const char* what, const Worst& worst, const char* unit) {
        std::printf("%s: %.1f %s (%s)\n", what, worst.value, unit, worst.file.filename().c_str());
    };
    std::printf("%zu files: %d pictures, %zu refused, %d failures\n", files.size(), pictures,
                files.size() - std::size_t(pictures), failures);
    line("slowest", slowest, "ms");
    line("slowest refusal", slowest_refusal, "ms");
    line("most memory", largest, "MiB");
    return failures == 0 && !files.empty() ? 0 : 1;
}

}
}

int main(int count, char** arguments) {
    if (count == 3 && std::string(arguments[1]) == "--one") return huedrift::load_one(arguments[2]);
    if (count < 2) {
        std::fputs("usage: huedrift_corpus_check FOLDER [SECONDS [MIB]]\n", stderr);
        return 2;
    }
    return huedrift::check_folder(arguments[1], count > 2 ? std::atof(arguments[2]) : 2,
                                  count > 3 ? std::atof(arguments[3]) : 1024);
}
