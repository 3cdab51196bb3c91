#pragma once

#include "image/image.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// Numbers 32-bit values in the order in which they come. Every pixel asks it, and the standard library's
/// tables take some times as long.
class EntryTable {
public:
    /// For `most` values.
    explicit EntryTable(std::size_t most)
        : place_bits_(std::max(11, int(std::bit_width(2 * most)))),
          numbers_(std::size_t{1} << place_bits_, no_number) {}

    static constexpr std::uint32_t no_number = ~std::uint32_t{0};

    /// The number of a value, the next one if it is new.
    std::uint32_t add(std::uint32_t code) {
        std::uint32_t& number = numbers_[place_of(code)];
        if (number == no_number) {
            number = static_cast<std::uint32_t>(codes_.size());
            codes_.push_back(code);
        }
        return number;
    }
    /// The number of a value; for an unknown one, no_number.
    std::uint32_t operator[](std::uint32_t code) const { return numbers_[place_of(code)]; }
    std::size_t size() const { return codes_.size(); }
    const std::vector<std::uint32_t>& codes() const { return codes_; }

private:
    /// Open addressing with multiplicative hashing (Knuth, "The Art of Computer Programming", 6.4).
    std::size_t place_of(std::uint32_t code) const {
        std::size_t at = code * 0x9E3779B1u >> (32 - place_bits_);
        while (numbers_[at] != no_number && codes_[numbers_[at]] != code) at = (at + 1) % numbers_.size();
        return at;
    }

    int place_bits_;
    std::vector<std::uint32_t> numbers_;
    std::vector<std::uint32_t> codes_; ///< by number
};

/// The largest palette of a picture file.
inline constexpr std::size_t max_entries = 256;

/// The distinct RGBA values, opaque ones last, each part in ascending order; none if there are more than
/// max_entries.
std::optional<std::vector<Rgba8>> find_entries(const ImageView& image);
/// The same without a limit.
std::vector<Rgba8> find_all_entries(const ImageView& image);
/// The number of distinct RGBA values, without a limit.
std::size_t count_entries(const ImageView& image);
/// As find_entries(), but throws Error(output), which calls the file `what`, instead of returning none.
std::vector<Rgba8> gather_entries(const ImageView& image, const std::string& what);

/// Adds opaque black up to `pad` entries; 0: none. Throws Error(output) if there are more.
void pad_entries(std::vector<Rgba8>& entries, std::size_t pad);
/// `given` or, if it is empty, gather_entries(), after pad_entries(). Throws Error(output).
std::vector<Rgba8> padded_entries(const ImageView& image, std::span<const Rgba8> given, std::size_t pad,
                                  const std::string& what);

/// Finds the entries of pixels: the first of equal ones, and for a transparent pixel without its value the
/// first transparent one.
class EntryNumbers {
public:
    explicit EntryNumbers(std::span<const Rgba8> entries);

    /// Throws std::out_of_range for a value that is no entry.
    std::uint32_t operator()(Rgba8 pixel) const;

private:
    EntryTable table_;
    std::vector<std::uint32_t> number_of_; ///< by the table's number, which skips repeated entries
    std::optional<std::uint32_t> clear_;   ///< the first transparent entry
};

/// The number of pixels of each of `entries` entries.
std::vector<std::uint64_t> count_pixels(const ImageView& image, const EntryNumbers& number,
                                        std::size_t entries);

/// The index of each pixel's entry, the first of equal ones. Every pixel's value must be an entry, but a
/// transparent one may also be at the first transparent entry. Throws Error(output) for more than
/// max_entries.
std::vector<std::byte> number_pixels(const ImageView& image, std::span<const Rgba8> entries,
                                     const std::string& what);

}
