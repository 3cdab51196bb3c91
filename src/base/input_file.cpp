#include "base/input_file.h"

#include "base/clipboard.h"
#include "base/error.h"
#include "base/file_descriptor.h"

#include <fcntl.h>
#include <memory>
#include <sys/stat.h>

namespace huedrift {
namespace {

Error unreadable(const Location& from, const std::string& reason) {
    return {ErrorKind::input, from.name() + " cannot be read: " + reason};
}

FileDescriptor open_input(const Location& from) {
    const std::filesystem::path path = from.file();
    const int descriptor = retry_interrupted([&] {
        return from.is_standard_stream() ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    });
    if (descriptor < 0) throw unreadable(from, system_reason());
    return FileDescriptor(descriptor);
}

}

std::optional<FileTimes> times_of(const Location& from) {
    struct stat status {};
    if (!from.is_file() || ::stat(from.file().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
        return std::nullopt;
    return FileTimes{status.st_atim, status.st_mtim};
}

std::vector<std::byte> read_input(const Location& from, std::size_t max_bytes) {
    const SealedBytes sealed = read_sealed_input(from, max_bytes);
    return {sealed.bytes().begin(), sealed.bytes().end()};
}

SealedBytes read_sealed_input(const Location& from, std::size_t max_bytes) {
    if (from.is_clipboard()) return SealedBytes(read_clipboard(max_bytes));
    const FileDescriptor file = open_input(from);
    struct stat status {};
    if (::fstat(file.get(), &status) != 0) throw unreadable(from, system_reason());
    if (S_ISDIR(status.st_mode)) throw unreadable(from, "it is a folder");

    FileDescriptor memory = make_growing_memory();
    constexpr std::size_t most = 65536; // small enough to stay in the processor's cache
    const auto piece = std::make_unique_for_overwrite<std::byte[]>(most);
    for (std::size_t used = 0;;) {
        const ssize_t count = retry_interrupted([&] { return ::read(file.get(), piece.get(), most); });
        if (count < 0) throw unreadable(from, system_reason());
        if (count == 0) return SealedBytes(std::move(memory));
        used += static_cast<std::size_t>(count);
        if (used > max_bytes)
            throw unreadable(from, "it holds more than the " + std::to_string(max_bytes) + " bytes allowed");
        append(memory, {piece.get(), static_cast<std::size_t>(count)});
    }
}

}
