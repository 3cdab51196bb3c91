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
    /// `woken` is released whenever a thread starts to wait.
    explicit Gate(std::counting_semaphore<>& woken) : woken_(woken) {}

    void close() { open_ = false; }
    void open() { open_ = true; }
    /// Lets `passes` (at least 1) pass, then closes.
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

    /// Starts another session in place of the first, which begins with the default settings as the user's.
    void start(const std::optional<Wanted>& own, double patience);
    std::string write_picture(const std::string& name, const ImageView& image) const;
    /// Polls until `reached` holds; fails the test when the session becomes idle first.
    void poll_until(const std::function<bool(const Snapshot&)>& reached);
    /// Polls until the session is idle.
    Snapshot settle();
    /// Polls until all requested results are exact; the curve may continue.
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
/// Expects the result of a weighting to be exact and equal to that of a cold run.
void expect_exact(const Snapshot& snapshot, const Image& image, Weighting weighting = Weighting::frequency);

}
