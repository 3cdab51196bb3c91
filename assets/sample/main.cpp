#include "base/output_file.h"
#include "dusk.h"
#include "image/save.h"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: huedrift-sample OUT.png\n", stderr);
        return 2;
    }
    const auto bytes = huedrift::encode_image(huedrift::draw_dusk(), huedrift::ImageFormat::png);
    huedrift::write_file_atomically(argv[1], bytes, huedrift::Overwrite::yes);
}
