#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

namespace huedrift {

/// Takes values from a fuzz target's bytes, front to back. After their end it gives zeros and empty text.
class Taker {
public:
    explicit Taker(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    bool at_end() const { return rest_.empty(); }

    template <typename Number>
    Number number() {
        Number value{};
        const auto bytes = take(sizeof value);
        if (!bytes.empty()) std::memcpy(&value, bytes.data(), bytes.size());
        return value;
    }

    /// Up to 255 bytes of any kind, preceded by their number.
    std::string text() {
        const auto bytes = take(number<std::uint8_t>());
        return {bytes.begin(), bytes.end()};
    }

private:
    std::span<const std::uint8_t> take(std::size_t most) {
        const auto taken = rest_.first(std::min(most, rest_.size()));
        rest_ = rest_.subspan(taken.size());
        return taken;
    }

    std::span<const std::uint8_t> rest_;
};

}
