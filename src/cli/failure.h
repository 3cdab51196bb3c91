#pragma once

#include <functional>
#include <optional>
#include <string>

namespace huedrift {

/// What went wrong, as the user sees it.
struct Failure {
    int exit_code = 1;
    std::string sentence{};
};

/// Runs `work`; returns nothing if it succeeds. Otherwise its exception becomes one line on stderr, which
/// begins with `subject` (a file name, or empty) unless the message does. The command line catches exceptions
/// only here.
std::optional<Failure> run_guarded(const std::string& subject, const std::function<void()>& work);

/// `text` with question marks for control characters: file names come from anywhere, and terminals obey
/// control characters.
std::string printable(std::string text);

/// While one lives, what this thread says is kept instead.
class HeldSentences {
public:
    HeldSentences();
    ~HeldSentences();
    HeldSentences(const HeldSentences&) = delete;
    HeldSentences& operator=(const HeldSentences&) = delete;

    /// All of it, each with its line end.
    std::string take();

private:
    std::string text_;
    std::string* outer_;
};

/// One line on stderr, begun with the program's name where it is a complaint.
void say(const std::string& sentence);
void complain(const std::string& sentence);

}
