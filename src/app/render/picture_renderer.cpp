#include "app/render/picture_renderer.h"

#include "base/enumeration.h"
#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>

namespace huedrift::app {
namespace {

// Reuses a buffer while it is large enough, since results arrive many times a second.
void reserve(const vulkan::Device& device, std::optional<vulkan::Buffer>& buffer, const char* name,
             std::size_t bytes) {
    if (!buffer || buffer->bytes() < bytes) buffer.emplace(device, name, bytes + bytes / 4);
}

// Frames of an animation, which follow each other as fast, are never cancelled.
bool is_long(const Result& result) {
    constexpr std::size_t many_pixels = 2'000'000;
    return result.source().pixels().size() > many_pixels && frames_of(*result.picture->document) == 1;
}

}

class PictureRenderer::Worker {
public:
    explicit Worker(vulkan::Device& device)
        : device_(device), remap_(device), shrink_(device), slices_(device) {}

    RenderedPictures render(const PictureRequest& request, JobRunner::Run& run) {
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
        const Frame frame{request.document->image, frames_of(*request.document), request.frame};
        const auto shown = source(frame, run.patient());
        if (last_.document != request.document) last_ = {};
        // A failure keeps `last_` as it is: its pictures belong to its frame. Not one initialiser for all
        // members: compiled by GCC 12, one that throws after others has damaged the heap.
        RenderedPictures next;
        next.document = request.document;
        next.display = request.display;
        next.frame = request.frame;
        next.source = {shown, nullptr, shown};
        next.palette = result(of_document(request.palette), last_.palette, request, run);
        next.frequency = result(of_document(request.frequency), last_.frequency, request, run);
        next.held = result(of_document(request.held), last_with(request.held), request, run);
        last_ = std::move(next);
        return last_;
    }

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

    /// Paints rows of a picture, from the first to the last, into memory.
    using PaintRows = std::function<void(std::size_t first, std::size_t last, Rgba8* to)>;

    /// Makes a picture of what `paint` paints.
    void show(const PaintRows& paint, DevicePicture& target, const Progress& progress) {
        const gpu::Pyramid::Level& whole = target.pyramid.levels.front();
        // A CPU would paint on the queue that the window waits for, with the same threads.
        if (const auto memory = target.pixels.host_memory(); !memory.empty()) {
            const std::span pixels(reinterpret_cast<Rgba8*>(memory.data()),
                                   std::size_t{whole.width} * whole.height);
            return gpu::paint_and_shrink(
                pixels, target.pyramid,
                [&](std::size_t first, std::size_t last) {
                    paint(first, last, &pixels[first * whole.width]);
                },
                progress);
        }
        Image image(static_cast<int>(whole.width), static_cast<int>(whole.height));
        parallel_pieces(whole.height, 16, progress, [&](std::size_t first, std::size_t last) {
            paint(first, last, &image.pixels()[first * whole.width]);
        });
        vulkan::upload(device_, target.pixels, std::as_bytes(image.pixels()));
        shrink_.record(slices_, target.pixels, target.pyramid);
        slices_.finish();
    }

    void show(const ImageView& image, DevicePicture& target, const Progress& progress) {
        const auto width = std::size_t(image.width);
        show(
            [&](std::size_t first, std::size_t last, Rgba8* to) {
                std::ranges::copy(image.pixels.subspan(first * width, (last - first) * width), to);
            },
            target, progress);
    }

    /// For a result, or with null for the source.
    std::shared_ptr<DevicePicture> idle_picture(const Result* result, Extent extent) {
        const int halvings = result && result->shrunk ? result->shrunk->halvings : 0;
        for (const auto& picture : pictures_)
            if (picture->halvings == halvings && picture.use_count() == 1) {
                // Pairs with the release in the last owner's count.
                std::atomic_thread_fence(std::memory_order_acquire);
                return picture;
            }
        return pictures_.emplace_back(
            std::make_shared<DevicePicture>(device_, extent.width, extent.height, halvings));
    }

    std::shared_ptr<const DevicePicture> source(const Frame& frame, const Progress& progress) {
        if (frame == source_frame_) return source_;
        const ImageView pixels = frame.view();
        // Pictures of the previous document mostly have another size.
        std::erase_if(pictures_, [&](const auto& other) {
            return other->width != pixels.width || other->height != pixels.height;
        });
        const auto picture = idle_picture(nullptr, {pixels.width, pixels.height});
        show(pixels, *picture, progress);
        source_frame_ = frame;
        source_ = picture;
        return source_;
    }

    /// The last picture of a result to hold, which was that of a weighting at first.
    const RenderedPicture& last_with(const std::shared_ptr<const Result>& held) const {
        if (!held || last_.held.result == held) return last_.held;
        return last_.result(held->recipe.shift.weighting);
    }

    const vulkan::Buffer& remap_source(const Frame& frame) {
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

    const ModeTable& mode_table(const Result& result) {
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

    /// On a device with memory and a queue of its own.
    void remap(const Result& result, const Frame& frame, DevicePicture& target) {
        const ColorSet& colors = result.picture->colors;
        if (lookup_of_ != colors.id()) {
            lookup_ = gpu::upload_color_lookup(device_, colors.index());
            lookup_of_ = colors.id();
        }
        const ModeTable& table = mode_table(result);
        remap_.record(slices_, {remap_source(frame), *lookup_, *table.mode_of, *table.colors, target.pixels},
                      frame.view().pixels.size());
        shrink_.record(slices_, target.pixels, target.pyramid);
        slices_.finish();
    }

    std::shared_ptr<const DevicePicture> picture_of(const Result& result, std::size_t number,
                                                    const Progress& progress) {
        const Document& document = *result.picture->document;
        const ImageView whole = frame_of(document, *document.image, number);
        const auto target = idle_picture(&result, {whole.width, whole.height});
        if (result.pixels || !target->pixels.host_memory().empty()) {
            const ResultPainter painter(result, number);
            show([&](std::size_t first, std::size_t last, Rgba8* to) { painter.paint(first, last, to); },
                 *target, progress);
        } else {
            const auto image = result.shrunk
                                   ? std::shared_ptr<const Image>(result.shrunk, &result.shrunk->image)
                                   : result.picture->image;
            remap(result, {image, frames_of(document), number}, *target);
        }
        return target;
    }

    RenderedPicture result(const std::shared_ptr<const Result>& result, const RenderedPicture& last,
                           const PictureRequest& request, JobRunner::Run& run) {
        if (!result) return {};
        // A newer request waits for a short one, but not for all pixels of a large picture.
        const Progress& progress = is_long(*result) ? run.progress() : run.patient();
        const bool is_known = last.result == result && last_.frame == request.frame;
        if (is_known && request.display == last_.display) return last;
        const auto picture = is_known ? last.picture : picture_of(*result, request.frame, progress);
        const std::size_t hidden = count_hidden(*result, request.display.hidden);
        if (hidden == 0 && !marks(*result, request.display)) return {picture, result, picture};
        const auto target = idle_picture(result.get(), {picture->width, picture->height});
        show(huedrift::displayed(*result, request.display, request.frame), *target, progress);
        return {picture, result, target, hidden};
    }

    vulkan::Device& device_;
    gpu::Remap remap_;
    gpu::Shrink shrink_;
    gpu::Slices slices_;
    RenderedPictures last_; ///< of the last request that succeeded
    Frame source_frame_, smoothed_frame_;
    std::shared_ptr<const DevicePicture> source_; ///< of source_frame_
    std::optional<vulkan::Buffer> smoothed_;
    std::uint64_t lookup_of_ = 0; ///< id of the ColorSet
    std::optional<gpu::ColorLookup> lookup_;
    std::array<ModeTable, count_enumerators<Weighting>()> mode_tables_; ///< by weighting
    std::vector<std::shared_ptr<DevicePicture>> pictures_;              ///< shown and idle
};

PictureRenderer::PictureRenderer(vulkan::Device& device, JobThreads& threads)
    : worker_(std::make_unique<Worker>(device)), runner_(threads) {}

PictureRenderer::~PictureRenderer() = default;

void PictureRenderer::request(const PictureRequest& request) {
    if (request == requested_) return;
    requested_ = request;
    runner_.post(
        [this, request](JobRunner::Run& run) {
            run.deliver([this, pictures = worker_->render(request, run)] {
                rendered_ = pictures;
                failure_.clear();
            });
        },
        [this](const Error& error) { failure_ = error.what(); });
}

}
