#pragma once

#include <cstdint>

namespace huedrift {

/// The second byte of JPEG's markers, as far as anything here asks for them (ITU-T T.81, annex B). A segment
/// that follows begins with its length, which counts itself.
enum JpegMarker : std::uint32_t {
    SOF0 = 0xC0,
    SOF1 = 0xC1,
    SOF2 = 0xC2,
    DHT = 0xC4,
    JPG = 0xC8,
    DAC = 0xCC,
    SOF15 = 0xCF,
    RST0 = 0xD0,
    RST7 = 0xD7,
    EOI = 0xD9,
    SOS = 0xDA,
    DQT = 0xDB,
    DRI = 0xDD,
    APP1 = 0xE1,
    APP2 = 0xE2,
    APP14 = 0xEE
};

}
