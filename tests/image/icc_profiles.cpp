#include "image/icc_profiles.h"

#include <array>
#include <lcms2.h>

namespace huedrift {
namespace {

std::string closed(cmsHPROFILE profile) {
    cmsUInt32Number size = 0;
    cmsSaveProfileToMem(profile, nullptr, &size);
    std::string bytes(size, '\0');
    cmsSaveProfileToMem(profile, bytes.data(), &size);
    cmsCloseProfile(profile);
    return bytes;
}

cmsToneCurve* srgb_curve(double power) {
    const std::array srgb{power, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    return cmsBuildParametricToneCurve(nullptr, 4, srgb.data());
}
cmsToneCurve* curve_of(double gamma) { return gamma == 0 ? srgb_curve(2.4) : cmsBuildGamma(nullptr, gamma); }

constexpr cmsCIExyY d65{0.3127, 0.3290, 1};

cmsInt32Number mix_inks(const cmsUInt16Number inks[], cmsUInt16Number lab[], void*) {
    cmsCIELab color{100, 0, 0};
    for (int i = 0; i < 4; ++i) color.L -= 100.0 / 4 * inks[i] / 65535;
    cmsFloat2LabEncodedV2(lab, &color);
    return 1;
}

std::string profile_with(cmsToneCurve* curve, bool display_p3) {
    std::array<cmsToneCurve*, 3> curves{curve, curve, curve};
    const cmsCIExyYTRIPLE bt709{{0.64, 0.33, 1}, {0.30, 0.60, 1}, {0.15, 0.06, 1}},
        p3{{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
    const cmsHPROFILE profile = cmsCreateRGBProfile(&d65, display_p3 ? &p3 : &bt709, curves.data());
    cmsFreeToneCurve(curve);
    return closed(profile);
}

}

std::string rgb_profile(bool display_p3, double gamma) { return profile_with(curve_of(gamma), display_p3); }
std::string srgb_profile(double power) { return profile_with(srgb_curve(power), false); }

std::string grey_profile(double gamma) {
    cmsToneCurve* const curve = curve_of(gamma);
    const cmsHPROFILE profile = cmsCreateGrayProfile(&d65, curve);
    cmsFreeToneCurve(curve);
    return closed(profile);
}

std::string cmyk_profile() {
    const cmsHPROFILE profile = cmsCreateProfilePlaceholder(nullptr);
    cmsSetProfileVersion(profile, 2.1);
    cmsSetDeviceClass(profile, cmsSigOutputClass);
    cmsSetColorSpace(profile, cmsSigCmykData);
    cmsSetPCS(profile, cmsSigLabData);
    cmsPipeline* const pipeline = cmsPipelineAlloc(nullptr, 4, 3);
    cmsStage* const inks = cmsStageAllocCLut16bit(nullptr, 2, 4, 3, nullptr);
    cmsStageSampleCLut16bit(inks, mix_inks, nullptr, 0);
    cmsPipelineInsertStage(pipeline, cmsAT_END, inks);
    cmsWriteTag(profile, cmsSigAToB0Tag, pipeline);
    cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ());
    cmsPipelineFree(pipeline);
    return closed(profile);
}

}
