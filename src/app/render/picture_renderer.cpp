#include "app/render/picture_renderer.h"

#include <algorithm>
#include <atomic>

namespace huedrift::app {
namespace {

// Reuses a buffer while it is large enough, since results arrive many times a second.
void reserve(const gpu::Device& device, std::optional<gpu::Buffer>& buffer, const char* name,
             std::size_t bytes) {
    if (!buffer || buffer->bytes() < bytes) buffer.emplace(device, name, bytes + bytes / 4);
}

}

class PictureRenderer::Worker {
public:
    explicit Worker(gpu::Device& device) : device_(device), remap_(device), shrink_(device) {}

    RenderedPictures render(const Request& request);

private:
    std::shared_ptr<const DevicePicture> source(const std::shared_ptr<const Image>& image);
    /// The pixels as they are.
    void show(const Image& image, DevicePicture& target);
    const gpu::Buffer& remap_source(const std::shared_ptr<const Image>& image);
    RenderedPicture result(const std::shared_ptr<const Result>& result, const RenderedPicture& last,
                           const ResultDisplay& display);
    std::shared_ptr<const DevicePicture> picture_of(const Result& result);
    void record_result(const Result& result, const gpu::Buffer& pixels, DevicePicture& target);
    std::shared_ptr<DevicePicture> idle_picture(int width, int height);

    gpu::Device& device_;
    gpu::Remap remap_;
    gpu::Shrink shrink_;
    RenderedPictures last_;
    std::shared_ptr<const Image> source_image_, smoothed_image_;
    std::optional<gpu::Buffer> smoothed_;
    std::uint64_t lookup_of_ = 0; ///< id of the ColorSet
    std::optional<gpu::ColorLookup> lookup_;
    std::optional<gpu::Buffer> mode_of_, mode_colors_;
    std::vector<std::shared_ptr<DevicePicture>> pictures_; ///< of results, shown and idle
};

void PictureRenderer::Worker::show(const Image& image, DevicePicture& target) {
    gpu::upload(device_, target.pixels, std::as_bytes(image.pixels()));
    gpu::Recorder recorder(device_);
    shrink_.record(recorder, target.pixels, target.pyramid);
    recorder.run();
}

std::shared_ptr<const DevicePicture>
PictureRenderer::Worker::source(const std::shared_ptr<const Image>& image) {
    if (image == source_image_) return last_.source.picture;
    auto picture = std::make_shared<DevicePicture>(device_, image->width(), image->height());
    show(*image, *picture);
    source_image_ = image;
    // Pictures of the previous document mostly have another size.
    std::erase_if(pictures_, [&](const auto& other) {
        return other->width != image->width() || other->height != image->height();
    });
    return picture;
}

const gpu::Buffer& PictureRenderer::Worker::remap_source(const std::shared_ptr<const Image>& image) {
    if (image == source_image_) return last_.source.picture->pixels;
    if (image != smoothed_image_) {
        smoothed_.emplace(device_, "smoothed picture", image->pixels().size_bytes());
        gpu::upload(device_, *smoothed_, std::as_bytes(image->pixels()));
        smoothed_image_ = image;
    }
    return *smoothed_;
}

std::shared_ptr<DevicePicture> PictureRenderer::Worker::idle_picture(int width, int height) {
    for (const auto& picture : pictures_)
        if (picture.use_count() == 1) {
            // Pairs with the release in the last owner's count.
            std::atomic_thread_fence(std::memory_order_acquire);
            return picture;
        }
    return pictures_.emplace_back(std::make_shared<DevicePicture>(device_, width, height));
}

void PictureRenderer::Worker::record_result(const Result& result, const gpu::Buffer& pixels,
                                            DevicePicture& target) {
    const ColorSet& colors = result.picture->colors;
    if (lookup_of_ != colors.id()) {
        lookup_ = gpu::upload_color_lookup(device_, colors.index());
        lookup_of_ = colors.id();
    }
    const Reduction& reduction = result.reduction;
    std::vector<Rgba8> mode_colors;
    mode_colors.reserve(reduction.modes.size());
    for (const Mode& mode : reduction.modes)
        mode_colors.push_back({mode.color.r, mode.color.g, mode.color.b, 0});
    reserve(device_, mode_of_, "mode of each colour", 4 * reduction.mode_of.size());
    reserve(device_, mode_colors_, "colours of the modes", 4 * mode_colors.size());
    gpu::upload(device_, *mode_of_, std::as_bytes(std::span(reduction.mode_of)));
    gpu::upload(device_, *mode_colors_, std::as_bytes(std::span(mode_colors)));

    gpu::Recorder recorder(device_);
    remap_.record(recorder, {pixels, *lookup_, *mode_of_, *mode_colors_, target.pixels},
                  std::uint64_t(target.width) * std::uint64_t(target.height));
    shrink_.record(recorder, target.pixels, target.pyramid);
    recorder.run();
}

std::shared_ptr<const DevicePicture> PictureRenderer::Worker::picture_of(const Result& result) {
    const std::shared_ptr<const Image>& image = result.picture->image;
    const auto target = idle_picture(image->width(), image->height());
    if (result.pixels)
        show(*result.pixels, *target);
    else
        record_result(result, remap_source(image), *target);
    return target;
}

RenderedPicture PictureRenderer::Worker::result(const std::shared_ptr<const Result>& result,
                                                const RenderedPicture& last, const ResultDisplay& display) {
    if (!result) return {};
    const bool is_known = last.result == result;
    if (is_known && display == last_.display) return last;
    const auto picture = is_known ? last.picture : picture_of(*result);
    if (!changes_pixels(*result, display)) return {picture, result, picture};
    const auto target = idle_picture(picture->width, picture->height);
    show(huedrift::displayed(*result, display), *target);
    return {picture, result, target};
}

RenderedPictures PictureRenderer::Worker::render(const Request& request) {
    if (!request.document) {
        last_ = {};
        source_image_ = nullptr;
        return last_;
    }
    // Results of another document are not compared with this one.
    const auto of_document = [&](const std::shared_ptr<const Result>& result) {
        return result && result->picture->document == request.document ? result : nullptr;
    };
    const auto document_source = source(request.document->image);
    if (last_.document != request.document) last_.palette = last_.frequency = {};
    last_.document = request.document;
    last_.source = {document_source, nullptr, document_source};
    last_.palette = result(of_document(request.palette), last_.palette, request.display);
    last_.frequency = result(of_document(request.frequency), last_.frequency, request.display);
    last_.display = request.display;
    return last_;
}

PictureRenderer::PictureRenderer(gpu::Device& device, std::function<void()> wake)
    : worker_(std::make_unique<Worker>(device)), runner_(std::move(wake)) {}

PictureRenderer::~PictureRenderer() = default;

void PictureRenderer::request(std::shared_ptr<const Document> document, std::shared_ptr<const Result> palette,
                              std::shared_ptr<const Result> frequency, const ResultDisplay& display) {
    Request request{std::move(document), std::move(palette), std::move(frequency), display};
    if (request == requested_) return;
    requested_ = request;
    runner_.post(
        [this, request](JobRunner::Run& run) {
            // Short, so a newer request waits for it instead of cancelling it.
            run.deliver([this, pictures = worker_->render(request)] {
                rendered_ = pictures;
                failure_.clear();
            });
        },
        [this](const Error& error) { failure_ = error.what(); });
}

}
