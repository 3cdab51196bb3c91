#include "image/color_profile.h"

#include "decode/decode_here.h"
#include "image/encoded_files.h"
#include "image/icc_profiles.h"
#include "image/jpeg_files.h"
#include "image/load.h"
#include "image/png_files.h"
#include "image/save.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>
#include <tiffio.h>

namespace huedrift {
namespace {

using State = ProfileReport::State;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr int side = 9;

/// All combinations of nine values of red, green and blue, 27 x 27 pixels, of varied alpha.
std::vector<Rgba8> chart_pixels() {
    std::vector<Rgba8> pixels;
    const auto value = [](int i) { return static_cast<std::uint8_t>(i * 255 / (side - 1)); };
    for (int r = 0; r < side; ++r)
        for (int g = 0; g < side; ++g)
            for (int b = 0; b < side; ++b)
                pixels.push_back({value(r), value(g), value(b), static_cast<std::uint8_t>(255 - r)});
    return pixels;
}

PngFile chart_png(int bit_depth = 8) {
    PngFile file{.width = 27, .height = 27, .color_type = PNG_COLOR_TYPE_RGB_ALPHA, .bit_depth = bit_depth};
    const int scale = bit_depth == 16 ? 257 : 1;
    for (const Rgba8 p : chart_pixels())
        for (const int sample : {p.r, p.g, p.b, p.a})
            file.samples.push_back(static_cast<std::uint16_t>(sample * scale));
    return file;
}

std::vector<std::byte> with_chunk(const std::vector<std::byte>& png, const std::string& type,
                                  const std::string& data) {
    auto chunks = png_chunks(png);
    chunks.insert(chunks.begin() + 1, PngChunk{type, data});
    return png_of(chunks);
}

std::string iccp(const std::string& profile) { return std::string("p\0\0", 3) + deflated(profile); }

/// Linear light of a Display P3 pixel in the primaries of sRGB (CSS Color 4), encoded, clipped and rounded.
Rgba8 p3_to_srgb(Rgba8 p) {
    const auto light = [](int v) {
        const double x = v / 255.0;
        return x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4);
    };
    const auto code = [](double x) {
        x = std::clamp(x, 0.0, 1.0);
        const double v = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
        return static_cast<std::uint8_t>(std::lround(255 * v));
    };
    const double r = light(p.r), g = light(p.g), b = light(p.b);
    return {code(1.2249401763 * r - 0.2249401763 * g), code(-0.0420569547 * r + 1.0420569547 * g),
            code(-0.0196375546 * r - 0.0786360456 * g + 1.0982736001 * b), p.a};
}

int greatest_difference(std::span<const Rgba8> a, std::span<const Rgba8> b) {
    int greatest = a.size() == b.size() ? 0 : 1000;
    for (std::size_t i = 0; i < a.size() && greatest < 1000; ++i)
        greatest = std::max({greatest, std::abs(a[i].r - b[i].r), std::abs(a[i].g - b[i].g),
                             std::abs(a[i].b - b[i].b), std::abs(a[i].a - b[i].a)});
    return greatest;
}

LoadedImage loaded(std::span<const std::byte> file, ProfileUse use = ProfileUse::convert) {
    return load_image(file, "", {}, nullptr, use);
}

std::vector<Rgba8> converted_chart() {
    std::vector<Rgba8> pixels = chart_pixels();
    std::ranges::transform(pixels, pixels.begin(), p3_to_srgb);
    return pixels;
}

TEST(ColorProfile, PngIsConvertedWithinOne) {
    for (const int depth : {8, 16}) {
        const LoadedImage image =
            loaded(with_chunk(chart_png(depth).encode(), "iCCP", iccp(rgb_profile(true))));
        EXPECT_LE(greatest_difference(image.image.pixels(), converted_chart()), 1) << depth;
        EXPECT_EQ(image.profile.state, State::converted);
        EXPECT_TRUE(image.colors.srgb);
        EXPECT_THAT(image.notes.back(), HasSubstr("converted to sRGB from the embedded colour profile"));
    }
}

TEST(ColorProfile, CicpTakesPrecedence) {
    const auto file = with_chunk(chart_png().encode(), "iCCP", iccp(grey_profile(1)));
    const LoadedImage image = loaded(with_chunk(file, "cICP", std::string("\x0C\x0D\0\1", 4)));
    EXPECT_LE(greatest_difference(image.image.pixels(), converted_chart()), 1);
    EXPECT_EQ(image.profile.name, "Display P3");
}

std::vector<std::byte> p3_webp() {
    constexpr std::uint8_t profile_flag = 0x20, alpha_flag = 0x10;
    const std::vector<Rgba8> pixels = chart_pixels();
    return webp_file(webp_extended(profile_flag | alpha_flag, 27, 27) +
                     webp_chunk("ICCP", rgb_profile(true)) + webp_chunks({27, 27, pixels}, true));
}

std::vector<std::byte> p3_tiff(int bits) {
    TiffFile tiff{.width = 27, .height = 27, .photometric = PHOTOMETRIC_RGB, .bits = bits, .samples = 4};
    tiff.extra = EXTRASAMPLE_UNASSALPHA;
    const int scale = bits == 16 ? 257 : 1;
    for (const Rgba8 p : chart_pixels())
        for (const int sample : {p.r, p.g, p.b, p.a})
            tiff.values.push_back(static_cast<std::uint16_t>(sample * scale));
    tiff.more = [](TIFF* file) {
        const std::string profile = rgb_profile(true);
        TIFFSetField(file, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
    };
    return tiff.encode();
}

TEST(ColorProfile, WebpAndTiffAreConverted) {
    EXPECT_LE(greatest_difference(loaded(p3_webp()).image.pixels(), converted_chart()), 1);
    for (const int bits : {8, 16})
        EXPECT_LE(greatest_difference(loaded(p3_tiff(bits)).image.pixels(), converted_chart()), 1) << bits;
}

/// A kept profile means in the result what it meant in the source.
TEST(ColorProfile, IsKeptFromEveryFormatToEveryFormat) {
    const auto png = chart_png().encode();
    const std::string p3_primaries = big_endian(31270) + big_endian(32900) + big_endian(68000) +
                                     big_endian(32000) + big_endian(26500) + big_endian(69000) +
                                     big_endian(15000) + big_endian(6000);
    const std::vector<std::vector<std::byte>> sources{
        with_chunk(png, "iCCP", iccp(rgb_profile(true))),
        with_chunk(png, "cICP", std::string("\x0C\x0D\0\1", 4)),
        with_chunk(with_chunk(png, "gAMA", big_endian(55556)), "cHRM", p3_primaries),
        p3_webp(),
        p3_tiff(8),
        JxlFile{.profile = rgb_profile(true)}.encode(Image(27, 27, chart_pixels()))};
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const LoadedImage kept = loaded(sources[i], ProfileUse::keep), converted = loaded(sources[i]);
        EXPECT_EQ(converted.profile.state, State::converted) << i;
        for (const ImageFormat format :
             {ImageFormat::png, ImageFormat::apng, ImageFormat::webp, ImageFormat::jpeg}) {
            const LoadedImage again = loaded(encode_image(kept.image, format, {.colors = kept.colors}));
            EXPECT_EQ(again.profile.state, State::converted) << i;
            if (!is_lossless(format)) continue;
            EXPECT_LE(greatest_difference(again.image.pixels(), converted.image.pixels()), 1) << i;
        }
        for (const ImageFormat format :
             {ImageFormat::bmp, ImageFormat::gif, ImageFormat::pam, ImageFormat::tga})
            EXPECT_THAT(encoding_losses(kept.image, format, kept.colors), SizeIs(1)) << i;
    }
}

TEST(ColorProfile, JpegProfilesMaySpanSegments) {
    const std::string profile = rgb_profile(true), name("ICC_PROFILE\0", 12);
    const std::size_t half = profile.size() / 2;
    JpegFile file{.blocks_across = 2, .blocks = {{200, 30, 60}, {10, 220, 90}}};
    file.segments = jpeg_segment(0xE2, name + "\2\2" + profile.substr(half)) +
                    jpeg_segment(0xE2, name + "\1\2" + profile.substr(0, half));
    const LoadedImage image = loaded(file.encode());
    EXPECT_EQ(image.profile.state, State::converted);
    const std::vector<Rgba8> expected{p3_to_srgb({200, 30, 60, 255}), p3_to_srgb({10, 220, 90, 255})};
    const std::vector<Rgba8> found{image.image.pixels()[0], image.image.pixels()[8]};
    EXPECT_LE(greatest_difference(found, expected), 1);
}

TEST(ColorProfile, CmykProfilesAreApplied) {
    const std::string name("ICC_PROFILE\0\1\1", 14);
    JpegFile file{.blocks_across = 3,
                  .components = "CMYK",
                  .blocks = {{255, 255, 255, 255}, {0, 255, 255, 0}, {255, 0, 255, 255}},
                  .segments = adobe_segment(0) + jpeg_segment(0xE2, name + cmyk_profile())};
    const LoadedImage image = loaded(file.encode());
    EXPECT_EQ(image.profile.state, State::converted);
    const auto pixels = image.image.pixels();
    // Lightness 100, 50 and 75; black point compensation stretches nothing here, as the darkest is 0.
    const std::vector<Rgba8> expected{{255, 255, 255, 255}, {119, 119, 119, 255}, {185, 185, 185, 255}};
    EXPECT_LE(greatest_difference(std::vector{pixels[0], pixels[8], pixels[16]}, expected), 1);
}

TEST(ColorProfile, GreyProfilesFitGreyPicturesOnly) {
    PngFile grey{.width = 256, .height = 1, .color_type = PNG_COLOR_TYPE_GRAY};
    for (std::uint16_t i = 0; i < 256; ++i) grey.samples.push_back(i);
    const LoadedImage image = loaded(with_chunk(grey.encode(), "iCCP", iccp(grey_profile(1))));
    EXPECT_EQ(image.profile.state, State::converted);
    EXPECT_NEAR(image.image.pixels()[55].r, 128, 1); // linear light of 0.2159
    EXPECT_EQ(image.image.pixels()[55].r, image.image.pixels()[55].b);

    const LoadedImage colored = loaded(with_chunk(chart_png().encode(), "iCCP", iccp(grey_profile(1))));
    EXPECT_EQ(colored.profile.state, State::unusable);
    EXPECT_EQ(greatest_difference(colored.image.pixels(), chart_pixels()), 0);
}

TEST(ColorProfile, SrgbProfilesChangeNothing) {
    const LoadedImage image = loaded(with_chunk(chart_png().encode(), "iCCP", iccp(rgb_profile(false))));
    EXPECT_EQ(image.profile.state, State::srgb);
    EXPECT_TRUE(image.colors.srgb);
    EXPECT_THAT(image.notes, IsEmpty());
    EXPECT_EQ(greatest_difference(image.image.pixels(), chart_pixels()), 0);
}

TEST(ColorProfile, ProfilesWithinOneOfSrgbCountAsSrgb) {
    // A change of the power by 1 moves a colour by at most 255 / (2.4 e), 39 of 255.
    for (const auto& [power, state] : {std::pair{2.38, State::srgb},
                                       {2.42, State::srgb},
                                       {2.43, State::srgb}, // rounded to 8 bits
                                       {2.35, State::converted},
                                       {2.45, State::converted}})
        EXPECT_EQ(loaded(with_chunk(chart_png().encode(), "iCCP", iccp(srgb_profile(power)))).profile.state,
                  state)
            << power;
}

TEST(ColorProfile, MayBeKeptOrIgnored) {
    const std::string profile = rgb_profile(true);
    const auto file = with_chunk(chart_png().encode(), "iCCP", iccp(profile));
    const LoadedImage ignored = loaded(file, ProfileUse::ignore);
    EXPECT_EQ(ignored.profile.state, State::ignored);
    EXPECT_EQ(ignored.colors, ColorTag{});
    EXPECT_EQ(greatest_difference(ignored.image.pixels(), chart_pixels()), 0);

    const LoadedImage kept = loaded(file, ProfileUse::keep);
    EXPECT_EQ(kept.profile.state, State::kept);
    EXPECT_EQ(greatest_difference(kept.image.pixels(), chart_pixels()), 0);
    const auto bytes = std::as_bytes(std::span(profile));
    EXPECT_TRUE(std::ranges::equal(kept.colors.profile, bytes));
    for (const ImageFormat format : {ImageFormat::png, ImageFormat::jpeg, ImageFormat::webp}) {
        const auto again = encode_image(kept.image, format, {.colors = kept.colors});
        EXPECT_TRUE(std::ranges::equal(loaded(again, ProfileUse::keep).colors.profile, bytes));
    }
    EXPECT_THAT(encoding_losses(kept.image, ImageFormat::bmp, kept.colors), SizeIs(1));
}

TEST(ColorProfile, LargeProfilesAreSplitInJpegFiles) {
    ColorTag colors;
    for (int i = 0; i < 200'000; ++i)
        colors.profile.push_back(static_cast<std::byte>(unsigned(i) * unsigned(i) >> 3));
    const auto file = encode_image(Image(8, 8), ImageFormat::jpeg, {.colors = colors});
    EXPECT_EQ(loaded(file).profile.state, State::unusable); // complete, but not a profile
    EXPECT_EQ(loaded(file).image.width(), 8);
}

TEST(ColorProfile, UnusableProfilesLeaveTheNumbers) {
    const std::string profile = rgb_profile(true);
    std::string cut = profile.substr(0, profile.size() / 2), hdr("\x09\x10\0\1", 4);
    for (const auto& [type, data, reason] : {std::tuple{"iCCP", iccp(cut), "it is damaged"},
                                             {"iCCP", iccp("no profile"), "it is damaged"},
                                             {"iCCP", std::string("p\0\0nonsense", 11), "it is damaged"},
                                             {"iCCP", iccp(cmyk_profile()), "it is for another colour model"},
                                             {"cICP", hdr, "HDR profiles are not supported"}}) {
        const LoadedImage image = loaded(with_chunk(chart_png().encode(), type, data));
        EXPECT_EQ(image.profile.state, State::unusable);
        EXPECT_EQ(image.profile.name, reason);
        EXPECT_THAT(image.notes,
                    ElementsAre("the embedded colour profile was ignored: " + std::string(reason)));
        EXPECT_EQ(greatest_difference(image.image.pixels(), chart_pixels()), 0);
        EXPECT_FALSE(image.colors.srgb);
    }
}

TEST(ColorProfile, AChangedByteGivesAPictureOrARefusal) {
    const std::string profile = rgb_profile(true);
    for (std::size_t i = 0; i < profile.size(); i += 3) {
        std::string changed = profile;
        changed[i] = static_cast<char>(changed[i] ^ 0x55);
        const auto file = with_chunk(chart_png().encode(), "iCCP", iccp(changed));
        EXPECT_EQ(decode_here(file, "").width(), 27);
    }
}

TEST(ColorTag, IsWrittenIfKnown) {
    const Image image(2, 2);
    const auto has = [](const std::vector<std::byte>& file, const std::string& type) {
        return std::ranges::count(png_chunks(file), type, &PngChunk::type) == 1;
    };
    for (const bool indexed : {false, true}) {
        const auto plain = encode_image(image, ImageFormat::png, {.indexed = indexed, .truecolor = !indexed}),
                   tagged =
                       encode_image(image, ImageFormat::png,
                                    {.indexed = indexed, .truecolor = !indexed, .colors = {.srgb = true}});
        EXPECT_FALSE(has(plain, "sRGB") || has(plain, "cICP") || has(plain, "iCCP"));
        EXPECT_TRUE(has(tagged, "sRGB") && has(tagged, "cICP"));
        const LoadedImage again = loaded(tagged);
        EXPECT_EQ(again.profile.state, State::srgb);
        EXPECT_EQ(read_through_libpng(tagged).width(), 2);
    }
}

}
}
