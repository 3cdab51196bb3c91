#include "vulkan/pipeline_cache.h"

#include "base/fnv1a.h"
#include "base/location.h"
#include "base/output_file.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>

namespace huedrift::vulkan {
namespace {

struct Header {
    std::array<char, 8> magic{'h', 'u', 'e', 'd', 'p', 'c', '0', '1'};
    std::uint64_t bytes = 0;
    std::uint64_t checksum = 0;
};

std::uint64_t checksum(std::span<const std::byte> data) {
    Fnv1a hash;
    hash.add(data);
    return hash.value();
}

std::string digits_of(std::span<const std::uint8_t> uuid) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : uuid) text += {digits[byte >> 4], digits[byte & 15]};
    return text;
}

}

std::filesystem::path user_cache_folder() { return user_folder("XDG_CACHE_HOME", ".cache"); }

std::filesystem::path pipelines_file(const std::filesystem::path& folder, const DeviceFacts& device) {
    return folder / ("pipelines-" + digits_of(device.pipelines_uuid));
}

std::filesystem::path check_file(const std::filesystem::path& folder, const DeviceFacts& device) {
    return folder / ("self-check-" + digits_of(device.device_uuid) + "-" + digits_of(device.pipelines_uuid));
}

std::vector<std::byte> load_pipeline_cache(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    const Header expected;
    Header header;
    if (!stream.read(reinterpret_cast<char*>(&header), sizeof header) || header.magic != expected.magic)
        return {};
    std::error_code error;
    if (std::filesystem::file_size(file, error) != sizeof header + header.bytes) return {};
    std::vector<std::byte> data(header.bytes);
    if (!stream.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size())))
        return {};
    if (checksum(data) != header.checksum) return {};
    return data;
}

void store_pipeline_cache(const std::filesystem::path& file, std::span<const std::byte> data) {
    const std::vector<std::byte> old = load_pipeline_cache(file);
    if (old.size() == data.size() && std::equal(old.begin(), old.end(), data.begin())) return;
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure); // writing then reports the failure
    const Header header{.bytes = data.size(), .checksum = checksum(data)};
    std::vector<std::byte> bytes(sizeof header + data.size());
    std::memcpy(bytes.data(), &header, sizeof header);
    std::copy(data.begin(), data.end(), bytes.begin() + sizeof header);
    write_file_atomically(file, bytes, Overwrite::yes);
}

}
