#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>

namespace huedrift {

/// One step of the chain. It keeps what it made, and of what, and makes nothing of the same inputs twice.
/// Inputs are compared with ==: shared parts of earlier steps by their addresses, which being kept stay
/// theirs.
template <class Inputs, class Output>
class Stage {
public:
    using Made = std::shared_ptr<const Output>;

    /// `kept`: how many outputs, of the inputs asked for last.
    explicit Stage(std::size_t kept = 1) : kept_(kept) {}

    /// What `make` returns, or did for these inputs before.
    template <class Make>
    Made run(const Inputs& inputs, Make&& make) {
        if (Made made = find(inputs)) return made;
        const auto start = std::chrono::steady_clock::now();
        Made made = std::make_shared<const Output>(make());
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        ++runs_;
        entries_.push_front({inputs, made});
        if (entries_.size() > kept_) entries_.pop_back();
        return made;
    }

    /// What was made of these inputs and is kept; else null.
    Made find(const Inputs& inputs) {
        const auto found = std::ranges::find(entries_, inputs, &Entry::inputs);
        if (found == entries_.end()) return nullptr;
        std::rotate(entries_.begin(), found, found + 1);
        return entries_.front().output;
    }

    /// Drops what is kept, and the time that it took.
    void clear() {
        entries_.clear();
        seconds_ = 0;
    }

    /// How often it had to make something.
    int runs() const { return runs_; }
    /// What that took since clear().
    double seconds() const { return seconds_; }

private:
    struct Entry {
        Inputs inputs;
        Made output;
    };

    std::size_t kept_;
    std::deque<Entry> entries_;
    int runs_ = 0;
    double seconds_ = 0;
};

}
