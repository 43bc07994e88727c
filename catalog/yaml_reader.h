// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of YAML that device libraries are written in: documents of block maps, block lists, plain and quoted
// scalars, literal and folded texts, and comments. Anchors, tags, flow collections and tabs are refused by line.

#include "model/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct YamlEntry;

/// A scalar, a list or a map, with the line (from 1) that it begins in.
struct YamlNode {
    enum class Kind : std::uint8_t { Scalar, List, Map };
    Kind kind = Kind::Scalar;
    std::size_t line = 0;
    std::string scalar;
    std::vector<YamlNode> items;
    std::vector<YamlEntry> entries; ///< in the order of the file

    /// The entry of a map, or null.
    const YamlNode* find(std::string_view key) const;
    /// The scalar of an entry; empty when there is none.
    std::string text(std::string_view key) const;
};

/// A key of a map with what stands under it.
struct YamlEntry {
    std::string key;
    YamlNode node;
};

/// All documents of a text. Fails on what is not of the part above, naming the line and what to do.
Result<std::vector<YamlNode>> readYaml(std::string_view text);

} // namespace rackwright
