#include "base/job_runner.h"

#include "base/in_order.h"
#include "base/parallel.h"
#include "base/progress.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <gtest/gtest.h>
#include <semaphore>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace huedrift {

namespace {

using JobRun = JobRunner::Run;

/// A runner whose owner can sleep until it is woken.
class JobRunnerTest : public testing::Test {
protected:
    void post(JobRunner::Job job) {
        runner->post(std::move(job), [this](const Error& error) { failures.emplace_back(error.what()); });
    }
    /// Empties the outbox until no job runs or waits.
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
    JobThreads threads{[this] { woken.release(); }};
    std::unique_ptr<JobRunner> runner = std::make_unique<JobRunner>(threads);
};

TEST_F(JobRunnerTest, DeliversOnlyOnTheOwnersThread) {
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

TEST_F(JobRunnerTest, RunsOneJobAtATimeAndTheLastPostWins) {
    std::atomic<int> running = 0, max_running = 0;
    int last = -1;
    for (int i = 0; i < 200; ++i) {
        post([&, i](JobRun& run) {
            max_running = std::max<int>(max_running, ++running);
            if (i < 199) // all jobs but the last would run forever
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

TEST_F(JobRunnerTest, NewerJobsDoNotCancelPatientWork) {
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

TEST_F(JobRunnerTest, AHeldJobGoesOnUntilItLetsTheNextOneStart) {
    std::binary_semaphore posted{0};
    bool cancelled_while_held = true, cancelled_afterwards = false;
    post([&](JobRun& run) {
        run.hold(std::chrono::hours(1));
        begun.release();
        posted.acquire();
        cancelled_while_held = run.progress().cancelled();
        run.hold({});
        cancelled_afterwards = run.progress().cancelled();
    });
    begun.acquire();
    post([](JobRun&) {});
    posted.release();
    finish();
    EXPECT_FALSE(cancelled_while_held);
    EXPECT_TRUE(cancelled_afterwards);
}

TEST_F(JobRunnerTest, AHeldJobIsCancelledOnceItsTimeIsOver) {
    bool second_ran = false;
    post([&](JobRun& run) {
        run.hold(std::chrono::milliseconds(20));
        endless()(run);
    });
    begun.acquire();
    post([&](JobRun&) { second_ran = true; });
    finish();
    EXPECT_TRUE(second_ran);
}

TEST_F(JobRunnerTest, CancelEndsTheRunningJobAndDropsTheWaitingOne) {
    bool second_ran = false;
    post([this](JobRun& run) { // the next job does not end this one
        begun.release();
        while (true) {
            run.patient().throw_if_cancelled();
            std::this_thread::yield();
        }
    });
    begun.acquire();
    post([&](JobRun&) { second_ran = true; });
    runner->cancel();
    finish();
    EXPECT_FALSE(second_ran);
    EXPECT_TRUE(failures.empty());
}

TEST_F(JobRunnerTest, FinishWaitsForTheRunningAndTheWaitingJob) {
    std::atomic<int> ended = 0;
    for (int i = 0; i < 2; ++i)
        post([&](JobRun& run) {
            for (int looks = 0; looks < 1000 && !run.progress().cancelled(); ++looks)
                std::this_thread::yield();
            ++ended;
        });
    runner->finish();
    EXPECT_EQ(runner->alive(), 0);
    EXPECT_GE(ended, 1) << "the second may have replaced the first before it began";
}

// For the thread sanitizer: the owner does everything that it may do while a job does everything that it may.
TEST_F(JobRunnerTest, CanBeUsedWhileJobsRunAndDeliver) {
    std::atomic<int> delivered = 0;
    for (int i = 0; i < 200; ++i) {
        post([&, i](JobRun& run) {
            for (int part = 0; part < 20 && !run.progress().cancelled(); ++part) {
                run.progress().report(part / 20.0);
                run.deliver([&] { ++delivered; });
            }
            if (i % 4 == 1) throw Error(ErrorKind::input, "cut short");
        });
        while (runner->alive() > 0 && i % 3 != 0) {
            EXPECT_LE(runner->share(), 1);
            runner->deliver();
        }
        if (i % 2 == 0) runner->cancel();
    }
    finish();
    EXPECT_GT(delivered, 0);
    EXPECT_FALSE(failures.empty());
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
    runner.reset();
    EXPECT_FALSE(delivered);
    runner = std::make_unique<JobRunner>(threads);
    bool ran = false;
    post([&](JobRun& run) { run.deliver([&] { ran = true; }); });
    finish();
    EXPECT_TRUE(ran) << "the thread is free again";
}

TEST_F(JobRunnerTest, EveryThreadTakesAJobAndTheNextOneIsTheOldest) {
    std::vector<std::unique_ptr<JobRunner>> runners;
    std::counting_semaphore<> ends{0};
    std::mutex mutex;
    std::vector<int> begun_jobs;
    const auto job = [&](int number) {
        return [&, number](JobRun&) {
            {
                const std::scoped_lock lock(mutex);
                begun_jobs.push_back(number);
            }
            begun.release();
            ends.acquire();
        };
    };
    constexpr int count = JobThreads::usual_count + 3;
    for (int i = 0; i < count; ++i) {
        runners.push_back(std::make_unique<JobRunner>(threads));
        if (i + 3 < count) {
            runners.back()->post(job(i), [](const Error&) {});
            begun.acquire(); // all of these run at the same time
        }
    }
    for (const int late : {count - 1, count - 3, count - 2})
        runners[std::size_t(late)]->post(job(late), [](const Error&) {});
    for (int i = 0; i < 3; ++i) {
        ends.release();
        begun.acquire();
    }
    ends.release(count);
    for (const auto& one : runners) one->finish();
    EXPECT_EQ(std::vector(begun_jobs.end() - 3, begun_jobs.end()),
              (std::vector{count - 1, count - 3, count - 2}));
}

/// Doubles numbers; fails for negative ones.
class LatestJobTest : public JobRunnerTest {
protected:
    void deliver_all() {
        while (doubles.busy()) {
            woken.acquire();
            doubles.deliver();
        }
    }

    std::atomic<int> found = 0;
    LatestJob<int, int> doubles{threads, [this](int number, Progress&) {
                                    ++found;
                                    if (number < 0) throw Error(ErrorKind::input, "it is negative");
                                    return 2 * number;
                                }};
};

TEST_F(LatestJobTest, AnswersTheLatestRequest) {
    EXPECT_FALSE(doubles.answer());
    for (int i = 1; i <= 50; ++i) doubles.ask(i);
    EXPECT_TRUE(doubles.busy());
    deliver_all();
    EXPECT_EQ(doubles.answer(), 100);
}

TEST_F(LatestJobTest, RepeatsARequestOnlyOnDemand) {
    doubles.ask(3);
    deliver_all();
    doubles.ask(3);
    EXPECT_FALSE(doubles.busy());
    EXPECT_EQ(found, 1);
    doubles.ask_again(3);
    EXPECT_FALSE(doubles.answer());
    deliver_all();
    EXPECT_EQ(doubles.answer(), 6);
    EXPECT_EQ(found, 2);
}

TEST_F(LatestJobTest, SaysWhyThereIsNoAnswer) {
    doubles.ask(-1);
    deliver_all();
    EXPECT_FALSE(doubles.answer());
    ASSERT_TRUE(doubles.failure());
    EXPECT_EQ(doubles.failure()->kind(), ErrorKind::input);
    EXPECT_STREQ(doubles.failure()->what(), "it is negative");
    doubles.ask(1);
    deliver_all();
    EXPECT_EQ(doubles.answer(), 2);
    EXPECT_FALSE(doubles.failure());
}

TEST_F(LatestJobTest, ForgetsItsRequest) {
    doubles.ask(4);
    doubles.forget();
    doubles.finish();
    doubles.deliver();
    EXPECT_FALSE(doubles.busy());
    EXPECT_FALSE(doubles.answer());
}

/// Ends the program with 0 if a job of low priority and the threads that help with its loops have that
/// priority. `in_turns`: other threads run the loops for the job.
[[noreturn]] void check_low_priority(bool in_turns) {
    const auto own = [] { return ::getpriority(PRIO_PROCESS, static_cast<id_t>(::gettid())); };
    std::atomic<int> highest{20};
    const auto note = [&] {
        for (int before = highest; own() < before && !highest.compare_exchange_weak(before, own());) continue;
    };
    const auto loop = [&](std::size_t) {
        parallel_ranges(1000, 1, [&](std::size_t, std::size_t) {
            const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
            while (std::chrono::steady_clock::now() < end) continue; // so that helpers have time to join
            note();
        });
    };
    const ThreadLimit limit(8); // so that loops have helpers beside other threads, also on two cores
    parallel_ranges(64, 1, [](std::size_t, std::size_t) {}); // its helpers have the usual priority at first
    JobThreads low([] {}, JobThreads::Priority::low, 1);
    JobRunner yielding(low);
    yielding.post(
        [&](JobRun&) {
            note();
            if (in_turns)
                in_order(2, 2, loop, [](std::size_t) {});
            else
                loop(0);
        },
        [](const Error&) {});
    yielding.finish();
    std::_Exit(highest == std::min(own() + 5, 19) ? 0 : 1);
}

// In processes of their own, as a thread that has helped once keeps its priority.
TEST(JobPriority, IsThatOfTheLoopsToo) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(check_low_priority(false), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(check_low_priority(true), testing::ExitedWithCode(0), "");
}

}

namespace {

void never_end() {
    const ExitDeadline deadline(std::chrono::milliseconds(10), 7);
    std::binary_semaphore(0).acquire();
}

void end_in_time() {
    { const ExitDeadline deadline(std::chrono::hours(1), 7); }
    std::_Exit(3);
}

TEST(ExitDeadline, EndsAProgramThatDoesNotEnd) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(never_end(), testing::ExitedWithCode(7), "");
    EXPECT_EXIT(end_in_time(), testing::ExitedWithCode(3), "");
}

TEST(TimeLeft, ExtrapolatesTheTimeSoFar) {
    EXPECT_EQ(time_left(0.25, 5), "15 s left");
    EXPECT_EQ(time_left(0.5, 7200), "120 min left");
}

TEST(TimeLeft, IsEmptyAtTheBeginningAndAtTheEnd) {
    for (const double share : {0.0, 0.009, 1.0}) EXPECT_EQ(time_left(share, 5), "") << share;
}

}

}
