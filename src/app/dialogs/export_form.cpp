#include "app/dialogs/export_form.h"

#include "app/dialogs/file_dialog.h"
#include "app/ui/dialog.h"
#include "app/ui/texts.h"
#include "app/ui/widgets.h"
#include "image/indexed_image.h"
#include "image/picture_formats.h"
#include "image/save.h"
#include "palette/palette_file.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

namespace huedrift::app {
namespace {

constexpr NumberRange indices{0, max_entries - 1, true};

struct PartRow {
    const char* name;
    const char* ending;
    std::filesystem::path PartFiles::*path;
    const char* about;
};
constexpr PartRow part_rows[] = {
    {"Layers", ".ora", &PartFiles::layers,
     "OpenRaster, for Krita, GIMP and MyPaint: a layer for each colour."},
    {"Vectors", ".svg", &PartFiles::svg, "SVG: a path for each colour, along the edges of its pixels."},
    {"Masks", "-masks", &PartFiles::masks, "A folder with a black and white PNG for each colour."},
    {"Legend", "-legend.svg", &PartFiles::legend, "SVG: the colours with codes, shares and areas."},
    {"Areas", "-areas.csv", &PartFiles::areas, "CSV: the pixels, share, regions and box of each colour."},
};

/// Null stands for SVG, which is no format of pictures.
std::vector<Enumerator<const PictureFormat*>> written_formats(bool has_svg) {
    std::vector<Enumerator<const PictureFormat*>> written;
    for (const PictureFormat& format : picture_formats())
        if (format.written) written.push_back({&format, format.name.data()});
    if (has_svg) written.push_back({nullptr, "SVG"});
    return written;
}

/// Whether Dear ImGui can edit the text unharmed: its 16-bit units hold neither characters above U+FFFF nor
/// bytes that are not UTF-8.
bool is_editable(const std::string& text) {
    std::vector<ImWchar> units(text.size() + 1);
    std::vector<char> back(4 * text.size() + 1);
    ImTextStrFromUtf8(units.data(), int(units.size()), text.c_str(), nullptr);
    ImTextStrToUtf8(back.data(), int(back.size()), units.data(), nullptr);
    return text == back.data();
}

/// The place of the next control: beside the last one or, without room, below it.
void place_next(float width, const Gui& gui) {
    ImGui::SameLine(0, 20 * gui.scale());
    if (ImGui::GetContentRegionAvail().x >= width) return;
    ImGui::NewLine();
    ImGui::SetCursorPosX(caption_column(gui));
}

void next_tick(const char* label, const Gui& gui) {
    place_next(ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(label).x,
               gui);
}

}

void PathField::set(const std::string& text) {
    const std::size_t length = std::min(text.size(), text_.size() - 1);
    std::memcpy(text_.data(), text.data(), length);
    text_[length] = '\0';
    renewed_ = true;
}

/// An active field edits a copy of the text, which a new text has to replace.
int PathField::renew(ImGuiInputTextCallbackData* data) {
    const PathField& field = *static_cast<const PathField*>(data->UserData);
    if (!field.renewed_ && !field.focuses_) return 0;
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, field.text());
    const std::filesystem::path name = std::filesystem::path(field.text()).filename();
    data->SelectionStart = data->BufTextLen - int(name.string().size());
    data->SelectionEnd = data->CursorPos = data->SelectionStart + int(name.stem().string().size());
    return 0;
}

std::filesystem::path PathField::path(const std::filesystem::path& folder) const {
    if (empty()) return {};
    return path_meant(text(), folder).value_or(folder / text());
}

std::string PathField::extension() const {
    const std::string extension = std::filesystem::path(text()).extension().string();
    const bool has_letter = std::ranges::any_of(extension, [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
    });
    return has_letter ? extension : "";
}

std::filesystem::path PathField::path(const std::filesystem::path& folder,
                                      const std::string& extension) const {
    std::filesystem::path file = path(folder);
    const std::string name = std::filesystem::path(text()).filename().string();
    const bool is_folder = name.empty() || name == "." || name == ".." || name == "~";
    if (is_folder || !this->extension().empty()) return file;
    if (name.ends_with('.')) file.replace_extension();
    return file += extension;
}

void PathField::draw(const char* name, FileDialog& files, const std::filesystem::path& folder, bool& reopens,
                     const Gui& gui) {
    const float button = 84 * gui.scale();
    caption(name, gui, caption_column(gui));
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    focuses_ = focuses_ && is_editable(text());
    // Not while the dialog learns its size, or it would scroll to the field.
    if (focuses_ && !ImGui::GetCurrentWindow()->RootWindow->Appearing) ImGui::SetKeyboardFocusHere();
    ImGui::InputText("##path", text_.data(), text_.size(), ImGuiInputTextFlags_CallbackAlways, renew, this);
    if (ImGui::IsItemActive()) focuses_ = false;
    renewed_ = false;
    ImGui::SameLine();
    if (!ImGui::Button("Choose\u2026", {button, 0})) return;
    const bool is_folder = kind_ == Kind::folder;
    const std::filesystem::path start = is_folder ? path(folder) / "results"
                                        : empty() ? folder / ""
                                                  : path(folder);
    files.ask({FileQuestion::Kind::target, start}, [this, is_folder, &reopens](const auto& chosen) {
        if (!chosen.empty()) set((is_folder ? chosen.front().parent_path() : chosen.front()).string());
        reopens = true;
    });
}

WriteRequest ExportForm::request(const ExportFacts& facts) const {
    WriteRequest request = write_;
    const bool png = is_png();
    if (writes_picture()) request.picture = std::filesystem::path(extension_);
    request.indexed = write_.indexed && may_be_indexed() && !facts.too_many;
    request.truecolor = write_.truecolor && png;
    request.smallest = write_.smallest && png;
    request.settings = write_.settings && png;
    request.keep_smaller = write_.keep_smaller && !request.indexed && !request.truecolor;
    if (facts.is_animation) request.parts = {.svg_options = write_.parts.svg_options};
    return request;
}

bool is_svg_name(const std::filesystem::path& name) {
    return lower_case(name.extension().string()) == ".svg";
}

void ExportForm::set_extension(const std::string& typed) {
    const bool was_svg = is_svg();
    if (format_named("name" + typed) || is_svg_name("name" + typed)) format_ = typed;
    extension_ = typed.empty() ? format_ : typed;
    if (is_svg() == was_svg) return;
    write_.picture = was_svg ? Location(std::filesystem::path(extension_)) : Location();
    write_.parts.svg = was_svg ? "" : extension_;
}

std::vector<std::filesystem::path> ExportForm::parts() const {
    std::vector<std::filesystem::path> endings;
    if (!write_.palette.empty()) endings.emplace_back(palette_);
    for (const PartRow& row : part_rows)
        if (!(write_.parts.*row.path).empty()) endings.emplace_back(row.ending);
    return endings;
}

void ExportForm::set_parts(const std::vector<std::filesystem::path>& endings) {
    const auto has = [&](const std::filesystem::path& ending) {
        return std::ranges::count(endings, ending) > 0;
    };
    for (const PartRow& row : part_rows) write_.parts.*row.path = has(row.ending) ? row.ending : "";
    write_.palette = "";
    for (const std::filesystem::path& ending : endings)
        if (is_palette_name("name" + ending.string())) write_.palette = palette_ = ending.string();
}

Indexing ExportForm::indexing() const {
    const auto format = format_named(name());
    return format ? written_format(*format).indexing : Indexing::never;
}

bool ExportForm::draw_format(const ExportFacts& facts, const Gui& gui) {
    const auto formats = written_formats(!facts.is_animation);
    std::optional<const PictureFormat*> chosen;
    for (const auto& [format, label] : formats)
        if (format ? extension_.size() > 1 &&
                         std::ranges::count(format->extensions, std::string_view(extension_).substr(1)) > 0
                   : is_svg())
            chosen = format;
    ImGui::BeginDisabled(!writes_picture() && !is_svg());
    caption("Format", gui, caption_column(gui));
    const auto clicked = segments<const PictureFormat*>("format", std::span(formats), chosen, gui);
    ImGui::EndDisabled();
    if (clicked) set_extension(*clicked ? "." + std::string((*clicked)->extensions.front()) : ".svg");
    return clicked.has_value();
}

void ExportForm::draw_files(const ExportFacts& facts, const Gui& gui) {
    caption("Write", gui, caption_column(gui));
    bool picture = writes_picture(), palette = !write_.palette.empty();
    ImGui::BeginDisabled(is_svg());
    if (checkbox("Picture", picture, "The result, in the format above.", gui))
        write_.picture = picture ? Location(std::filesystem::path(extension_)) : Location();
    ImGui::EndDisabled();
    next_tick("Palette", gui);
    if (checkbox("Palette", palette, "The colours of the result.", gui))
        write_.palette = palette ? palette_ : "";
    if (palette) draw_palette_format(gui);
    caption("Parts", gui, caption_column(gui));
    ImGui::BeginDisabled(facts.is_animation);
    for (const PartRow& row : part_rows) {
        std::filesystem::path& path = write_.parts.*row.path;
        bool checked = !path.empty();
        if (&row != part_rows) next_tick(row.name, gui);
        ImGui::BeginDisabled(is_svg() && row.path == &PartFiles::svg);
        if (checkbox(row.name, checked, row.about, gui)) path = checked ? row.ending : "";
        ImGui::EndDisabled();
    }
    if (!write_.parts.svg.empty()) {
        ImGui::SetCursorPosX(caption_column(gui));
        checkbox("Stacked", write_.parts.svg_options.stacked,
                 "Extend each colour below the colours above it, so that no gaps open between them.", gui);
        next_tick("Numbered", gui);
        checkbox(
            "Numbered", write_.parts.svg_options.numbered,
            "Write the number of its colour into each area that has room for it, for painting by numbers.",
            gui);
    }
    ImGui::EndDisabled();
    if (facts.dithers && !facts.is_animation && writes_parts())
        loss_lines({"These files are not dithered, which would dissolve the areas."}, gui);
    if (!facts.is_animation) return;
    ImGui::SetCursorPosX(caption_column(gui));
    ImGui::PushTextWrapPos();
    ImGui::TextDisabled("Animations cannot be split by colour: export a frame as PNG and open that.");
    ImGui::PopTextWrapPos();
}

void ExportForm::draw_palette_format(const Gui& gui) {
    const std::vector<const char*> extensions = palette_extensions();
    const auto chosen = static_cast<int>(palette_format_of("name" + palette_));
    place_next(segments_width(extensions, gui), gui);
    if (const auto clicked = segments("palette", extensions, chosen, gui)) {
        palette_ = std::string(".") + extensions[static_cast<std::size_t>(*clicked)];
        write_.palette = palette_;
    }
}

bool ExportForm::draw_options(const ExportFacts& facts, OutputRecipe& output, const Gui& gui) {
    if (writes_picture()) {
        if (is_jpeg_name(name())) {
            constexpr double largest = 99;
            double share = (write_.quality - 1) / largest;
            caption("Quality", gui, caption_column(gui));
            slider("quality", share, 1 / largest, gui, 200 * gui.scale());
            write_.quality = 1 + static_cast<int>(std::lround(share * largest));
            ImGui::SameLine();
            ImGui::Text("%d", write_.quality);
        } else if (may_be_indexed()) {
            draw_kind(facts, gui);
        }
        const WriteRequest now = request(facts);
        caption("Source", gui, caption_column(gui));
        ImGui::BeginDisabled(!can_keep_metadata(name()));
        checkbox(
            "Keep metadata", write_.keep_metadata,
            "Keep date, place and camera (Exif data and XMP), but no thumbnail, in PNG, JPEG and WebP files.",
            gui);
        ImGui::EndDisabled();
        next_tick("Keep times", gui);
        checkbox("Keep times", write_.keep_times,
                 "Give the file the times at which its source was last changed and read.", gui);
        next_tick("Not larger than the source", gui);
        ImGui::BeginDisabled(now.indexed || now.truecolor); // the source may have a palette or not
        checkbox("Not larger than the source", write_.keep_smaller,
                 "If a result has the format of its source and is not smaller, write the source file itself "
                 "instead.",
                 gui);
        ImGui::EndDisabled();
    }
    return draw_slots(facts, output, gui);
}

/// Whether the file has a colour table, and the options of PNG files.
void ExportForm::draw_kind(const ExportFacts& facts, const Gui& gui) {
    enum class Kind { usual, indexed, truecolor };
    const bool has_table = write_.indexed && !facts.too_many;
    std::vector<Enumerator<Kind>> kinds{{Kind::usual, "Usual"}};
    if (!facts.too_many) kinds.push_back({Kind::indexed, "Indexed"});
    if (is_png()) kinds.push_back({Kind::truecolor, "Truecolour"});
    const Kind kind = has_table                      ? Kind::indexed
                      : is_png() && write_.truecolor ? Kind::truecolor
                                                     : Kind::usual;
    caption("Colours", gui, caption_column(gui));
    const auto clicked = segments<Kind>("kind", kinds, kind, gui, 100 * float(kinds.size()) * gui.scale());
    tooltip(is_png()
                ? "Usual: with a colour table only where that makes the file smaller; a picture of "
                  "greys alone has samples of grey. Indexed: with a table of at most 256 colours, each with "
                  "its alpha, in the order chosen above the swatches. Truecolour: without a table."
                : "Usual: without a colour table. Indexed: with a table of at most 256 colours, in the "
                  "order chosen above the swatches.",
            gui);
    if (clicked) {
        write_.indexed = *clicked == Kind::indexed;
        write_.truecolor = *clicked == Kind::truecolor;
    }
    if (facts.too_many) {
        ImGui::SameLine();
        ImGui::TextDisabled("(%s, 256 at most)", counted(*facts.too_many, "colour", "colours").c_str());
    }
    if (!is_png()) return;
    ImGui::SetCursorPosX(caption_column(gui));
    checkbox("Smallest file", write_.smallest, "Write the smallest possible PNG, which takes some seconds.",
             gui);
    next_tick("Store the settings", gui);
    checkbox("Store the settings", write_.settings,
             "When this window opens such a PNG, it offers to restore the settings.", gui);
}

void ExportForm::draw_smaller(const Gui& gui) {
    if (!is_png() || write_.smallest) return;
    ImGui::SameLine();
    if (ImGui::Button("Make it smaller")) {
        write_.smallest = true;
        write_.truecolor = false;
    }
    tooltip("Write the smallest possible PNG, which takes some seconds.", gui);
}

/// Whether the picture's file has a palette in any case.
bool ExportForm::has_indices(const ExportFacts& facts) const {
    const WriteRequest now = request(facts);
    if (!writes_picture()) return false;
    return has_palette(placed(now, "name"), {}) || (facts.keeps_slots && is_png() && !now.truecolor);
}

bool ExportForm::draw_slots(const ExportFacts& facts, OutputRecipe& output, const Gui& gui) {
    bool changed = draw_transparent(facts, output, gui);
    if (!has_indices(facts)) return changed;
    const auto format = format_named(name());
    if (const unsigned bits = format ? written_format(*format).index_bits : 0; bits != 0) {
        const RecipeRow& row = recipe_row("bits");
        std::vector<Enumerator<std::uint32_t>> choices{{0, "Fewest"}, {1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}};
        std::erase_if(choices, [&](const auto& one) { return one.value != 0 && (bits & one.value) == 0; });
        const auto clicked =
            choice<std::uint32_t>(row.caption, tip_of(row), choices, output.bits.value_or(0), gui);
        if (clicked) output.bits = *clicked == 0 ? std::nullopt : clicked;
        changed |= clicked.has_value();
    }
    const RecipeRow& row = recipe_row("pad");
    caption(row.caption, tip_of(row), gui);
    constexpr auto most = std::uint32_t(max_entries);
    bool is_padded = output.pad.has_value();
    if (checkbox("Fill up to", is_padded, tip_of(row), gui)) {
        output.pad = is_padded ? std::optional(most) : std::nullopt;
        changed = true;
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!is_padded);
    double number = output.pad.value_or(most);
    if (pad_field_.draw("##pad", number, range_of(row), 56 * gui.scale(), gui) == Change::complete) {
        output.pad = static_cast<std::uint32_t>(number);
        changed = true;
    }
    ImGui::EndDisabled();
    return changed;
}

/// The index of transparent pixels, where there are some and a file has indices.
bool ExportForm::draw_transparent(const ExportFacts& facts, OutputRecipe& output, const Gui& gui) {
    std::optional<std::uint32_t>& at = output.transparent_index;
    const bool may_have_indices = writes_picture() && is_png() && !write_.truecolor;
    if (write_.palette.empty() && !may_have_indices && !has_indices(facts)) return false;
    if (!facts.has_alpha && !at) return false;
    ImGui::SetCursorPosX(caption_column(gui));
    bool is_given = at.has_value();
    bool changed =
        checkbox("Transparent at", is_given,
                 "Transparent pixels get this index in palettes and indexed pictures. Colours from this "
                 "index on move up by one.",
                 gui);
    if (changed) at = is_given ? std::optional(0u) : std::nullopt;
    ImGui::SameLine();
    ImGui::BeginDisabled(!is_given);
    double index = at.value_or(0);
    if (transparent_field_.draw("##transparent", index, indices, 56 * gui.scale(), gui) == Change::complete) {
        at = static_cast<std::uint32_t>(index);
        changed = true;
    }
    ImGui::EndDisabled();
    return changed;
}

std::vector<std::string> losses_in(const std::string& name, bool indexed, const Document* document) {
    const auto format = format_named(name);
    if (!format) return {};
    std::vector<std::string> losses =
        document ? encoding_losses(*document->image, *format, document->colors, document->resolution, indexed)
                 : encoding_losses({}, *format, {}, Resolution{});
    for (std::string& loss : losses) {
        loss[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(loss[0])));
        loss += ".";
    }
    return losses;
}

void loss_lines(const std::vector<std::string>& sentences, const Gui& gui) {
    for (const std::string& sentence : sentences) {
        ImGui::SetCursorPosX(caption_column(gui));
        wrapped_text(sentence, gui.theme().muted);
    }
}

bool replaces_any(const ConfirmedFiles& replaced) { return replaced && !replaced->files.empty(); }

std::string replaced_sentence(const ReplacedFiles& replaced) {
    const auto sentence = [](const std::filesystem::path& first, std::size_t count, const char* of_one,
                             const char* of_several) {
        const std::string name = first.filename().string();
        return count == 1 ? name + of_one
                          : name + " and " + std::to_string(count - 1) + " more " + of_several;
    };
    const auto& [files, sources] = replaced;
    std::string text;
    if (!sources.empty())
        text = sentence(sources.front(), sources.size(),
                        " is the open picture itself: replacing it loses the source.",
                        "are open pictures themselves: replacing them loses the sources.");
    const auto unopened = std::ranges::mismatch(files, sources).in1; // sources are in the order of files
    if (unopened == files.end()) return text;
    return text + (text.empty() ? "" : " ") +
           sentence(*unopened, files.size() - sources.size(), " exists.", "exist.");
}

}
