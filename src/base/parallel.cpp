#include "base/parallel.h"

#include <oneapi/tbb/global_control.h>

namespace huedrift {

using Control = tbb::global_control;

int thread_count() { return static_cast<int>(Control::active_value(Control::max_allowed_parallelism)); }

ThreadLimit::ThreadLimit(int threads)
    : control_(new Control(Control::max_allowed_parallelism, static_cast<std::size_t>(threads))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<Control*>(control_); }

}
