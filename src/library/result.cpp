#include "library/objects.h"

#include "base/error.h"
#include "base/wording.h"
#include "image/alpha_mode.h"

#include <limits>

using namespace huedrift;

namespace {

template <class Number>
void write_numbers(const LabelPlane& plane, std::span<const std::uint32_t> number_of, void* rows,
                   std::ptrdiff_t stride, const Progress& progress) {
    const auto width = static_cast<std::size_t>(plane.width());
    auto* const first = static_cast<std::byte*>(rows);
    plane.visit([&]<class Index>(const std::vector<Index>& indices) {
        reported_pieces(std::size_t(plane.height()), 16, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t y = begin; y < end; ++y) {
                std::byte* to = first + static_cast<std::ptrdiff_t>(y) * stride;
                for (std::size_t x = 0; x < width; ++x, to += sizeof(Number)) {
                    const auto number = static_cast<Number>(number_of[indices[y * width + x]]);
                    std::memcpy(to, &number, sizeof number); // rows need not be aligned
                }
            }
        });
    });
}

/// The values that `compute` returns for a result; null on failure.
template <class Value>
const Value* array_of(const huedrift_result* result, huedrift_job* job, huedrift_failure* failure,
                      const std::vector<Value>& (huedrift_result::*compute)(const Progress&) const) {
    const Value* values = nullptr;
    answer(job, failure, [&](Progress& progress) {
        require(result, "result");
        values = (result->*compute)(progress).data();
    });
    return values;
}

}

huedrift_result::huedrift_result(Pipeline& pipeline, const std::shared_ptr<const Reduced>& reduced,
                                 const SharedPalette* shared, const Progress& progress)
    : source(reduced->picture->document->image), output(pipeline.make_output(reduced, progress)),
      shown(output), recipe(recipe_text(reduced->recipe.at(reduced->recipe.shift.radius))),
      pixels_(pipeline.index_output(reduced, progress)) {
    const auto own_colors = lists_colors(reduced->recipe)
                                ? pipeline.file_colors(reduced, progress)
                                : std::make_shared<const FileColors>(std::vector<Swatch>{}, reduced->recipe,
                                                                     *reduced->picture->document);
    const FileColors& colors = shared ? shared->colors : *own_colors;
    std::vector<PixelValue> values = pixels_->values;
    if (own_colors->are_replaced())
        shown = std::make_shared<const Image>(paint(*pixels_, own_colors->in_files(values), *output));
    // Indices have one entry for all transparent pixels.
    if (reduced->recipe.output.hidden != HiddenColors::clear) set_hidden(values, most_hidden_value(*output));
    FileEntries file_entries = colors.are_ordered() ? colors.ordered_entries(values, progress)
                                                    : colors.plain_entries(values, progress);
    entries = std::move(file_entries.entries);
    entry_of_ = std::move(file_entries.entry_of);
    pad_entries(entries, reduced->recipe.output.pad.value_or(0));
    if (reduced->recipe.labels.grid.is_on())
        if (const auto labelled = pipeline.find_labels(reduced, progress); !labelled->has_cells)
            notes.push_back(text_of(*labelled));
}

bool huedrift_result::has_size_of_source() const {
    return source->width() == output->width() && source->height() == output->height();
}

const std::vector<std::uint64_t>& huedrift_result::counts(const Progress& progress) const {
    return counts_.get([&] {
        std::vector<std::uint64_t> counts(entries.size());
        for (std::size_t i = 0; i < entry_of_.size(); ++i) {
            if (i % (1 << 16) == 0) progress.throw_if_cancelled();
            if (const std::uint64_t pixels = pixels_->values[i].pixels; pixels > 0)
                counts[entry_of_[i]] += pixels;
        }
        return counts;
    });
}

const std::vector<double>& huedrift_result::distances(const Progress& progress) const {
    return distances_.get([&] {
        std::vector<double> distances(entries.size(), std::numeric_limits<double>::quiet_NaN());
        if (!has_size_of_source()) return distances;
        run(threads, [&] {
            pixels_->plane.visit([&](const auto& indices) {
                const auto entry_at = [&](std::size_t pixel) { return entry_of_[indices[pixel]]; };
                distances = entry_distances(*source, *output, entries.size(), entry_at, progress);
            });
        });
        return distances;
    });
}

const Difference& huedrift_result::difference(const Progress& progress) const {
    return difference_.get([&] {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        Difference difference{.mean = none, .percentile_95 = none, .maximum = none};
        if (has_size_of_source())
            run(threads, [&] { difference = oklab_difference(*source, *output, progress); });
        return difference;
    });
}

void huedrift_result::write_indices(unsigned bytes, void* rows, std::ptrdiff_t given,
                                    const Progress& progress) const {
    require(rows, "rows");
    if (bytes != 1 && bytes != 2 && bytes != 4)
        refuse_usage("an index has 1, 2 or 4 bytes, not " + std::to_string(bytes));
    if (bytes < 4 && entries.size() > std::size_t{1} << 8 * bytes)
        throw Error(ErrorKind::output, "the palette has " + std::to_string(entries.size()) +
                                           " entries, more than indices of " + counted(bytes, "byte") +
                                           " can number");
    const std::ptrdiff_t stride =
        checked_stride(given, std::size_t(output->width()) * bytes, output->height());
    run(threads, [&] {
        if (bytes == 1) write_numbers<std::uint8_t>(pixels_->plane, entry_of_, rows, stride, progress);
        if (bytes == 2) write_numbers<std::uint16_t>(pixels_->plane, entry_of_, rows, stride, progress);
        if (bytes == 4) write_numbers<std::uint32_t>(pixels_->plane, entry_of_, rows, stride, progress);
    });
}

void huedrift_result_free(huedrift_result* result) { delete result; }

uint32_t huedrift_result_width(const huedrift_result* result) {
    return result ? static_cast<uint32_t>(result->shown->width()) : 0;
}

uint32_t huedrift_result_height(const huedrift_result* result) {
    return result ? static_cast<uint32_t>(result->shown->height()) : 0;
}

size_t huedrift_result_entries(const huedrift_result* result) { return result ? result->entries.size() : 0; }

const uint8_t* huedrift_result_palette(const huedrift_result* result) {
    return result ? reinterpret_cast<const uint8_t*>(result->entries.data()) : nullptr;
}

const uint64_t* huedrift_result_counts(const huedrift_result* result, huedrift_job* job,
                                       huedrift_failure* failure) {
    return array_of(result, job, failure, &huedrift_result::counts);
}

const double* huedrift_result_entry_distances(const huedrift_result* result, huedrift_job* job,
                                              huedrift_failure* failure) {
    return array_of(result, job, failure, &huedrift_result::distances);
}

huedrift_code huedrift_result_distance(const huedrift_result* result, huedrift_measure measure,
                                       double* distance, huedrift_job* job, huedrift_failure* failure) {
    return answer(job, failure, [&](Progress& progress) {
        require(result, "result");
        require(distance, "distance");
        const auto number = number_of(measure);
        if (number != HUEDRIFT_MEAN && number != HUEDRIFT_PERCENTILE_95 && number != HUEDRIFT_LARGEST)
            refuse_usage("there is no measure " + std::to_string(number) + " of distances");
        const Difference& found = result->difference(progress);
        *distance = number == HUEDRIFT_MEAN      ? found.mean
                    : number == HUEDRIFT_LARGEST ? found.maximum
                                                 : found.percentile_95;
    });
}

huedrift_code huedrift_result_indices(const huedrift_result* result, unsigned bytes, void* rows,
                                      ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure) {
    return answer(job, failure, [&](Progress& progress) {
        require(result, "result");
        result->write_indices(bytes, rows, stride, progress);
    });
}

huedrift_code huedrift_result_pixels(const huedrift_result* result, huedrift_format format, void* rows,
                                     ptrdiff_t stride, huedrift_job* job, huedrift_failure* failure) {
    return answer(job, failure, [&](Progress& progress) {
        require(result, "result");
        require(rows, "rows");
        run(result->threads, [&] { write_pixels(*result->shown, format, rows, stride, progress); });
    });
}

const char* huedrift_result_note(const huedrift_result* result, size_t index) {
    return result && index < result->notes.size() ? result->notes[index].c_str() : nullptr;
}

const char* huedrift_result_recipe(const huedrift_result* result) {
    return result ? result->recipe.c_str() : nullptr;
}
