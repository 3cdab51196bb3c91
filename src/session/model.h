#pragma once

#include "session/history.h"
#include "session/snapshot.h"

#include <optional>
#include <utility>
#include <vector>

namespace huedrift {

/// A file to open. Each object is a new request, even for the same file: a reload.
struct Opening {
    Location path;
    bool offers = true; ///< offers the recipe that the file carries
    bool skips = false; ///< goes on with the next file of the queue if this one cannot be opened
    /// The settings, without edits, that were made for other pictures; none: those are of this one, or
    /// nobody has set any.
    std::optional<SessionSettings> met{};
};

/// The settings before a picture is open, if the user has set nothing.
SessionSettings first_settings();

/// The state of a session: the snapshot for its window, and the data behind that. Only the thread of the
/// session's owner touches it; jobs post closures that change it.
struct Model : Snapshot {
    /// `of_user` are the user's settings; none: each picture is opened with the look that suits it.
    Model(std::shared_ptr<const std::vector<EngineEntry>> all_engines,
          const std::optional<SessionSettings>& of_user);

    History history;
    std::optional<SessionSettings> user_settings{}; ///< as in Session
    /// Settings without edits, and the recipe that the open picture has in their place.
    std::optional<std::pair<SessionSettings, Recipe>> resolved{};
    std::shared_ptr<const Opening> open_file{}; ///< of the document
    std::shared_ptr<const Opening> next_file{}; ///< being loaded; null: none
    std::optional<SessionSettings> met{};       ///< as in Opening, until a setting is changed
    bool is_untouched = false;                  ///< nothing was changed since the document was opened
    bool is_opening_undone = false;             ///< the last undo left the look of pixel art
    std::optional<double> offered_radius{};     ///< the offered radius, while it is set
    bool awaits_look = false;                   ///< the look that suits the document is not known yet
    bool is_restored = false;             ///< the last change is that the edits of an earlier run came back
    std::vector<PaletteOffer> palettes{}; ///< those that were taken, the newest first
    std::uint64_t generation = 0;         ///< of the last request; earlier ones change no settings

    void begin(Activity next);
    /// Says why a request failed, or a device did; without a sentence nothing.
    void set_notice(const std::string& sentence = {}, const Refusal& of = {}) {
        notice = sentence;
        refusal = of;
    }
    /// Another change than the return of edits comes.
    void end_restoring() { has_restored = is_restored = false; }
    void show_document(std::shared_ptr<const Document> opened, std::shared_ptr<const RecipeOffer> carried,
                       const std::shared_ptr<const Opening>& file);
    void begin_opening(Opening file);
    void end_opening();
    /// The picture whose edits are shown; nowhere: pictures that share a palette share their edits. While
    /// another one is loaded, the user still sees, and edits, the open one.
    Location edited() const;
    /// Goes over to the edits of that picture.
    void show_edits();
    /// Shows the current settings of the history.
    void show_settings();
    /// Shows this recipe of the picture, in place of that of the settings where it `differs`.
    void resolve(const Recipe& of_picture, bool differs);
    /// Makes the current settings, without edits, the user's.
    void keep_own();
    /// Whether undo leaves the look of pixel art, with which the picture was opened.
    bool undoes_opening() const { return is_untouched && opened_as_pixel_art && !is_restored; }
};

}
