#pragma once

#include "app/ui/list_selection.h"
#include "palette/swatch.h"

#include <optional>
#include <span>
#include <vector>

namespace huedrift::app {

/// The colours of the shown result that are chosen to do something with all of them.
class SwatchSelection {
public:
    /// By their numbers in the list.
    ListSelection rows{};

    /// The list is now this one. Colours that it lacks are no longer chosen.
    void follow(std::span<const Swatch> list);

    bool contains(std::size_t number) const { return rows.contains(static_cast<int>(number)); }
    /// Whether there are more than one; one alone is what the pointer and the keys of one colour mean.
    bool has_several() const { return rows.rows().size() > 1; }
    /// In the order of the list.
    std::vector<Rgb> colors() const;
    /// The one that was clicked or walked to last, chosen or not.
    std::optional<Rgb> cursor() const;

private:
    std::optional<Rgb> listed(int row) const;

    std::vector<Rgb> list_;
};

}
