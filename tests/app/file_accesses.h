#pragma once

#include <string>
#include <vector>

namespace huedrift {

/// While it lives, notes the files and folders that this thread looks at and the displays that it connects
/// to, by functions of the C library: "open /a/b". One at a time.
class FileAccesses {
public:
    explicit FileAccesses(std::vector<std::string>& accesses);
    ~FileAccesses();
    FileAccesses(const FileAccesses&) = delete;
    FileAccesses& operator=(const FileAccesses&) = delete;
};

}
