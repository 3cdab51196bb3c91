#include "library/library_calls.h"

#include "library/pictures.h"

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace {

std::atomic<const std::function<void()>*> at_allocations = nullptr;

void* allocate(std::size_t bytes) noexcept {
    thread_local bool is_inside = false;
    if (const auto* const body = at_allocations.load(); body && !std::exchange(is_inside, true)) {
        (*body)();
        is_inside = false;
    }
    return std::malloc(bytes > 0 ? bytes : 1);
}

void* allocated(std::size_t bytes) {
    if (void* const memory = allocate(bytes)) return memory;
    throw std::bad_alloc();
}

}

void* operator new(std::size_t bytes) { return allocated(bytes); }
void* operator new[](std::size_t bytes) { return allocated(bytes); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

namespace huedrift {

SettingsOf settings_of(const Words& words) {
    SettingsOf settings(huedrift_settings_new());
    for (const auto& [word, value] : words) {
        huedrift_failure failure;
        if (is_mask(word)) {
            const Image picture = picture_named(value);
            const huedrift_image mask = view_of(picture);
            huedrift_set_mask(settings.get(), word.c_str(), &mask, &failure);
        } else {
            huedrift_set(settings.get(), word.c_str(), value.c_str(), &failure);
        }
        EXPECT_EQ(failure.code, HUEDRIFT_OK) << failure.sentence;
    }
    return settings;
}

huedrift_image view_of(const ImageView& image) {
    return {.format = HUEDRIFT_RGBA,
            .width = static_cast<std::uint32_t>(image.width),
            .height = static_cast<std::uint32_t>(image.height),
            .stride = 0,
            .pixels = image.pixels.data(),
            .reserved = {}};
}

PictureOf picture_of(const ImageView& image) {
    huedrift_failure failure;
    const huedrift_image view = view_of(image);
    PictureOf picture(huedrift_picture_new(&view, &failure));
    EXPECT_TRUE(picture) << failure.sentence;
    return picture;
}

ResultOf reduce(const ImageView& image, const Words& words, huedrift_failure* failure) {
    huedrift_failure own;
    huedrift_failure& found = failure ? *failure : own;
    ResultOf result(huedrift_reduce(picture_of(image).get(), settings_of(words).get(), nullptr, &found));
    EXPECT_EQ(found.code == HUEDRIFT_OK, result != nullptr) << found.sentence;
    EXPECT_TRUE(failure || result) << found.sentence;
    return result;
}

std::vector<Rgba8> palette_of(const huedrift_result& result) {
    std::vector<Rgba8> palette(huedrift_result_entries(&result));
    if (!palette.empty())
        std::memcpy(palette.data(), huedrift_result_palette(&result), palette.size() * sizeof(Rgba8));
    return palette;
}

std::vector<std::uint32_t> indices_of(const huedrift_result& result) {
    std::vector<std::uint32_t> indices(std::size_t(huedrift_result_width(&result)) *
                                       huedrift_result_height(&result));
    huedrift_failure failure;
    EXPECT_EQ(huedrift_result_indices(&result, 4, indices.data(), 0, nullptr, &failure), HUEDRIFT_OK)
        << failure.sentence;
    return indices;
}

Image pixels_of(const huedrift_result& result) {
    Image image(static_cast<int>(huedrift_result_width(&result)),
                static_cast<int>(huedrift_result_height(&result)));
    huedrift_failure failure;
    EXPECT_EQ(huedrift_result_pixels(&result, HUEDRIFT_RGBA, image.pixels().data(), 0, nullptr, &failure),
              HUEDRIFT_OK)
        << failure.sentence;
    return image;
}

std::vector<std::string> notes_of(const huedrift_result& result) {
    std::vector<std::string> notes;
    for (std::size_t i = 0; const char* note = huedrift_result_note(&result, i); ++i)
        notes.emplace_back(note);
    return notes;
}

double distance_of(const huedrift_result& result, huedrift_measure measure) {
    double distance = -1;
    EXPECT_EQ(huedrift_result_distance(&result, measure, &distance, nullptr, nullptr), HUEDRIFT_OK);
    return distance;
}

AtAllocations::AtAllocations(std::function<void()> body) : body_(std::move(body)) { at_allocations = &body_; }
AtAllocations::~AtAllocations() { at_allocations = nullptr; }

Said said_by(const huedrift_result& result) {
    const std::size_t entries = huedrift_result_entries(&result);
    const std::uint64_t* const counts = huedrift_result_counts(&result, nullptr, nullptr);
    const double* const distances = huedrift_result_entry_distances(&result, nullptr, nullptr);
    const bool is_measured = !std::isnan(distance_of(result)); // NaN does not equal itself
    return {huedrift_result_width(&result),
            huedrift_result_height(&result),
            palette_of(result),
            {counts, counts + entries},
            {distances, distances + (is_measured ? entries : 0)},
            indices_of(result),
            huedrift_result_recipe(&result)};
}

}
