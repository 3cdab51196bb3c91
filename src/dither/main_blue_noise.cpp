#include "dither/void_and_cluster.h"

#include <cstdio>
#include <string>

/// Prints the header of the mask.
int main() {
    std::string text = "#pragma once\n\n#include \"dither/void_and_cluster.h\"\n\nnamespace huedrift {\n\n"
                       "inline constexpr MaskRanks blue_noise{";
    std::size_t number = 0;
    for (const std::uint16_t rank : huedrift::void_and_cluster())
        text += (number++ % 16 == 0 ? "\n    " : " ") + std::to_string(rank) + ",";
    text += "\n};\n\n}\n";
    return std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0;
}
