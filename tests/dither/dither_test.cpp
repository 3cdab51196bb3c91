#include "dither/dither.h"

#include "base/parallel.h"
#include "dither/dither_twin.h"
#include "dither/void_and_cluster.h"
#include "dither/wavefront.h"
#include "expect_error.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>

namespace huedrift {
namespace {

/// Greys from left to right.
Image grey_ramp(int height) {
    Image image(256, height);
    for (int i = 0; i < 256 * height; ++i) {
        const auto v = std::uint8_t(i % 256);
        image.pixels()[std::size_t(i)] = {v, v, v, 255};
    }
    return image;
}

std::vector<Rgb> colors_of(const Image& image) {
    std::vector<Rgb> colors;
    for (const Rgba8 p : image.pixels()) colors.push_back({p.r, p.g, p.b});
    return colors;
}

/// A picture and its colours, for dithering to several palettes.
struct Dithered {
    Image image;
    ColorSet colors{image, Transfer::srgb};
    int frame_height = 0;

    DitherSource to(std::span<const Rgb> palette, bool is_given = false,
                    std::int64_t strength = full_strength) const {
        return {.image = image,
                .colors = colors,
                .palette = palette,
                .is_given = is_given,
                .dithering = {.strength = strength_of(strength)},
                .frame_height = frame_height};
    }
};

constexpr std::array<std::uint32_t, 4> matrices{2, 4, 8, 16};

/// The labels by all weights of diffusion, by turns of both kinds of palettes.
std::vector<LabelPlane> diffused_by_all_weights(const Dithered& picture, std::span<const Rgb> palette) {
    std::vector<LabelPlane> planes;
    for (const DiffusionWeights& weights : all_diffusion_weights) {
        DitherSource source = picture.to(palette, planes.size() % 2 == 0);
        source.dithering.diffusion = weights.diffusion;
        planes.push_back(diffuse(source, false));
    }
    return planes;
}

/// Every way of dithering.
std::vector<LabelPlane> dithered(const Dithered& picture, std::span<const Rgb> palette) {
    std::vector<LabelPlane> planes;
    for (const bool masks : {true, false}) planes.push_back(diffuse(picture.to(palette), masks));
    planes.push_back(diffuse(picture.to(palette, true), true));
    for (const bool is_given : {false, true}) {
        planes.push_back(dither_ordered(picture.to(palette, is_given)));
        planes.push_back(dither_blue_noise(picture.to(palette, is_given)));
    }
    return planes;
}

/// Smooth on the left, noisy on the right, with transparent pixels.
Image half_textured(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image(width, height);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const unsigned noise = 2 * x < width ? 1 : 60;
            const auto channel = [&](int slope) {
                return std::uint8_t(
                    std::min(unsigned(40 + slope * y + x % 256) + unsigned(random()) % noise, 255u));
            };
            image.pixels()[std::size_t(y * width + x)] = {channel(2), channel(3), channel(1),
                                                          std::uint8_t(random() % 20 == 0 ? 0 : 255)};
        }
    return image;
}

void expect_twin(const Image& image, std::span<const Rgb> palette, std::int64_t strength) {
    const Dithered picture{image};
    const twin::DitherTwin twin(image, palette, strength);
    for (const bool masks : {true, false})
        EXPECT_EQ(labels_of(diffuse(picture.to(palette, false, strength), masks)), twin.diffused(masks));
    EXPECT_EQ(labels_of(diffuse(picture.to(palette, true, strength), true)), twin.diffused_to_given());
    for (const bool is_given : {false, true}) {
        const DitherSource source = picture.to(palette, is_given, strength);
        EXPECT_EQ(labels_of(dither_ordered(source)), twin.ordered(is_given)) << is_given;
        EXPECT_EQ(labels_of(dither_blue_noise(source)), twin.by_blue_noise(is_given)) << is_given;
    }
}

TEST(DitherReference, HasTheSameLabels) {
    for (unsigned seed = 1; seed < 9; ++seed) {
        SCOPED_TRACE(seed);
        const int width = int(1 + seed * 3 % 23), height = int(1 + seed * 7 % 37);
        const std::vector<Rgb> palette = colors_of(speckled(int(1 + seed % 9), 1, 9, 1000 + seed));
        for (const std::int64_t strength : {full_strength, full_strength / 3, std::int64_t{0}})
            expect_twin(speckled(width, height, 40, seed), palette, strength);
        expect_twin(half_textured(width, height, seed), palette, full_strength / (1 + seed % 2));
    }
}

void expect_twin_of_all_weights(const Image& image, std::span<const Rgb> palette, std::int64_t strength) {
    const Dithered picture{image};
    const twin::DitherTwin twin(image, palette, strength);
    for (const DiffusionWeights& weights : all_diffusion_weights) {
        SCOPED_TRACE(weights.name);
        DitherSource source = picture.to(palette, false, strength);
        source.dithering.diffusion = weights.diffusion;
        for (const bool masks : {true, false})
            EXPECT_EQ(labels_of(diffuse(source, masks)), twin.diffused(masks, weights.diffusion));
        source.is_given = true;
        EXPECT_EQ(labels_of(diffuse(source, true)), twin.diffused_to_given(weights.diffusion));
    }
}

// Strips have 16 rows, and errors reach two rows below.
TEST(DitherReference, HasTheSameLabelsByAllWeights) {
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}};
    for (const int width : {1, 2, 3, 41})
        for (const int height : {1, 2, 17, 35}) {
            SCOPED_TRACE(testing::Message() << width << " x " << height);
            const auto seed = unsigned(100 * width + height);
            expect_twin_of_all_weights(speckled(width, height, 60, seed), palette, full_strength);
            expect_twin_of_all_weights(half_textured(width, height, seed), palette, full_strength / 2);
        }
}

TEST(DitherReference, HasTheSameLabelsByAllMatrices) {
    Image image(19, 18); // few colours, as the twin compares all pairs of 256 labels
    const Image colors = half_textured(11, 1, 4);
    for (std::size_t i = 0; i < image.pixels().size(); ++i)
        image.pixels()[i] = colors.pixels()[i * i / 7 % 11];
    const Dithered picture{image};
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}},
          std::vector<Rgb>{{0, 0, 255}, {0, 10, 240}}, std::vector<Rgb>{{0, 255, 0}, {10, 250, 0}}})
        for (const std::int64_t strength : {full_strength, full_strength / 3}) {
            const twin::DitherTwin twin(image, palette, strength);
            for (const std::uint32_t side : matrices)
                for (const bool is_given : {false, true}) {
                    DitherSource source = picture.to(palette, is_given, strength);
                    source.dithering.matrix = side;
                    EXPECT_EQ(labels_of(dither_ordered(source)), twin.ordered(is_given, int(side)))
                        << side << ' ' << is_given;
                }
        }
}

TEST(DitherReference, HasTheSameLabelsForColorsFarFromThePalette) {
    const Image image = half_textured(24, 17, 1), bright = speckled(33, 35, 60, 2);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 255}}, std::vector<Rgb>{{0, 0, 0}, {2, 0, 0}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}}, std::vector<Rgb>{{255, 255, 0}, {255, 255, 1}},
          std::vector<Rgb>{{90, 90, 90}, {160, 160, 160}, {255, 0, 0}, {255, 128, 0}}}) {
        expect_twin(image, palette, full_strength);
        expect_twin(bright, palette, full_strength);
        expect_twin(grey_ramp(5), palette, full_strength);
    }
}

// Of up to 32 entries of a given palette, and 256 of others, all are measured.
TEST(DitherReference, HasTheSameLabelsForPalettesOfAnySize) {
    for (const unsigned size : {1u, 9u, 32u, 33u, 64u, 65u, 256u, 257u, 625u}) {
        SCOPED_TRACE(size);
        std::vector<Rgb> colors; // dense on one side of the space, so that errors lead far away
        for (unsigned i = 0; i < size; ++i)
            colors.push_back({std::uint8_t(i % 25 * 7), std::uint8_t(i / 25 * 9), std::uint8_t(i % 5 * 50)});
        expect_twin(speckled(9, 7, 63, size), colors, full_strength);
    }
}

TEST(DitherReference, HasTheSameLabelsForPicturesOfAnyShape) {
    const std::vector<Rgb> palette = colors_of(speckled(7, 1, 9, 5));
    for (const auto& [width, height] :
         {std::pair(1, 37), std::pair(37, 1), std::pair(2, 16), std::pair(3, 33), std::pair(31, 53)}) {
        SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
        expect_twin(half_textured(width, height, 4), palette, full_strength);
    }
}

/// `planes_of` gives the same planes on one thread and on these numbers of them.
void expect_same_on_threads(const Dithered& picture, const auto& planes_of,
                            std::initializer_list<int> numbers) {
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}};
    const auto planes_on = [&](int threads) {
        const ThreadLimit limit(threads);
        return planes_of(picture, palette);
    };
    const std::vector<LabelPlane> planes = planes_on(1);
    for (const int threads : numbers) EXPECT_EQ(planes_on(threads), planes) << threads;
}

// Diffusion takes a thread for each 256 columns.
TEST(Dither, IsTheSameOnAnyNumberOfThreads) {
    const Dithered picture{half_textured(1100, 70, 7)};
    expect_same_on_threads(picture, [](const auto&... of) { return dithered(of...); }, {2, 4});
}

// Columns and strips for five threads.
TEST(Dither, IsTheSameByAllWeightsOnAnyNumberOfThreads) {
    const Dithered picture{half_textured(1290, 75, 8)};
    expect_same_on_threads(picture, [](const auto&... of) { return diffused_by_all_weights(of...); },
                           {2, 3, 5});
}

/// Passes a tenth of the sum on, and throws at a row.
struct FailingStep {
    std::size_t row;

    LaneErrors<1> operator()(const LanePixels& pixels, const LaneErrors<1>& received) const {
        if (pixels.row == row) throw Error(ErrorKind::failed, "the step");
        LaneErrors<1> passed{};
        for (std::size_t lane = 0; lane < lanes_of_strip; ++lane)
            if (pixels.numbers[lane] != LanePixels::none) passed[0][lane] = (received[0][lane] + 1000) / 10;
        return passed;
    }
};

template <Diffusion diffusion>
void expect_failure_to_end_threads() {
    const ThreadLimit limit(4);
    for (std::size_t strip = 0; strip < 8; ++strip) {
        Wavefront<1, diffusion> wavefront(1100, 8 * lanes_of_strip, 8 * lanes_of_strip);
        EXPECT_EQ(wavefront.threads(), 4u);
        const std::vector<typename Wavefront<1, diffusion>::Step> steps(wavefront.threads(),
                                                                        FailingStep{strip * lanes_of_strip});
        expect_error([&] { wavefront.run(steps, {}); }, ErrorKind::failed, {"the step"});
    }
}

TEST(Dither, AFailureEndsTheThreadsThatWaitForItsStrip) {
    expect_failure_to_end_threads<Diffusion::floyd_steinberg>();
    expect_failure_to_end_threads<Diffusion::jarvis>();
}

TEST(Diffusion, PassesTheWholeErrorOnExceptAtkinsons) {
    for (const DiffusionWeights& weights : all_diffusion_weights) {
        SCOPED_TRACE(weights.name);
        EXPECT_EQ(weights.keeps_all(), weights.diffusion != Diffusion::atkinson);
        EXPECT_EQ(weights.sum(), weights.keeps_all() ? weights.divisor : 6);
    }
    EXPECT_EQ(floor_divided<48>(-1), -1);
    EXPECT_EQ(floor_divided<48>(-48), -1);
    EXPECT_EQ(floor_divided<48>(-49), -2);
    EXPECT_EQ(floor_divided<42>(83), 1);
    EXPECT_EQ(floor_divided<16>(-1), -1);
}

TEST(Dither, EndsWhenItIsCancelled) {
    const Dithered picture{half_textured(300, 200, 7)};
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}};
    Progress progress;
    progress.cancel();
    for (const bool is_given : {false, true}) {
        const DitherSource source = picture.to(palette, is_given);
        expect_error([&] { diffuse(source, true, progress); }, ErrorKind::cancelled);
        expect_error([&] { dither_ordered(source, progress); }, ErrorKind::cancelled);
        expect_error([&] { dither_blue_noise(source, progress); }, ErrorKind::cancelled);
    }
}

// Errors do not reach far, so diffusion adds no light spots to almost black areas.
TEST(Dither, AlmostKeepsTheMeanOfARampInOklab) {
    const Dithered picture{grey_ramp(64)};
    const PositionTable position(Transfer::srgb);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {90, 90, 90}, {255, 0, 0}, {0, 160, 255}}}) {
        for (const LabelPlane& plane :
             {diffuse(picture.to(palette), false), dither_ordered(picture.to(palette))}) {
            double wanted = 0, taken = 0;
            for (const Rgba8 p : picture.image.pixels()) wanted += position({p.r, p.g, p.b}).l;
            for (const std::int64_t label : labels_of(plane))
                taken += position(palette[std::size_t(label)]).l;
            EXPECT_LT(std::abs(wanted - taken) / double(plane.size()) * 0x1p-24, 4.0 / 255);
        }
    }
}

TEST(Dither, KeepsTheLightOfGreysWithGivenPalettes) {
    const LightTable light(Transfer::srgb);
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {255, 0, 0}},
          std::vector<Rgb>{{0, 0, 0}, {255, 128, 0}, {171, 82, 54}, {0, 160, 255}, {255, 255, 255}}}) {
        for (const std::uint8_t grey : {10, 64, 128, 188, 240}) {
            Image image(400, 400); // so large that errors lost at its borders hardly count
            std::ranges::fill(image.pixels(), Rgba8{grey, grey, grey, 255});
            const Dithered picture{image};
            double sum = 0;
            for (const std::int64_t label : labels_of(diffuse(picture.to(palette, true), true))) {
                const Rgb color = palette[std::size_t(label)];
                EXPECT_TRUE(color.r == color.g && color.g == color.b);
                sum += light(color).y;
            }
            const double wanted = light({grey, grey, grey}).y;
            EXPECT_NEAR(sum / double(image.pixels().size()) / wanted, 1, 0.015) << int(grey);
        }
    }
}

// Without noise more than a quarter of these dots have another 12 columns to the right.
TEST(Dither, SparseDotsDoNotLieInRows) {
    constexpr int side = 256, most = 16;
    Image image(side, side);
    std::ranges::fill(image.pixels(), Rgba8{14, 14, 14, 255});
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}};
    const Dithered picture{image};
    const auto labels = labels_of(diffuse(picture.to(palette, true), true));
    const auto is_dot = [&](int x, int y) { return labels[std::size_t(y * side + x)] == 1; };
    std::map<std::pair<int, int>, int> offsets; // from each dot to those right of it and below
    int dots = 0;
    for (int y = most; y < side - most; ++y)
        for (int x = most; x < side - most; ++x) {
            if (!is_dot(x, y)) continue;
            ++dots;
            for (int v = 0; v <= most; ++v)
                for (int u = -most; u <= most; ++u)
                    if ((v > 0 || u > 0) && is_dot(x + u, y + v)) ++offsets[{u, v}];
        }
    int greatest = 0;
    for (const auto& [offset, count] : offsets) greatest = std::max(greatest, count);
    EXPECT_GT(dots, 100);
    EXPECT_LT(5 * greatest, dots);
}

// A mixture has 64 labels, so its light is right within half of one.
TEST(Dither, MixesTheLightOfGreysOfAnyPalette) {
    const LightTable light(Transfer::srgb);
    Image image(64, 64 * 256);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const auto grey = std::uint8_t(i / (64 * 64));
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    Dithered picture{image};
    picture.frame_height = 64;
    for (const std::vector<Rgb>& palette :
         {std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}},
          std::vector<Rgb>{{0, 0, 0}, {255, 255, 255}, {255, 0, 0}, {0, 160, 255}}})
        for (const LabelPlane& plane :
             {dither_ordered(picture.to(palette, true)), dither_blue_noise(picture.to(palette, true))}) {
            const auto labels = labels_of(plane);
            double bias = 0;
            for (std::size_t grey = 0; grey < 256; ++grey) {
                std::array<int, 4> counts{};
                for (std::size_t i = 0; i < 64 * 64; ++i) ++counts[std::size_t(labels[grey * 64 * 64 + i])];
                EXPECT_EQ(counts[0] + counts[1], 64 * 64);
                const double error =
                    counts[1] / 4096.0 -
                    light({std::uint8_t(grey), std::uint8_t(grey), std::uint8_t(grey)}).y * 0x1p-24;
                EXPECT_LT(std::abs(error), 0.01) << grey;
                bias += error / 256;
                if (grey == 128) {
                    EXPECT_EQ(counts[1], 14 * 64);
                }
            }
            EXPECT_LT(std::abs(bias), 0.0005);
        }
}

TEST(Dither, MasksByTexture) {
    std::mt19937 random(3);
    Image image(200, 60); // smooth on the left, noisy on the right
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::size_t x = i % 200, y = i / 200;
        const auto grey = static_cast<std::uint8_t>(96 + (x < 100 ? (x + y) / 8 : random() % 128));
        image.pixels()[i] = {grey, grey, grey, 255};
    }
    std::vector<Rgb> palette;
    for (unsigned grey = 0; grey < 256; grey += 15)
        palette.push_back({std::uint8_t(grey), std::uint8_t(grey), std::uint8_t(grey)});
    const Dithered picture{std::move(image)};
    const auto nearest = labels_of(diffuse(picture.to(palette, false, 0), true));
    const auto differ = [&](bool masks) {
        const auto labels = labels_of(diffuse(picture.to(palette), masks));
        std::array<int, 2> count{}; // in each half
        for (std::size_t i = 0; i < labels.size(); ++i)
            count[i % 200 < 100 ? 0 : 1] += labels[i] != nearest[i];
        return count;
    };
    const auto masked = differ(true), everywhere = differ(false);
    EXPECT_LT(5 * masked[1], everywhere[1]);
    EXPECT_GT(2 * masked[0], everywhere[0]);
}

TEST(Dither, KeepsPaletteColors) {
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}};
    Image image(30, 20);
    for (std::size_t i = 0; i < 600; ++i) {
        const Rgb color = palette[i * 7 / 64 % 3];
        image.pixels()[i] = {color.r, color.g, color.b, 255};
    }
    std::vector<std::int64_t> expected;
    for (std::int64_t i = 0; i < 600; ++i) expected.push_back(i * 7 / 64 % 3);
    for (const LabelPlane& plane : dithered({image}, palette)) EXPECT_EQ(labels_of(plane), expected);
}

TEST(Dither, DithersFramesSeparately) {
    constexpr int width = 19, height = 21, frames = 4; // no multiples of the pattern's side
    Dithered all{half_textured(width, frames * height, 3)};
    all.frame_height = height;
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}, {10, 160, 220}};
    const auto by_all = [&](const Dithered& picture) {
        std::vector<LabelPlane> planes = dithered(picture, palette);
        std::ranges::copy(diffused_by_all_weights(picture, palette), std::back_inserter(planes));
        return planes;
    };
    const std::vector<LabelPlane> planes = by_all(all);
    for (int i = 0; i < frames; ++i) {
        const auto pixels = all.image.pixels().subspan(std::size_t(i) * width * height, width * height);
        const Dithered frame{Image(width, height, {pixels.begin(), pixels.end()})};
        const std::vector<LabelPlane> of_frame = by_all(frame);
        for (std::size_t way = 0; way < planes.size(); ++way)
            EXPECT_EQ(rows_of(planes[way], i * height, height), of_frame[way]) << i;
    }
}

// Still parts must not flicker.
TEST(Dither, PatternsDependOnlyOnColorAndPlace) {
    constexpr int width = 16, height = 11;
    Image still = speckled(width, height, 100, 5), moved = still;
    for (std::size_t i = 0; i < moved.pixels().size(); i += 3) moved.pixels()[i] = {9, 200, 40, 255};
    std::vector<Rgba8> pixels(still.pixels().begin(), still.pixels().end());
    pixels.insert(pixels.end(), moved.pixels().begin(), moved.pixels().end());
    Dithered both{Image(width, 2 * height, pixels)};
    both.frame_height = height;
    const std::vector<Rgb> palette{{0, 0, 0}, {255, 255, 255}, {200, 30, 30}};
    const std::size_t size = still.pixels().size();
    for (const LabelPlane& plane :
         {dither_ordered(both.to(palette)), dither_blue_noise(both.to(palette)),
          dither_ordered(both.to(palette, true)), dither_blue_noise(both.to(palette, true))}) {
        const auto labels = labels_of(plane);
        for (std::size_t i = 0; i < size; ++i) {
            if (still.pixels()[i] != moved.pixels()[i]) continue;
            EXPECT_EQ(labels[i], labels[size + i]) << i;
        }
    }
}

TEST(Dither, AcceptsInvisiblePictures) {
    const std::vector<Rgb> none;
    for (const LabelPlane& plane : dithered({Image(5, 3)}, none))
        EXPECT_EQ(labels_of(plane), std::vector<std::int64_t>(15, -1));
    const std::vector<Rgb> one{{1, 2, 3}};
    for (const LabelPlane& plane : dithered({Image(5, 3)}, one))
        EXPECT_EQ(labels_of(plane), std::vector<std::int64_t>(15, -1));
}

}
}
