#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace huedrift {

/// Why something failed. The values are the exit codes of huedrift-cli.
enum class ErrorKind {
    failed = 1,
    usage = 2,
    input = 3,
    output = 4,
    device = 5,
    cancelled = 130,
};

/// The only exception type of huedrift: a sentence for the user and the kind of failure. docs/architecture.md
/// says when it is caught.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
    ErrorKind kind() const { return kind_; }

private:
    ErrorKind kind_;
};

// Errors after which another device or the CPU can do the work. The engines and the window catch them; any
// other Error(device) goes to the user.

/// The device was lost or hangs. Everything created on it is unusable from now on.
class DeviceLost : public Error {
public:
    explicit DeviceLost(const std::string& sentence) : Error(ErrorKind::device, sentence) {}
};

/// The device returned a value that cannot be right. More wrong values may follow, so the device counts as
/// lost.
class WrongResult final : public DeviceLost {
public:
    explicit WrongResult(const std::string& device) : DeviceLost(device + " computed a wrong result") {}
};

/// The job is too large for the device, which remains usable for smaller ones.
class TooLargeForDevice : public Error {
public:
    explicit TooLargeForDevice(const std::string& sentence) : Error(ErrorKind::device, sentence) {}
};

/// An allocation on the device, or on the host for the device, failed or would have exceeded the memory
/// limit.
class OutOfMemory final : public TooLargeForDevice {
public:
    using TooLargeForDevice::TooLargeForDevice;
};

/// The reason for a refusal, for a caller that can offer another setting.
struct Refusal {
    enum class Of {
        nothing,
        entries,      ///< more colours than an indexed picture or a palette file holds
        soft_entries, ///< the same, because of partly transparent pixels
        soft_alpha,   ///< partly transparent pixels
        alpha_levels, ///< levels of alpha, where pictures share a palette
        enlargement,  ///< of the cells of a pixel grid; `most` pixels each would do
        bits,         ///< fewer bits a pixel than the entries need
        padding,      ///< to fewer entries than there are
        transparent_index,
        other_colors, ///< colours that a given palette lacks
    };
    Of of = Of::nothing;
    std::size_t most = 0;

    friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// An Error with the reason for a refusal.
class Refused : public Error {
public:
    Refused(ErrorKind kind, const std::string& sentence, const Refusal& refusal)
        : Error(kind, sentence), refusal_(refusal) {}
    const Refusal& refusal() const { return refusal_; }

private:
    Refusal refusal_;
};

/// The refusal of an error; of nothing for an error of another type.
inline Refusal refusal_of(const Error& error) {
    const auto* const refused = dynamic_cast<const Refused*>(&error);
    return refused ? refused->refusal() : Refusal{};
}

}
