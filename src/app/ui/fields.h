#pragma once

#include "app/ui/widgets.h"
#include "color/oklab.h"
#include "pipeline/recipe_rows.h"
#include "session/result.h"

#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace huedrift::app {

/// The numbers that a field accepts.
struct NumberRange {
    double min, max;
    bool whole = false;
    const char* unit = ""; ///< follows the number; optional in typed text
};

/// Parses a number with a decimal point or comma, with or without the unit; integers may have groups of three
/// digits. None for other texts and for numbers out of range.
std::optional<double> read_number(std::string_view text, const NumberRange& range);

/// A field for a typed number. Refuses numbers out of range in place.
class NumberField {
public:
    /// Complete on Return or when the field loses the focus; `value` changes only then.
    Change draw(const char* id, double& value, const NumberRange& range, float width, const Gui& gui);

    /// Whether a text that is no number in range was just confirmed or left; until the next click or Return.
    bool refuses() const { return refuses_; }

private:
    std::array<char, 32> text_{}, untouched_{}; ///< now, and when editing began
    bool typed_ = false;                        ///< the text was typed by the user
    bool refuses_ = false;
    int refocusing_ = 0; ///< frames that the focus may take to return after a refusal
};

/// A field for a colour's code, with the colour beside it.
class HexField {
public:
    /// Complete on Return or when the field loses the focus with another code; `color` changes only then.
    Change draw(const char* id, Rgb& color, float width, const Gui& gui);

    /// Empties the text for the user to type.
    void clear();
    /// The typed colour, if the text is a code.
    std::optional<Rgb> typed() const { return rgb_from_hex(text_.data()); }
    /// Whether Return was pressed in this frame, on a code.
    bool entered() const { return entered_; }

private:
    std::array<char, 8> text_{}, untouched_{}; ///< now, and when editing began
    bool typed_ = false;                       ///< the text was typed by the user
    bool entered_ = false;
};

/// The numbers that a setting can have.
NumberRange range_of(const RecipeRow& row);

/// The tooltip of a setting: the first two clauses of its help, and its word in command lines.
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
    /// A list of the values of an enumeration that opens on a click, for more than fit side by side.
    void list(const char* word);
    /// A check box: for a flag with its caption, for an enumeration of two values with the label of the value
    /// that is not the default.
    void tick(const char* word);
    /// A slider with a field for a number, without a caption. The track may be a part of the range, the field
    /// has all of it.
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
