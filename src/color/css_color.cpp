#include "color/css_color.h"

#include "base/location.h"
#include "base/wording.h"
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

struct NamedColor {
    std::string name;
    Rgb color;
};

// CSS Color Module Level 4, section 6.1: codes, and one name for each.
constexpr const char* codes_and_names = R"(
f0f8ff aliceblue            faebd7 antiquewhite         7fffd4 aquamarine           f0ffff azure
f5f5dc beige                ffe4c4 bisque               000000 black                ffebcd blanchedalmond
0000ff blue                 8a2be2 blueviolet           a52a2a brown                deb887 burlywood
5f9ea0 cadetblue            7fff00 chartreuse           d2691e chocolate            ff7f50 coral
6495ed cornflowerblue       fff8dc cornsilk             dc143c crimson              00ffff cyan
00008b darkblue             008b8b darkcyan             b8860b darkgoldenrod        006400 darkgreen
a9a9a9 darkgrey             bdb76b darkkhaki            8b008b darkmagenta          556b2f darkolivegreen
ff8c00 darkorange           9932cc darkorchid           8b0000 darkred              e9967a darksalmon
8fbc8f darkseagreen         483d8b darkslateblue        2f4f4f darkslategrey        00ced1 darkturquoise
9400d3 darkviolet           ff1493 deeppink             00bfff deepskyblue          696969 dimgrey
1e90ff dodgerblue           b22222 firebrick            fffaf0 floralwhite          228b22 forestgreen
dcdcdc gainsboro            f8f8ff ghostwhite           ffd700 gold                 daa520 goldenrod
008000 green                adff2f greenyellow          808080 grey                 f0fff0 honeydew
ff69b4 hotpink              cd5c5c indianred            4b0082 indigo               fffff0 ivory
f0e68c khaki                e6e6fa lavender             fff0f5 lavenderblush        7cfc00 lawngreen
fffacd lemonchiffon         add8e6 lightblue            f08080 lightcoral           e0ffff lightcyan
fafad2 lightgoldenrodyellow 90ee90 lightgreen           d3d3d3 lightgrey            ffb6c1 lightpink
ffa07a lightsalmon          20b2aa lightseagreen        87cefa lightskyblue         778899 lightslategrey
b0c4de lightsteelblue       ffffe0 lightyellow          00ff00 lime                 32cd32 limegreen
faf0e6 linen                ff00ff magenta              800000 maroon               66cdaa mediumaquamarine
0000cd mediumblue           ba55d3 mediumorchid         9370db mediumpurple         3cb371 mediumseagreen
7b68ee mediumslateblue      00fa9a mediumspringgreen    48d1cc mediumturquoise      c71585 mediumvioletred
191970 midnightblue         f5fffa mintcream            ffe4e1 mistyrose            ffe4b5 moccasin
ffdead navajowhite          000080 navy                 fdf5e6 oldlace              808000 olive
6b8e23 olivedrab            ffa500 orange               ff4500 orangered            da70d6 orchid
eee8aa palegoldenrod        98fb98 palegreen            afeeee paleturquoise        db7093 palevioletred
ffefd5 papayawhip           ffdab9 peachpuff            cd853f peru                 ffc0cb pink
dda0dd plum                 b0e0e6 powderblue           800080 purple               663399 rebeccapurple
ff0000 red                  bc8f8f rosybrown            4169e1 royalblue            8b4513 saddlebrown
fa8072 salmon               f4a460 sandybrown           2e8b57 seagreen             fff5ee seashell
a0522d sienna               c0c0c0 silver               87ceeb skyblue              6a5acd slateblue
708090 slategrey            fffafa snow                 00ff7f springgreen          4682b4 steelblue
d2b48c tan                  008080 teal                 d8bfd8 thistle              ff6347 tomato
40e0d0 turquoise            ee82ee violet               f5deb3 wheat                ffffff white
f5f5f5 whitesmoke           ffff00 yellow               9acd32 yellowgreen)";

const std::vector<NamedColor>& named_colors() {
    static const std::vector<NamedColor> all = [] {
        std::vector<NamedColor> colors;
        std::string_view words = codes_and_names;
        for (std::string code; !(code = take_word(words)).empty();)
            colors.push_back({take_word(words), *rgb_from_hex(code)});
        return colors;
    }();
    return all;
}

// Names for which the table has another.
constexpr std::pair<std::string_view, std::string_view> synonyms[]{{"aqua", "cyan"}, {"fuchsia", "magenta"}};

std::optional<Rgb> named_color(std::string name) {
    for (const auto& [other, known] : synonyms)
        if (name == other) name = known;
    if (const std::size_t gray = name.find("gray"); gray != name.npos) name[gray + 2] = 'e';
    const auto& all = named_colors();
    const auto found = std::ranges::find(all, name, &NamedColor::name);
    return found == all.end() ? std::nullopt : std::optional(found->color);
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

/// The colour of channels in [0, 1].
Rgb rgb_of(const LinearRgb& channels) { return encode(channels, Transfer::linear); }

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
        return lightness + saturation * (2 * pure - 1) * std::min(lightness, 1 - lightness);
    };
    const auto [r, g, b] = pure_hue(turns);
    return rgb_of({of(r), of(g), of(b)});
}

Rgb rgb_of_hwb(double turns, double white, double black) {
    const double sum = std::max(white + black, 1.0);
    white /= sum, black /= sum;
    const auto of = [&](double pure) { return white + pure * (1 - white - black); };
    const auto [r, g, b] = pure_hue(turns);
    return rgb_of({of(r), of(g), of(b)});
}

Rgb rgb_of_oklab(double l, double a, double b) {
    return encode(linear_from_oklab({l, a, b}), Transfer::srgb);
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
        return rgb_of({v[0].of(255) / 255, v[1].of(255) / 255, v[2].of(255) / 255});
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

/// The colour with a name in CSS that is nearest by CIEDE2000, of several the first by name. Oklab calls
/// dark browns darkslategrey: its distances between dark colours are small.
const NamedColor& nearest_css_color(Rgb color) {
    static const CieLabTable table;
    static const auto labs = [] {
        std::vector<CieLab> all(named_colors().size());
        std::ranges::transform(named_colors(), all.begin(), table, &NamedColor::color);
        return all;
    }();
    const auto nearest = std::ranges::min_element(
        labs, {}, [lab = table(color)](const CieLab& one) { return ciede2000(one, lab); });
    return named_colors()[std::size_t(nearest - labs.begin())];
}

}

std::string name_near(Rgb color) {
    const NamedColor& named = nearest_css_color(color);
    return (named.color == color ? "" : "near ") + named.name;
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
