#include "base/exit_deadline.h"

#include <cstdio>
#include <cstdlib>

namespace huedrift {

ExitDeadline::ExitDeadline(std::chrono::milliseconds time, int code)
    : thread_([this, time, code] {
          std::unique_lock lock(mutex_);
          if (changed_.wait_for(lock, time, [this] { return is_met_; })) return;
          std::fflush(nullptr);
          std::_Exit(code);
      }) {}

ExitDeadline::~ExitDeadline() {
    {
        const std::scoped_lock lock(mutex_);
        is_met_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

}
