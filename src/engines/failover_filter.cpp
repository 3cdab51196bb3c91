#include "engines/failover_filter.h"

namespace huedrift {

FailoverFilter::FailoverFilter(Make make, std::shared_ptr<DeviceLosses> losses)
    : make_(std::move(make)), losses_(std::move(losses)) {}

template <class Work>
auto FailoverFilter::done(const Work& work) {
    while (*losses_ < max_losses) {
        try {
            if (!first_) first_ = make_();
            return work(*first_);
        } catch (const DeviceLost& loss) {
            if (loss.is_busy())
                static_cast<void>(first_.release()); // the device may still be using its memory
            first_.reset();
            ++*losses_;
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::device) throw;
            break;
        }
    }
    return work(second_);
}

Image FailoverFilter::smoothed(const ImageView& image, int radius) {
    return done([&](PictureFilter& filter) { return filter.smoothed(image, radius); });
}

LuminanceHistogram FailoverFilter::histogram(const ImageView& image) {
    return done([&](PictureFilter& filter) { return filter.histogram(image); });
}

}
