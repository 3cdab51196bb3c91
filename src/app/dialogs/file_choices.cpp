#include "app/dialogs/file_choices.h"

#include "app/ui/fields.h"
#include "app/ui/widgets.h"
#include "image/indexed_image.h"
#include "image/picture_formats.h"
#include "image/save.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

namespace huedrift::app {
namespace {

const std::vector<Enumerator<const PictureFormat*>>& written_formats() {
    static const std::vector<Enumerator<const PictureFormat*>> all = [] {
        std::vector<Enumerator<const PictureFormat*>> written;
        for (const PictureFormat& format : picture_formats())
            if (format.written) written.push_back({&format, format.name.data()});
        return written;
    }();
    return all;
}

}

std::optional<std::string> format_row(const std::string& extension, const Gui& gui) {
    std::optional<const PictureFormat*> chosen;
    for (const PictureFormat* const format : written_formats())
        if (extension.size() > 1 &&
            std::ranges::count(format->extensions, std::string_view(extension).substr(1)) > 0)
            chosen = format;
    caption("Format", gui, caption_column(gui));
    const auto clicked = segments<const PictureFormat*>("format", written_formats(), chosen, gui);
    if (!clicked) return std::nullopt;
    return "." + std::string((*clicked)->extensions.front());
}

void quality_slider(int& quality, const Gui& gui) {
    constexpr double largest = 99;
    double share = (quality - 1) / largest;
    slider("quality", share, 1 / largest, gui, 200 * gui.scale());
    quality = 1 + static_cast<int>(std::lround(share * largest));
    ImGui::SameLine();
    ImGui::Text("Quality %d", quality);
}

void smallest_check(bool& wanted, const Gui& gui) {
    checkbox("Smallest file", wanted, gui);
    tooltip("Write the smallest possible PNG, which takes some seconds.", gui);
}

void keep_smaller_check(bool& wanted, bool is_refused, const Gui& gui) {
    ImGui::BeginDisabled(is_refused);
    checkbox("Not larger than the source", wanted, gui);
    tooltip("If a result has the format of its source and is not smaller, write the source file itself "
            "instead.",
            gui);
    ImGui::EndDisabled();
}

Indexing indexing_of(const std::string& name) {
    const auto format = format_named(name);
    return format ? written_format(*format).indexing : Indexing::never;
}

bool slot_rows(const std::string& name, OutputRecipe& output, NumberField& entries, const Gui& gui) {
    bool changed = false;
    const auto format = format_named(name);
    if (const unsigned bits = format ? written_format(*format).index_bits : 0; bits != 0) {
        const RecipeRow& row = recipe_row("bits");
        std::vector<Enumerator<std::uint32_t>> choices{{0, "Fewest"}, {1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}};
        std::erase_if(choices, [&](const auto& one) { return one.value != 0 && (bits & one.value) == 0; });
        const auto clicked =
            choice<std::uint32_t>(row.caption, tip_of(row), choices, output.bits.value_or(0), gui);
        if (clicked) output.bits = *clicked == 0 ? std::nullopt : clicked;
        changed = clicked.has_value();
    }
    const RecipeRow& row = recipe_row("pad");
    caption(row.caption, tip_of(row), gui);
    constexpr auto most = std::uint32_t(max_entries);
    bool is_padded = output.pad.has_value();
    if (checkbox("Fill up to", is_padded, gui)) {
        output.pad = is_padded ? std::optional(most) : std::nullopt;
        changed = true;
    }
    tooltip(tip_of(row), gui);
    ImGui::SameLine();
    ImGui::BeginDisabled(!is_padded);
    double number = output.pad.value_or(most);
    if (entries.draw("##pad", number, range_of(row), 56 * gui.scale(), gui) == Change::complete) {
        output.pad = static_cast<std::uint32_t>(number);
        changed = true;
    }
    ImGui::EndDisabled();
    return changed;
}

namespace {

std::vector<std::string> as_sentences(std::vector<std::string> losses) {
    for (std::string& loss : losses) {
        loss[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(loss[0])));
        loss += ".";
    }
    return losses;
}

}

std::vector<std::string> losses_in(const std::string& name, bool indexed, const Document& document) {
    const auto format = format_named(name);
    if (!format) return {};
    return as_sentences(
        encoding_losses(*document.image, *format, document.colors, document.resolution, indexed));
}

std::vector<std::string> losses_in(const std::string& name) {
    const auto format = format_named(name);
    if (!format) return {};
    return as_sentences(encoding_losses({}, *format, {}, Resolution{}));
}

void loss_lines(const std::vector<std::string>& sentences, const Gui& gui) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(gui.theme().muted));
    for (const std::string& sentence : sentences) {
        ImGui::SetCursorPosX(caption_column(gui));
        ImGui::TextWrapped("%s", sentence.c_str());
    }
    ImGui::PopStyleColor();
}

void times_check(bool& wanted, const Gui& gui) {
    checkbox("Keep times", wanted, gui);
    tooltip("Give the file the times at which its source was last changed and read.", gui);
}

void metadata_check(bool& wanted, bool has_place, const Gui& gui) {
    ImGui::BeginDisabled(!has_place);
    checkbox("Keep metadata", wanted, gui);
    tooltip("Keep date, place and camera (Exif data and XMP), but no thumbnail, in PNG, JPEG and WebP files.",
            gui);
    ImGui::EndDisabled();
}

}
