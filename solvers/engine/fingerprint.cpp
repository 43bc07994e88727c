// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/fingerprint.h"

#include <xxhash.h>

#include <algorithm>
#include <cstring>

namespace rackwright {

void Digest::add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    while (!text.empty()) {
        std::uint64_t word = 0;
        const std::size_t taken = std::min(text.size(), sizeof word);
        std::memcpy(&word, text.data(), taken);
        add(word);
        text.remove_prefix(taken);
    }
}

Fingerprint Digest::value() const {
    const XXH128_hash_t hash = XXH3_128bits(m_block.data(), m_count * sizeof(std::uint64_t));
    return {hash.high64, hash.low64};
}

void Digest::fold() {
    const Fingerprint before = value();
    m_count = 0;
    add(before);
}

} // namespace rackwright
