#include "library.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cxxabi.h>
#include <new>
#include <set>
#include <stdexcept>
#include <unistd.h>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace huedrift::python {
namespace {

constexpr const char* help =
    "The library could not carry out a call; wrong arguments are a ValueError or TypeError.\n\n"
    "code : int\n"
    "    3: the image does not suit the settings, 4: the result does not fit, 5: the engine or device cannot "
    "be\n"
    "    used, 1: anything else.";

}

void add_error(py::module_& module) {
    const auto error = py::reinterpret_steal<py::object>(
        PyErr_NewExceptionWithDoc("huedrift.Error", help, PyExc_Exception, nullptr));
    if (!error) throw py::error_already_set();
    error.attr("code") = int{HUEDRIFT_FAILED};
    module.attr("Error") = error;
}

void throw_if_failed(const huedrift_failure& failure) {
    if (failure.code == HUEDRIFT_OK) return;
    if (failure.code == HUEDRIFT_USAGE) throw py::value_error(failure.sentence);
    if (failure.code == HUEDRIFT_NO_MEMORY) {
        PyErr_SetString(PyExc_MemoryError, failure.sentence);
        throw py::error_already_set();
    }
    const py::object type = py::module_::import("huedrift._huedrift").attr("Error");
    const py::object exception = type(failure.sentence);
    exception.attr("code") = int{failure.code};
    PyErr_SetObject(type.ptr(), exception.ptr());
    throw py::error_already_set();
}

namespace {

/// A thread that runs one task after another. With a thread for each call, the process grew by some KiB a
/// call: TBB keeps something for every thread that it meets.
class Worker {
public:
    Worker() : thread([this] { run(); }) {}
    /// Waits for the task.
    ~Worker() {
        {
            const std::lock_guard lock(mutex);
            is_ending = true;
        }
        changed.notify_all();
        thread.join();
    }
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Begins a task, which must not throw. The worker must be idle.
    void start(std::function<void()> begun) {
        {
            const std::lock_guard lock(mutex);
            task = std::move(begun);
        }
        changed.notify_all();
    }
    bool is_idle() {
        const std::lock_guard lock(mutex);
        return !task;
    }
    /// Waits for at most so long. @return whether the task has ended
    bool wait_for(std::chrono::milliseconds most) {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, most, [this] { return !task; });
    }

private:
    void run() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [this] { return task || is_ending; });
            if (!task) return;
            lock.unlock();
            task();
            lock.lock();
            task = nullptr;
            changed.notify_all();
        }
    }

    std::mutex mutex{};
    std::condition_variable changed{};
    std::function<void()> task{};
    bool is_ending = false;
    std::thread thread;
};

/// Ends the workers with their thread, but not those of the process from which this one was forked.
class Owner {
public:
    Owner() = default;
    ~Owner() { forget_after_fork(); }
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;

    Worker& get() {
        forget_after_fork();
        const auto idle =
            std::find_if(workers.begin(), workers.end(), [](auto& one) { return one->is_idle(); });
        return idle == workers.end() ? *workers.emplace_back(std::make_unique<Worker>()) : **idle;
    }

private:
    void forget_after_fork() {
        if (process == getpid()) return;
        // Their threads do not exist, so nothing could end them.
        for (std::unique_ptr<Worker>& worker : workers) static_cast<void>(worker.release());
        workers.clear();
        process = getpid();
    }

    pid_t process = getpid();
    std::vector<std::unique_ptr<Worker>> workers{};
};

/// An idle worker of the calling thread, which lives as long. A thread has several if it makes a call while
/// another waits. A process made by fork() gets new ones, as it has no threads but the one that called.
Worker& idle_worker() {
    thread_local Owner owner;
    return owner.get();
}

constexpr std::chrono::milliseconds look_interval(20);

/// The calls that run, for the end of the program. Never destroyed, as threads may still use it then.
struct Calls {
    std::mutex mutex{};
    std::condition_variable changed{};
    std::set<huedrift_job*> running{};
    std::set<huedrift_job*> ended_with_program{};
};

Calls& calls() {
    static Calls& all = *new Calls;
    return all;
}

/// Takes the interpreter's lock again. While the interpreter ends, it ends the other threads here by
/// unwinding their stack, where objects of pybind11 would use an interpreter that is gone; such a thread
/// waits for the process instead.
void take_lock(PyThreadState* here) {
    try {
        PyEval_RestoreThread(here);
    } catch (const abi::__forced_unwind&) {
        for (;;) pause();
    }
}

/// Waits until `done`, which waits for a while itself and runs without the interpreter's lock, is true; calls
/// `look` in between.
template <class Done, class Look>
void wait_until(const Done& done, const Look& look) {
    for (;;) {
        PyThreadState* const here = PyEval_SaveThread();
        const bool is_done = done();
        take_lock(here);
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
        PyObject* returned = nullptr;
        try { // as in take_lock(); no object of pybind11 may lie between
            returned = PyObject_CallFunction(progress.ptr(), "d", share);
        } catch (const abi::__forced_unwind&) {
            for (;;) pause();
        }
        if (!returned) throw py::error_already_set();
        Py_DECREF(returned);
    }

private:
    const py::object& progress;
    double last = -1;
};

/// Holds an object of the library for a call of this thread.
class Use {
public:
    explicit Use(InUse& in_use) : in_use(in_use), lock(in_use.mutex, std::defer_lock) {
        const std::thread::id here = std::this_thread::get_id();
        if (in_use.thread == here)
            throw std::runtime_error("the Picture or Group is in use by a call of this thread, which a "
                                     "progress function or signal handler interrupts");
        wait_until([&] { return lock.try_lock_for(look_interval); }, run_signal_handlers);
        in_use.thread = here;
    }
    ~Use() { in_use.thread = {}; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

private:
    InUse& in_use;
    std::unique_lock<std::timed_mutex> lock;
};

/// A call on another thread. Both threads own its data, as the program may end while one waits.
class Running {
public:
    explicit Running(LibraryCall begun) : call(std::make_shared<Call>()), worker(idle_worker()) {
        call->begun = std::move(begun);
        call->job.reset(huedrift_job_new(nullptr, nullptr));
        if (!job()) throw std::bad_alloc();
        {
            const std::lock_guard lock(calls().mutex);
            calls().running.insert(job());
        }
        worker.start([own = call] {
            own->begun(own->job.get(), &own->failure);
            const std::lock_guard lock(calls().mutex);
            calls().running.erase(own->job.get());
            calls().changed.notify_all();
        });
    }

    huedrift_job* job() const { return call->job.get(); }
    /// Waits for a while; for ever if the program's end has ended the call, as nobody waits for the thread.
    bool has_ended() const {
        if (!worker.wait_for(look_interval)) return false;
        std::unique_lock lock(calls().mutex);
        calls().changed.wait(lock, [this] { return !calls().ended_with_program.count(job()); });
        return true;
    }
    const huedrift_failure& failure() const { return call->failure; }

private:
    struct Call {
        LibraryCall begun{};
        OwnedJob job{};
        huedrift_failure failure{};
    };

    std::shared_ptr<Call> call;
    Worker& worker;
};

}

void end_calls() {
    const py::gil_scoped_release released;
    std::unique_lock lock(calls().mutex);
    for (huedrift_job* const job : calls().running) {
        huedrift_job_cancel(job);
        calls().ended_with_program.insert(job);
    }
    // Not for ever: a process made by fork() has none of the threads that worked then.
    calls().changed.wait_for(lock, std::chrono::seconds(2), [] { return calls().running.empty(); });
}

void watched_call(const py::object& progress, const LibraryCall& call) {
    const Running running(call);
    Reporter reporter(progress);
    try {
        wait_until([&] { return running.has_ended(); },
                   [&] {
                       run_signal_handlers();
                       reporter.report(huedrift_job_share(running.job()));
                   });
        run_signal_handlers(); // of signals since the last look
    } catch (...) {
        huedrift_job_cancel(running.job());
        wait_until([&] { return running.has_ended(); }, [] {});
        throw;
    }
    throw_if_failed(running.failure());
    reporter.report(1);
}

void watched_call(InUse& in_use, const py::object& progress, const LibraryCall& call) {
    const Use use(in_use);
    watched_call(progress, call);
}

}
