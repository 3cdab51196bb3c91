#pragma once

#include "cli/arguments.h"
#include "cli/reduce_plan.h"

namespace huedrift {

/// What `reduce` takes. `request` must live while the command line is parsed.
void add_reduce_options(Arguments& arguments, ReduceRequest& request);

}
