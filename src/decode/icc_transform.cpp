#include "decode/icc_transform.h"

#include <lcms2.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace huedrift {
namespace {

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

}

IccTransform::IccTransform(const StoredColors& colors, bool grey) {
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
    if (fits) sixteen_bit_ = transform_of(source_.get(), space_, 2); // the one that is made faster
    if (!sixteen_bit_) fault_ = fits ? "it is damaged" : "it is for another colour model";
}

bool IccTransform::is_rgb() const { return space_ == cmsSigRgbData; }

bool IccTransform::is_srgb() {
    if (space_ == cmsSigCmykData) return false;
    const std::vector<Rgba8> before = probes(is_rgb());
    if (is_surely_srgb(before)) return true;
    std::vector<Rgba8> after = before;
    return apply(after) && are_near<Rgba8>(before, after, 1);
}

/// Uses the 16-bit transform, as the other takes four times as long to make and most pictures have an sRGB
/// profile. With matrices and curves their results differ by less than 1/255; so if this one stays within
/// 1/255, the integers of the other do, too.
bool IccTransform::is_surely_srgb(std::span<const Rgba8> colors) {
    if (!cmsIsMatrixShaper(source_.get())) return false;
    std::vector<Rgba16> before;
    const auto deep = [](unsigned value) { return static_cast<std::uint16_t>(257 * value); };
    for (const Rgba8 p : colors) before.push_back({deep(p.r), deep(p.g), deep(p.b), deep(p.a)});
    std::vector<Rgba16> after = before;
    return apply(after) && are_near<Rgba16>(before, after, 257);
}

std::vector<std::byte> IccTransform::profile(const StoredColors& colors) const {
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

template <class Pixel>
bool IccTransform::apply_by(std::shared_ptr<void>& transform, std::span<Pixel> pixels) {
    if (space_ == cmsSigGrayData && !is_grey<Pixel>(pixels)) return false;
    if (!transform) transform = transform_of(source_.get(), space_, sizeof pixels[0].r);
    if (!transform) return false;
    cmsDoTransform(transform.get(), pixels.data(), pixels.data(),
                   static_cast<cmsUInt32Number>(pixels.size()));
    if (space_ == cmsSigCmykData)
        for (Pixel& p : pixels) p.a = static_cast<decltype(p.a)>(~0u);
    return true;
}

bool IccTransform::apply(std::span<Rgba8> pixels) { return apply_by(eight_bit_, pixels); }
bool IccTransform::apply(std::span<Rgba16> pixels) { return apply_by(sixteen_bit_, pixels); }

namespace {

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

}

bool has_gamma_chunks(const PngColors& colors) {
    return colors.has(PngColors::gamma_chunk) || colors.has(PngColors::primaries_chunk);
}

bool say_srgb(const PngColors& colors) {
    if (colors.has(PngColors::srgb_chunk)) return true;
    constexpr std::uint32_t least = 45450, most = 45460; // 45455, as written and rounded by others
    const bool gamma = colors.has(PngColors::gamma_chunk) && least <= colors.gamma && colors.gamma <= most;
    return gamma && (!colors.has(PngColors::primaries_chunk) || are_srgb_primaries(colors));
}

std::string fault_of_gamma(const PngColors& colors) {
    constexpr std::uint32_t least = PngColors::one / 10, most = PngColors::one * 10;
    if (colors.has(PngColors::gamma_chunk) && (colors.gamma < least || colors.gamma > most))
        return colors.gamma == 0 ? "the gamma is 0" : "the gamma is not between 0.1 and 10";
    if (colors.has(PngColors::primaries_chunk) && !span_colors(colors))
        return "the primaries are not those of a colour space";
    return "";
}

std::string gamma_name(const PngColors& colors) {
    const bool primaries = colors.has(PngColors::primaries_chunk);
    if (!colors.has(PngColors::gamma_chunk)) return "primaries (cHRM)";
    std::array<char, 32> number{};
    std::snprintf(number.data(), number.size(), "%.4g", double(PngColors::one) / std::max(colors.gamma, 1u));
    return std::string("gamma ") + number.data() + (primaries ? " and primaries (gAMA, cHRM)" : " (gAMA)");
}

}
