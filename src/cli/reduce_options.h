#pragma once

#include "cli/arguments.h"
#include "cli/reduce_plan.h"

namespace huedrift {

/// Adds the options of `reduce`. `request` must outlive the parsing.
void add_reduce_options(Arguments& arguments, ReduceRequest& request);

}
