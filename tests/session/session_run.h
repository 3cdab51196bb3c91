#pragma once

#include "image/save.h"
#include "session/session.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <semaphore>
#include <string>
#include <vector>

namespace huedrift {

/// Lets tests hold an engine before it computes, and counts.
class Gate {
public:
    /// `woken` is released whenever somebody comes to wait.
    explicit Gate(std::counting_semaphore<>& woken) : woken_(woken) {}

    void close() { open_ = false; }
    void open() { open_ = true; }
    /// Lets so many pass, >= 1, and closes.
    void close_after(int passes) { left_ = passes; }
    /// Returns once it is open, throws once `progress` is cancelled.
    void pass(Progress& progress);
    int waiting() const { return waiting_; }

private:
    std::counting_semaphore<>& woken_;
    std::atomic<bool> open_ = true;
    std::atomic<int> waiting_ = 0;
    std::atomic<int> left_ = 0; ///< 0: no end
};

/// A session in a folder of its own, and an owner that sleeps until it is woken.
class SessionTest : public testing::Test {
protected:
    SessionTest();

    std::string write_picture(const std::string& name, const ImageView& image) const;
    /// Polls until `reached` holds; fails the test when the session comes to rest without.
    void poll_until(const std::function<bool(const Snapshot&)>& reached);
    /// Polls until nothing is being done any more.
    Snapshot settle();
    /// Polls until all that is asked for is exact; the curve may go on.
    Snapshot exact();

    TemporaryFolder folder;
    std::counting_semaphore<> woken{0};
    Gate gate{woken};
    std::atomic<int> reductions = 0; ///< begun by the exact engine
    std::atomic<int> losses = 0;     ///< that the device "fragile" has before it
    std::unique_ptr<Session> session;
};

/// `side` x `side` pixels of as many colours as there are pixels, in soft ramps.
Image many_colors(int side);
/// Three groups of close colours, rows of unequal height.
Image three_groups();
/// The result of a weighting is exact and what a cold run makes of its recipe.
void expect_exact(const Snapshot& snapshot, const Image& image, Weighting weighting = Weighting::frequency);

}
