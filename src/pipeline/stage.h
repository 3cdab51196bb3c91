#pragma once

#include "base/progress.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace huedrift {

/// One step of a chain, independent of the type of its output.
class AnyStage {
public:
    AnyStage(const AnyStage&) = delete;
    AnyStage& operator=(const AnyStage&) = delete;

    const std::string& name() const { return name_; }
    /// How often it has computed.
    int computations() const { return computations_; }
    /// The time spent computing since clear().
    double seconds() const { return seconds_; }
    /// Drops the kept outputs and resets seconds().
    virtual void clear() = 0;

protected:
    explicit AnyStage(std::string name) : name_(std::move(name)) {}
    ~AnyStage() = default;

    int computations_ = 0;
    double seconds_ = 0;

private:
    std::string name_;
};

/// The stages of a chain in order. A stage made for a list adds itself.
using StageList = std::vector<AnyStage*>;

/// Keeps its last outputs with their inputs and computes nothing twice. Compares inputs with ==: outputs of
/// earlier steps by their addresses, which cannot be reused while they are kept.
template <class Inputs, class Output>
class Stage final : public AnyStage {
public:
    using Kept = std::shared_ptr<const Output>;

    /// `capacity`: the number of most recently used outputs to keep.
    explicit Stage(std::size_t capacity = 1) : AnyStage({}), capacity_(capacity) { assert(capacity > 0); }
    /// Joins a list, which must outlive the stage.
    Stage(StageList& list, const char* name, std::size_t capacity = 1) : AnyStage(name), capacity_(capacity) {
        assert(capacity > 0);
        list.push_back(this);
    }

    /// The kept output for these inputs, else a new one from `make`.
    template <class Make>
    Kept run(const Inputs& inputs, Make&& make) {
        if (Kept found = find(inputs)) return found;
        const Stopwatch watch;
        Kept output = std::make_shared<const Output>(make());
        seconds_ += watch.seconds();
        ++computations_;
        entries_.push_front({inputs, output});
        if (entries_.size() > capacity_) entries_.pop_back();
        return output;
    }

    /// The kept output for these inputs, or null.
    Kept find(const Inputs& inputs) {
        const auto found = std::ranges::find(entries_, inputs, &Entry::inputs);
        if (found == entries_.end()) return nullptr;
        std::rotate(entries_.begin(), found, found + 1);
        return entries_.front().output;
    }

    /// Keeps what another stage keeps.
    void share(const Stage& other) { entries_ = other.entries_; }

    /// All kept outputs, most recently used first.
    std::vector<Kept> kept() const {
        std::vector<Kept> all;
        for (const Entry& entry : entries_) all.push_back(entry.output);
        return all;
    }

    void clear() override {
        entries_.clear();
        seconds_ = 0;
    }

private:
    struct Entry {
        Inputs inputs;
        Kept output;
    };

    std::size_t capacity_;
    std::deque<Entry> entries_;
};

}
