#include "base/job_runner.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>
#include <string>

namespace huedrift {
namespace {

using JobRun = JobRunner::Run;

/// A runner whose owner can sleep until it is woken.
class JobRunnerTest : public testing::Test {
protected:
    void post(JobRunner::Job job) {
        runner->post(std::move(job), [this](const Error& error) { failures.emplace_back(error.what()); });
    }
    /// Empties the outbox until nothing runs or waits any more.
    void finish() {
        while (runner->alive() > 0) {
            woken.acquire();
            runner->deliver();
        }
        runner->deliver();
    }
    /// A job that reports its start and ends only when cancelled.
    JobRunner::Job endless() {
        return [this](JobRun& run) {
            begun.release();
            while (true) {
                run.progress().throw_if_cancelled();
                std::this_thread::yield();
            }
        };
    }

    std::counting_semaphore<> woken{0}, begun{0};
    std::vector<std::string> failures;
    std::unique_ptr<JobRunner> runner = std::make_unique<JobRunner>([this] { woken.release(); });
};

TEST_F(JobRunnerTest, HandsOverOnTheOwnersThreadOnly) {
    std::vector<int> seen;
    std::thread::id where;
    post([&](JobRun& run) {
        for (int i = 0; i < 3; ++i)
            run.deliver([&, i] {
                seen.push_back(i);
                where = std::this_thread::get_id();
            });
    });
    finish();
    EXPECT_EQ(seen, (std::vector{0, 1, 2}));
    EXPECT_EQ(where, std::this_thread::get_id());
    EXPECT_FALSE(runner->deliver());
}

TEST_F(JobRunnerTest, OfManyPostsOneRunsAtATimeAndTheLastWins) {
    std::atomic<int> running = 0, max_running = 0;
    int last = -1;
    for (int i = 0; i < 200; ++i) {
        post([&, i](JobRun& run) {
            max_running = std::max<int>(max_running, ++running);
            if (i < 199) // all but the last would run forever
                while (!run.progress().cancelled()) std::this_thread::yield();
            --running;
            run.progress().throw_if_cancelled();
            run.deliver([&, i] { last = i; });
        });
    }
    finish();
    EXPECT_EQ(last, 199);
    EXPECT_EQ(max_running, 1);
    EXPECT_TRUE(failures.empty());
}

TEST_F(JobRunnerTest, WhatIsPatientIsNotCancelledByNewerJobs) {
    std::binary_semaphore posted{0};
    bool patient_was_cancelled = true, progress_was_cancelled = false;
    post([&](JobRun& run) {
        begun.release();
        posted.acquire();
        patient_was_cancelled = run.patient().cancelled();
        progress_was_cancelled = run.progress().cancelled();
    });
    begun.acquire();
    post([](JobRun&) {});
    posted.release();
    finish();
    EXPECT_FALSE(patient_was_cancelled);
    EXPECT_TRUE(progress_was_cancelled);
}

TEST_F(JobRunnerTest, CancelEndsTheRunningJobAndDropsTheWaitingOne) {
    bool second_ran = false;
    post(endless());
    begun.acquire();
    post([&](JobRun&) { second_ran = true; });
    runner->cancel();
    finish();
    EXPECT_FALSE(second_ran);
    EXPECT_TRUE(failures.empty());
}

TEST_F(JobRunnerTest, ErrorsArriveAsSentencesAndTheNextJobRuns) {
    post([](JobRun&) { throw Error(ErrorKind::input, "x.png: it is cut short"); });
    finish();
    post([](JobRun&) { throw std::bad_alloc(); });
    finish();
    post([](JobRun&) { throw std::runtime_error("a library gave up"); });
    finish();
    bool ran = false;
    post([&](JobRun& run) { run.deliver([&] { ran = true; }); });
    finish();
    EXPECT_EQ(failures, (std::vector<std::string>{"x.png: it is cut short", "there is not enough memory",
                                                  "a library gave up"}));
    EXPECT_TRUE(ran);
}

TEST_F(JobRunnerTest, ShowsProgress) {
    std::binary_semaphore seen{0};
    post([&](JobRun& run) {
        run.progress().report(0.25);
        begun.release();
        seen.acquire();
    });
    begun.acquire();
    woken.acquire(); // for the progress
    EXPECT_EQ(runner->share(), 0.25);
    seen.release();
    finish();
    EXPECT_EQ(runner->share(), 0);
}

TEST_F(JobRunnerTest, CanBeDestroyedWhileAJobRunsAndAnotherWaits) {
    bool delivered = false;
    post([&](JobRun& run) {
        run.deliver([&] { delivered = true; });
        endless()(run);
    });
    begun.acquire();
    post(endless());
    runner.reset(); // the test's time limit is the assertion
    EXPECT_FALSE(delivered);
}

}
}
