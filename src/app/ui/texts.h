#pragma once

#include "app/ui/settings.h"
#include "base/enumeration.h"
#include "pipeline/look.h"
#include "session/snapshot.h"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

namespace huedrift::app {

/// As printf() does, up to 63 bytes.
template <class... Values>
std::string printed(const char* format, Values... values) {
    char text[64];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

/// "1,234,567"
std::string grouped(std::uint64_t number);
/// "1 colour", "1,234 colours"
std::string counted(std::uint64_t number, const char* one, const char* many);
/// "1,234 colours"; for linked pictures "1,234 colours in 3 pictures". Needs an analysed picture.
std::string source_colors(const Snapshot& snapshot);
/// How sure numbers of colours are.
class Certainty {
public:
    /// Adds a number that the result has found.
    void add(const Result& result, std::size_t number);
    /// "" for exact numbers, else "about " or, where the exact ones may be far larger, "at least ".
    const char* word() const { return is_exact_ ? "" : is_least_ ? "at least " : "about "; }

private:
    bool is_exact_ = true, is_least_ = false;
};
/// "37", "about 37", "at least 624".
std::string number_of_colors(const Result& result, std::size_t number);
/// Whether requested work is running.
bool is_working(const Snapshot& snapshot);
/// Whether results have been out of date only for a moment, even if newer requests follow each other. The
/// texts then stay, because new results usually come at once and another word would flash.
bool is_catching_up(const Snapshot& snapshot);
/// When is_catching_up() ends if nothing else happens; none: it is false.
std::optional<std::chrono::milliseconds> catching_up_ends_in(const Snapshot& snapshot);
/// The window's words for a look.
struct LookWords {
    Look look;
    const char *command, *about; ///< `about` is a sentence without its full stop
};
/// In the order of the window.
inline constexpr LookWords look_words[]{
    {Look::photo, "Photo Look", "Photo keeps modelling and accents"},
    {Look::poster, "Poster Look", "Poster makes large areas"},
    {Look::flat, "Flat Look", "Flat gives areas clean edges, to cut, print or trace them"},
    {Look::pixel_art, "Pixel Art Look", "Pixel art turns enlarged pixel art back into pixels"},
    {Look::published, "Published Look", "As published works like the article's program"},
};
static_assert(has_one_row_for_each<Look>(look_words, &LookWords::look));
/// The window's words for a view.
struct ViewWords {
    Compare view;
    const char* word; ///< in the file of settings
    const char* name; ///< in menus
    const char *label, *short_label;
    char key;
    const char* hint;
};
/// In the order of the window.
inline constexpr ViewWords view_words[]{
    {Compare::side_by_side, "side_by_side", "Side by Side", "Side by side", "Side", 's',
     "Show source and results next to each other"},
    {Compare::wipe, "wipe", "Wipe", "Wipe", "Wipe", 'w',
     "Show source and result with a divider between them"},
    {Compare::single, "single", "Single", "Single", "Single", 'g', "Show the result alone"},
    {Compare::difference, "difference", "Difference", "Difference", "Diff", 'd',
     "Show how far apart source and result are"},
    {Compare::cloud, "cloud", "Cloud", "Cloud", "Cloud", 'o',
     "Show the colours in Oklab, drifting from the source to the result"},
};
static_assert(has_one_row_for_each<Compare>(view_words, &ViewWords::view));
/// How visible the mean error of a result is.
const char* word_for(double error);
/// "0.05", "1.732": four significant digits.
std::string short_number(double value);
/// "840 ms", "1.25 s", "2 min 3 s"
std::string duration(double seconds);
/// " in 840 ms"; empty below a millisecond.
std::string in_duration(double seconds);
/// "6000 × 4000"
std::string dimensions(std::int64_t width, std::int64_t height);
/// "812 B", "1.4 MiB"
std::string file_size(std::uint64_t bytes);

}
