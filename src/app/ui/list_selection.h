#pragma once

#include <algorithm>
#include <set>

namespace huedrift::app {

/// Which rows of a list are chosen, by clicks with Ctrl and Shift or by the arrow keys.
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
    /// Moves `by` rows in a list of `count`; with `extending`, chooses all on the way.
    void step(int by, int count, bool extending) {
        if (count == 0) return;
        const int row = cursor_ < 0 ? (by > 0 ? 0 : count - 1) : std::clamp(cursor_ + by, 0, count - 1);
        extending ? extend(row) : choose(row);
    }

private:
    std::set<int> rows_;
    int cursor_ = -1, anchor_ = -1;
};

}
