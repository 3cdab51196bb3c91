#include "decode/exif_block.h"
#include "decode/file_facts.h"
#include "image/jpeg_files.h"
#include "image/pixels.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

/// Letters as pixels: rows separated by '/'.
Image image_of(const std::string& rows) {
    std::vector<Rgba8> pixels;
    for (const char letter : rows)
        if (letter != '/') pixels.push_back({static_cast<std::uint8_t>(letter), 0, 0, 255});
    const int width = static_cast<int>(std::min(rows.find('/'), rows.size()));
    return {width, static_cast<int>(pixels.size()) / width, pixels};
}

std::string rows_of(const Image& image) {
    std::string rows;
    for (int y = 0; y < image.height(); ++y) {
        if (y > 0) rows += '/';
        for (int x = 0; x < image.width(); ++x)
            rows += static_cast<char>(image.pixels()[std::size_t(y * image.width() + x)].r);
    }
    return rows;
}

Image upright(const Image& image, int orientation) {
    Image result(image.width(), image.height());
    if (is_transposed(orientation)) result = Image(image.height(), image.width());
    write_upright(image, orientation, result.pixels());
    return result;
}

TEST(Orientation, TurnsAndMirrors) {
    const Image image = image_of("abc/def");
    EXPECT_EQ(rows_of(upright(image, 1)), "abc/def");
    EXPECT_EQ(rows_of(upright(image, 2)), "cba/fed");
    EXPECT_EQ(rows_of(upright(image, 3)), "fed/cba");
    EXPECT_EQ(rows_of(upright(image, 4)), "def/abc");
    EXPECT_EQ(rows_of(upright(image, 5)), "ad/be/cf");
    EXPECT_EQ(rows_of(upright(image, 6)), "da/eb/fc");
    EXPECT_EQ(rows_of(upright(image, 7)), "fc/eb/da");
    EXPECT_EQ(rows_of(upright(image, 8)), "cf/be/ad");
}

TEST(Orientation, TurnsLargePictures) {
    const int width = 67, height = 101;
    const Image image(width, height, noise_pixels(width * height, 5));
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const Image turned = upright(image, orientation);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int left = x, right = width - 1 - x, top = y, bottom = height - 1 - y;
                const int to_x[]{left, right, right, left, top, bottom, bottom, top};
                const int to_y[]{top, top, bottom, bottom, left, left, right, right};
                ASSERT_EQ(turned.pixels()[std::size_t(to_y[orientation - 1] * turned.width() +
                                                      to_x[orientation - 1])],
                          image.pixels()[std::size_t(y * width + x)])
                    << orientation;
            }
    }
}

TEST(Orientation, IsReadInBothByteOrders) {
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const bool big_endian : {false, true})
            EXPECT_EQ(exif_facts(bytes_of(exif_tiff(orientation, big_endian))).orientation, orientation);
}

TEST(Orientation, DefaultsToUpright) {
    EXPECT_EQ(exif_facts({}).orientation, 1);
    EXPECT_EQ(exif_facts(bytes_of(exif_tiff(0, true))).orientation, 1);
    EXPECT_EQ(exif_facts(bytes_of(exif_tiff(9, true))).orientation, 1);
    EXPECT_EQ(exif_facts(bytes_of(exif_tiff(0xFFFF, false))).orientation, 1);
    EXPECT_EQ(exif_facts(bytes_of(std::string(100'000, 'x'))).orientation, 1);
    const std::string whole = exif_tiff(6, true);
    for (std::size_t length = 0; length < 20; ++length)
        EXPECT_EQ(exif_facts(bytes_of(whole.substr(0, length))).orientation, 1);
}

}
}
