#include "image/color_profile.h"

#include "image/icc_profiles.h"
#include "image/load.h"
#include "image/png_files.h"
#include "image/save.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

namespace huedrift::gamma_chunks_tests {
namespace {

using State = ProfileReport::State;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Primaries = std::array<std::uint32_t, 8>; ///< x and y of white, red, green and blue, times 100,000

constexpr Primaries srgb{31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000},
    p3{31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000},
    adobe{31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000};

std::string gama(std::uint32_t gamma) { return big_endian(gamma); }
std::string chrm(const Primaries& primaries) {
    std::string data;
    for (const std::uint32_t number : primaries) data += big_endian(number);
    return data;
}
PngChunk iccp(const std::string& profile) { return {"iCCP", std::string("p\0\0", 3) + deflated(profile)}; }

/// All combinations of nine values of red, green and blue, or all greys.
PngFile chart(bool grey = false, int bit_depth = 8) {
    PngFile file{.width = 27,
                 .height = 27,
                 .color_type = grey ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
                 .bit_depth = bit_depth};
    const int scale = bit_depth == 16 ? 257 : 1;
    for (int i = 0; i < 729; ++i)
        if (grey)
            file.samples.push_back(static_cast<std::uint16_t>(i % 256 * scale));
        else
            for (const int number : {i / 81, i / 9 % 9, i % 9})
                file.samples.push_back(static_cast<std::uint16_t>(number * 255 / 8 * scale));
    return file;
}

std::vector<std::byte> with_chunks(const PngFile& png, const std::vector<PngChunk>& added) {
    auto chunks = png_chunks(png.encode());
    chunks.insert(chunks.begin() + 1, added.begin(), added.end());
    return png_of(chunks);
}
LoadedImage loaded(const PngFile& png, const std::vector<PngChunk>& added,
                   ProfileUse use = ProfileUse::convert) {
    return load_image(with_chunks(png, added), "a.png", {}, nullptr, use);
}

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>; ///< rows

Vector product(const Matrix& m, const Vector& v) {
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[i] += m[i][j] * v[j];
    return result;
}
Matrix inverse(const Matrix& m) {
    const auto minor = [&](std::size_t i, std::size_t j) {
        const std::size_t a = (i + 1) % 3, b = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
        return m[a][c] * m[b][d] - m[a][d] * m[b][c];
    };
    const double determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
    Matrix result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[j][i] = minor(i, j) / determinant;
    return result;
}
/// From light in these primaries to XYZ, so that all light is the white (SMPTE RP 177).
Matrix to_xyz(const Primaries& primaries) {
    Matrix columns{};
    const auto xyz = [&](std::size_t i) {
        const double x = primaries[2 * i], y = primaries[2 * i + 1];
        return Vector{x / y, 1, (1e5 - x - y) / y};
    };
    for (std::size_t j = 0; j < 3; ++j)
        for (std::size_t i = 0; i < 3; ++i) columns[i][j] = xyz(j + 1)[i];
    const Vector scale = product(inverse(columns), xyz(0));
    for (Vector& row : columns)
        for (std::size_t j = 0; j < 3; ++j) row[j] *= scale[j];
    return columns;
}

/// Pixels of a gamma (the exponent of light) and primaries around the white of sRGB, in sRGB.
std::vector<Rgba8> in_srgb(std::span<const Rgba8> pixels, double gamma, const Primaries& primaries) {
    const Matrix from = to_xyz(primaries), to = inverse(to_xyz(srgb));
    std::vector<Rgba8> result;
    for (const Rgba8 p : pixels) {
        Vector light{};
        for (std::size_t i = 0; i < 3; ++i)
            light[i] = std::pow((i == 0 ? p.r : i == 1 ? p.g : p.b) / 255.0, gamma);
        light = product(to, product(from, light));
        const auto code = [](double x) {
            x = std::clamp(x, 0.0, 1.0);
            const double v = x <= 0.0031308 ? 12.92 * x : 1.055 * std::pow(x, 1 / 2.4) - 0.055;
            return static_cast<std::uint8_t>(std::lround(255 * v));
        };
        result.push_back({code(light[0]), code(light[1]), code(light[2]), p.a});
    }
    return result;
}

int greatest_difference(std::span<const Rgba8> a, std::span<const Rgba8> b) {
    if (a.size() != b.size()) return 1000;
    int greatest = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        greatest = std::max({greatest, std::abs(a[i].r - b[i].r), std::abs(a[i].g - b[i].g),
                             std::abs(a[i].b - b[i].b), std::abs(a[i].a - b[i].a)});
    return greatest;
}
bool same_pixels(const LoadedImage& a, const LoadedImage& b) {
    return greatest_difference(a.image.pixels(), b.image.pixels()) == 0;
}

TEST(GammaChunks, AreAppliedWithinOneOfTheFormula) {
    struct Case {
        std::uint32_t gamma;
        const Primaries* primaries; ///< null: no cHRM
    };
    for (const auto& [gamma, primaries] : {Case{100000, nullptr}, Case{55556, nullptr}, Case{34483, nullptr},
                                           Case{45470, &adobe}, Case{100000, &p3}, Case{55556, &adobe}})
        for (const int depth : {8, 16}) {
            std::vector<PngChunk> chunks{{"gAMA", gama(gamma)}};
            if (primaries) chunks.push_back({"cHRM", chrm(*primaries)});
            const LoadedImage plain = loaded(chart(false, depth), {}),
                              found = loaded(chart(false, depth), chunks);
            const auto expected = in_srgb(plain.image.pixels(), 1e5 / gamma, primaries ? *primaries : srgb);
            EXPECT_LE(greatest_difference(found.image.pixels(), expected), 1) << gamma << ", " << depth;
            EXPECT_EQ(found.profile.state, State::converted);
            EXPECT_TRUE(found.colors.srgb);
            EXPECT_THAT(found.notes.back(),
                        HasSubstr("colours were converted to sRGB from the picture's colour space, gamma"));
        }
}

TEST(GammaChunks, GreyStaysGrey) {
    const LoadedImage image = loaded(chart(true), {{"gAMA", gama(100000)}, {"cHRM", chrm(adobe)}});
    for (const Rgba8 p : image.image.pixels()) EXPECT_TRUE(p.r == p.g && p.g == p.b);
    EXPECT_EQ(image.image.pixels()[188].r, 223); // as by ImageMagick
    EXPECT_THAT(
        image.notes,
        ElementsAre("colours were converted to sRGB from the picture's colour space, gamma 1 and primaries "
                    "(gAMA, cHRM)"));
}

TEST(GammaChunks, AreLikeAProfile) {
    const LoadedImage of_profile = loaded(chart(), {iccp(rgb_profile(true, 1.8))}),
                      of_chunks = loaded(chart(), {{"gAMA", gama(55556)}, {"cHRM", chrm(p3)}});
    EXPECT_LE(greatest_difference(of_profile.image.pixels(), of_chunks.image.pixels()), 1);
    const LoadedImage of_primaries = loaded(chart(), {{"cHRM", chrm(p3)}}),
                      of_p3 = loaded(chart(), {iccp(rgb_profile(true))});
    EXPECT_LE(greatest_difference(of_primaries.image.pixels(), of_p3.image.pixels()), 1);
    EXPECT_EQ(of_primaries.profile.name, "primaries (cHRM)");
}

TEST(GammaChunks, OtherChunksWin) {
    const std::vector<PngChunk> gamma{{"gAMA", gama(100000)}, {"cHRM", chrm(adobe)}};
    const auto both = [&](const PngChunk& chunk, bool first) {
        std::vector<PngChunk> chunks = gamma;
        chunks.insert(first ? chunks.begin() : chunks.end(), chunk);
        return loaded(chart(), chunks);
    };
    const LoadedImage plain = loaded(chart(), {});
    for (const PngChunk& chunk : {PngChunk{"sRGB", std::string(1, '\0')},
                                  PngChunk{"cICP", std::string("\x0C\x0D\0\1", 4)}, iccp(rgb_profile(true))})
        for (const bool first : {false, true})
            EXPECT_TRUE(same_pixels(both(chunk, first), loaded(chart(), {chunk}))) << chunk.type;
    EXPECT_TRUE(same_pixels(both({"sRGB", std::string(1, '\0')}, true), plain));
    EXPECT_EQ(both({"sRGB", std::string(1, '\0')}, true).profile.state, State::srgb);
}

TEST(GammaChunks, ThoseOfSrgbChangeNothing) {
    const LoadedImage plain = loaded(chart(), {});
    Primaries rounded = srgb;
    rounded[2] = 63999;
    for (const std::vector<PngChunk>& chunks : {std::vector<PngChunk>{{"gAMA", gama(45455)}},
                                                {{"gAMA", gama(45454)}, {"cHRM", chrm(rounded)}},
                                                {{"cHRM", chrm(srgb)}},
                                                {{"sRGB", std::string(1, '\1')}}}) {
        const LoadedImage image = loaded(chart(), chunks);
        EXPECT_TRUE(same_pixels(image, plain));
        EXPECT_EQ(image.profile.state, State::srgb);
        EXPECT_THAT(image.notes, IsEmpty());
    }
    EXPECT_EQ(loaded(chart(), {{"gAMA", gama(45455)}, {"cHRM", chrm(p3)}}).profile.state, State::converted);
}

TEST(GammaChunks, KeptOnesAreInTheResult) {
    const std::vector<PngChunk> all{{"cICP", std::string("\x0C\x0D\0\1", 4)},
                                    {"sRGB", std::string(1, '\1')},
                                    {"gAMA", gama(45455)},
                                    {"cHRM", chrm(srgb)}};
    const std::vector<std::vector<PngChunk>> cases{
        {{"gAMA", gama(100000)}}, {{"gAMA", gama(55556)}, {"cHRM", chrm(adobe)}},
        {{"cHRM", chrm(p3)}},     {{"sRGB", std::string(1, '\2')}, {"gAMA", gama(45455)}},
        {{"gAMA", gama(45455)}},  all};
    for (const bool grey : {false, true})
        for (const std::vector<PngChunk>& chunks : cases) {
            const LoadedImage kept = loaded(chart(grey), chunks, ProfileUse::keep);
            EXPECT_TRUE(same_pixels(kept, loaded(chart(grey), {})));
            const auto written =
                png_chunks(encode_image(kept.image, ImageFormat::png, {.colors = kept.colors}));
            for (const PngChunk& chunk : chunks) {
                const auto found = std::ranges::find(written, chunk.type, &PngChunk::type);
                ASSERT_NE(found, written.end()) << chunk.type;
                EXPECT_EQ(found->data, chunk.data) << chunk.type;
            }
            // Only cICP needs a profile beside it, for programs that do not know it.
            EXPECT_EQ(std::ranges::count(written, "iCCP", &PngChunk::type),
                      chunks.front().type == "cICP" ? 1 : 0);
        }
}

TEST(GammaChunks, IgnoredOnesAreSaid) {
    const LoadedImage image = loaded(chart(), {{"gAMA", gama(100000)}}, ProfileUse::ignore);
    EXPECT_TRUE(same_pixels(image, loaded(chart(), {})));
    EXPECT_THAT(image.notes, ElementsAre("the picture's colour space, gamma 1 (gAMA), was ignored"));
    EXPECT_THAT(loaded(chart(), {{"gAMA", gama(45455)}}, ProfileUse::ignore).notes, IsEmpty());
}

TEST(GammaChunks, ImpossibleOnesAreIgnoredAndSaid) {
    const LoadedImage plain = loaded(chart(), {});
    const auto expect = [&](const std::vector<PngChunk>& chunks, const std::string& reason) {
        for (const ProfileUse use : {ProfileUse::convert, ProfileUse::keep}) {
            const LoadedImage image = loaded(chart(), chunks, use);
            EXPECT_TRUE(same_pixels(image, plain));
            EXPECT_EQ(image.profile.state, State::unusable);
            EXPECT_TRUE(image.colors == ColorTag{});
            EXPECT_THAT(image.notes, ElementsAre("the picture's colour space was ignored: " + reason));
        }
    };
    expect({{"gAMA", gama(0)}}, "the gamma is 0");
    for (const std::uint32_t gamma : {1u, 9999u, 1000001u, 0xFFFFFFFFu})
        expect({{"gAMA", gama(gamma)}}, "the gamma is not between 0.1 and 10");
    const std::string reason = "the primaries are not those of a colour space";
    for (const Primaries& primaries :
         {Primaries{}, Primaries{31270, 32900, 64000, 33000, 64000, 33000, 15000, 6000}, // two are one
          Primaries{31270, 32900, 10000, 10000, 20000, 20000, 30000, 30000},             // a line
          Primaries{70000, 20000, 64000, 33000, 30000, 60000, 15000, 6000},              // white is outside
          Primaries{31270, 32900, 64000, 33000, 30000, 60000, 15000, 0},
          Primaries{31270, 32900, 0xFFFFFFFF, 0xFFFFFFFF, 30000, 60000, 15000, 6000}})
        expect({{"gAMA", gama(100000)}, {"cHRM", chrm(primaries)}}, reason);
    for (const PngChunk& cut : {PngChunk{"gAMA", "abc"}, PngChunk{"cHRM", "abc"}, PngChunk{"sRGB", ""}})
        EXPECT_EQ(loaded(chart(), {cut}).profile.state, State::none);
}

}
}
