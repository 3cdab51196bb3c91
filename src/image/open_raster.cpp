#include "image/open_raster.h"

#include "base/error.h"
#include "image/encode.h"
#include "image/thumbnail.h"

#include <zip.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

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

namespace {

/// The target of minizip's calls. minizip is C: no exception may pass through it.
struct Target {
    std::vector<std::byte> bytes{};
    std::size_t at = 0;
    bool out_of_memory = false;
};

Target& target_of(void* opaque) { return *static_cast<Target*>(opaque); }

void* open_target(void* opaque, const void*, int) { return opaque; }
uLong read_nothing(void*, void*, void*, uLong) { return 0; }
int close_target(void*, void*) { return 0; }
int failure_of(void* opaque, void*) { return target_of(opaque).out_of_memory; }
ZPOS64_T tell(void* opaque, void*) { return target_of(opaque).at; }

uLong write(void* opaque, void*, const void* data, uLong size) {
    Target& target = target_of(opaque);
    const std::span from(static_cast<const std::byte*>(data), size);
    try {
        if (target.bytes.size() < target.at + size) target.bytes.resize(target.at + size);
    } catch (const std::bad_alloc&) {
        target.out_of_memory = true;
        return 0;
    }
    std::ranges::copy(from, target.bytes.begin() + static_cast<std::ptrdiff_t>(target.at));
    target.at += size;
    return size;
}

long seek(void* opaque, void*, ZPOS64_T offset, int origin) {
    Target& target = target_of(opaque);
    const std::size_t from = origin == ZLIB_FILEFUNC_SEEK_SET   ? 0
                             : origin == ZLIB_FILEFUNC_SEEK_CUR ? target.at
                                                                : target.bytes.size();
    target.at = from + offset;
    return 0;
}

bool add(zipFile zip, const ZipEntry& entry) {
    zip_fileinfo info{};
    info.tmz_date = {0, 0, 0, 1, 0, 1980}; // the format's first day
    if (zipOpenNewFileInZip(zip, entry.name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, 0, 0) != ZIP_OK)
        return false;
    constexpr std::size_t max_piece = std::size_t{1} << 30;
    for (auto rest = entry.bytes; !rest.empty(); rest = rest.subspan(std::min(rest.size(), max_piece)))
        if (zipWriteInFileInZip(zip, rest.data(), static_cast<unsigned>(std::min(rest.size(), max_piece))) !=
            ZIP_OK)
            return false;
    return zipCloseFileInZip(zip) == ZIP_OK;
}

void check_size(std::span<const ZipEntry> entries) {
    constexpr std::size_t max_bytes = std::numeric_limits<std::uint32_t>::max(), max_entries = 0xffff,
                          header_bytes = 30 + 46; // of each file, besides its name, and it once more
    std::size_t bytes = 22;
    for (const ZipEntry& entry : entries) bytes += header_bytes + 2 * entry.name.size() + entry.bytes.size();
    if (entries.size() > max_entries || bytes > max_bytes)
        throw Error(ErrorKind::output, "a ZIP file of " + std::to_string(entries.size()) + " files and " +
                                           std::to_string(bytes >> 20) +
                                           " MiB is too large for other programs");
}

}

std::vector<std::byte> encode_zip(std::span<const ZipEntry> entries) {
    check_size(entries);
    Target target;
    zlib_filefunc64_def calls{.zopen64_file = open_target,
                              .zread_file = read_nothing,
                              .zwrite_file = write,
                              .ztell64_file = tell,
                              .zseek64_file = seek,
                              .zclose_file = close_target,
                              .zerror_file = failure_of,
                              .opaque = &target};
    const zipFile zip = zipOpen2_64(nullptr, APPEND_STATUS_CREATE, nullptr, &calls);
    bool whole = zip != nullptr;
    for (const ZipEntry& entry : entries) whole = whole && add(zip, entry);
    if (zip != nullptr) whole = zipClose(zip, nullptr) == ZIP_OK && whole;
    if (target.out_of_memory) throw std::bad_alloc();
    if (!whole) throw Error(ErrorKind::output, "the archive cannot be created");
    return std::move(target.bytes);
}

}
