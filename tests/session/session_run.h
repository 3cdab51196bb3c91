#pragma once

#include "image/save.h"
#include "session/session.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>
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
    /// The threads that the loops of the last to wait may use.
    int threads() const { return threads_; }

private:
    std::counting_semaphore<>& woken_;
    std::atomic<bool> open_ = true;
    std::atomic<int> waiting_ = 0, threads_ = 0;
    std::atomic<int> left_ = 0; ///< 0: no end
};

/// Lets a session's thread wait, whenever it wakes its owner, until that has looked. So what the owner does
/// then comes in the midst of the step that has just told of its progress.
class LockStep {
public:
    /// By the thread that wakes.
    void wait();
    /// By the owner: from now on it waits, or no more.
    void begin() { on_ = true; }
    void end();
    /// By the owner: returns once it waits, or lets it go on.
    void meet() { arrived_.acquire(); }
    void go_on() { permits_.release(); }

private:
    std::atomic<bool> on_ = false;
    std::counting_semaphore<> arrived_{0}, permits_{0};
};

/// A session in a folder of its own, and an owner that sleeps until it is woken.
class SessionTest : public testing::Test {
protected:
    SessionTest();

    /// Starts another session in place of the first, which begins with the default settings as the user's.
    void start(const std::optional<SessionSettings>& own);
    std::filesystem::path write_picture(const std::string& name, const ImageView& image) const;
    /// Polls until `reached` holds; fails the test when the session becomes idle first.
    void poll_until(const std::function<bool(const Snapshot&)>& reached);
    /// The same in lock-step, which goes on: the session's thread waits when this returns.
    void step_until(const std::function<bool(const Snapshot&)>& reached);
    /// Polls until the session is idle.
    Snapshot settle();
    /// Polls until all requested results are exact; the curve may continue.
    Snapshot exact();
    /// Polls as long as `condition` holds, even at rest.
    void poll_while(const std::function<bool()>& condition);
    /// Waits for the end of an export, and of one of a queue.
    Snapshot exported(const ExportRequest& request);
    QueueProgress exported_queue(const QueueExport& request);
    /// Runs commands of huedrift-cli in the folder.
    void run(const std::string& commands) const;
    /// Exports results, expects the bytes that the equivalent command writes, and returns those of each
    /// target.
    std::vector<std::string> exported_alike(const ExportRequest& request);

    TemporaryFolder folder;
    std::filesystem::path edits_folder; ///< of sessions that are started; empty: none
    std::counting_semaphore<> woken{0};
    Gate gate{woken};
    LockStep lock_step;
    JobThreads threads{[this] {
        woken.release();
        lock_step.wait();
    }};
    std::atomic<int> reductions = 0; ///< begun by the exact engine
    std::atomic<int> losses = 0;     ///< that the device "fragile" has before it
    std::unique_ptr<Session> session;
};

/// `side` x `side` pixels of as many colours as there are pixels, in soft ramps.
Image many_colors(int side);
/// Three groups of close colours, rows of unequal height.
Image three_groups();
/// The pixels of the result by frequency.
inline Image painted(const Snapshot& snapshot) { return ResultPainter(*snapshot.frequency).whole(); }
/// Recipes that differ from the usual one in the value of one setting each, with its words. Only settings
/// with numbers and names, and those that need no other.
std::map<std::string, Recipe> changed_settings(const Recipe& usual);
/// Expects the result of a weighting to be exact and equal to that of a cold run.
void expect_exact(const Snapshot& snapshot, const Image& image, Weighting weighting = Weighting::frequency);

}
