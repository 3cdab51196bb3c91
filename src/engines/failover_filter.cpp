#include "engines/failover_filter.h"

namespace huedrift {

Image FailoverFilter::smoothed(const ImageView& image, int radius) {
    Image result;
    const auto smooth = [&](PictureFilter& filter) { result = filter.smoothed(image, radius); };
    if (!first_.run(smooth)) smooth(second_);
    return result;
}

LuminanceHistogram FailoverFilter::histogram(const ImageView& image) {
    LuminanceHistogram result{};
    const auto count = [&](PictureFilter& filter) { result = filter.histogram(image); };
    if (!first_.run(count)) count(second_);
    return result;
}

}
