#pragma once

#include "app/ui/gui.h"
#include "app/ui/settings.h"
#include "color/oklab.h"
#include "image/animation.h"
#include "palette/swatch.h"
#include "session/history.h"
#include "session/layers.h"
#include "session/session.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace huedrift::app {

/// The chosen rows of a list, by clicks with Ctrl and Shift or by the arrow keys.
class ListSelection {
public:
    bool contains(int row) const { return rows_.contains(row); }
    const std::set<int>& rows() const { return rows_; }
    /// The row chosen last; -1: none.
    int cursor() const { return cursor_; }
    void clear() { *this = {}; }

    void choose(int row) {
        rows_ = {row};
        cursor_ = anchor_ = row;
    }
    void choose_all(int count) {
        for (int row = 0; row < count; ++row) rows_.insert(row);
        if (cursor_ < 0 && count > 0) cursor_ = anchor_ = 0;
    }
    /// A click with Ctrl.
    void toggle(int row) {
        if (!rows_.erase(row)) rows_.insert(row);
        cursor_ = anchor_ = row;
    }
    /// A click with Shift: all rows from the last one chosen without it.
    void extend(int row) {
        rows_.clear();
        const int from = anchor_ < 0 ? row : anchor_;
        for (int i = std::min(from, row); i <= std::max(from, row); ++i) rows_.insert(i);
        anchor_ = from;
        cursor_ = row;
    }
    /// Moves `by` rows in a list of `count`; `extending` chooses all rows on the way.
    void step(int by, int count, bool extending) {
        if (count == 0) return;
        extending ? extend(stepped(by, count)) : choose(stepped(by, count));
    }
    /// Moves without choosing.
    void walk(int by, int count) {
        if (count > 0) cursor_ = stepped(by, count);
    }

    /// Calls `visit` with each chosen row, and with those that the next steps begin at, if any.
    template <class Visit>
    void each(const Visit& visit) const {
        for (const int row : rows_) visit(row);
        for (const int row : {cursor_, anchor_})
            if (row >= 0) visit(row);
    }
    /// The same rows in another list: `place` returns a row's place there, or -1 if it is gone.
    ListSelection moved(const std::function<int(int)>& place) const {
        const auto placed = [&](int row) { return row < 0 ? -1 : place(row); };
        ListSelection there;
        for (const int row : rows_)
            if (const int to = placed(row); to >= 0) there.rows_.insert(to);
        there.cursor_ = placed(cursor_);
        there.anchor_ = placed(anchor_);
        return there;
    }

private:
    int stepped(int by, int count) const {
        return cursor_ < 0 ? (by > 0 ? 0 : count - 1) : std::clamp(cursor_ + by, 0, count - 1);
    }

    std::set<int> rows_;
    int cursor_ = -1, anchor_ = -1;
};

/// The chosen colours of the shown result, for commands on all of them.
class SwatchSelection {
public:
    /// By index in the list.
    ListSelection rows{};

    /// Goes over to the layers of another result. Colours that it lacks are no longer chosen.
    void follow(std::shared_ptr<const Result> result);

    bool contains(std::size_t number) const { return rows.contains(static_cast<int>(number)); }
    /// Whether more than one is chosen; for a single one, the commands for one colour apply.
    bool has_several() const { return rows.rows().size() > 1; }
    /// In the order of the list.
    std::vector<Rgb> colors() const;
    /// The colour clicked or walked to last, chosen or not.
    std::optional<Rgb> cursor() const;

private:
    std::optional<Rgb> listed(int row) const;

    std::shared_ptr<const Result> result_; ///< null: none yet
};

/// The frame of an animation to show, and when to show the next, by the rules of browsers. A picture is an
/// animation of one frame. The caller provides the time.
class Playback {
public:
    using Time = std::chrono::steady_clock::time_point;

    /// Begins with the first frame. Plays unless the user paused last.
    void open(const Animation& animation);
    /// Opens a reloaded file; stays at its frame if the file still has it.
    void reopen(const Animation& animation);

    /// The number of frames, at least 1.
    std::size_t frames() const { return begins_.empty() ? 1 : begins_.size() - 1; }
    /// The frame shown, from 0.
    std::size_t frame() const { return frame_; }
    /// When a frame begins, in seconds; for frames() the total duration.
    double begins(std::size_t frame) const { return begins_.empty() ? 0 : begins_[frame]; }
    /// The position between the first and the last frame, 0 to 1.
    double share() const { return frames() > 1 ? double(frame_) / double(frames() - 1) : 1; }
    /// How often the animation plays; 0: forever.
    std::uint32_t plays() const { return plays_; }
    bool is_playing() const { return user_plays_ && !ended_ && frames() > 1; }
    /// Whether the user wants it to play, even if there is nothing to play.
    bool is_wanted() const { return user_plays_; }

    void pause() { user_plays_ = false; }
    /// Plays on; from the beginning after the end.
    void play();
    /// Goes to a frame and keeps playing if it plays.
    void show(std::size_t frame);
    /// Pauses and goes `by` frames forward; the first follows the last.
    void step(int by);
    /// While held, stays at its frame.
    void hold(bool held);

    /// Advances to the present time; returns whether another frame is shown. Skips late frames, but after
    /// more than a second without a call continues where it was.
    bool advance(Time now);
    /// When to call advance() next; none: not before it plays.
    std::optional<Time> next() const { return runs() ? std::optional(due_.value_or(Time{})) : std::nullopt; }

private:
    bool runs() const { return is_playing() && !held_; }
    Time::duration shown_for(std::size_t frame) const;
    void go_on();

    std::vector<double> begins_{}; ///< the beginnings of all frames and the end, seconds; empty for a picture
    std::uint32_t plays_ = 0, played_ = 0;
    std::size_t frame_ = 0;
    bool user_plays_ = true, ended_ = false, held_ = false;
    std::optional<Time> due_{}; ///< the next frame; none before the first advance()
};

/// Four seconds, once, at the rate of screens.
Playback playback_of_drift();

/// The eye's colour receptors, by the wavelengths that they respond to. People without one have protanopia,
/// deuteranopia or tritanopia.
enum class Cone { long_waves, middle_waves, short_waves };

/// "Protanopia", "Deuteranopia", "Tritanopia".
constexpr const char* name_without(Cone cone) {
    return cone == Cone::long_waves     ? "Protanopia"
           : cone == Cone::middle_waves ? "Deuteranopia"
                                        : "Tritanopia";
}

/// A picture beside the divider of a wipe. `other` is the result of the weighting that is not shown.
enum class Compared { source, result, other, held };

/// How the window shows the pictures. Panels read and write it; nothing here changes a result.
struct ViewState {
    Settings settings{};                        ///< what stays between runs
    Weighting preferred = Weighting::frequency; ///< the result to show if only one is shown
    bool source_held = false;                   ///< the source is shown while its key is held
    std::shared_ptr<const Result> held{};       ///< kept to compare later results with it; null: none
    Compared left = Compared::source, right = Compared::result; ///< of the divider of a wipe
    std::optional<Cone> missing_cone{};                         ///< simulates vision without it

    /// The colour of the shown result whose swatch the pointer is on; its pixels are highlighted. Set again
    /// in every frame.
    std::optional<Rgb> hovered{};
    /// The result's only visible colour.
    std::optional<Rgb> isolated{};
    /// The chosen colours among its swatches.
    SwatchSelection selection{};
    /// Hidden colours, and whether changed pixels are marked.
    ResultDisplay display{};
    /// The source colour under the pointer in the last frame; none outside the picture and on transparent
    /// pixels.
    std::optional<Rgb> pointed{};
    /// The source colour that the pictures' menu is for.
    Rgb menu_color{};
    /// Whether to draw the recipe's masks over the pictures.
    bool shows_masks = true;

    /// The animation's playback.
    Playback playback{};
    /// The drift of the cloud's colours from the source to the result, and whether they have the result's
    /// colours all the way.
    Playback drift = playback_of_drift();
    bool shows_basins = false;

    /// Whether the canvas has the colours in place of the pictures.
    bool shows_cloud() const { return settings.compare == Compare::cloud; }
    /// The playback that the keys and the bar below the canvas control.
    Playback& played() { return shows_cloud() ? drift : playback; }
    const Playback& played() const { return shows_cloud() ? drift : playback; }
    /// Steps forward or back by a frame, or by a visible step of the drift.
    void step_played(int by) { played().step(shows_cloud() ? 8 * by : by); }

    /// Of changes by commands: a held key is one change, which its release completes.
    Gesture gesture = Gesture::complete;

    /// A panel or a command asks for a dialog.
    bool opens_palette = false, opens_keys = false, opens_about = false, asks_to_forget = false;
    bool opens_menus = false;        ///< by a key
    bool shows_palette_uses = false; ///< other answers to the question about a palette

    /// A sentence on the last action if nothing else shows it; the next key or click clears it.
    std::string said{};

    /// Shows a colour alone, or all colours if it is alone already.
    void isolate(Rgb color) { isolated = isolated == color ? std::nullopt : std::optional(color); }
    /// Resets the display, as for a newly opened picture.
    void show_all() {
        isolated.reset();
        display.hidden.clear();
    }

    /// The weighting shown, out of those computed.
    Weighting shown(Weightings computed) const {
        return includes(computed, preferred) ? preferred : other_than(preferred);
    }
    /// Keeps a result for comparisons; null: none any more.
    void hold(std::shared_ptr<const Result> result) {
        held = std::move(result);
        left = held ? Compared::held : Compared::source;
        right = Compared::result;
    }
    /// Gives a wipe source and result, if it shows what these weightings do not have.
    void check_sides(Weightings computed) {
        if (has(left, computed) && has(right, computed)) return;
        left = Compared::source;
        right = Compared::result;
    }
    /// Whether there is such a picture, where these weightings are computed.
    bool has(Compared compared, Weightings computed) const {
        if (compared == Compared::held) return held != nullptr;
        return compared != Compared::other || computed == Weightings::both;
    }
};

/// The data that the parts of the window show in a frame, and the objects they act on. A part that changes
/// the settings begins with those of `session`, as another part may have changed them in the same frame.
struct FrameContext {
    const Snapshot& snapshot;
    Session& session;
    ViewState& state;
    const Gui& gui;
    const Actions& actions;

    /// The newest result of the weighting shown; null: none.
    const std::shared_ptr<const Result>& result() const {
        return snapshot.result(state.shown(snapshot.weightings));
    }
};

}
