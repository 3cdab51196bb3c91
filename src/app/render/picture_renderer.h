#pragma once

#include "app/render/viewer.h"
#include "base/job_runner.h"
#include "gpu/picture/shown_picture.h"
#include "session/layers.h"

#include <memory>
#include <string>
#include <vector>

namespace huedrift::app {

/// A picture on the device and the result it shows.
struct RenderedPicture {
    std::shared_ptr<const DevicePicture> picture; ///< null: nothing yet
    std::shared_ptr<const Result> result;         ///< null for the source
    /// The picture as displayed; differs from `picture` with hidden colours or marked changes.
    std::shared_ptr<const DevicePicture> displayed{};
    std::size_t hidden = 0; ///< colours of the result that the display hides
};

/// The pictures of one document, all of one size. Hold this until the frame that draws them is finished.
struct RenderedPictures {
    std::shared_ptr<const Document> document;
    RenderedPicture source, palette, frequency, held;
    ResultDisplay display{}; ///< for the results
    std::size_t frame = 0;   ///< the only frame of an animation on the device

    const RenderedPicture& result(Weighting weighting) const {
        return weighting == Weighting::palette ? palette : frequency;
    }
};

/// The pictures to render. Null results show nothing.
struct PictureRequest {
    std::shared_ptr<const Document> document{};
    std::shared_ptr<const Result> palette{}, frequency{}, held{};
    ResultDisplay display{};
    std::size_t frame = 0; ///< less than the document's frames_of()

    friend bool operator==(const PictureRequest&, const PictureRequest&) = default;
};

/// Renders results into pictures on the device in the background, while the window draws the previous ones.
/// The source's pixels and colour table stay on the device. A new result uploads only its map, another frame
/// of an animation only its pixels.
class PictureRenderer {
public:
    PictureRenderer(vulkan::Device& device, JobThreads& threads);
    ~PictureRenderer();

    /// The newest request wins. Repeating the last one costs nothing.
    void request(const PictureRequest& request);
    /// Takes in finished pictures; returns whether there were any.
    bool deliver() { return runner_.deliver(); }
    bool busy() const { return runner_.alive() > 0; }

    const RenderedPictures& rendered() const { return rendered_; }
    /// Why the last request failed, one sentence; empty if it did not.
    const std::string& failure() const { return failure_; }
    void dismiss_failure() { failure_.clear(); }

private:
    class Worker;

    std::unique_ptr<Worker> worker_;
    PictureRequest requested_;
    RenderedPictures rendered_;
    std::string failure_;
    JobRunner runner_; ///< last: its jobs use the worker
};

}
