#pragma once

#include <cstdint>
#include <vector>

namespace huedrift {

/// How components of cells join as a level falls: a forest whose leaves are the cells and whose other nodes
/// are joins and marks of components, each at a level (component tree: Salembier, Oliveras and Garrido 1998).
class ComponentTree {
public:
    /// No label, and several.
    static constexpr std::uint32_t none = 0xffffffff, mixed = 0xfffffffe;

    explicit ComponentTree(std::uint32_t cells);

    /// Adds a label to the component of a cell; two different ones give `mixed`. Levels must not rise from
    /// call to call.
    void mark(double level, std::uint32_t cell, std::uint32_t label);
    /// Joins the components of two cells.
    void join(double level, std::uint32_t cell, std::uint32_t other);
    /// Gives per cell the level at which its component was first mixed (0: never), and its label before that;
    /// infinity and none where it was mixed from the start.
    void thresholds(std::vector<double>& threshold, std::vector<std::uint32_t>& label) const;

private:
    struct Node {
        std::uint32_t parent, label;
        double level;
    };
    std::uint32_t add(double level, std::uint32_t label);
    std::uint32_t find(std::uint32_t cell);

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> root_, node_; ///< per cell: of its component, and the component's node
};

}
