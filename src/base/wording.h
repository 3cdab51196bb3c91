#pragma once

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace huedrift {

/// The shortest decimal that reads back as the same number.
inline std::string shortest(double number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Sixteen hexadecimal digits.
inline std::string hex_text(std::uint64_t number) {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
    return text;
}

/// "1 colour" or "12 colours".
inline std::string counted(std::uint64_t number, const std::string& noun) {
    return std::to_string(number) + " " + noun + (number == 1 ? "" : "s");
}

/// "a, b or c", with this conjunction; there is at least one word.
inline std::string in_words(const std::vector<std::string>& words, const std::string& conjunction) {
    assert(!words.empty());
    std::string text = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        text += (i + 1 < words.size() ? ", " : " " + conjunction + " ") + words[i];
    return text;
}

/// Takes the first word, which white space ends, from the front of a text; empty: there is none.
inline std::string take_word(std::string_view& text) {
    constexpr std::string_view space = " \t\n\v\f\r";
    text.remove_prefix(std::min(text.find_first_not_of(space), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(space));
    text.remove_prefix(word.size());
    return std::string(word);
}

/// The number that the whole text stands for, if it does, for real numbers also "inf" and "nan"; `base` is
/// that of whole numbers.
template <class Number>
std::optional<Number> number_in(std::string_view text, [[maybe_unused]] int base = 10) {
    assert(base >= 2 && base <= 36);
    Number number{};
    const char* const end = text.data() + text.size();
    std::from_chars_result read{};
    if constexpr (std::is_integral_v<Number>)
        read = std::from_chars(text.data(), end, number, base);
    else
        read = std::from_chars(text.data(), end, number);
    return read == std::from_chars_result{end, {}} ? std::optional(number) : std::nullopt;
}

}
