#pragma once

#include "session/export.h"
#include "base/job_runner.h"

#include <optional>

namespace huedrift {

/// How large the pictures of an export would be, found by encoding them in the background; at most so large
/// where the smallest are asked for.
class ExportSize {
public:
    explicit ExportSize(std::function<void()> wake) : runner_(std::move(wake)) {}

    /// Asks for it; does nothing if the same was asked last.
    void ask(const ExportRequest& request, const std::vector<std::shared_ptr<const Result>>& results);
    /// Takes in what is ready; whether there was anything. On the thread that calls ask().
    bool deliver() { return runner_.deliver(); }
    /// Of all pictures asked for last; none while it is not known, or where they cannot be encoded.
    std::optional<std::uintmax_t> bytes() const { return bytes_; }
    /// Why the format cannot hold one of them, as a sentence; else empty.
    const std::string& refusal() const { return refusal_; }

private:
    /// What the size depends on.
    struct Key {
        std::filesystem::path extension;
        bool indexed = false, settings = false, keep_metadata = false;
        int quality = 0;
        std::size_t frame = 0;
        std::vector<std::shared_ptr<const Result>> results;
        friend bool operator==(const Key&, const Key&) = default;
    };

    Key asked_;
    std::optional<std::uintmax_t> bytes_;
    std::string refusal_;
    JobRunner runner_;
};

}
