#include "base/decimal.h"

#include <algorithm>
#include <charconv>

namespace huedrift {

std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::optional<Decimal> Decimal::parse(std::string_view text) {
    constexpr std::size_t max_digits = 27;
    constexpr int max_places = 40;
    const auto first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    if (first == text.npos) return std::nullopt;
    text = text.substr(first, last + 1 - first);
    Decimal number;
    if (const auto exponent = text.find_first_of("eE"); exponent != text.npos) {
        std::string_view power = text.substr(exponent + 1);
        if (power.starts_with('+')) power.remove_prefix(1);
        int value = 0;
        const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), value);
        if (error != std::errc() || end != power.data() + power.size()) return std::nullopt;
        number.places_ = -value;
        text = text.substr(0, exponent);
    }
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    if (const auto point = text.find('.'); point != text.npos)
        number.places_ += int(std::min(text.size() - point - 1, std::size_t{1000}));
    std::size_t digits = 0, points = 0;
    for (const char letter : text) {
        if (letter == '.' && ++points == 1) continue;
        if (letter < '0' || '9' < letter || ++digits > max_digits) return std::nullopt;
        number.digits_ = number.digits_ * 10 + (letter - '0');
    }
    if (digits == 0 || number.places_ > max_places) return std::nullopt;
    if (negative) number.digits_ = -number.digits_;
    return number.with_places(std::max(number.places_, 0));
}

std::optional<Decimal> Decimal::with_places(int places) const {
    Decimal number = *this;
    for (; number.places_ < places; ++number.places_)
        if (__builtin_mul_overflow(number.digits_, Digits{10}, &number.digits_)) return std::nullopt;
    return number;
}

std::optional<Decimal> Decimal::plus(const Decimal& other) const {
    const int places = std::max(places_, other.places_);
    const auto x = with_places(places), y = other.with_places(places);
    Decimal sum;
    sum.places_ = places;
    if (!x || !y || __builtin_add_overflow(x->digits_, y->digits_, &sum.digits_)) return std::nullopt;
    return sum;
}

std::optional<Decimal> Decimal::times(std::int64_t factor) const {
    Decimal product = *this;
    if (__builtin_mul_overflow(digits_, Digits{factor}, &product.digits_)) return std::nullopt;
    return product;
}

std::string Decimal::text() const {
    std::string reversed;
    Digits rest = digits_ < 0 ? -digits_ : digits_;
    for (int place = 0; rest != 0 || place <= places_; ++place, rest /= 10) {
        if (place == places_ && place > 0) reversed += '.';
        reversed += static_cast<char>('0' + static_cast<int>(rest % 10));
    }
    if (digits_ < 0) reversed += '-';
    return {reversed.rbegin(), reversed.rend()};
}

}
