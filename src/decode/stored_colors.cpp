#include "decode/stored_colors.h"

#include "image/color_profile.h"

#include <lcms2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <span>
#include <string>

namespace huedrift {
namespace {

// The colour space that a PNG file's gAMA and cHRM chunks describe (PNG specification, third edition,
// 11.3.2.1 and 11.3.2.2).

/// Whether the primaries span a triangle around the white, in which every colour is a sum of light. Numbers
/// are x and y of white, red, green and blue, in units of 1/100000.
bool span_colors(const PngColors& colors) {
    struct Point {
        std::int64_t x, y;
    };
    const auto point = [&](std::size_t i) {
        return Point{colors.primaries[2 * i], colors.primaries[2 * i + 1]};
    };
    const Point white = point(0), red = point(1), green = point(2), blue = point(3);
    constexpr std::int64_t one = PngColors::one, thin = one * one / 1000;
    for (const Point p : {white, red, green, blue})
        if (p.x > one || p.y == 0 || p.y > one || p.x + p.y > one + 10) return false; // rounding
    const auto twice_the_area = [](Point a, Point b, Point c) {
        return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    };
    const std::int64_t area = twice_the_area(red, green, blue), sign = area < 0 ? -1 : 1;
    const auto is_inside = [&](Point a, Point b) { return sign * twice_the_area(a, b, white) > thin; };
    return sign * area > thin && is_inside(red, green) && is_inside(green, blue) && is_inside(blue, red);
}

bool are_srgb_primaries(const PngColors& colors) {
    constexpr std::array srgb{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000};
    constexpr std::int64_t rounding = 100; // of programs that derive them
    return std::ranges::equal(colors.primaries, srgb, [](std::int64_t number, std::int64_t of_srgb) {
        return std::abs(number - of_srgb) <= rounding;
    });
}

/// A gamma or primaries without the other have those of sRGB.
bool has_gamma_chunks(const PngColors& colors) {
    return colors.has(PngColors::gamma_chunk) || colors.has(PngColors::primaries_chunk);
}

/// Whether the chunks say that the colours are sRGB: by the sRGB chunk, or by the gamma and primaries that
/// the specification asks writers of it to add.
bool say_srgb(const PngColors& colors) {
    if (colors.has(PngColors::srgb_chunk)) return true;
    constexpr std::uint32_t least = 45450, most = 45460; // 45455, as written and rounded by others
    const bool gamma = colors.has(PngColors::gamma_chunk) && least <= colors.gamma && colors.gamma <= most;
    return gamma && (!colors.has(PngColors::primaries_chunk) || are_srgb_primaries(colors));
}

/// Why gamma and primaries cannot be applied, such as "the gamma is 0"; empty if they can.
std::string fault_of_gamma(const PngColors& colors) {
    constexpr std::uint32_t least = PngColors::one / 10, most = PngColors::one * 10;
    if (colors.has(PngColors::gamma_chunk) && (colors.gamma < least || colors.gamma > most))
        return colors.gamma == 0 ? "the gamma is 0" : "the gamma is not between 0.1 and 10";
    if (colors.has(PngColors::primaries_chunk) && !span_colors(colors))
        return "the primaries are not those of a colour space";
    return "";
}

/// "gamma 1.8 and primaries (gAMA, cHRM)".
std::string gamma_name(const PngColors& colors) {
    const bool primaries = colors.has(PngColors::primaries_chunk);
    if (!colors.has(PngColors::gamma_chunk)) return "primaries (cHRM)";
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.4g", double(PngColors::one) / std::max(colors.gamma, 1u));
    return std::string("gamma ") + number.data() + (primaries ? " and primaries (gAMA, cHRM)" : " (gAMA)");
}

template <class Pixel>
bool is_grey(std::span<const Pixel> pixels) {
    return std::ranges::all_of(pixels, [](const Pixel& p) { return p.r == p.g && p.g == p.b; });
}

std::shared_ptr<void> owned(cmsHPROFILE profile) {
    return {profile, [](void* handle) {
                if (handle) cmsCloseProfile(handle);
            }};
}

struct Primaries {
    unsigned number;
    const char* name;
    cmsCIExyY white;
    cmsCIExyYTRIPLE colors;
};

constexpr cmsCIExyY d65{0.3127, 0.3290, 1};
// ITU-T H.273, table 2.
constexpr std::array primaries_table{
    Primaries{1, "BT.709", d65, {{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}}},
    Primaries{5, "BT.601 (625 lines)", d65, {{0.64, 0.33, 1}, {0.29, 0.60, 1}, {0.15, 0.06, 1}}},
    Primaries{6, "BT.601 (525 lines)", d65, {{0.630, 0.340, 1}, {0.310, 0.595, 1}, {0.155, 0.070, 1}}},
    Primaries{7, "SMPTE 240M", d65, {{0.630, 0.340, 1}, {0.310, 0.595, 1}, {0.155, 0.070, 1}}},
    Primaries{9, "BT.2020", d65, {{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}}},
    Primaries{11, "DCI-P3", {0.314, 0.351, 1}, {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}},
    Primaries{12, "Display P3", d65, {{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}}},
};

/// Table 3, only curves for displays; null for others.
cmsToneCurve* curve_of(unsigned transfer) {
    const auto piecewise = [](double power, double a, double b, double c, double d) {
        const std::array<cmsFloat64Number, 5> parameters{power, a, b, c, d};
        return cmsBuildParametricToneCurve(nullptr, 4, parameters.data());
    };
    switch (transfer) {
    case 1:
    case 6:
    case 14:
    case 15:
        return piecewise(1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081);
    case 4:
        return cmsBuildGamma(nullptr, 2.2);
    case 5:
        return cmsBuildGamma(nullptr, 2.8);
    case 8:
        return cmsBuildGamma(nullptr, 1);
    case 13:
        return piecewise(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);
    default:
        return nullptr;
    }
}

using Curve = std::unique_ptr<cmsToneCurve, decltype(&cmsFreeToneCurve)>;

cmsHPROFILE profile_of(const Cicp& cicp, std::string& name) {
    const auto found = std::ranges::find(primaries_table, cicp.primaries, &Primaries::number);
    if (found == primaries_table.end()) return nullptr;
    const Curve curve(curve_of(cicp.transfer), &cmsFreeToneCurve);
    if (!curve) return nullptr;
    name = found->name;
    std::array<cmsToneCurve*, 3> curves{curve.get(), curve.get(), curve.get()};
    return cmsCreateRGBProfile(&found->white, &found->colors, curves.data());
}

/// Of gamma and primaries, or those of sRGB in place of a missing one.
cmsHPROFILE profile_of(const PngColors& png, bool grey) {
    constexpr unsigned bt709 = 0, srgb_transfer = 13;
    const double one = PngColors::one;
    const bool has_gamma = png.has(PngColors::gamma_chunk);
    const Curve curve(has_gamma ? cmsBuildGamma(nullptr, one / png.gamma) : curve_of(srgb_transfer),
                      &cmsFreeToneCurve);
    const auto point = [&](std::size_t i) {
        return cmsCIExyY{png.primaries[2 * i] / one, png.primaries[2 * i + 1] / one, 1};
    };
    cmsCIExyY white = primaries_table[bt709].white;
    cmsCIExyYTRIPLE colors = primaries_table[bt709].colors;
    if (png.has(PngColors::primaries_chunk)) {
        white = point(0);
        colors = {point(1), point(2), point(3)};
    }
    if (grey) return cmsCreateGrayProfile(&white, curve.get());
    std::array<cmsToneCurve*, 3> curves{curve.get(), curve.get(), curve.get()};
    return cmsCreateRGBProfile(&white, &colors, curves.data());
}

std::string name_of_profile(cmsHPROFILE profile) {
    std::array<char, 64> text{};
    cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", text.data(), text.size());
    return text.data();
}

/// LCMS's description of a source's channels in pixels with this many bytes a channel.
cmsUInt32Number format_of(std::uint32_t space, std::uint32_t bytes) {
    if (space == cmsSigGrayData)
        return COLORSPACE_SH(PT_GRAY) | CHANNELS_SH(1) | EXTRA_SH(3) | BYTES_SH(bytes);
    if (space == cmsSigCmykData)
        return COLORSPACE_SH(PT_CMYK) | CHANNELS_SH(4) | FLAVOR_SH(1) | BYTES_SH(bytes);
    return COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(bytes);
}

std::shared_ptr<void> transform_of(cmsHPROFILE source, std::uint32_t space, std::uint32_t bytes) {
    const auto target = owned(cmsCreate_sRGBProfile());
    // LCMS's precalculated tables are too coarse for 16 bits.
    const cmsUInt32Number flags = cmsFLAGS_BLACKPOINTCOMPENSATION | (bytes == 2 ? cmsFLAGS_NOOPTIMIZE : 0u);
    return {cmsCreateTransform(source, format_of(space, bytes), target.get(), format_of(cmsSigRgbData, bytes),
                               INTENT_RELATIVE_COLORIMETRIC, flags),
            [](void* transform) {
                if (transform) cmsDeleteTransform(transform);
            }};
}

/// A grid of colours, or all greys.
std::vector<Rgba8> probes(bool rgb) {
    constexpr int step = 15; // 255 / 17
    std::vector<Rgba8> colors;
    const auto value = [](int number) { return static_cast<std::uint8_t>(number); };
    for (int r = 0; r < 256; r += rgb ? step : 1)
        for (int g = rgb ? 0 : r; g < (rgb ? 256 : r + 1); g += step)
            for (int b = rgb ? 0 : r; b < (rgb ? 256 : r + 1); b += step)
                colors.push_back({value(r), value(g), value(b), 255});
    return colors;
}

/// Whether no channel differs by more than this.
template <class Pixel>
bool are_near(std::span<const Pixel> some, std::span<const Pixel> others, int most) {
    const auto near = [&](int a, int b) { return std::abs(a - b) <= most; };
    return std::ranges::equal(some, others, [&](const Pixel& a, const Pixel& b) {
        return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b);
    });
}

/// A conversion from a colour space to sRGB by LCMS 2: relative colorimetric, with black point compensation.
class IccTransform {
public:
    /// From the numbers if they specify a space, otherwise from the profile, otherwise from gamma and
    /// primaries, for which `grey` pixels get a grey profile, so that they stay grey. Errors go to fault().
    IccTransform(const StoredColors& colors, bool grey) {
        const std::vector<std::byte>& file = colors.profile;
        if (colors.cicp) {
            constexpr unsigned pq = 16, hlg = 18;
            const unsigned transfer = colors.cicp->transfer;
            source_ = owned(profile_of(*colors.cicp, name_));
            if (!source_)
                fault_ = transfer == pq || transfer == hlg ? "HDR profiles are not supported"
                                                           : "its numbers specify no known colour space";
        } else if (file.empty()) {
            fault_ = fault_of_gamma(colors.png);
            if (fault_.empty()) source_ = owned(profile_of(colors.png, grey));
            name_ = gamma_name(colors.png);
        } else if (file.size() > max_profile_bytes) {
            fault_ = "it is too large";
        } else {
            source_ = owned(cmsOpenProfileFromMem(file.data(), static_cast<cmsUInt32Number>(file.size())));
            if (!source_) fault_ = "it is damaged";
        }
        if (!source_) return;
        space_ = cmsGetColorSpace(source_.get());
        if (name_.empty()) name_ = name_of_profile(source_.get());
        const bool fits = colors.inks ? space_ == cmsSigCmykData : is_rgb() || space_ == cmsSigGrayData;
        if (fits) transforms_[1] = transform_of(source_.get(), space_, 2); // the one that is made faster
        if (!transforms_[1]) fault_ = fits ? "it is damaged" : "it is for another colour model";
    }

    /// Why it cannot be applied, such as "it is damaged"; empty if it can.
    const std::string& fault() const { return fault_; }
    const std::string& name() const { return name_; }
    /// Whether the space is RGB, not grey or inks.
    bool is_rgb() const { return space_ == cmsSigRgbData; }
    /// Whether it would change no colour by more than 1/255.
    bool is_srgb() {
        if (space_ == cmsSigCmykData) return false;
        const std::vector<Rgba8> before = probes(is_rgb());
        if (is_surely_srgb(before)) return true;
        std::vector<Rgba8> after = before;
        return apply(std::span(after)) && are_near<Rgba8>(before, after, 1);
    }
    /// The ICC profile: the picture's own, or one made from the numbers, or of gamma and primaries.
    std::vector<std::byte> profile(const StoredColors& colors) const {
        if (!colors.cicp && !colors.profile.empty()) return colors.profile;
        cmsUInt32Number size = 0;
        if (!cmsSaveProfileToMem(source_.get(), nullptr, &size)) return {};
        std::vector<std::byte> bytes(size);
        if (!cmsSaveProfileToMem(source_.get(), bytes.data(), &size)) return {};
        // The creation date would make every file different: ICC.1:2022, 7.2.10.
        constexpr std::array<unsigned char, 12> new_year_2000{0x07, 0xD0, 0, 1, 0, 1};
        constexpr std::size_t date_at = 24;
        std::memcpy(bytes.data() + date_at, new_year_2000.data(), new_year_2000.size());
        return bytes;
    }

    /// Converts pixels. Alpha stays; pixels from inks become opaque. Returns false when a grey profile meets
    /// colours.
    template <class Pixel>
    bool apply(std::span<Pixel> pixels) {
        using Channel = decltype(Pixel::r);
        std::shared_ptr<void>& transform = transforms_[sizeof(Channel) - 1];
        if (space_ == cmsSigGrayData && !is_grey<Pixel>(pixels)) return false;
        if (!transform) transform = transform_of(source_.get(), space_, sizeof(Channel));
        if (!transform) return false;
        cmsDoTransform(transform.get(), pixels.data(), pixels.data(),
                       static_cast<cmsUInt32Number>(pixels.size()));
        if (space_ == cmsSigCmykData)
            for (Pixel& p : pixels) p.a = static_cast<Channel>(~0u);
        return true;
    }

private:
    /// Uses the 16-bit transform, as the other takes four times as long to make and most pictures have an
    /// sRGB profile. With matrices and curves their results differ by less than 1/255; so if this one stays
    /// within 1/255, the integers of the other do, too.
    bool is_surely_srgb(std::span<const Rgba8> colors) {
        if (!cmsIsMatrixShaper(source_.get())) return false;
        std::vector<Rgba16> before;
        const auto deep = [](unsigned value) { return static_cast<std::uint16_t>(257 * value); };
        for (const Rgba8 p : colors) before.push_back({deep(p.r), deep(p.g), deep(p.b), deep(p.a)});
        std::vector<Rgba16> after = before;
        return apply(std::span(after)) && are_near<Rgba16>(before, after, 257);
    }

    std::shared_ptr<void> source_;                    ///< cmsHPROFILE
    std::array<std::shared_ptr<void>, 2> transforms_; ///< cmsHTRANSFORM of 8 and 16 bits, made on demand
    std::uint32_t space_ = 0;
    std::string name_, fault_;
};

/// a b / 255, rounded.
std::uint8_t multiply(unsigned a, unsigned b) {
    const unsigned product = a * b + 128;
    return static_cast<std::uint8_t>((product + (product >> 8)) >> 8);
}

/// Inverted CMYK without a profile: every ink multiplied by black.
void print_inks(std::span<Rgba8> pixels) {
    for (Rgba8& p : pixels) p = {multiply(p.r, p.a), multiply(p.g, p.a), multiply(p.b, p.a), 255};
}

void report(DecodeExchange& exchange, ProfileReport::State state, std::string_view name) {
    exchange.profile_state = state;
    name.copy(exchange.profile_name.data(), exchange.profile_name.size() - 1);
}

bool is_unspecified(const Cicp& cicp) { return cicp.primaries == 2 || cicp.transfer == 2; }

/// Converts the colours. Returns whether it changed them.
bool convert(const StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
             std::span<Rgba16> deep, std::span<std::byte> profile_room) {
    using State = ProfileReport::State;
    const bool of_gamma = !colors.cicp && colors.profile.empty();
    if (of_gamma && say_srgb(colors.png)) {
        if (exchange.profile_use != ProfileUse::ignore) report(exchange, State::srgb, "");
        return false;
    }
    if (of_gamma && !has_gamma_chunks(colors.png)) return false;
    exchange.profile_of_gamma = of_gamma;
    const bool is_kept = exchange.profile_use == ProfileUse::keep;
    const bool grey = of_gamma && !is_kept && (deep.empty() ? is_grey<Rgba8>(pixels) : is_grey<Rgba16>(deep));
    IccTransform transform(colors, grey);
    const std::string& name = transform.name();
    if (exchange.profile_use == ProfileUse::ignore) {
        report(exchange, State::ignored, name);
        return false;
    }
    if (!transform.fault().empty()) {
        report(exchange, State::unusable, transform.fault());
        return false;
    }
    if (is_kept && transform.is_rgb()) {
        const std::vector<std::byte> profile = transform.profile(colors);
        if (profile.size() > profile_room.size()) {
            report(exchange, State::unusable, "it is too large");
            return false;
        }
        std::ranges::copy(profile, profile_room.begin());
        exchange.profile_bytes = profile.size();
        report(exchange, State::kept, name);
        return false;
    }
    if (transform.is_srgb()) {
        report(exchange, State::srgb, name);
        return false;
    }
    if (!(deep.empty() ? transform.apply(pixels) : transform.apply(deep))) {
        report(exchange, State::unusable, "it is for grey pictures");
        return false;
    }
    transform.apply(std::span(exchange.slots.values).first(exchange.slots.list().size()));
    report(exchange, State::converted, name);
    return true;
}

}

Rgba8 to_8_bits(const Rgba16& pixel) {
    const auto narrow = [](unsigned sample) {
        return static_cast<std::uint8_t>((sample * 255 + 32767) / 65535);
    };
    return {narrow(pixel.r), narrow(pixel.g), narrow(pixel.b), narrow(pixel.a)};
}

void settle_colors(StoredColors& colors, DecodeExchange& exchange, std::span<Rgba8> pixels,
                   std::span<std::byte> profile_room) {
    if (colors.cicp && is_unspecified(*colors.cicp)) colors.cicp.reset();
    const std::span deep(colors.deep.get(), colors.deep ? pixels.size() : 0);
    const bool converted = convert(colors, exchange, pixels, deep, profile_room);
    using State = ProfileReport::State;
    const State state = exchange.profile_state;
    if (exchange.profile_use == ProfileUse::keep && (state == State::kept || state == State::srgb))
        exchange.png_colors = colors.png;
    if (colors.inks && !converted) print_inks(pixels);
    std::ranges::transform(deep, pixels.begin(), to_8_bits);
}

void prepare_colors() {
    // LCMS dates the profiles that it makes, for which the C library reads the time zone once.
    const std::time_t now = 0;
    std::tm date{};
    ::gmtime_r(&now, &date);
}

}
