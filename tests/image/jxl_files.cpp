#include "image/jxl_files.h"

#include <gtest/gtest.h>
#include <jxl/encode.h>

namespace huedrift {

std::vector<std::byte> JxlFile::encode(const ImageView& image) const {
    std::vector<std::uint16_t> samples;
    for (const Rgba8 p : image.pixels)
        for (const int sample : {p.r, p.g, p.b, p.a})
            samples.push_back(static_cast<std::uint16_t>(bits > 8 ? 257 * sample : sample));
    std::vector<std::uint8_t> bytes(samples.begin(), samples.end());

    JxlEncoder* const encoder = JxlEncoderCreate(nullptr);
    if (container) JxlEncoderUseContainer(encoder, JXL_TRUE);
    if (!boxes.empty()) {
        EXPECT_EQ(JxlEncoderUseBoxes(encoder), JXL_ENC_SUCCESS);
    }
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = static_cast<std::uint32_t>(image.width);
    info.ysize = static_cast<std::uint32_t>(image.height);
    info.bits_per_sample = info.alpha_bits = static_cast<std::uint32_t>(bits);
    info.num_extra_channels = 1;
    info.uses_original_profile = JXL_TRUE;
    info.orientation = static_cast<JxlOrientation>(orientation);
    if (has_other_size) info.intrinsic_xsize = info.intrinsic_ysize = 777;
    if (frames > 1) {
        info.have_animation = JXL_TRUE;
        info.animation.tps_numerator = 25;
        info.animation.tps_denominator = 1;
    }
    EXPECT_EQ(JxlEncoderSetBasicInfo(encoder, &info), JXL_ENC_SUCCESS);
    if (profile.empty()) {
        JxlColorEncoding color;
        JxlColorEncodingSetToSRGB(&color, JXL_FALSE);
        EXPECT_EQ(JxlEncoderSetColorEncoding(encoder, &color), JXL_ENC_SUCCESS);
    } else {
        EXPECT_EQ(JxlEncoderSetICCProfile(encoder, reinterpret_cast<const std::uint8_t*>(profile.data()),
                                          profile.size()),
                  JXL_ENC_SUCCESS);
    }
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder, nullptr);
    JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 1);
    const JxlPixelFormat format{4, bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_NATIVE_ENDIAN, 0};
    const void* const pixels = bits > 8 ? static_cast<const void*>(samples.data()) : bytes.data();
    for (int i = 0; i < frames; ++i)
        EXPECT_EQ(JxlEncoderAddImageFrame(settings, &format, pixels, samples.size() * (bits > 8 ? 2u : 1u)),
                  JXL_ENC_SUCCESS);
    for (const auto& [type, content] : boxes)
        EXPECT_EQ(JxlEncoderAddBox(encoder, type, reinterpret_cast<const std::uint8_t*>(content.data()),
                                   content.size(), packed ? JXL_TRUE : JXL_FALSE),
                  JXL_ENC_SUCCESS);
    JxlEncoderCloseInput(encoder);
    std::vector<std::byte> file(1 << 22);
    auto* next = reinterpret_cast<std::uint8_t*>(file.data());
    std::size_t left = file.size();
    EXPECT_EQ(JxlEncoderProcessOutput(encoder, &next, &left), JXL_ENC_SUCCESS);
    file.resize(file.size() - left);
    JxlEncoderDestroy(encoder);
    return file;
}

}
