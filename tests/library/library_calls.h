#pragma once

#include "image/image.h"

#include <gtest/gtest.h>
#include <huedrift.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace huedrift {

struct Free {
    void operator()(huedrift_settings* settings) const { huedrift_settings_free(settings); }
    void operator()(huedrift_job* job) const { huedrift_job_free(job); }
    void operator()(huedrift_picture* picture) const { huedrift_picture_free(picture); }
    void operator()(huedrift_result* result) const { huedrift_result_free(result); }
    void operator()(huedrift_group* group) const { huedrift_group_free(group); }
};
using SettingsOf = std::unique_ptr<huedrift_settings, Free>;
using JobOf = std::unique_ptr<huedrift_job, Free>;
using PictureOf = std::unique_ptr<huedrift_picture, Free>;
using ResultOf = std::unique_ptr<huedrift_result, Free>;
using GroupOf = std::unique_ptr<huedrift_group, Free>;

/// Words with their values, in order.
using Words = std::vector<std::pair<std::string, std::string>>;

/// Whether the value of a word is the name of one of all_pictures().
inline bool is_mask(std::string_view word) { return word == "importance" || word == "dither-mask"; }

/// Expects that each can be set.
SettingsOf settings_of(const Words& words);

huedrift_image view_of(const ImageView& image);
PictureOf picture_of(const ImageView& image);

/// Reduces a picture once. Null with `failure` on failure.
ResultOf reduce(const ImageView& image, const Words& words, huedrift_failure* failure = nullptr);

std::vector<Rgba8> palette_of(const huedrift_result& result);
std::vector<std::uint32_t> indices_of(const huedrift_result& result);
Image pixels_of(const huedrift_result& result);
std::vector<std::string> notes_of(const huedrift_result& result);
double distance_of(const huedrift_result& result, huedrift_measure measure = HUEDRIFT_MEAN);

/// While it lives, each allocation of any thread calls `body` first, whose own allocations do not. One at a
/// time.
class AtAllocations {
public:
    explicit AtAllocations(std::function<void()> body);
    ~AtAllocations();
    AtAllocations(const AtAllocations&) = delete;
    AtAllocations& operator=(const AtAllocations&) = delete;

private:
    const std::function<void()> body_;
};

/// All that a result says, to compare two.
struct Said {
    std::uint32_t width = 0, height = 0;
    std::vector<Rgba8> palette{};
    std::vector<std::uint64_t> counts{};
    std::vector<double> distances{}; ///< empty if the size differs
    std::vector<std::uint32_t> indices{};
    std::string recipe{};

    friend bool operator==(const Said&, const Said&) = default;
};
Said said_by(const huedrift_result& result);

}
