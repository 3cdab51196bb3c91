#include "color/css_color.h"

#include "base/location.h"
#include "color/oklab.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

namespace huedrift {
namespace {

// CSS Color Module Level 4, section 6.1, one name for each colour.
constexpr NamedColor colors[]{{"aliceblue", {0xf0, 0xf8, 0xff}},
                              {"antiquewhite", {0xfa, 0xeb, 0xd7}},
                              {"aquamarine", {0x7f, 0xff, 0xd4}},
                              {"azure", {0xf0, 0xff, 0xff}},
                              {"beige", {0xf5, 0xf5, 0xdc}},
                              {"bisque", {0xff, 0xe4, 0xc4}},
                              {"black", {0x00, 0x00, 0x00}},
                              {"blanchedalmond", {0xff, 0xeb, 0xcd}},
                              {"blue", {0x00, 0x00, 0xff}},
                              {"blueviolet", {0x8a, 0x2b, 0xe2}},
                              {"brown", {0xa5, 0x2a, 0x2a}},
                              {"burlywood", {0xde, 0xb8, 0x87}},
                              {"cadetblue", {0x5f, 0x9e, 0xa0}},
                              {"chartreuse", {0x7f, 0xff, 0x00}},
                              {"chocolate", {0xd2, 0x69, 0x1e}},
                              {"coral", {0xff, 0x7f, 0x50}},
                              {"cornflowerblue", {0x64, 0x95, 0xed}},
                              {"cornsilk", {0xff, 0xf8, 0xdc}},
                              {"crimson", {0xdc, 0x14, 0x3c}},
                              {"cyan", {0x00, 0xff, 0xff}},
                              {"darkblue", {0x00, 0x00, 0x8b}},
                              {"darkcyan", {0x00, 0x8b, 0x8b}},
                              {"darkgoldenrod", {0xb8, 0x86, 0x0b}},
                              {"darkgreen", {0x00, 0x64, 0x00}},
                              {"darkgrey", {0xa9, 0xa9, 0xa9}},
                              {"darkkhaki", {0xbd, 0xb7, 0x6b}},
                              {"darkmagenta", {0x8b, 0x00, 0x8b}},
                              {"darkolivegreen", {0x55, 0x6b, 0x2f}},
                              {"darkorange", {0xff, 0x8c, 0x00}},
                              {"darkorchid", {0x99, 0x32, 0xcc}},
                              {"darkred", {0x8b, 0x00, 0x00}},
                              {"darksalmon", {0xe9, 0x96, 0x7a}},
                              {"darkseagreen", {0x8f, 0xbc, 0x8f}},
                              {"darkslateblue", {0x48, 0x3d, 0x8b}},
                              {"darkslategrey", {0x2f, 0x4f, 0x4f}},
                              {"darkturquoise", {0x00, 0xce, 0xd1}},
                              {"darkviolet", {0x94, 0x00, 0xd3}},
                              {"deeppink", {0xff, 0x14, 0x93}},
                              {"deepskyblue", {0x00, 0xbf, 0xff}},
                              {"dimgrey", {0x69, 0x69, 0x69}},
                              {"dodgerblue", {0x1e, 0x90, 0xff}},
                              {"firebrick", {0xb2, 0x22, 0x22}},
                              {"floralwhite", {0xff, 0xfa, 0xf0}},
                              {"forestgreen", {0x22, 0x8b, 0x22}},
                              {"gainsboro", {0xdc, 0xdc, 0xdc}},
                              {"ghostwhite", {0xf8, 0xf8, 0xff}},
                              {"gold", {0xff, 0xd7, 0x00}},
                              {"goldenrod", {0xda, 0xa5, 0x20}},
                              {"green", {0x00, 0x80, 0x00}},
                              {"greenyellow", {0xad, 0xff, 0x2f}},
                              {"grey", {0x80, 0x80, 0x80}},
                              {"honeydew", {0xf0, 0xff, 0xf0}},
                              {"hotpink", {0xff, 0x69, 0xb4}},
                              {"indianred", {0xcd, 0x5c, 0x5c}},
                              {"indigo", {0x4b, 0x00, 0x82}},
                              {"ivory", {0xff, 0xff, 0xf0}},
                              {"khaki", {0xf0, 0xe6, 0x8c}},
                              {"lavender", {0xe6, 0xe6, 0xfa}},
                              {"lavenderblush", {0xff, 0xf0, 0xf5}},
                              {"lawngreen", {0x7c, 0xfc, 0x00}},
                              {"lemonchiffon", {0xff, 0xfa, 0xcd}},
                              {"lightblue", {0xad, 0xd8, 0xe6}},
                              {"lightcoral", {0xf0, 0x80, 0x80}},
                              {"lightcyan", {0xe0, 0xff, 0xff}},
                              {"lightgoldenrodyellow", {0xfa, 0xfa, 0xd2}},
                              {"lightgreen", {0x90, 0xee, 0x90}},
                              {"lightgrey", {0xd3, 0xd3, 0xd3}},
                              {"lightpink", {0xff, 0xb6, 0xc1}},
                              {"lightsalmon", {0xff, 0xa0, 0x7a}},
                              {"lightseagreen", {0x20, 0xb2, 0xaa}},
                              {"lightskyblue", {0x87, 0xce, 0xfa}},
                              {"lightslategrey", {0x77, 0x88, 0x99}},
                              {"lightsteelblue", {0xb0, 0xc4, 0xde}},
                              {"lightyellow", {0xff, 0xff, 0xe0}},
                              {"lime", {0x00, 0xff, 0x00}},
                              {"limegreen", {0x32, 0xcd, 0x32}},
                              {"linen", {0xfa, 0xf0, 0xe6}},
                              {"magenta", {0xff, 0x00, 0xff}},
                              {"maroon", {0x80, 0x00, 0x00}},
                              {"mediumaquamarine", {0x66, 0xcd, 0xaa}},
                              {"mediumblue", {0x00, 0x00, 0xcd}},
                              {"mediumorchid", {0xba, 0x55, 0xd3}},
                              {"mediumpurple", {0x93, 0x70, 0xdb}},
                              {"mediumseagreen", {0x3c, 0xb3, 0x71}},
                              {"mediumslateblue", {0x7b, 0x68, 0xee}},
                              {"mediumspringgreen", {0x00, 0xfa, 0x9a}},
                              {"mediumturquoise", {0x48, 0xd1, 0xcc}},
                              {"mediumvioletred", {0xc7, 0x15, 0x85}},
                              {"midnightblue", {0x19, 0x19, 0x70}},
                              {"mintcream", {0xf5, 0xff, 0xfa}},
                              {"mistyrose", {0xff, 0xe4, 0xe1}},
                              {"moccasin", {0xff, 0xe4, 0xb5}},
                              {"navajowhite", {0xff, 0xde, 0xad}},
                              {"navy", {0x00, 0x00, 0x80}},
                              {"oldlace", {0xfd, 0xf5, 0xe6}},
                              {"olive", {0x80, 0x80, 0x00}},
                              {"olivedrab", {0x6b, 0x8e, 0x23}},
                              {"orange", {0xff, 0xa5, 0x00}},
                              {"orangered", {0xff, 0x45, 0x00}},
                              {"orchid", {0xda, 0x70, 0xd6}},
                              {"palegoldenrod", {0xee, 0xe8, 0xaa}},
                              {"palegreen", {0x98, 0xfb, 0x98}},
                              {"paleturquoise", {0xaf, 0xee, 0xee}},
                              {"palevioletred", {0xdb, 0x70, 0x93}},
                              {"papayawhip", {0xff, 0xef, 0xd5}},
                              {"peachpuff", {0xff, 0xda, 0xb9}},
                              {"peru", {0xcd, 0x85, 0x3f}},
                              {"pink", {0xff, 0xc0, 0xcb}},
                              {"plum", {0xdd, 0xa0, 0xdd}},
                              {"powderblue", {0xb0, 0xe0, 0xe6}},
                              {"purple", {0x80, 0x00, 0x80}},
                              {"rebeccapurple", {0x66, 0x33, 0x99}},
                              {"red", {0xff, 0x00, 0x00}},
                              {"rosybrown", {0xbc, 0x8f, 0x8f}},
                              {"royalblue", {0x41, 0x69, 0xe1}},
                              {"saddlebrown", {0x8b, 0x45, 0x13}},
                              {"salmon", {0xfa, 0x80, 0x72}},
                              {"sandybrown", {0xf4, 0xa4, 0x60}},
                              {"seagreen", {0x2e, 0x8b, 0x57}},
                              {"seashell", {0xff, 0xf5, 0xee}},
                              {"sienna", {0xa0, 0x52, 0x2d}},
                              {"silver", {0xc0, 0xc0, 0xc0}},
                              {"skyblue", {0x87, 0xce, 0xeb}},
                              {"slateblue", {0x6a, 0x5a, 0xcd}},
                              {"slategrey", {0x70, 0x80, 0x90}},
                              {"snow", {0xff, 0xfa, 0xfa}},
                              {"springgreen", {0x00, 0xff, 0x7f}},
                              {"steelblue", {0x46, 0x82, 0xb4}},
                              {"tan", {0xd2, 0xb4, 0x8c}},
                              {"teal", {0x00, 0x80, 0x80}},
                              {"thistle", {0xd8, 0xbf, 0xd8}},
                              {"tomato", {0xff, 0x63, 0x47}},
                              {"turquoise", {0x40, 0xe0, 0xd0}},
                              {"violet", {0xee, 0x82, 0xee}},
                              {"wheat", {0xf5, 0xde, 0xb3}},
                              {"white", {0xff, 0xff, 0xff}},
                              {"whitesmoke", {0xf5, 0xf5, 0xf5}},
                              {"yellow", {0xff, 0xff, 0x00}},
                              {"yellowgreen", {0x9a, 0xcd, 0x32}}};

// Names for which the table has another.
constexpr std::pair<std::string_view, std::string_view> synonyms[]{{"aqua", "cyan"}, {"fuchsia", "magenta"}};

std::optional<Rgb> named_color(std::string name) {
    for (const auto& [other, known] : synonyms)
        if (name == other) name = known;
    if (const std::size_t gray = name.find("gray"); gray != name.npos) name[gray + 2] = 'e';
    const auto found = std::ranges::find(colors, name, &NamedColor::name);
    return found == std::end(colors) ? std::nullopt : std::optional(found->color);
}

std::optional<Rgb> color_of_digits(std::string_view digits) {
    if (digits.starts_with('#')) return std::nullopt;
    if (digits.size() == 6 || digits.size() == 8)
        return digits.size() == 8 && !rgb_from_hex(digits.substr(2)) ? std::nullopt
                                                                     : rgb_from_hex(digits.substr(0, 6));
    if (digits.size() != 3 && digits.size() != 4) return std::nullopt;
    std::string twice;
    for (const char c : digits) twice.append(2, c);
    return color_of_digits(twice);
}

/// A number of a function and its unit: "", "%" or one of an angle.
struct CssNumber {
    double value = 0;
    std::string_view unit{};

    /// Its value where 100 % is `whole`.
    double of(double whole) const { return unit == "%" ? value / 100 * whole : value; }
    /// Turns, in [0, 1); none for a unit that is no angle.
    std::optional<double> turns() const {
        constexpr std::pair<std::string_view, double> angles[]{
            {"", 360}, {"deg", 360}, {"grad", 400}, {"rad", 2 * std::numbers::pi}, {"turn", 1}};
        const auto found = std::ranges::find(angles, unit, [](const auto& angle) { return angle.first; });
        if (found == std::end(angles)) return std::nullopt;
        const double turns = value / found->second;
        return turns - std::floor(turns);
    }
};

/// The numbers between the brackets of a function, without alpha; empty if there are not three.
std::vector<CssNumber> numbers_in(std::string_view text) {
    constexpr std::string_view separators = " \t\r\n\f,/";
    std::vector<CssNumber> numbers;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
        if (text.empty()) break;
        const std::string_view word = text.substr(0, text.find_first_of(separators));
        text.remove_prefix(word.size());
        CssNumber& number = numbers.emplace_back();
        if (word == "none") continue;
        const std::string_view digits = word.starts_with('+') ? word.substr(1) : word;
        const char* const end = digits.data() + digits.size();
        const auto [rest, failed] = std::from_chars(digits.data(), end, number.value);
        if (failed != std::errc{} || !std::isfinite(number.value)) return {};
        number.value = std::clamp(number.value, -1e6, 1e6); // so that the cubes of lab() stay finite
        number.unit = {rest, end};
    }
    if (numbers.size() == 4) numbers.pop_back();
    return numbers.size() == 3 ? numbers : std::vector<CssNumber>();
}

std::uint8_t channel(double share) {
    return static_cast<std::uint8_t>(std::floor(std::clamp(share, 0.0, 1.0) * 255 + 0.5));
}

/// The channels of a full colour of a hue, in [0, 1].
std::array<double, 3> pure_hue(double turns) {
    const auto part = [&](double n) {
        const double k = std::fmod(n + 6 * turns, 6.0);
        return 1 - std::clamp(std::min(k, 4 - k), 0.0, 1.0);
    };
    return {part(5), part(3), part(1)};
}

Rgb rgb_of_hsl(double turns, double saturation, double lightness) {
    const auto of = [&](double pure) {
        return channel(lightness + saturation * (2 * pure - 1) * std::min(lightness, 1 - lightness));
    };
    const auto [r, g, b] = pure_hue(turns);
    return {of(r), of(g), of(b)};
}

Rgb rgb_of_hwb(double turns, double white, double black) {
    const double sum = std::max(white + black, 1.0);
    white /= sum, black /= sum;
    const auto of = [&](double pure) { return channel(white + pure * (1 - white - black)); };
    const auto [r, g, b] = pure_hue(turns);
    return {of(r), of(g), of(b)};
}

Rgb rgb_of_oklab(double l, double a, double b) {
    const LinearRgb linear = linear_from_oklab({l, a, b});
    return {encode(linear.r, Transfer::srgb), encode(linear.g, Transfer::srgb),
            encode(linear.b, Transfer::srgb)};
}

/// A colour by lightness, chroma and hue: what `make` makes of l, a and b.
template <class Make>
Rgb polar(double l, double chroma, double turns, Make&& make) {
    const double angle = turns * 2 * std::numbers::pi;
    return make(l, chroma * std::cos(angle), chroma * std::sin(angle));
}

std::optional<Rgb> color_of_function(std::string_view function, const std::vector<CssNumber>& v) {
    const bool hue_first = function == "hsl" || function == "hsla" || function == "hwb";
    const bool hue_last = function == "lch" || function == "oklch";
    for (std::size_t i = 0; i < v.size(); ++i)
        if (i != (hue_first ? 0u : hue_last ? 2u : v.size()) && !v[i].unit.empty() && v[i].unit != "%")
            return std::nullopt;
    if (function == "rgb" || function == "rgba")
        return Rgb{channel(v[0].of(255) / 255), channel(v[1].of(255) / 255), channel(v[2].of(255) / 255)};
    if (function == "lab") return rgb_from_lab(v[0].of(100), v[1].of(125), v[2].of(125));
    if (function == "oklab") return rgb_of_oklab(v[0].of(1), v[1].of(0.4), v[2].of(0.4));
    if (!hue_first && !hue_last) return std::nullopt;
    const std::optional<double> turns = v[hue_first ? 0 : 2].turns();
    if (!turns) return std::nullopt;
    if (function == "lch") return polar(v[0].of(100), v[1].of(150), *turns, rgb_from_lab);
    if (function == "oklch") return polar(v[0].of(1), v[1].of(0.4), *turns, rgb_of_oklab);
    const auto share = [&](std::size_t i) { return std::clamp(v[i].value / 100, 0.0, 1.0); };
    if (function == "hwb") return rgb_of_hwb(*turns, share(1), share(2));
    return rgb_of_hsl(*turns, share(1), share(2));
}

}

const NamedColor& nearest_css_color(Rgb color) {
    static const CieLabTable table;
    static const auto labs = [] {
        std::array<CieLab, std::size(colors)> all;
        std::ranges::transform(colors, all.begin(), table, &NamedColor::color);
        return all;
    }();
    const auto nearest = std::ranges::min_element(
        labs, {}, [lab = table(color)](const CieLab& one) { return ciede2000(one, lab); });
    return colors[nearest - labs.begin()];
}

std::string name_near(Rgb color) {
    const NamedColor& named = nearest_css_color(color);
    return (named.color == color ? "" : "near ") + std::string(named.name);
}

std::optional<Rgb> css_color(std::string_view text) {
    if (text.starts_with('#')) return color_of_digits(text.substr(1));
    const std::string lower = lower_case(text);
    const std::size_t bracket = lower.find('(');
    if (bracket == lower.npos) return named_color(lower);
    if (!lower.ends_with(')')) return std::nullopt;
    const std::string_view inside = std::string_view(lower).substr(bracket + 1, lower.size() - bracket - 2);
    const std::vector<CssNumber> numbers = numbers_in(inside);
    if (numbers.empty()) return std::nullopt;
    return color_of_function(lower.substr(0, bracket), numbers);
}

}
