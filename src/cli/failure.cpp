#include "cli/failure.h"

#include "base/error.h"

#include <algorithm>
#include <cstdio>
#include <new>

namespace huedrift {
namespace {

Failure failure(const std::string& subject, ErrorKind kind, std::string sentence) {
    if (!sentence.starts_with(subject)) sentence = subject + ": " + sentence;
    complain(sentence);
    return {static_cast<int>(kind), std::move(sentence)};
}

}

std::optional<Failure> run_guarded(const std::string& subject, const std::function<void()>& work) {
    try {
        work();
        return std::nullopt;
    } catch (const Error& error) {
        return failure(subject, error.kind(), error.what());
    } catch (const std::bad_alloc&) {
        return failure(subject, ErrorKind::failed, "there is not enough memory");
    } catch (const std::exception& error) {
        return failure(subject, ErrorKind::failed, error.what());
    }
}

std::string printable(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; }, '?');
    return text;
}

void say(const std::string& sentence) { std::fprintf(stderr, "%s\n", printable(sentence).c_str()); }

void complain(const std::string& sentence) { say("huedrift-cli: " + sentence); }

}
