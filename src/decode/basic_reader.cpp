#include "decode/picture_reader.h"

namespace huedrift {

std::unique_ptr<PictureReader> open_basic(const Source& source) {
    if (source.format() == "TGA") return open_tga(source);
    switch (source.text(0, 1)[0]) { // no two others begin alike
    case '\xFF':
        return open_jpeg(source);
    case 'P':
        return open_pnm(source);
    case 'q':
        return open_qoi(source);
    case 'B':
        return open_bmp(source);
    default:
        return open_png(source);
    }
}

}
