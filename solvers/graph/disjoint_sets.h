// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DisjointSets: which of the things 0..n-1 hang together, as pairs of them are joined (Tarjan 1975, path halving).

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace rackwright {

/// Union-find over 0 to size - 1.
class DisjointSets {
public:
    explicit DisjointSets(std::size_t size) : m_parent(size) { std::iota(m_parent.begin(), m_parent.end(), 0U); }

    /// The least member of the set, which stands for it.
    std::uint32_t of(std::uint32_t x) {
        while (m_parent[x] != x)
            x = m_parent[x] = m_parent[m_parent[x]];
        return x;
    }
    void join(std::uint32_t x, std::uint32_t y) { m_parent[std::max(of(x), of(y))] = std::min(of(x), of(y)); }

private:
    std::vector<std::uint32_t> m_parent;
};

} // namespace rackwright
