#pragma once

#include "cli/arguments.h"
#include "engines/engine_choice.h"
#include "image/alpha_mode.h"
#include "image/color_profile.h"
#include "image/header_gate.h"
#include "pipeline/enumerators.h"
#include "reduction/options.h"
#include "reduction/pins.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace huedrift {

/// The groups of options in the help.
inline constexpr const char* reduction_group = "What is computed";
inline constexpr const char* output_group = "What is written";
inline constexpr const char* engine_group = "What computes it";

/// An option whose values are the names of an enumeration; `value` is one, or may be none.
template <class Value>
Argument add_names(Arguments& arguments, const std::string& option, Value& value,
                   const std::string& description) {
    using Enum = std::decay_t<decltype(*std::optional(value))>;
    std::vector<std::string> names;
    std::ranges::transform(enumerators<Enum>, std::back_inserter(names),
                           [](Enum one) { return std::string(name_of(one)); });
    const auto take = [&value](const std::string& name) {
        value = *std::ranges::find_if(enumerators<Enum>, [&](Enum one) { return name_of(one) == name; });
    };
    return arguments.choice(option, names, take, description).group(reduction_group);
}

/// An option that may be repeated, each time with a list that `read` reads, like colors_in().
template <class Item>
Argument add_lists(Arguments& arguments, const std::string& option, std::vector<Item>& items,
                   std::optional<std::vector<Item>> (*read)(std::string_view),
                   const std::string& description) {
    const auto take = [&items, read](const std::string& word) {
        const auto list = read(word);
        if (list) items.insert(items.end(), list->begin(), list->end());
        return list && !list->empty();
    };
    return arguments.repeated(option, take, description).group(reduction_group);
}

// Options shared by several commands, each registered by one function.

Argument add_radius(Arguments& arguments, double& radius);
void add_weighting(Arguments& arguments, Weighting& weighting);
void add_transfer(Arguments& arguments, Transfer& transfer);
/// --merge and --assign.
void add_merging(Arguments& arguments, std::optional<double>& merge, Assign& assign);
/// Options::refine, on or off.
void add_refine(Arguments& arguments, Refine& refine);
/// --min-share.
void add_min_share(Arguments& arguments, double& per_cent);
/// --pin.
void add_pins(Arguments& arguments, std::vector<Pin>& pins);
void add_max_iterations(Arguments& arguments, std::optional<std::uint32_t>& limit);
/// --alpha.
/// What is done with colour profiles.
void add_profile(Arguments& arguments, ProfileUse& use);
void add_alpha(Arguments& arguments, AlphaMode& alpha);
/// Pixels; 0 leaves the picture alone.
void add_smooth(Arguments& arguments, int& radius);
/// --allow-large: raises the limits to what the decoder can count.
void add_allow_large(Arguments& arguments, LoadLimits& limits);
/// --engine.
void add_engine(Arguments& arguments, EngineChoice& choice);
/// --device: one.
void add_device(Arguments& arguments, EngineChoice& choice);
/// The same for several, which choose_entries() takes.
void add_devices(Arguments& arguments, std::vector<std::string>& devices);
/// --jobs; none: as many as jobs_at_once() finds.
void add_jobs(Arguments& arguments, std::optional<int>& jobs);
/// --threads and --memory-limit; --shader-dir where the build has it.
void add_resources(Arguments& arguments, EngineChoice& choice);

}
