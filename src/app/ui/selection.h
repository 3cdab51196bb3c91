#pragma once

#include "palette/swatch.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <span>
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

    /// Sets the list. Colours that it lacks are no longer chosen.
    void follow(std::span<const Swatch> list);

    bool contains(std::size_t number) const { return rows.contains(static_cast<int>(number)); }
    /// Whether more than one is chosen; for a single one, the commands for one colour apply.
    bool has_several() const { return rows.rows().size() > 1; }
    /// In the order of the list.
    std::vector<Rgb> colors() const;
    /// The colour clicked or walked to last, chosen or not.
    std::optional<Rgb> cursor() const;

private:
    std::optional<Rgb> listed(int row) const;

    std::vector<Rgb> list_;
};

}
