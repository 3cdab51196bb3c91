#pragma once

#include "vulkan/engine/loop.h"

namespace huedrift::gpu {

/// Runs that ran into themselves, and rings of runs that each ran into the next: cycles of F. They are rare,
/// so the host follows them one step at a time and puts the smallest state of its cycle in place of each.

/// `runs` are in cycles or lead to them; their states become the smallest of the cycle.
void settle_cycles(const Loop& loop, std::span<const std::uint32_t> runs, Progress& progress);

/// Makes the smallest run of each ring of parents its own parent; returns those runs.
std::vector<std::uint32_t> open_rings(std::span<std::uint32_t> parents);

}
