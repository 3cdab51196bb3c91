#pragma once

#include "base/parallel.h"
#include "base/threads.h"
#include "engines/engine_choice.h"
#include "library/huedrift.h"
#include "pipeline/pipeline.h"
#include "reduction/difference.h"

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

// Opaque types of huedrift.h that several sources use, and functions that these sources share.

struct huedrift_job {
    huedrift::Progress progress;
};

struct huedrift_settings {
    huedrift::GivenSettings given{};
    std::optional<huedrift::Look> look{};
    std::optional<std::uint32_t> entries{}; ///< at most so many in the palette
    huedrift::Masks masks{};                ///< those of `given` and of recipes
    huedrift::EngineChoice engine{.engine = "cpu", .settings = {.caches = false}};
};

struct huedrift_result {
    /// Throws as Pipeline::index_output() and pad_entries().
    huedrift_result(huedrift::Pipeline& pipeline, const std::shared_ptr<const huedrift::Reduced>& reduced,
                    const huedrift::SharedPalette* shared, const huedrift::Progress& progress);

    bool has_size_of_source() const;
    /// These compute until a call has succeeded. A call that throws, such as Error(cancelled), can be
    /// repeated.
    const std::vector<std::uint64_t>& counts(const huedrift::Progress& progress) const;
    const std::vector<double>& distances(const huedrift::Progress& progress) const;
    const huedrift::Difference& difference(const huedrift::Progress& progress) const;
    void write_indices(unsigned bytes, void* rows, std::ptrdiff_t stride,
                       const huedrift::Progress& progress) const;

    std::shared_ptr<const huedrift::Image> source;
    std::shared_ptr<const huedrift::Image> output; ///< in the colours of the palette found
    std::shared_ptr<const huedrift::Image> shown;  ///< in the colours of the output palette
    std::vector<huedrift::Rgba8> entries;          ///< in the colours of the output palette
    std::vector<std::string> notes;
    std::string recipe;
    std::optional<int> threads{};

private:
    /// A value that the first thread to ask for it computes.
    template <class Value>
    struct Late {
        template <class Compute>
        const Value& get(const Compute& compute) {
            const huedrift::Lock lock(mutex);
            if (!value) value = compute(); // again, where it was cancelled before
            return *value;
        }
        huedrift::Mutex mutex{};
        std::optional<Value> value{};
    };

    std::shared_ptr<const huedrift::IndexedPixels> pixels_;
    std::vector<std::uint32_t> entry_of_; ///< of each of their values
    mutable Late<std::vector<std::uint64_t>> counts_;
    mutable Late<std::vector<double>> distances_;
    mutable Late<huedrift::Difference> difference_;
};

namespace huedrift {

/// Calls `body` and returns how it ended; writes it to `failure`, too, unless that is null. Never throws.
huedrift_code answer(huedrift_failure* failure, FunctionRef<> body) noexcept;
/// The same with the progress of the job, from 0 to 1, or with a new one if the job is null. Does not call
/// `body` if the job is cancelled already.
huedrift_code answer(huedrift_job* job, huedrift_failure* failure, FunctionRef<Progress&> body) noexcept;

/// The number of an enumerator, which a caller in C may have made up. Such a value must not be copied as one
/// of the enumeration: that is undefined in C++.
template <class Enum>
std::underlying_type_t<Enum> number_of(const Enum& enumerator) {
    std::underlying_type_t<Enum> number{};
    std::memcpy(&number, &enumerator, sizeof number);
    return number;
}

/// Throws Error(usage) for a null argument, which the sentence calls `name`.
void require(const void* argument, const char* name);

[[noreturn]] void refuse_usage(const std::string& sentence);

/// The request of settings for one image, or for several with one palette. Throws Error(usage) for settings
/// that exclude each other.
RecipeRequest request_of(const huedrift_settings& settings, bool shares = false);

/// Calls `body` with the threads that the settings allow. Every call that computes does so here: the caller
/// may be in a loop of oneTBB, and none of the loop's other work may begin inside the call.
void run(const std::optional<int>& threads, FunctionRef<> body);

/// Bytes from each of `rows` to the next: `stride`, or `row_bytes` if that is 0. Throws Error(usage) for rows
/// that overlap or that no memory could hold.
std::ptrdiff_t checked_stride(std::ptrdiff_t stride, std::size_t row_bytes, int rows);

/// Copies the caller's pixels. Throws Error(usage) for an invalid image, Error(failed) for too many pixels.
Image image_of(const huedrift_image& image);

/// Writes pixels in a format to the caller's rows. Throws Error(usage) as the functions above and for an
/// unknown format, and Error(cancelled).
void write_pixels(const ImageView& image, const huedrift_format& format, void* rows, std::ptrdiff_t stride,
                  const Progress& progress);

}
