#include "app/render/picture_renderer.h"

#include <algorithm>
#include <array>
#include <atomic>

namespace huedrift::app {
namespace {

// Reuses a buffer while it is large enough, since results arrive many times a second.
void reserve(const vulkan::Device& device, std::optional<vulkan::Buffer>& buffer, const char* name,
             std::size_t bytes) {
    if (!buffer || buffer->bytes() < bytes) buffer.emplace(device, name, bytes + bytes / 4);
}

}

class PictureRenderer::Worker {
public:
    explicit Worker(vulkan::Device& device) : device_(device), remap_(device), shrink_(device) {}

    RenderedPictures render(const Request& request);

private:
    /// A frame of the document, or a smoothed frame or one with another alpha.
    struct Frame {
        std::shared_ptr<const Image> image{};
        std::size_t count = 1, number = 0;

        ImageView view() const { return frame_of(*image, count, number); }
        friend bool operator==(const Frame&, const Frame&) = default;
    };
    /// The colour of each source colour in a result.
    struct ModeTable {
        std::uint64_t result = 0; ///< its id
        std::optional<vulkan::Buffer> mode_of{}, colors{};
    };

    std::shared_ptr<const DevicePicture> source(const Frame& frame);
    /// Uploads pixels unchanged.
    void show(const ImageView& image, DevicePicture& target);
    const vulkan::Buffer& remap_source(const Frame& frame);
    const ModeTable& mode_table(const Result& result);
    RenderedPicture result(const std::shared_ptr<const Result>& result, const RenderedPicture& last,
                           const Request& request);
    std::shared_ptr<const DevicePicture> picture_of(const Result& result, std::size_t frame);
    void record_result(const Result& result, const vulkan::Buffer& pixels, DevicePicture& target);
    std::shared_ptr<DevicePicture> idle_picture(int width, int height);

    vulkan::Device& device_;
    gpu::Remap remap_;
    gpu::Shrink shrink_;
    RenderedPictures last_; ///< of the last request that succeeded
    Frame source_frame_, smoothed_frame_;
    std::shared_ptr<const DevicePicture> source_; ///< of source_frame_
    std::optional<vulkan::Buffer> smoothed_;
    std::uint64_t lookup_of_ = 0; ///< id of the ColorSet
    std::optional<gpu::ColorLookup> lookup_;
    std::array<ModeTable, 2> mode_tables_;                 ///< by weighting
    std::vector<std::shared_ptr<DevicePicture>> pictures_; ///< shown and idle
};

void PictureRenderer::Worker::show(const ImageView& image, DevicePicture& target) {
    vulkan::upload(device_, target.pixels, std::as_bytes(image.pixels));
    vulkan::Recorder recorder(device_);
    shrink_.record(recorder, target.pixels, target.pyramid);
    recorder.run();
}

std::shared_ptr<const DevicePicture> PictureRenderer::Worker::source(const Frame& frame) {
    if (frame == source_frame_) return source_;
    const ImageView pixels = frame.view();
    // Pictures of the previous document mostly have another size.
    std::erase_if(pictures_, [&](const auto& other) {
        return other->width != pixels.width || other->height != pixels.height;
    });
    const auto picture = idle_picture(pixels.width, pixels.height);
    show(pixels, *picture);
    source_frame_ = frame;
    source_ = picture;
    return source_;
}

const vulkan::Buffer& PictureRenderer::Worker::remap_source(const Frame& frame) {
    if (frame == source_frame_) return source_->pixels;
    if (frame != smoothed_frame_) {
        const ImageView pixels = frame.view();
        smoothed_frame_ = {}; // until it is complete
        reserve(device_, smoothed_, "smoothed picture", pixels.pixels.size_bytes());
        vulkan::upload(device_, *smoothed_, std::as_bytes(pixels.pixels));
        smoothed_frame_ = frame;
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

const PictureRenderer::Worker::ModeTable& PictureRenderer::Worker::mode_table(const Result& result) {
    ModeTable& table = mode_tables_[static_cast<std::size_t>(result.recipe.shift.weighting)];
    if (table.result == result.id) return table;
    table.result = 0; // until it is complete
    const Palette& palette = *result.palette;
    std::vector<Rgba8> colors;
    colors.reserve(palette.entries.size());
    for (const PaletteEntry& entry : palette.entries)
        colors.push_back({entry.color.r, entry.color.g, entry.color.b, 0});
    reserve(device_, table.mode_of, "mode of each colour", 4 * palette.entry_of.size());
    reserve(device_, table.colors, "colours of the modes", 4 * colors.size());
    vulkan::upload(device_, *table.mode_of, std::as_bytes(std::span(palette.entry_of)));
    vulkan::upload(device_, *table.colors, std::as_bytes(std::span(colors)));
    table.result = result.id;
    return table;
}

void PictureRenderer::Worker::record_result(const Result& result, const vulkan::Buffer& pixels,
                                            DevicePicture& target) {
    const ColorSet& colors = result.picture->colors;
    if (lookup_of_ != colors.id()) {
        lookup_ = gpu::upload_color_lookup(device_, colors.index());
        lookup_of_ = colors.id();
    }
    const ModeTable& table = mode_table(result);
    vulkan::Recorder recorder(device_);
    remap_.record(recorder, {pixels, *lookup_, *table.mode_of, *table.colors, target.pixels},
                  std::uint64_t(target.width) * std::uint64_t(target.height));
    shrink_.record(recorder, target.pixels, target.pyramid);
    recorder.run();
}

std::shared_ptr<const DevicePicture> PictureRenderer::Worker::picture_of(const Result& result,
                                                                         std::size_t number) {
    const Document& document = *result.picture->document;
    const Frame frame{result.picture->image, frames_of(document), number};
    const ImageView pixels = frame.view();
    const auto target = idle_picture(pixels.width, pixels.height);
    if (result.pixels)
        show(frame_of(document, *result.pixels, number), *target);
    else
        record_result(result, remap_source(frame), *target);
    return target;
}

RenderedPicture PictureRenderer::Worker::result(const std::shared_ptr<const Result>& result,
                                                const RenderedPicture& last, const Request& request) {
    if (!result) return {};
    const bool is_known = last.result == result && last_.frame == request.frame;
    if (is_known && request.display == last_.display) return last;
    const auto picture = is_known ? last.picture : picture_of(*result, request.frame);
    if (!changes_pixels(*result, request.display)) return {picture, result, picture};
    const auto target = idle_picture(picture->width, picture->height);
    show(huedrift::displayed(*result, request.display, request.frame), *target);
    return {picture, result, target};
}

RenderedPictures PictureRenderer::Worker::render(const Request& request) {
    if (!request.document) {
        last_ = {};
        source_frame_ = {};
        source_ = nullptr;
        return last_;
    }
    // A result of another document is not comparable.
    const auto of_document = [&](const std::shared_ptr<const Result>& result) {
        return result && result->picture->document == request.document ? result : nullptr;
    };
    const auto shown = source({request.document->image, frames_of(*request.document), request.frame});
    if (last_.document != request.document) last_ = {};
    // A failure keeps `last_` as it is: its pictures belong to its frame. Not one initialiser for all
    // members: compiled by GCC 12, one that throws after others has damaged the heap.
    RenderedPictures next;
    next.document = request.document;
    next.display = request.display;
    next.frame = request.frame;
    next.source = {shown, nullptr, shown};
    next.palette = result(of_document(request.palette), last_.palette, request);
    next.frequency = result(of_document(request.frequency), last_.frequency, request);
    last_ = std::move(next);
    return last_;
}

PictureRenderer::PictureRenderer(vulkan::Device& device, JobThreads& threads)
    : worker_(std::make_unique<Worker>(device)), runner_(threads) {}

PictureRenderer::~PictureRenderer() = default;

void PictureRenderer::request(std::shared_ptr<const Document> document, std::shared_ptr<const Result> palette,
                              std::shared_ptr<const Result> frequency, const ResultDisplay& display,
                              std::size_t frame) {
    Request request{std::move(document), std::move(palette), std::move(frequency), display, frame};
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
