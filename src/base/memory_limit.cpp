#include "base/memory_limit.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <unistd.h>

namespace huedrift {

namespace {

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// The limit in a file of a control group. The file may be missing and may say "max".
std::size_t limit_in(const std::filesystem::path& file) {
    std::size_t bytes = unlimited;
    std::ifstream stream(file);
    return stream >> bytes ? bytes : unlimited;
}

/// The lowest limit of a group and of those around it. A container may see only its own group, as the
/// hierarchy's root; the path is then the one outside, and its folders are missing.
std::size_t lowest_limit(const std::filesystem::path& hierarchy, std::filesystem::path group,
                         const char* file) {
    std::size_t lowest = limit_in(hierarchy / file);
    for (; group.has_relative_path(); group = group.parent_path())
        lowest = std::min(lowest, limit_in(hierarchy / group.relative_path() / file));
    return lowest;
}

bool lists_memory(std::string_view controllers) {
    return ("," + std::string(controllers) + ",").find(",memory,") != std::string::npos;
}

}

std::size_t machine_memory() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGE_SIZE));
}

std::size_t memory_limit(const std::filesystem::path& root) {
    const std::filesystem::path hierarchies = root / "sys/fs/cgroup";
    std::size_t lowest = machine_memory();
    // A line is "number:controllers:group"; version 2 of control groups has no controllers there.
    std::ifstream memberships(root / "proc/self/cgroup");
    for (std::string line; std::getline(memberships, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1),
                          group = line.substr(second + 1);
        if (controllers.empty())
            lowest = std::min(lowest, lowest_limit(hierarchies, group, "memory.max"));
        else if (lists_memory(controllers))
            lowest = std::min(lowest, lowest_limit(hierarchies / "memory", group, "memory.limit_in_bytes"));
    }
    return lowest;
}

}
