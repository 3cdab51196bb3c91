#include "library/objects.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <new>

namespace huedrift {
namespace {

huedrift_code code_of(ErrorKind kind) {
    switch (kind) {
    case ErrorKind::usage:
        return HUEDRIFT_USAGE;
    case ErrorKind::input:
        return HUEDRIFT_INPUT;
    case ErrorKind::output:
        return HUEDRIFT_OUTPUT;
    case ErrorKind::device:
        return HUEDRIFT_DEVICE;
    case ErrorKind::cancelled:
        return HUEDRIFT_CANCELLED;
    case ErrorKind::failed:
        break;
    }
    return HUEDRIFT_FAILED;
}

/// Cuts a long sentence between two characters of UTF-8. Allocates nothing, as memory may have run out.
huedrift_code tell(huedrift_failure* failure, huedrift_code code, const char* sentence) noexcept {
    if (failure == nullptr) return code;
    *failure = {.code = code, .sentence = {}, .reserved = {}};
    std::size_t length = std::min(std::strlen(sentence), sizeof failure->sentence - 1);
    while (length > 0 && (static_cast<unsigned char>(sentence[length]) & 0xC0) == 0x80) --length;
    std::memcpy(failure->sentence, sentence, length);
    return code;
}

}

huedrift_code answer(huedrift_failure* failure, FunctionRef<> body) noexcept {
    try {
        body();
        return tell(failure, HUEDRIFT_OK, "");
    } catch (const Error& error) {
        return tell(failure, code_of(error.kind()), error.what());
    } catch (const std::bad_alloc&) {
        return tell(failure, HUEDRIFT_NO_MEMORY, "memory ran out");
    } catch (const std::exception& error) {
        return tell(failure, HUEDRIFT_FAILED, error.what());
    } catch (...) {
        return tell(failure, HUEDRIFT_FAILED, "an unknown failure");
    }
}

huedrift_code answer(huedrift_job* job, huedrift_failure* failure, FunctionRef<Progress&> body) noexcept {
    return answer(failure, [&] {
        Progress without_job;
        Progress& progress = job ? job->progress : without_job;
        progress.restart();
        progress.throw_if_cancelled();
        body(progress);
        progress.report(1);
    });
}

void run(const std::optional<int>& threads, FunctionRef<> body) {
    if (threads)
        with_threads(*threads, body); // in an arena of their own
    else
        without_outer_work(body);
}

void require(const void* argument, const char* name) {
    if (argument == nullptr) refuse_usage(std::string(name) + " is NULL");
}

void refuse_usage(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

}

huedrift_job* huedrift_job_new(huedrift_report report, void* context) {
    huedrift_job* job = nullptr;
    huedrift::answer(nullptr, [&] {
        job = report ? new huedrift_job{huedrift::Progress([=](double share) { report(context, share); })}
                     : new huedrift_job{};
    });
    return job;
}

void huedrift_job_free(huedrift_job* job) { delete job; }

double huedrift_job_share(const huedrift_job* job) { return job ? job->progress.share() : 0; }

void huedrift_job_cancel(huedrift_job* job) {
    if (job) job->progress.cancel();
}

static_assert(std::array{HUEDRIFT_VERSION_MAJOR, HUEDRIFT_VERSION_MINOR, HUEDRIFT_VERSION_PATCH} ==
                  std::array{VERSION_PARTS},
              "huedrift.h must have the version of the project");

static_assert(sizeof(huedrift_failure) == 512, "huedrift.h promises it");

const char* huedrift_version(void) { return HUEDRIFT_VERSION; }
