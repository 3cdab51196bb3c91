#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace huedrift {

/// The shortest decimal that reads back as the same number.
std::string shortest(double number);

/// A decimal number as it is written, so that sums and products of those in files come out without rounding.
class Decimal {
public:
    /// "-0.5", "440720", "1.5e-05", with spaces around; none for anything else, and beyond 27 digits.
    static std::optional<Decimal> parse(std::string_view text);

    /// None where the result has more than 38 digits.
    std::optional<Decimal> plus(const Decimal& other) const;
    std::optional<Decimal> times(std::int64_t factor) const;
    std::string text() const;

private:
    __extension__ using Digits = __int128;

    std::optional<Decimal> with_places(int places) const;

    Digits digits_ = 0; ///< divided by 10^places_
    int places_ = 0;
};

}
