#include "image/encode_pam.h"

#include <span>
#include <string>

namespace huedrift {

std::vector<std::byte> encode_pam(const ImageView& image) {
    const bool opaque = is_opaque(image);
    const std::string head = "P7\nWIDTH " + std::to_string(image.width) + "\nHEIGHT " +
                             std::to_string(image.height) + "\nDEPTH " + (opaque ? "3" : "4") +
                             "\nMAXVAL 255\nTUPLTYPE " + (opaque ? "RGB" : "RGB_ALPHA") + "\nENDHDR\n";
    const auto head_bytes = std::as_bytes(std::span(head));
    std::vector<std::byte> file;
    file.reserve(head.size() + (opaque ? 3 : 4) * image.pixels.size());
    file.assign(head_bytes.begin(), head_bytes.end());
    for (const Rgba8& pixel : image.pixels) {
        file.insert(file.end(), {std::byte{pixel.r}, std::byte{pixel.g}, std::byte{pixel.b}});
        if (!opaque) file.push_back(std::byte{pixel.a});
    }
    return file;
}

}
