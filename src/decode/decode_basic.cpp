#include "decode/decoders.h"

namespace huedrift {
namespace {

PictureReader reader_of(const Source& source) {
    if (source.format() == "TGA") return {inspect_tga, decode_tga};
    switch (source.text(0, 1)[0]) { // no two others begin alike
    case '\xFF':
        return {inspect_jpeg, decode_jpeg};
    case 'P':
        return {inspect_pnm, decode_pnm};
    case 'q':
        return {inspect_qoi, decode_qoi};
    case 'B':
        return {inspect_bmp, decode_bmp};
    default:
        return {inspect_png, decode_png};
    }
}

}

FileFacts inspect_basic(const Source& source) { return reader_of(source).inspect(source); }

std::string decode_basic(const Undecoded& picture) { return reader_of(picture.source).decode(picture); }

}
