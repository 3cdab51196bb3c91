#pragma once

#include "app/ui/fields.h"
#include "pipeline/recipe_rows.h"
#include "session/weightings.h"

#include <map>
#include <optional>
#include <string_view>

namespace huedrift::app {

/// The numbers that a setting can have.
NumberRange range_of(const RecipeRow& row);

/// What a tooltip says about a setting: the first clause of its help, and its word in command lines and
/// papers.
std::string tip_of(const RecipeRow& row);

/// The fields of settings, by the words of their rows.
using NumberFields = std::map<std::string_view, NumberField>;

/// Draws controls of settings in a panel and notes their changes. Captions, buttons, ranges, units and help
/// are those of recipe_rows(). A slider has the word of its row for its id, a field "##word".
class SettingRows {
public:
    /// All must outlive the object.
    SettingRows(Recipe& recipe, NumberFields& fields, const Gui& gui)
        : recipe_(recipe), fields_(fields), gui_(gui) {}

    /// The caption of the next control.
    void caption(const char* word) const;
    /// Buttons for the values of an enumeration.
    void choice(const char* word);
    /// A check box: for a flag with its caption, for an enumeration of two values with the label of the value
    /// that is not the default.
    void tick(const char* word);
    /// A slider with a field for a number, without a caption. The track may be a part of the range.
    void slider(const char* word, const Track& track);
    /// A number of a setting, with its caption; the track is the whole range.
    void number(const char* word);
    void number(const char* word, const Track& track);

    /// Notes what happened to a control drawn otherwise.
    void note(Change change) { change_ = std::max(change_, change); }
    void note(bool is_changed) { note(is_changed ? Change::complete : Change::none); }
    Change change() const { return change_; }

private:
    Recipe& recipe_;
    NumberFields& fields_;
    const Gui& gui_;
    Change change_ = Change::none;
};

/// The choice between the weightings and both, in a panel or a form; returns the clicked one.
std::optional<Weightings> weightings_choice(Weightings chosen, const Gui& gui);

}
