#include "palette/utf16.h"

#include <locale>

namespace huedrift {
namespace {

struct Converter : std::codecvt<char16_t, char8_t, std::mbstate_t> {};

/// libstdc++ decodes an encoded lone surrogate to a lone surrogate, which is not valid UTF-16.
void replace_lone_surrogates(std::u16string& units) {
    const auto is = [](char16_t unit, char16_t kind) { return (unit & 0xFC00) == kind; };
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (is(units[i], 0xD800) && i + 1 < units.size() && is(units[i + 1], 0xDC00)) {
            ++i;
        } else if (is(units[i], 0xD800) || is(units[i], 0xDC00)) {
            units[i] = u'\uFFFD';
        }
    }
}

}

std::u16string utf16(std::string_view text) {
    Converter converter;
    std::u16string converted(text.size(), u'\0');
    std::u8string source(text.begin(), text.end());
    const char8_t* from = source.data();
    const char8_t* const from_end = from + source.size();
    char16_t* to = converted.data();
    while (from < from_end) {
        std::mbstate_t state{};
        if (converter.in(state, from, from_end, from, to, converted.data() + converted.size(), to) ==
            std::codecvt_base::ok)
            break;
        *to++ = u'\uFFFD';
        ++from;
    }
    converted.resize(static_cast<std::size_t>(to - converted.data()));
    replace_lone_surrogates(converted);
    return converted;
}

std::string utf8(std::u16string units) {
    replace_lone_surrogates(units);
    Converter converter;
    std::u8string converted(3 * units.size(), u8'\0');
    std::mbstate_t state{};
    const char16_t* from = units.data();
    char8_t* to = converted.data();
    converter.out(state, from, from + units.size(), from, to, to + converted.size(), to);
    return {converted.data(), to};
}

}
