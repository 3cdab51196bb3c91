#pragma once

#include "base/job_runner.h"
#include "pipeline/document.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace huedrift {

/// The part of a recipe that is kept for its picture: the edits, without masks, whose pixels are not kept,
/// and a grid that is given.
Recipe kept_part(const Recipe& recipe);

/// $XDG_STATE_HOME/huedrift/edits, or below ~/.local/state without that variable; empty without a home
/// folder.
std::filesystem::path edits_folder();

/// The edits that are kept of all pictures, at one moment: in the files of a folder, and those that are
/// newer.
struct KeptEdits {
    std::filesystem::path folder{};          ///< empty: none are kept
    bool forgets = false;                    ///< the files, which are to be removed, do not count
    std::map<std::uint64_t, Recipe> newer{}; ///< not yet written, by the hash of a picture's pixels

    /// A kept_part(); without anything if there are none.
    Recipe find(std::uint64_t picture) const;
    Recipe find(const Document& document) const;
    friend bool operator==(const KeptEdits&, const KeptEdits&) = default;
};

/// Keeps the edits of pictures between runs: a file for each in a folder, named by the hash of its pixels,
/// since edits name colours of these. So they are found wherever the picture lies, and nothing tells its
/// name. Only the pictures opened or edited last have one. A file holds a recipe as a text; one that is none
/// counts as missing. Members are called from one thread and return at once.
class EditMemory {
public:
    static constexpr std::size_t max_pictures = 200;

    /// Without a folder, it remembers nothing.
    EditMemory(JobThreads& threads, std::filesystem::path folder);

    /// Goes over to this picture and looks for its edits.
    void open(const std::shared_ptr<const Document>& document);
    /// Takes in finished work; returns whether the edits of the open picture were found.
    bool deliver();
    bool is_searching() const { return finder_.busy(); }
    bool has_found() const { return found_.has_value(); }
    /// The edits found for the open picture, once.
    std::optional<Recipe> take_found() { return std::exchange(found_, std::nullopt); }
    /// Writes the edits of the open picture if they have changed since the last call, and removes its file if
    /// there are none. Until take_found(), those found stay instead of none.
    void note(const Recipe& now);
    /// Takes edits for those of the open picture that are already written, or are to be kept as they are.
    void assume(const Recipe& now) { noted_ = now; }
    /// Removes the edits of all pictures, those that were just found included.
    void forget();
    /// Waits until everything is written.
    void finish() { writer_.finish(); }
    const KeptEdits& kept() const { return kept_; }
    /// Why edits could not be written, a sentence, once.
    std::optional<Error> take_failure() { return std::exchange(failure_, std::nullopt); }

private:
    struct Found {
        std::uint64_t picture = 0; ///< the hash of its pixels
        Recipe edits{};
    };
    /// Where to look for the edits of a document.
    using Search = std::pair<KeptEdits, std::shared_ptr<const Document>>;
    static void write(const KeptEdits& kept);

    KeptEdits kept_;
    std::optional<std::uint64_t> picture_{}; ///< the open one; none until its hash is known
    std::optional<Recipe> found_{}, noted_{};
    std::optional<Error> failure_{};
    LatestJob<Search, Found> finder_;
    LatestJob<KeptEdits, std::monostate> writer_;
};

}
