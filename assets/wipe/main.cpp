// Puts two pictures of one size into one for the documentation: BEFORE to the left of a slanted line, AFTER
// to its right.
#include "base/output_file.h"
#include "image/load.h"
#include "image/save.h"

#include <cmath>
#include <cstdio>
#include <stdexcept>

using huedrift::Image;

namespace {

Image wipe(const Image& before, const Image& after) {
    if (before.width() != after.width() || before.height() != after.height())
        throw std::invalid_argument("the two pictures differ in size");
    constexpr double slant = 0.16, half_line = 1.5;
    Image picture(before.width(), before.height());
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            const double line = picture.width() / 2.0 + slant * (picture.height() / 2.0 - y);
            const auto i = std::size_t(y) * std::size_t(picture.width()) + std::size_t(x);
            const bool on_line = std::abs(x - line) < half_line && before.pixels()[i].a != 0;
            picture.pixels()[i] = on_line    ? huedrift::Rgba8{255, 255, 255, 255}
                                  : x < line ? before.pixels()[i]
                                             : after.pixels()[i];
        }
    }
    return picture;
}

}

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: huedrift-wipe BEFORE AFTER OUT.png\n", stderr);
        return 2;
    }
    const Image picture = wipe(huedrift::load_image_file(std::filesystem::path(argv[1])).image,
                               huedrift::load_image_file(std::filesystem::path(argv[2])).image);
    huedrift::write_file_atomically(argv[3], huedrift::encode_image(picture, huedrift::ImageFormat::png),
                                    huedrift::Overwrite::yes);
}
