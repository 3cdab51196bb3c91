#include "library/answer.h"

#include "base/error.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace huedrift {
namespace {

/// Cuts a long sentence between two characters of UTF-8. Allocates nothing, as memory may have run out.
huedrift_code tell(huedrift_error* error, huedrift_code code, const char* sentence) noexcept {
    if (error == nullptr) return code;
    error->code = code;
    std::size_t length = std::min(std::strlen(sentence), sizeof error->sentence - 1);
    while (length > 0 && (static_cast<unsigned char>(sentence[length]) & 0xC0) == 0x80) --length;
    std::memcpy(error->sentence, sentence, length);
    error->sentence[length] = '\0';
    return code;
}

}

huedrift_code answer(huedrift_error* error, FunctionRef<> body) noexcept {
    try {
        body();
        return tell(error, HUEDRIFT_OK, "");
    } catch (const Error& failure) {
        return tell(error, static_cast<huedrift_code>(failure.kind()), failure.what());
    } catch (const std::bad_alloc&) {
        return tell(error, HUEDRIFT_FAILED, "memory ran out");
    } catch (const std::exception& failure) {
        return tell(error, HUEDRIFT_FAILED, failure.what());
    } catch (...) {
        return tell(error, HUEDRIFT_FAILED, "an unknown failure");
    }
}

void require(const void* argument, const char* name) {
    if (argument == nullptr) refuse_usage(std::string(name) + " is NULL");
}

void refuse_usage(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

}
