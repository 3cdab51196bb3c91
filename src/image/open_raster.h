#pragma once

#include "image/image.h"
#include "image/resolution.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace huedrift {

/// A layer of an OpenRaster file.
struct RasterLayer {
    std::string name; ///< ASCII letters, digits and "-"
    int x = 0, y = 0; ///< the position of its upper left pixel in the picture
    std::vector<std::byte> png{};
};

/// An OpenRaster file (www.openraster.org), as GIMP, Krita and MyPaint open it: the layers, uppermost first,
/// the merged picture and a thumbnail. Layers have their own resolution. Throws Error(output).
std::vector<std::byte> encode_open_raster(const ImageView& merged, std::span<const RasterLayer> layers,
                                          const std::optional<Resolution>& resolution = {});

/// A file of an archive.
struct ZipEntry {
    std::string name; ///< ASCII, folders separated by "/"
    std::span<const std::byte> bytes;
};

/// A ZIP file with these files in this order, uncompressed and with a fixed time, so that equal files give
/// equal bytes. Throws Error(output) beyond the limits of ZIP without extensions: 65,535 files and 4 GiB.
std::vector<std::byte> encode_zip(std::span<const ZipEntry> entries);

}
