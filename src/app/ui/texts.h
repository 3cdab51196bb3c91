#pragma once

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
/// Whether requested work is running.
bool is_working(const Snapshot& snapshot);
/// Whether results have been out of date only for a moment. The texts then stay, because new results usually
/// come at once and another word would flash.
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
    {Look::flat, "Flat Look", "Flat is for logos, screenshots and sprites"},
    {Look::pixel_art, "Pixel Art Look", "Pixel art turns enlarged pixel art back into pixels"},
    {Look::published, "Published Look", "Published works like the article's program"},
};
/// "0.05", "1.732": four significant digits.
std::string short_number(double value);
/// "840 ms", "1.25 s", "2 min 3 s"
std::string duration(double seconds);
/// "6000 × 4000"
std::string dimensions(std::int64_t width, std::int64_t height);
/// "812 B", "1.4 MiB"
std::string file_size(std::uint64_t bytes);

}
