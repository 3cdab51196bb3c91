#pragma once

#include <stdexcept>
#include <string>

namespace huedrift {

/// Why something failed. The values are the exit codes of huedrift-cli.
enum class ErrorKind {
    failed = 1,
    usage = 2,
    input = 3,
    output = 4,
    device = 5,
    cancelled = 130,
};

/// The only exception type of huedrift: a sentence for the user and the kind of failure. docs/architecture.md
/// says when it is caught.
class Error : public std::runtime_error {
public:
    Error(ErrorKind kind, const std::string& sentence) : std::runtime_error(sentence), kind_(kind) {}
    ErrorKind kind() const { return kind_; }

private:
    ErrorKind kind_;
};

}
