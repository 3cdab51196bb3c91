#include "app/render/small_pictures.h"

#include "base/device_error.h"
#include "image/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace huedrift::app {
namespace {

/// The longer side of a picture that is as large as fits, but not enlarged.
int fitting_side(const ImageView& picture, Extent room) {
    const double zoom =
        std::min({1.0, double(room.width) / picture.width, double(room.height) / picture.height});
    return std::max(1, static_cast<int>(std::lround(zoom * std::max(picture.width, picture.height))));
}

}

void SmallPictures::begin_frame(const FrameCommands& frame, const Gui& gui) {
    std::erase_if(held_, [](const auto& entry) { return !entry.second.shown; });
    for (auto& [key, held] : held_) held.shown = false;
    frame_ = &frame;
    pixel_ratio_ = gui.pixel_ratio();
    const Theme& theme = gui.theme();
    colors_ = {.check_light = theme.check_light,
               .check_dark = theme.check_dark,
               .backdrop = theme.canvas,
               .check_side = std::round(4 * gui.scale() * pixel_ratio_)};
}

const DevicePicture* SmallPictures::on_device(const Key& key) try {
    if (const auto found = held_.find(key); found != held_.end()) {
        found->second.shown = true;
        return &found->second.picture;
    }
    const Image small = huedrift::thumbnail(key.thumbnail->image, key.longer_side);
    const auto bytes = std::as_bytes(small.pixels());
    // Written by the host, so that a frame does not wait for the device.
    Held made{DevicePicture(device_, small.width(), small.height(), gpu::Memory::upload)};
    std::memcpy(made.picture.pixels.mapped().data(), bytes.data(), bytes.size());
    return &held_.emplace(key, std::move(made)).first->second.picture;
} catch (const OutOfMemory&) {
    return nullptr; // the window does without
}

void SmallPictures::paint(const SmallPicture& picture, const std::array<float, 4>& clip) {
    const auto pixel = [&](float unit) { return static_cast<int>(std::lround(unit * pixel_ratio_)); };
    const auto& [x, y, width, height] = picture.area;
    const Extent room{pixel(width), pixel(height)};
    const DevicePicture* const on_it =
        on_device({picture.thumbnail, fitting_side(picture.thumbnail->image, room)});
    if (!on_it) return;
    const DevicePicture& shown = *on_it;
    const int left = pixel(x) + (room.width - shown.width) / 2,
              top = pixel(y) + (room.height - shown.height) / 2;
    const int from = std::max(left, pixel(clip[0])), to = std::min(left + shown.width, pixel(clip[2])),
              first = std::max(top, pixel(clip[1])), last = std::min(top + shown.height, pixel(clip[3]));
    Pane pane;
    pane.area = {from, first, {to - from, last - first}};
    pane.left = &shown;
    pane.corner = {double(left - from), double(top - first)};
    viewer_.draw(*frame_, pane, colors_);
}

}
