// Calls every function of the library again and again, and prints how much memory the process has: growth
// [CALLS].
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <huedrift.h>
#include <string>
#include <vector>

namespace {

constexpr std::uint32_t side = 48;

/// Kilobytes of memory that are in use, by Linux.
long resident() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
    return 0;
}

void set(huedrift_settings* settings, int number) {
    constexpr const char* looks[] = {"photo", "poster", "flat", "published", "pixel-art"};
    huedrift_set(settings, "look", looks[number % 5], nullptr);
    huedrift_set(settings, "colors", std::to_string(2 + number % 30).c_str(), nullptr);
    huedrift_set(settings, "colors", "none", nullptr); // fails
    if (number % 2 == 0) huedrift_set(settings, "threads", "1", nullptr);
}

bool reduce_once(int number) {
    std::vector<std::uint8_t> pixels(side * side * 4);
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = std::uint8_t(i * 7 % 251 + std::size_t(number));
    const huedrift_image image{.format = HUEDRIFT_RGBA,
                               .width = side,
                               .height = side,
                               .stride = 0,
                               .pixels = pixels.data(),
                               .reserved = {}};
    huedrift_settings* settings = huedrift_settings_new();
    set(settings, number);
    huedrift_settings* copy = huedrift_settings_copy(settings);
    huedrift_job* job = huedrift_job_new(nullptr, nullptr);
    huedrift_picture* picture = huedrift_picture_new(&image, nullptr);
    huedrift_failure failure;
    huedrift_result* result = huedrift_reduce(picture, copy, job, &failure);
    bool is_right = result != nullptr;
    if (result) {
        is_right = huedrift_result_indices(result, 4, pixels.data(), 0, nullptr, nullptr) == HUEDRIFT_OK &&
                   huedrift_result_counts(result, nullptr, nullptr) &&
                   huedrift_result_entry_distances(result, nullptr, nullptr) &&
                   huedrift_set_recipe(settings, huedrift_result_recipe(result), nullptr) == HUEDRIFT_OK;
    } else {
        std::fprintf(stderr, "growth: %s\n", failure.sentence);
    }
    huedrift_result_free(result);
    huedrift_group* group = huedrift_group_new(copy, nullptr);
    huedrift_group_count(group, picture, job, nullptr);
    huedrift_group_find(group, nullptr, nullptr);
    huedrift_result_free(huedrift_group_reduce(group, picture, job, nullptr));
    huedrift_group_free(group);
    huedrift_job_cancel(job);
    is_right = is_right && huedrift_reduce(picture, copy, job, nullptr) == nullptr;
    huedrift_picture_free(picture);
    huedrift_job_free(job);
    huedrift_settings_free(copy);
    huedrift_settings_free(settings);
    return is_right;
}

}

int main(int argc, char** argv) {
    const int calls = argc > 1 ? std::atoi(argv[1]) : 10'000;
    for (int i = 0; i < calls; ++i) {
        if (!reduce_once(i)) return 1;
        if ((i + 1) % (calls / 10 > 0 ? calls / 10 : 1) == 0)
            std::printf("%d calls: %ld kB\n", i + 1, resident());
    }
    return 0;
}
