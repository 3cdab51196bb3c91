#pragma once

#include "app/ui/fields.h"
#include "image/picture_formats.h"
#include "pipeline/document.h"
#include "pipeline/write_result.h"
#include "session/export.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace huedrift::app {

/// The facts that the controls of a form depend on besides its request.
struct ExportFacts {
    std::optional<std::size_t> too_many{}; ///< the colours, if they are too many for an indexed picture
    bool is_animation = false;             ///< which cannot be split by colour
    bool has_alpha = false;                ///< some pixels are not opaque
    bool keeps_slots = false;              ///< a PNG has a palette even if that makes it larger
    bool dithers = false;                  ///< which areas leave out, as in for_areas()
};

class FileDialog;

bool is_svg_name(const std::filesystem::path& name);

/// The field for the path of a file, or of a folder, with a button to choose it.
class PathField {
public:
    enum class Kind { file, folder };

    explicit PathField(Kind kind) : kind_(kind) {}
    void set(const std::string& text);
    /// Gives it the focus with the name of the file selected, which typing replaces, if it can be typed.
    void select_name() { focuses_ = true; }
    const char* text() const { return text_.data(); }
    bool empty() const { return text_[0] == '\0'; }
    /// The path that the text means: "~" is the home folder, and a bare name lies in `folder`.
    std::filesystem::path path(const std::filesystem::path& folder) const;
    /// The extension of the typed name, with a dot; empty: none. A point in a number begins none.
    std::string extension() const;
    /// The same path, which ends in `extension` if a name without one was typed.
    std::filesystem::path path(const std::filesystem::path& folder, const std::string& extension) const;
    /// Draws it behind a caption. The button asks `files` for another path and sets `reopens`, in case the
    /// window's own file dialog replaced the dialog of the field.
    void draw(const char* name, FileDialog& files, const std::filesystem::path& folder, bool& reopens,
              const Gui& gui);

private:
    static int renew(ImGuiInputTextCallbackData* data);

    Kind kind_;
    std::array<char, 4096> text_{};
    bool focuses_ = false, renewed_ = false; ///< renewed: set() since the last frame
};

/// The files to write of each picture. The form edits a request whose paths are endings of names, as in
/// placed(): all files lie in one folder.
class ExportForm {
public:
    /// The endings, without options that a file has no place for.
    WriteRequest request(const ExportFacts& facts) const;
    bool writes_picture() const { return !write_.picture.empty(); }
    bool writes_any(const ExportFacts& facts) const { return !targets_of(request(facts)).empty(); }
    bool writes_parts() const { return write_.parts.any(); }
    /// Whether vectors take the place of the picture.
    bool is_svg() const { return is_svg_name(name()); }

    /// The ending of the picture's name, with a dot.
    const std::string& extension() const { return extension_; }
    /// Takes that of a typed name; empty: the name has none, so it gets that of the last format. That of SVG
    /// files stands for vectors in place of the picture.
    void set_extension(const std::string& typed);
    /// The endings of the files beside the picture's, and whether each is written.
    std::vector<std::filesystem::path> parts() const;
    void set_parts(const std::vector<std::filesystem::path>& endings);
    /// Whether a number out of range was just left or confirmed, so that Return or the click that did it
    /// means nothing else.
    bool refuses_number() const { return transparent_field_.refuses() || pad_field_.refuses(); }

    /// Buttons for the formats; returns whether one was chosen.
    bool draw_format(const ExportFacts& facts, const Gui& gui);
    /// Check boxes for the files.
    void draw_files(const ExportFacts& facts, const Gui& gui);
    /// The options of the picture's file, and the slots of its palette in `output`; returns whether these
    /// have changed.
    bool draw_options(const ExportFacts& facts, OutputRecipe& output, const Gui& gui);
    /// Offers the smallest file in place of the present one, if that is a choice.
    void draw_smaller(const Gui& gui);

private:
    std::string name() const { return "name" + extension_; }
    /// When a file of this name has a palette; never for a name of no format.
    Indexing indexing() const;
    bool is_png() const { return indexing() == Indexing::where_smaller; }
    bool may_be_indexed() const { return is_png() || indexing() == Indexing::on_request; }
    bool has_indices(const ExportFacts& facts) const;
    void draw_palette_format(const Gui& gui);
    void draw_kind(const ExportFacts& facts, const Gui& gui);
    bool draw_slots(const ExportFacts& facts, OutputRecipe& output, const Gui& gui);
    bool draw_transparent(const ExportFacts& facts, OutputRecipe& output, const Gui& gui);

    WriteRequest write_{.picture = std::filesystem::path(".png"), .settings = true};
    std::string extension_ = ".png", palette_ = ".gpl";
    std::string format_ = ".png"; ///< the last extension of a format
    NumberField transparent_field_, pad_field_;
};

/// The losses of a document in a file of this name, as sentences; none for names of no format. Without a
/// document, those of any that has a print size.
std::vector<std::string> losses_in(const std::string& name, bool indexed, const Document* document);
/// Lines that tell of losses.
void loss_lines(const std::vector<std::string>& sentences, const Gui& gui);

/// Whether an export would replace files, as far as is known.
bool replaces_any(const ConfirmedFiles& replaced);
/// "a.png and 2 more exist."; names the pictures that would be lost.
std::string replaced_sentence(const ReplacedFiles& replaced);

}
