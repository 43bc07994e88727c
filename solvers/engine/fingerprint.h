// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fingerprint: 128 bits of what an answer was worked out from, by XXH3 (libxxhash). Equal fingerprints are taken as
// equal inputs: of n different inputs two are mistaken for each other with a chance of about n^2 / 2^129, below 1e-26
// for a million of them. It is no hash for files, and stands in none.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace rackwright {

/// For comparison alone; its order means nothing.
struct Fingerprint {
    std::uint64_t high = 0, low = 0;
    friend auto operator<=>(const Fingerprint&, const Fingerprint&) = default;
};

/// Collects numbers and texts in their order. What is added is kept in a small block; a full one gives way to its own
/// fingerprint, which is the beginning of the next.
class Digest {
public:
    void add(std::uint64_t number) {
        if (m_count == m_block.size())
            fold();
        m_block[m_count++] = number;
    }
    /// By its bits: 0 and -0 differ.
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(Fingerprint part) {
        add(part.high);
        add(part.low);
    }
    /// With its length, so that two texts are no other two.
    void add(std::string_view text);
    /// Of all that was added so far; more may follow.
    Fingerprint value() const;

private:
    void fold();

    std::array<std::uint64_t, 32> m_block; // not cleared: what lies behind m_count is never read
    std::size_t m_count = 0;
};

struct FingerprintHash {
    std::size_t operator()(Fingerprint fingerprint) const { return fingerprint.high ^ fingerprint.low; }
};

} // namespace rackwright
