#include "cli/cli_run.h"
#include "image/unzipped.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

namespace huedrift {
namespace {

class Parts : public CliTest {
protected:
    /// Reduces a picture of ramps, some of it transparent and some half, with these options besides.
    Ended reduce(const std::vector<std::string>& options) {
        Image image = ramp_picture(60, 20);
        for (std::size_t i = 0; i < image.pixels().size(); i += 7)
            if (image.pixels()[i].a != 0) image.pixels()[i].a = 90;
        write_picture("in.png", image);
        std::vector<std::string> arguments{"reduce", "in.png", "-o", "out.png", "-r", "0.1", "--force"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        return run(arguments);
    }
};

TEST_F(Parts, LayersMergeToThePicture) {
    const Ended ended = reduce({"--layers", "out.ora", "--palette", "out.hex"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Image output = read_picture("out.png");
    Image merged(output.width(), output.height());
    std::string colors, stack;
    for (const Unzipped& file : unzip(folder / "out.ora")) {
        if (file.name == "stack.xml") stack = file.bytes;
        write_text(folder / file.name.substr(file.name.rfind('/') + 1), file.bytes);
    }
    EXPECT_TRUE(std::ranges::equal(read_picture("mergedimage.png").pixels(), output.pixels()));
    const std::regex layer(
        "name=\"([0-9]+-([0-9a-f]{6}))\" src=\"data/[^\"]+\" x=\"([0-9]+)\" y=\"([0-9]+)\"");
    for (std::sregex_iterator at(stack.begin(), stack.end(), layer), end; at != end; ++at) {
        const Image part = read_picture((*at)[1].str() + ".png");
        colors += (*at)[2].str() + "\n";
        const int left = std::stoi((*at)[3]), top = std::stoi((*at)[4]);
        for (int y = 0; y < part.height(); ++y)
            for (int x = 0; x < part.width(); ++x) {
                const Rgba8 pixel = part.pixels()[std::size_t(y * part.width() + x)];
                Rgba8& to = merged.pixels()[std::size_t((top + y) * merged.width() + left + x)];
                if (pixel.a == 0) continue;
                EXPECT_EQ(to.a, 0) << "layers lie on each other";
                to = pixel;
            }
    }
    EXPECT_TRUE(std::ranges::equal(merged.pixels(), output.pixels()));
    EXPECT_EQ(colors, read_text(folder / "out.hex"));
}

}
}
