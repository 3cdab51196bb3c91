#include "color/rgb.h"

#include <cstdio>

namespace huedrift {

std::string hex_code(Rgb color) {
    char text[8];
    std::snprintf(text, sizeof text, "#%06x", static_cast<unsigned>(color.code()));
    return text;
}

}
