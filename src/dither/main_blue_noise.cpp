#include "base/output_file.h"
#include "dither/void_and_cluster.h"

#include <cstdio>
#include <string>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: huedrift-blue-noise OUT.h\n", stderr);
        return 2;
    }
    std::string text = "#pragma once\n\n#include \"dither/void_and_cluster.h\"\n\nnamespace huedrift {\n\n"
                       "inline constexpr MaskRanks blue_noise{";
    std::size_t number = 0;
    for (const std::uint16_t rank : huedrift::void_and_cluster())
        text += (number++ % 16 == 0 ? "\n    " : " ") + std::to_string(rank) + ",";
    text += "\n};\n\n}\n";
    huedrift::write_file_atomically(argv[1], huedrift::text_bytes(text), huedrift::Overwrite::yes);
}
