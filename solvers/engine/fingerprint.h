// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fingerprint: 128 bits of what an answer was worked out from. Equal fingerprints are taken as equal inputs: among
// thousands of different inputs two are mistaken for each other with a chance below 1e-30. It is no hash for files.

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

/// Collects numbers and texts in their order.
class Digest {
public:
    void add(std::uint64_t number) {
        m_high = mixed(m_high ^ number, 0x9E3779B97F4A7C15ULL);
        m_low = mixed(m_low + number, 0xD1B54A32D192ED03ULL);
    }
    /// By its bits: 0 and -0 differ.
    void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
    void add(Fingerprint part) {
        add(part.high);
        add(part.low);
    }
    /// With its length, so that two texts in a row are not taken for one of both.
    void add(std::string_view text) {
        add(static_cast<std::uint64_t>(text.size()));
        for (const char c : text)
            add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
    }
    /// Of all that was added so far; more may follow.
    Fingerprint value() const { return {m_high, m_low}; }

private:
    // Finaliser of SplitMix64 with the lane's own increment.
    static std::uint64_t mixed(std::uint64_t x, std::uint64_t increment) {
        x += increment;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
        return x ^ (x >> 31);
    }

    std::uint64_t m_high = 0x243F6A8885A308D3ULL, m_low = 0x13198A2E03707344ULL;
};

struct FingerprintHash {
    std::size_t operator()(Fingerprint fingerprint) const { return fingerprint.high ^ fingerprint.low; }
};

} // namespace rackwright
