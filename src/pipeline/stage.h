#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

namespace huedrift {

/// One step of the chain. Keeps its last outputs with their inputs, and computes nothing twice. Inputs are
/// compared with ==: outputs of earlier steps by address, which cannot be reused while they are kept.
template <class Inputs, class Output>
class Stage {
public:
    using Made = std::shared_ptr<const Output>;

    /// `kept`: the number of most recently used outputs to keep.
    explicit Stage(std::size_t kept = 1) : kept_(kept) {}

    /// The output for these inputs: kept, or else made by `make`.
    template <class Make>
    Made run(const Inputs& inputs, Make&& make) {
        if (Made made = find(inputs)) return made;
        const auto start = std::chrono::steady_clock::now();
        Made made = std::make_shared<const Output>(make());
        seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        ++computations_;
        entries_.push_front({inputs, made});
        if (entries_.size() > kept_) entries_.pop_back();
        return made;
    }

    /// The kept output for these inputs; else null.
    Made find(const Inputs& inputs) {
        const auto found = std::ranges::find(entries_, inputs, &Entry::inputs);
        if (found == entries_.end()) return nullptr;
        std::rotate(entries_.begin(), found, found + 1);
        return entries_.front().output;
    }

    /// All that are kept, the most recently used one first.
    std::vector<Made> kept() const {
        std::vector<Made> all;
        for (const Entry& entry : entries_) all.push_back(entry.output);
        return all;
    }

    /// Drops the kept outputs and the time spent.
    void clear() {
        entries_.clear();
        seconds_ = 0;
    }

    /// How often it called `make`.
    int computations() const { return computations_; }
    /// The time spent in `make` since clear().
    double seconds() const { return seconds_; }

private:
    struct Entry {
        Inputs inputs;
        Made output;
    };

    std::size_t kept_;
    std::deque<Entry> entries_;
    int computations_ = 0;
    double seconds_ = 0;
};

}
