#include "library/call.h"

#include "base/error.h"

#include <algorithm>
#include <array>
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

huedrift_job* huedrift_job_new(huedrift_report report, void* context) {
    huedrift_job* made = nullptr;
    huedrift::answer(nullptr, [&] {
        made = report ? new huedrift_job{huedrift::Progress([=](double share) { report(context, share); })}
                      : new huedrift_job{};
    });
    return made;
}

void huedrift_job_free(huedrift_job* job) { delete job; }

double huedrift_job_share(const huedrift_job* job) { return job ? job->progress.share() : 0; }

void huedrift_job_cancel(huedrift_job* job) {
    if (job) job->progress.cancel();
}

static_assert(std::array{HUEDRIFT_VERSION_MAJOR, HUEDRIFT_VERSION_MINOR, HUEDRIFT_VERSION_PATCH} ==
                  std::array{VERSION_PARTS},
              "huedrift.h must have the version of the project");

const char* huedrift_version(void) { return HUEDRIFT_VERSION; }
