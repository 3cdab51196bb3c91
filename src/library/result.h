#pragma once

#include "image/image.h"
#include "library/huedrift.h"
#include "pipeline/pipeline.h"
#include "reduction/difference.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

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
            const std::lock_guard lock(mutex);
            if (!value) value = compute(); // again, where it was cancelled before
            return *value;
        }
        std::mutex mutex{};
        std::optional<Value> value{};
    };

    std::shared_ptr<const huedrift::IndexedPixels> pixels_;
    std::vector<std::uint32_t> entry_of_; ///< of each of their values
    mutable Late<std::vector<std::uint64_t>> counts_;
    mutable Late<std::vector<double>> distances_;
    mutable Late<huedrift::Difference> difference_;
};
