#include "cpu/component_tree.h"

#include <limits>

namespace huedrift {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::uint32_t joined(std::uint32_t x, std::uint32_t y) {
    if (x == ComponentTree::none) return y;
    return y == ComponentTree::none || x == y ? x : ComponentTree::mixed;
}

}

ComponentTree::ComponentTree(std::uint32_t cells) : root_(cells), node_(cells) {
    for (std::uint32_t i = 0; i < cells; ++i) {
        root_[i] = node_[i] = i;
        nodes_.push_back({i, none, infinity});
    }
}

void ComponentTree::mark(double level, std::uint32_t cell, std::uint32_t label) {
    const std::uint32_t root = find(cell), below = node_[root], now = joined(nodes_[below].label, label);
    if (now == nodes_[below].label) return;
    const std::uint32_t above = add(level, now);
    node_[root] = nodes_[below].parent = above;
}

void ComponentTree::join(double level, std::uint32_t cell, std::uint32_t other) {
    const std::uint32_t x = find(cell), y = find(other);
    if (x == y) return;
    const std::uint32_t above = add(level, joined(nodes_[node_[x]].label, nodes_[node_[y]].label));
    nodes_[node_[x]].parent = nodes_[node_[y]].parent = above;
    root_[y] = x;
    node_[x] = above;
}

void ComponentTree::thresholds(std::vector<double>& threshold, std::vector<std::uint32_t>& label) const {
    threshold.assign(nodes_.size(), infinity);
    label.assign(nodes_.size(), none);
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        const Node& node = nodes_[i];
        if (node.label == mixed) continue;
        const bool top = node.parent == i, last = nodes_[node.parent].label == mixed;
        threshold[i] = top ? 0 : last ? nodes_[node.parent].level : threshold[node.parent];
        label[i] = top || last ? node.label : label[node.parent];
    }
    threshold.resize(root_.size());
    label.resize(root_.size());
}

/// A new node at the top of its component.
std::uint32_t ComponentTree::add(double level, std::uint32_t label) {
    const auto added = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({added, label, level});
    return added;
}

std::uint32_t ComponentTree::find(std::uint32_t cell) {
    while (root_[cell] != cell) cell = root_[cell] = root_[root_[cell]];
    return cell;
}

}
