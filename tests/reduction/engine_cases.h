#pragma once

#include "reduction/color_set.h"
#include "reduction/engine.h"
#include "reduction/options.h"

#include <string>
#include <vector>

namespace huedrift {

/// A colour set with radii for it, as input to compare every engine with the reference, bit for bit.
struct EngineCase {
    std::string name;
    ColorSet colors;
    std::vector<double> radii;
};

/// `count` distinct random colours, clustered or not, with counts of 1 to `largest_count`.
ColorSet random_colors(std::size_t count, unsigned seed, Transfer transfer, std::uint32_t largest_count = 50,
                       bool clustered = false);

/// Cases small enough for brute force: sizes 1, 2, 3 and primes, far clusters, lines, planes, spheres of
/// points at exactly r and one unit beyond, counts up to 2^29, radii from 2^-24 to sqrt 3, both transfers.
std::vector<EngineCase> engine_cases();

/// Cases so dense that cells are followed at most radii: one cell, plateaus, lattices, two clouds, a ridge,
/// pairs of near peaks, cells at the edges of the space, cells of the smallest size, modes whose heights
/// differ above 64 bits, and a set with too many cells.
std::vector<EngineCase> refinement_cases();

/// Cases for merging. The first of `radii` is the radius; all of them are merge distances: ridges, plateaus,
/// lattices, one dense ball, two peaks at exactly the distance and one unit to either side.
std::vector<EngineCase> merge_cases();

/// The number of progress reports of a whole run.
int reports_of(Engine& engine, const ColorSet& colors, const Options& options);

/// Cancels a run at the given report (0 is the first). Returns whether that ended the run.
bool ends_when_cancelled_at(Engine& engine, const ColorSet& colors, const Options& options, int report);

}
