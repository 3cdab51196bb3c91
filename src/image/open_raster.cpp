#include "image/open_raster.h"

#include "image/encode_png.h"
#include "image/thumbnail.h"
#include "image/zip_file.h"

#include <algorithm>
#include <cmath>

namespace huedrift {
namespace {

constexpr int thumbnail_side = 256; // the specification's

std::string path_of(const RasterLayer& layer) { return "data/" + layer.name + ".png"; }

/// As the specification stores it: whole pixels per inch.
std::string whole_dpi(double pixels_per_metre) {
    return std::to_string(std::max(1LL, std::llround(pixels_per_metre / pixels_per_metre_of_dpi)));
}

std::string stack_xml(const ImageView& merged, std::span<const RasterLayer> layers,
                      const std::optional<Resolution>& resolution) {
    const auto attribute = [](const char* name, const std::string& value) {
        return std::string(" ") + name + "=\"" + value + "\"";
    };
    std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<image version=\"0.0.3\"" +
                      attribute("w", std::to_string(merged.width)) +
                      attribute("h", std::to_string(merged.height));
    if (resolution)
        xml += attribute("xres", whole_dpi(resolution->x)) + attribute("yres", whole_dpi(resolution->y));
    xml += ">\n<stack>\n";
    for (const RasterLayer& layer : layers)
        xml += "<layer" + attribute("name", layer.name) + attribute("src", path_of(layer)) +
               attribute("x", std::to_string(layer.x)) + attribute("y", std::to_string(layer.y)) +
               attribute("opacity", "1.0") + attribute("visibility", "visible") +
               attribute("composite-op", "svg:src-over") + "/>\n";
    return xml + "</stack>\n</image>\n";
}

}

std::vector<std::byte> encode_open_raster(const ImageView& merged, std::span<const RasterLayer> layers,
                                          const std::optional<Resolution>& resolution) {
    const std::string type = "image/openraster", xml = stack_xml(merged, layers, resolution);
    const std::vector<std::byte> picture = encode_png(merged, {.resolution = resolution}),
                                 thumbnail = encode_png(huedrift::thumbnail(merged, thumbnail_side));
    // The type comes first and uncompressed, so that programs recognise the file by its first bytes.
    std::vector<ZipEntry> entries{{"mimetype", std::as_bytes(std::span(type))},
                                  {"stack.xml", std::as_bytes(std::span(xml))},
                                  {"mergedimage.png", picture},
                                  {"Thumbnails/thumbnail.png", thumbnail}};
    for (const RasterLayer& layer : layers) entries.push_back({path_of(layer), layer.png});
    return encode_zip(entries);
}

}
