#include "image/open_raster.h"

#include "base/output_file.h"
#include "image/encode.h"
#include "image/load.h"
#include "image/unzipped.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

Image filled(int width, int height, Rgba8 pixel) {
    Image image(width, height);
    std::ranges::fill(image.pixels(), pixel);
    return image;
}

TEST(OpenRaster, HasTheFilesOfItsSpecification) {
    const TemporaryFolder folder;
    const Image merged = filled(300, 20, {10, 20, 30, 255}), layer = filled(5, 4, {10, 20, 30, 255});
    const std::vector<RasterLayer> layers{{"1-0a141e", 7, 3, encode_png(layer)},
                                          {"2-ffffff", 0, 0, encode_png(layer)}};
    const std::vector<std::byte> bytes = encode_open_raster(merged, layers);
    EXPECT_EQ(bytes, encode_open_raster(merged, layers));
    // File managers recognise the format by this.
    const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    EXPECT_THAT(text, StartsWith("PK\x03\x04"));
    EXPECT_THAT(text.substr(30), StartsWith("mimetypeimage/openrasterPK"));

    write_file_atomically(folder / "a.ora", bytes, Overwrite::no);
    const std::vector<Unzipped> files = unzip(folder / "a.ora");
    std::vector<std::string> names;
    for (const Unzipped& file : files) {
        names.push_back(file.name);
        EXPECT_TRUE(file.stored);
    }
    ASSERT_THAT(names, ElementsAre("mimetype", "stack.xml", "mergedimage.png", "Thumbnails/thumbnail.png",
                                   "data/1-0a141e.png", "data/2-ffffff.png"));
    EXPECT_THAT(files[1].bytes, HasSubstr("w=\"300\" h=\"20\""));
    EXPECT_THAT(files[1].bytes, HasSubstr("name=\"1-0a141e\" src=\"data/1-0a141e.png\" x=\"7\" y=\"3\""));
    EXPECT_LT(files[1].bytes.find("1-0a141e"), files[1].bytes.find("2-ffffff"));
    write_text(folder / "thumbnail.png", files[3].bytes);
    const LoadedImage small = load_image_file(folder / "thumbnail.png");
    EXPECT_EQ(small.image.width(), 256);
    EXPECT_EQ(small.image.height(), 17);
}

}
}
