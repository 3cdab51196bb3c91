#include "cli/job_engines.h"

#include "base/parallel.h"
#include "cli/failure.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace huedrift {

struct JobEngines::Device {
    explicit Device(const EngineEntry& from) : entry(from) {}

    EngineEntry entry;
    std::unique_ptr<Engine> engine{};          ///< opened for the first reduction
    std::string name, device;                  ///< of the engine that computed last
    std::vector<std::string>* notes = nullptr; ///< of the job that has the device
    bool busy = false;
};

/// Holds a device for one reduction: the job's last one if that is idle, as it keeps the picture's analysis,
/// else any.
class JobEngines::Turn {
public:
    Turn(JobEngines& engines, Device& last, std::vector<std::string>& notes) : engines_(engines) {
        std::unique_lock lock(engines_.mutex_);
        engines_.idle_.wait(lock, [&] { return std::ranges::any_of(engines_.devices_, is_idle); });
        device_ = last.busy ? std::ranges::find_if(engines_.devices_, is_idle)->get() : &last;
        device_->busy = true;
        device_->notes = &notes;
    }
    ~Turn() {
        {
            const std::lock_guard lock(engines_.mutex_);
            device_->busy = false;
        }
        engines_.idle_.notify_one();
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    Device& device() const { return *device_; }

private:
    static bool is_idle(const std::unique_ptr<Device>& device) { return !device->busy; }

    JobEngines& engines_;
    Device* device_ = nullptr;
};

/// Reduces on any idle device.
class JobEngines::OnDevice : public Engine {
public:
    OnDevice(JobEngines& engines, std::vector<std::string>& notes)
        : engines_(engines), notes_(notes), last_(engines.devices_.front().get()) {}

    std::string name() const override {
        const std::lock_guard lock(engines_.mutex_);
        return last_->name;
    }
    std::string device() const override {
        const std::lock_guard lock(engines_.mutex_);
        return last_->device;
    }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        const Turn turn(engines_, *last_, notes_);
        last_ = &turn.device();
        if (!last_->engine) engines_.open(*last_);
        Reduction reduction = last_->engine->reduce(colors, options, progress);
        keep_names();
        return reduction;
    }

private:
    void keep_names() {
        const std::lock_guard lock(engines_.mutex_);
        last_->name = last_->engine->name(); // another engine may take over
        last_->device = last_->engine->device();
    }

    JobEngines& engines_;
    std::vector<std::string>& notes_;
    Device* last_;
};

/// Asks for an engine at the first reduction.
class JobEngines::Late : public Engine {
public:
    Late(JobEngines& engines, std::vector<std::string>& notes) : engines_(engines), notes_(notes) {}

    std::string name() const override { return engine_ ? engine_->name() : ""; }
    std::string device() const override { return engine_ ? engine_->device() : ""; }
    Reduction reduce(const ColorSet& colors, const Options& options, Progress& progress) override {
        if (!engine_) engine_ = engines_.make_now(notes_);
        return engine_->reduce(colors, options, progress);
    }

private:
    JobEngines& engines_;
    std::vector<std::string>& notes_;
    std::unique_ptr<Engine> engine_;
};

JobEngines::JobEngines(List list, const EngineSettings& settings)
    : settings_(settings), list_(std::move(list)) {}

JobEngines::~JobEngines() = default;

void JobEngines::open(Device& device) {
    device.engine = make_failover(device.entry, settings_, [&device](const std::string& sentence) {
        complain(sentence);
        device.notes->push_back(sentence);
    });
}

void JobEngines::find_entries() {
    std::call_once(found_, [&] {
        entries_ = list_();
        if (entries_.size() == 1 && !entries_.front().losses) return;
        for (const EngineEntry& entry : entries_) devices_.push_back(std::make_unique<Device>(entry));
    });
}

std::unique_ptr<Engine> JobEngines::make(std::vector<std::string>& notes) {
    return std::make_unique<Late>(*this, notes);
}

std::unique_ptr<Engine> JobEngines::make_now(std::vector<std::string>& notes) {
    find_entries();
    if (!devices_.empty()) return std::make_unique<OnDevice>(*this, notes);
    return make_failover(entries_.front(), settings_, [&notes](const std::string& sentence) {
        complain(sentence);
        notes.push_back(sentence);
    });
}

std::unique_ptr<PictureFilter> JobEngines::make_filter(const Recipe& recipe) {
    if (recipe.source.smooth == 0) return nullptr;
    find_entries();
    const std::span<const EngineEntry> entry(&entries_[filters_++ % entries_.size()], 1);
    return make_picture_filter(entry, {.engine = entry.front().engine});
}

namespace {

/// A picture at the usual limit of 64 megapixels, its result, and the states visited.
constexpr std::size_t bytes_per_job = std::size_t{2} << 30;

/// The next work, and the finished work.
class Turns {
public:
    Turns(std::size_t count, std::size_t ahead) : finished_(count), ahead_(ahead) {}

    /// Waits for the next work; false: there is none.
    bool next(std::size_t& i) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return begun_ < done_ + ahead_ || begun_ == finished_.size(); });
        if (begun_ == finished_.size()) return false;
        i = begun_++;
        return true;
    }
    void finish(std::size_t i) {
        const std::lock_guard lock(mutex_);
        finished_[i] = true;
        changed_.notify_all();
    }
    void await(std::size_t i) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return finished_[i]; });
    }
    void done() {
        const std::lock_guard lock(mutex_);
        ++done_;
        changed_.notify_all();
    }
    void stop() {
        const std::lock_guard lock(mutex_);
        begun_ = finished_.size();
        changed_.notify_all();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<bool> finished_;
    std::size_t ahead_, begun_ = 0, done_ = 0;
};

/// Threads that are always stopped and joined.
class Workers {
public:
    Workers(Turns& turns, std::size_t threads, FunctionRef<std::size_t> work) : turns_(turns) {
        try {
            for (std::size_t n = 0; n < threads; ++n)
                threads_.emplace_back([this, work] {
                    for (std::size_t i = 0; turns_.next(i); turns_.finish(i)) work(i);
                });
        } catch (const std::system_error&) {
            if (threads_.empty()) throw; // otherwise fewer threads do the work
        }
    }
    ~Workers() {
        turns_.stop();
        for (std::thread& thread : threads_) thread.join();
    }
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

private:
    Turns& turns_;
    std::vector<std::thread> threads_;
};

}

std::size_t jobs_at_once(std::optional<int> asked, std::span<const Location> inputs, std::size_t memory) {
    // A wait for another program's output cannot be cancelled. With one job, a signal ends the program at
    // once.
    if (std::ranges::any_of(inputs, &Location::is_standard_stream)) return 1;
    const std::size_t most = std::min(std::size_t(thread_count()), memory / bytes_per_job);
    return std::clamp<std::size_t>(std::min(asked ? std::size_t(*asked) : most, inputs.size()), 1, 1024);
}

void in_order(std::size_t count, std::size_t threads, FunctionRef<std::size_t> work,
              FunctionRef<std::size_t> done) {
    if (threads < 2 || count < 2) {
        for (std::size_t i = 0; i < count; ++i) {
            work(i);
            done(i);
        }
        return;
    }
    const ThreadLimit limit(std::max(1, thread_count() - int(threads) + 1));
    Turns turns(count, 2 * threads);
    const Workers workers(turns, std::min(threads, count), work);
    for (std::size_t i = 0; i < count; ++i) {
        turns.await(i);
        done(i);
        turns.done();
    }
}

}
