#include "base/input_file.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "base/file_descriptor.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>

namespace huedrift {
namespace {

Error unreadable(const std::filesystem::path& path, const std::string& reason) {
    return {ErrorKind::input, input_name(path) + " cannot be read: " + reason};
}

FileDescriptor open_input(const std::filesystem::path& path) {
    const int descriptor = retry_interrupted(
        [&] { return path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC); });
    if (descriptor < 0) throw unreadable(path, system_reason());
    return FileDescriptor(descriptor);
}

}

std::string input_name(const std::filesystem::path& path) {
    if (path == clipboard_name) return "the clipboard";
    return path == "-" ? "standard input" : path.string();
}

std::vector<std::byte> read_input(const std::filesystem::path& path, std::size_t max_bytes) {
    if (path == clipboard_name) return read_clipboard(max_bytes);
    const FileDescriptor file = open_input(path);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) throw unreadable(path, system_reason());
    if (S_ISDIR(status.st_mode)) throw unreadable(path, "it is a folder");

    // One byte more than expected lets the end of the file show without another allocation.
    const std::size_t expected = S_ISREG(status.st_mode) ? static_cast<std::size_t>(status.st_size) : 65535;
    std::vector<std::byte> bytes(std::min(expected, max_bytes) + 1);
    std::size_t used = 0;
    for (;;) {
        const ssize_t got =
            retry_interrupted([&] { return ::read(file.get(), bytes.data() + used, bytes.size() - used); });
        if (got < 0) throw unreadable(path, system_reason());
        if (got == 0) break;
        used += static_cast<std::size_t>(got);
        if (used > max_bytes)
            throw unreadable(path, "it holds more than the " + std::to_string(max_bytes) + " bytes allowed");
        if (used == bytes.size()) bytes.resize(std::min(2 * used, max_bytes + 1));
    }
    bytes.resize(used);
    return bytes;
}

}
