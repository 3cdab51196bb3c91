#pragma once

#include "base/error.h"

#include <cstddef>
#include <string>

namespace huedrift {

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
