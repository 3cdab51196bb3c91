#include "engines/self_check.h"

#include "base/error.h"
#include "base/fnv1a.h"
#include "base/output_file.h"
#include "cpu/cpu_engine.h"
#include "gpu/engine/vulkan_engine.h"
#include "gpu/picture/device_picture_filter.h"
#include "picture_shader_code.h"
#include "stage_shader_code.h"
#include "vulkan/pipeline_cache.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <vector>

namespace huedrift {
namespace {

namespace fs = std::filesystem;

/// Cancels a job that goes on for too long after its first report. Drivers compile passes before that, which
/// says nothing about the device.
class PatientProgress : public Progress {
public:
    explicit PatientProgress(std::chrono::seconds patience)
        : Progress([this, patience](double) {
              const auto now = std::chrono::steady_clock::now();
              if (!end_) end_ = now + patience;
              if (now >= *end_) cancel();
          }) {}

private:
    std::optional<std::chrono::steady_clock::time_point> end_{};
};

/// The top 24 bits of a fixed, evenly distributed sequence (Knuth's multiplicative hash).
std::uint32_t scattered(std::uint32_t i) { return (i + 1) * 2654435769u >> 8; }

/// `count` colours from the whole cube.
ColorSet spread_colors(std::uint32_t count) {
    std::vector<Rgb> colors(count);
    std::vector<std::uint32_t> counts(count);
    const std::uint32_t gap = rgb_codes / count;
    for (std::uint32_t i = 0; i < count; ++i) {
        colors[i] = Rgb::from_code(i * gap + scattered(i) % gap);
        counts[i] = 1 + scattered(i) % 9;
    }
    return {std::move(colors), std::move(counts), Transfer::srgb};
}

/// Five clouds of colours, some of whose pixels are translucent.
Image clouds() {
    Image image(61, 17);
    constexpr std::array<Rgb, 5> centers{
        {{200, 60, 40}, {40, 90, 180}, {90, 160, 60}, {225, 215, 190}, {50, 40, 45}}};
    for (std::uint32_t i = 0; i < image.pixels().size(); ++i) {
        const auto near = [noise = scattered(i)](std::uint8_t value, int shift) {
            return static_cast<std::uint8_t>(value + (noise >> shift & 15) - 7);
        };
        const Rgb& center = centers[i / 8 % 5];
        image.pixels()[i] = {near(center.r, 0), near(center.g, 5), near(center.b, 10),
                             static_cast<std::uint8_t>(i % 7 == 0 ? i % 256 : 255)};
    }
    return image;
}

/// The checks of one device.
class Checks {
public:
    Checks(std::shared_ptr<vulkan::Device> device, std::chrono::seconds patience)
        : device_(std::move(device)), patience_(patience), engine_(std::make_unique<VulkanEngine>(device_)) {}

    SelfCheckOutcome run() {
        SelfCheckOutcome outcome;
        const auto passes = [&](const char* check, const auto& body) {
            const Verdict verdict = verdict_of(body);
            outcome = {check, verdict};
            return verdict == Verdict::right;
        };
        const bool all = passes("mean shift", [&] { return steps_equally(); }) &&
                         passes("modes", [&] { return follows_equally(0.02, Refine::off); }) &&
                         passes("refinement", [&] { return follows_equally(0.1, Refine::on); }) &&
                         passes("many colours", [&] { return follows_many_equally(); }) &&
                         passes("smoothing", [&] { return filters_equally(); });
        return all ? SelfCheckOutcome{} : outcome;
    }

private:
    using Verdict = SelfCheckOutcome::Verdict;

    /// A check fails if it gives other bytes, and if the engine refuses a garbled result.
    template <class Check>
    static Verdict verdict_of(const Check& gives_equal_bytes) {
        try {
            return gives_equal_bytes() ? Verdict::right : Verdict::wrong;
        } catch (const WrongResult&) {
            return Verdict::wrong;
        } catch (const Error& error) {
            if (error.kind() == ErrorKind::device) throw;
            return error.kind() == ErrorKind::cancelled ? Verdict::late : Verdict::wrong;
        }
    }

    bool reduces_equally(const ColorSet& colors, const Options& options) {
        Progress endless;
        PatientProgress limited(patience_);
        const Reduction found = engine_->reduce(colors, options, limited);
        const Reduction expected = CpuEngine().reduce(colors, options, endless);
        return found.entry_of == expected.entry_of &&
               std::ranges::equal(
                   found.entries, expected.entries, [](const PaletteEntry& x, const PaletteEntry& y) {
                       return x.position == y.position && x.colors == y.colors && x.pixels == y.pixels;
                   });
    }

    bool is_gpu() const { return device_->facts().type != vulkan::DeviceType::cpu; }

    /// So many that the loop takes its passes for many trajectories, which it sorts: a GPU from 65,536 on, a
    /// CPU from 1,024 on (gpu/engine/loop.cpp).
    ColorSet many_colors() const { return spread_colors(is_gpu() ? 80'000 : 1'500); }

    bool steps_equally() {
        const ColorSet colors = many_colors();
        Options options{.radius = is_gpu() ? 0.02 : 0.1, .max_iterations = 4};
        for (const Weighting weighting : {Weighting::palette, Weighting::frequency}) {
            options.weighting = weighting;
            if (!reduces_equally(colors, options)) return false;
        }
        return true;
    }

    bool follows_equally(double radius, Refine refine) {
        return reduces_equally(ColorSet(clouds(), Transfer::srgb), {.radius = radius, .refine = refine});
    }

    /// To the end: many trajectories meet others, and one that the loop loses has a wrong mode.
    bool follows_many_equally() {
        return reduces_equally(many_colors(), {.radius = is_gpu() ? 0.01 : 0.05, .merge = 0.0});
    }

    bool filters_equally() {
        const Image image = clouds();
        gpu::DevicePictureFilter filter(device_);
        return filter.histogram(image) == luminance_histogram(image) &&
               std::ranges::equal(filter.smoothed(image, 3).pixels(), smooth(image, 3).pixels());
    }

    std::shared_ptr<vulkan::Device> device_;
    std::chrono::seconds patience_;
    std::unique_ptr<VulkanEngine> engine_;
};

/// The format of the file. The first one had no late outcomes and stored them as wrong ones.
constexpr const char* format = "2";

/// Identifies the subject of a check. The file's name stands for the device.
std::string checked(const vulkan::DeviceFacts& device) {
    Fnv1a hash;
    for (const auto& shaders : {gpu::stage_shaders(), gpu::picture_shaders()})
        for (const vulkan::Shader& shader : shaders) hash.add(std::as_bytes(shader.spirv));
    return device.name + ", " + device.driver + ", " + std::to_string(hash.value()) + ", " + format;
}

}

SelfCheckOutcome self_check(const std::shared_ptr<vulkan::Device>& device, std::chrono::seconds patience) {
    return Checks(device, patience).run();
}

std::optional<SelfCheckOutcome> stored_check(const fs::path& folder, const vulkan::DeviceFacts& device) {
    if (folder.empty()) return std::nullopt;
    std::ifstream file(vulkan::check_file(folder, device));
    std::string subject, failed;
    if (!std::getline(file, subject) || !std::getline(file, failed) || subject != checked(device))
        return std::nullopt;
    using Verdict = SelfCheckOutcome::Verdict;
    return SelfCheckOutcome{failed, failed.empty() ? Verdict::right : Verdict::wrong};
}

void store_check(const fs::path& folder, const vulkan::DeviceFacts& device, const SelfCheckOutcome& outcome) {
    if (folder.empty() || outcome.verdict == SelfCheckOutcome::Verdict::late) return;
    try {
        fs::create_directories(folder);
        write_file_atomically(vulkan::check_file(folder, device),
                              text_bytes(checked(device) + "\n" + outcome.check + "\n"), Overwrite::yes);
    } catch (const std::exception&) {
        // A check that is not stored is only made again.
    }
}

}
