#include "app/dialogs/format_row.h"

#include "app/ui/widgets.h"
#include "image/picture_formats.h"

#include <algorithm>
#include <vector>

namespace huedrift::app {
namespace {

const std::vector<const PictureFormat*>& written_formats() {
    static const std::vector<const PictureFormat*> all = [] {
        std::vector<const PictureFormat*> written;
        for (const PictureFormat& format : picture_formats())
            if (format.written) written.push_back(&format);
        return written;
    }();
    return all;
}

}

std::optional<std::string> format_row(const std::string& extension, const Gui& gui) {
    const std::vector<const PictureFormat*>& formats = written_formats();
    std::vector<const char*> names;
    names.reserve(formats.size());
    for (const PictureFormat* const format : formats) names.push_back(format->name.data());
    const auto has_extension = [&](const PictureFormat* format) {
        return extension.size() > 1 &&
               std::ranges::count(format->extensions, std::string_view(extension).substr(1)) > 0;
    };
    const auto chosen = std::ranges::find_if(formats, has_extension) - formats.begin();
    caption("Format", gui, caption_column(gui));
    const auto clicked = segments("format", names, static_cast<int>(chosen), gui);
    if (!clicked) return std::nullopt;
    return "." + std::string(formats[static_cast<std::size_t>(*clicked)]->extensions.front());
}

}
