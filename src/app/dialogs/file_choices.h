#pragma once

#include "app/ui/fields.h"
#include "image/picture_formats.h"
#include "pipeline/document.h"
#include "pipeline/recipe.h"

#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

// The choices that the exports of one picture and of a queue share.

/// A row of buttons for the picture formats that can be written, after a caption; marks the one of
/// `extension` (".png"). Returns the extension of the clicked one.
std::optional<std::string> format_row(const std::string& extension, const Gui& gui);

/// The quality of a JPEG, 1 to 100: a slider with its number.
void quality_slider(int& quality, const Gui& gui);

/// A check box for the smallest PNG files.
void smallest_check(bool& wanted, const Gui& gui);
/// A check box for the source's file in place of a larger result; `is_refused` where that could break another
/// choice.
void keep_smaller_check(bool& wanted, bool is_refused, const Gui& gui);

/// When a file of this name has a palette; never for a name of no format.
Indexing indexing_of(const std::string& name);

/// Rows for the slots of an indexed picture of this name: the bits a pixel, where its format has a choice,
/// and the number of entries. Returns whether a choice has changed.
bool slot_rows(const std::string& name, OutputRecipe& output, NumberField& entries, const Gui& gui);

/// The losses of a document in a file of this name, as sentences; none for names of no format.
std::vector<std::string> losses_in(const std::string& name, bool indexed, const Document& document);
/// The same of any document that has a print size.
std::vector<std::string> losses_in(const std::string& name);
/// Lines that tell of losses.
void loss_lines(const std::vector<std::string>& sentences, const Gui& gui);

/// A check box for giving files the times of their sources.
void times_check(bool& wanted, const Gui& gui);
/// A check box for keeping the sources' metadata; disabled if the files have no place for it.
void metadata_check(bool& wanted, bool has_place, const Gui& gui);

}
