#include "cli/difference_report.h"

#include <nlohmann/json.hpp>

namespace huedrift {
namespace {

nlohmann::ordered_json json_of(const Difference& difference) {
    return {{"mean", difference.mean},
            {"percentile_95", difference.percentile_95},
            {"maximum", difference.maximum}};
}

}

nlohmann::ordered_json json_of(const PictureDifference& difference) {
    nlohmann::ordered_json psnr; // JSON has no infinity
    if (difference.mse != 0) psnr = difference.psnr();
    return {{"pixels", difference.pixels},
            {"unmatched", difference.unmatched},
            {"mse", difference.mse},
            {"psnr", psnr},
            {"oklab", json_of(difference.oklab)},
            {"ciede2000", json_of(difference.ciede2000)}};
}

}
