#include "base/served_copies.h"

#include "base/file_descriptor.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

constexpr std::size_t most_descriptors = 4;

/// A message of one byte, with room for descriptors.
struct Request {
    char byte = 1;
    iovec data{&byte, 1};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(most_descriptors * sizeof(int))> room{};
    msghdr message{};

    Request() {
        message.msg_iov = &data;
        message.msg_iovlen = 1;
        message.msg_control = room.data();
        message.msg_controllen = room.size();
    }
    Request(const Request&) = delete;
    Request& operator=(const Request&) = delete;
};

/// The descriptors of the next request; none at the end.
std::vector<FileDescriptor> next_request(int socket) {
    Request request;
    std::vector<FileDescriptor> given;
    if (retry_interrupted([&] { return ::recvmsg(socket, &request.message, MSG_CMSG_CLOEXEC); }) != 1)
        return given;
    const cmsghdr* const head = CMSG_FIRSTHDR(&request.message);
    if ((request.message.msg_flags & MSG_CTRUNC) != 0) return given; // too many files are open
    if (!head || head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) return given;
    std::array<int, most_descriptors> numbers{};
    const std::size_t bytes = std::min(head->cmsg_len - CMSG_LEN(0), sizeof numbers);
    std::memcpy(numbers.data(), CMSG_DATA(head), bytes);
    for (std::size_t i = 0; i < bytes / sizeof(int); ++i) given.emplace_back(numbers[i]);
    return given;
}

/// Gives this process these descriptors from 0 on, and no others.
void take_descriptors(std::vector<FileDescriptor> given) {
    constexpr int above_all = 10;
    for (FileDescriptor& descriptor : given) {
        descriptor = FileDescriptor(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, above_all));
        if (!descriptor.valid()) ::_exit(1);
    }
    for (std::size_t i = 0; i < given.size(); ++i)
        if (::dup2(given[i].get(), static_cast<int>(i)) < 0) ::_exit(1);
    const auto first_unused = static_cast<unsigned>(given.size());
    given.clear();
    ::close_range(first_unused, ~0u, 0);
}

}

bool pass_descriptors(int socket, std::initializer_list<int> descriptors) {
    assert(descriptors.size() > 0 && descriptors.size() <= most_descriptors);
    const std::size_t bytes = descriptors.size() * sizeof(int);
    Request request;
    request.message.msg_controllen = CMSG_SPACE(bytes);
    cmsghdr* const head = CMSG_FIRSTHDR(&request.message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(bytes);
    std::memcpy(CMSG_DATA(head), descriptors.begin(), bytes);
    return retry_interrupted([&] { return ::sendmsg(socket, &request.message, MSG_NOSIGNAL); }) == 1;
}

void serve_copies() {
    for (;;) {
        std::vector<FileDescriptor> given = next_request(0);
        if (given.empty()) ::_exit(0);
        // As fork(), but the copy is a sibling: the parent of this process can await its end.
        const auto copy = static_cast<pid_t>(::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
        if (copy == 0) return take_descriptors(std::move(given));
        given.clear();
        if (::send(0, &copy, sizeof copy, MSG_NOSIGNAL) != sizeof copy) ::_exit(0);
    }
}

}
