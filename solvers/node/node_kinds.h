// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// NodeKinds: the kinds of nodes of a design that hold accelerators, each under its first device, which stands for all
// of its kind in figures. Spare nodes make no kind of their own.

#include "solvers/engine/figure.h"

#include <cstdint>
#include <vector>

namespace rackwright {

/// Present nodes of one part.
struct NodeKind {
    Id<PartRow> system;
    Id<PartRow> accelerator;         ///< null: the project holds no such part
    Id<Device> first;                ///< of least id
    std::vector<Id<Device>> devices; ///< in the order of ids

    /// What figures of the kind are asked by.
    Subject subject() const { return Subject(first); }
    std::int64_t count() const { return static_cast<std::int64_t>(devices.size()); }
};

/// In the order of their first devices. A tray within a system that counts as a whole makes none.
std::vector<NodeKind> nodeKinds(const Project& project, const Design& design);

/// The same as a look-up.
class NodeKinds {
public:
    static constexpr std::array<std::string_view, 1> kReads = {"devices"};
    explicit NodeKinds(const Context& context);

    const std::vector<NodeKind>& all() const { return m_kinds; }
    /// The kind that a device stands for; null: another of its kind does, or it is no such node.
    const NodeKind* find(Subject subject) const;

private:
    std::vector<NodeKind> m_kinds;
};

} // namespace rackwright
