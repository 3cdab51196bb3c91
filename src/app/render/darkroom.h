#pragma once

#include "app/render/viewer.h"
#include "session/job_runner.h"
#include "session/result.h"
#include "vulkan/picture/remap.h"

#include <memory>
#include <string>
#include <vector>

namespace huedrift::app {

/// A picture on the device and what it shows.
struct Print {
    std::shared_ptr<const DevicePicture> picture; ///< null: nothing yet
    std::shared_ptr<const Result> result;         ///< null for the source
};

/// All pictures of one document, of one size. Whoever draws them holds them until the frame is done.
struct Prints {
    std::shared_ptr<const Document> document;
    Print source, palette, frequency;

    const Print& result(Weighting weighting) const {
        return weighting == Weighting::palette ? palette : frequency;
    }
};

/// Makes the device's pictures in the background, in its own thread: the window goes on drawing the last
/// ones. The pixels of the source and the table of its colours stay on the device; a new result uploads its
/// map only.
class Darkroom {
public:
    /// `wake` is called from that thread when there is something to deliver().
    Darkroom(gpu::Device& device, std::function<void()> wake);
    ~Darkroom();

    /// What is to be shown; the newest wins. Null results show nothing. What is shown already costs nothing.
    void develop(std::shared_ptr<const Document> document, std::shared_ptr<const Result> palette,
                 std::shared_ptr<const Result> frequency);
    /// Takes over what was finished; whether there was anything.
    bool deliver() { return runner_.deliver(); }
    bool busy() const { return runner_.alive() > 0; }

    const Prints& prints() const { return prints_; }
    /// Why the last prints could not be made, one sentence; empty when they could.
    const std::string& failure() const { return failure_; }

private:
    class Worker;

    struct Order {
        std::shared_ptr<const Document> document;
        std::shared_ptr<const Result> palette, frequency;

        friend bool operator==(const Order&, const Order&) = default;
    };

    std::unique_ptr<Worker> worker_;
    Order ordered_;
    Prints prints_;
    std::string failure_;
    JobRunner runner_; ///< last: its thread uses the worker
};

}
