#include "app/dialogs/file_choices.h"

#include "app/ui/widgets.h"
#include "image/picture_formats.h"

#include <algorithm>
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
    tooltip("If a result has the format of its source and is not smaller, write the complete source file "
            "instead.",
            gui);
    ImGui::EndDisabled();
}

void times_check(bool& wanted, const Gui& gui) {
    checkbox("Keep times", wanted, gui);
    tooltip("Give the picture the times of its source, when this was last changed and read.", gui);
}

void metadata_check(bool& wanted, bool has_place, const Gui& gui) {
    ImGui::BeginDisabled(!has_place);
    checkbox("Keep metadata", wanted, gui);
    tooltip("Keep date, place and camera (Exif data and XMP), but no thumbnail, in PNG, JPEG and WebP files.",
            gui);
    ImGui::EndDisabled();
}

}
