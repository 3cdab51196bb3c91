#include "image/unzipped.h"

#include <unzip.h>

namespace huedrift {

std::vector<Unzipped> unzip(const std::filesystem::path& archive) {
    std::vector<Unzipped> files;
    const unzFile zip = unzOpen64(archive.c_str());
    bool whole = zip != nullptr;
    for (int next = whole ? unzGoToFirstFile(zip) : UNZ_END_OF_LIST_OF_FILE; whole && next == UNZ_OK;
         next = unzGoToNextFile(zip)) {
        unz_file_info64 info{};
        char name[256];
        whole = unzGetCurrentFileInfo64(zip, &info, name, sizeof name, nullptr, 0, nullptr, 0) == UNZ_OK &&
                unzOpenCurrentFile(zip) == UNZ_OK;
        if (!whole) break;
        Unzipped file{name, std::string(info.uncompressed_size, '\0'), info.compression_method == 0};
        const auto size = static_cast<unsigned>(file.bytes.size());
        whole = unzReadCurrentFile(zip, file.bytes.data(), size) == int(size) &&
                unzCloseCurrentFile(zip) == UNZ_OK; // checks the checksum
        files.push_back(std::move(file));
    }
    if (zip != nullptr) unzClose(zip);
    return whole ? files : std::vector<Unzipped>{};
}

}
