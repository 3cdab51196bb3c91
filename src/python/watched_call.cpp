#include "watched_call.h"

#include "failure.h"
#include "library.h"
#include "worker.h"

#include <chrono>
#include <new>

namespace py = pybind11;

namespace huedrift::python {
namespace {

constexpr std::chrono::milliseconds look_interval(20);

/// Waits until `done`, which waits for a while itself and runs without the interpreter's lock, is true; calls
/// `look` in between. No object of pybind11 releases the lock here: at the end of the program the interpreter
/// ends threads that take it again by unwinding their stack, which must not reach such an object.
template <class Done, class Look>
void wait_until(const Done& done, const Look& look) {
    for (;;) {
        PyThreadState* const here = PyEval_SaveThread();
        const bool is_done = done();
        PyEval_RestoreThread(here);
        if (is_done) return;
        look();
    }
}

void run_signal_handlers() {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
}

/// Tells `progress` the share whenever it has changed.
class Reporter {
public:
    explicit Reporter(const py::object& progress) : progress(progress) {}
    void report(double share) {
        if (progress.is_none() || share == last) return;
        last = share;
        progress(share);
    }

private:
    const py::object& progress;
    double last = -1;
};

/// A call on another thread. Ends with it, cancelled.
class Running {
public:
    Running(huedrift_job* job, const std::function<void(huedrift_job*, huedrift_error*)>& call)
        : job(job), worker(own_worker()) {
        worker.start([this, &call] { call(this->job, &error); });
    }
    ~Running() {
        huedrift_job_cancel(job);
        while (!has_ended()) {
        }
    }
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;

    /// Waits for a while.
    bool has_ended() { return worker.wait_for(look_interval); }
    const huedrift_error& result() const { return error; }

private:
    huedrift_job* job;
    huedrift_error error{};
    Worker& worker;
};

}

void watched_call(std::timed_mutex& in_use, const py::object& progress,
                  const std::function<void(huedrift_job*, huedrift_error*)>& call) {
    const OwnedJob job(huedrift_job_new(nullptr, nullptr));
    if (!job) throw std::bad_alloc();
    std::unique_lock lock(in_use, std::defer_lock);
    wait_until([&] { return lock.try_lock_for(look_interval); }, run_signal_handlers);

    Running running(job.get(), call);
    Reporter reporter(progress);
    try {
        wait_until([&] { return running.has_ended(); },
                   [&] {
                       run_signal_handlers();
                       reporter.report(huedrift_job_share(job.get()));
                   });
    } catch (const py::error_already_set&) {
        huedrift_job_cancel(job.get());
        wait_until([&] { return running.has_ended(); }, [] {});
        throw;
    }
    throw_if_failed(running.result());
    reporter.report(1);
}

}
