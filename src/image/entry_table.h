#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
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

}
