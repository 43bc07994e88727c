// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EmbeddedPicture: a PNG that a project carries with it, checked in its outer form and shared by all that show it. It knows
// no pixels: what draws it decodes it.

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace rackwright {

/// Immutable and cheap to copy; a default one is empty.
class EmbeddedPicture {
public:
    static constexpr std::size_t kMostBytes = std::size_t{8} << 20;
    static constexpr std::uint32_t kLongestSide = 8192;
    /// Four bytes each when it is drawn: 160 MB at the most.
    static constexpr std::uint64_t kMostPixels = 40'000'000;

    EmbeddedPicture() = default;
    /// Refuses what is no whole PNG, or too large in bytes or in pixels; the text of each refusal names the limit.
    static Result<EmbeddedPicture> fromPng(std::string bytes);

    bool isEmpty() const { return !m_png; }
    const std::string& png() const;
    /// Pixels, as the header of the PNG says; 0 of an empty one.
    std::uint32_t width() const { return m_width; }
    std::uint32_t height() const { return m_height; }

    friend bool operator==(const EmbeddedPicture& a, const EmbeddedPicture& b) {
        return a.m_png == b.m_png || (a.m_png && b.m_png && *a.m_png == *b.m_png);
    }

private:
    std::shared_ptr<const std::string> m_png;
    std::uint32_t m_width = 0;
    std::uint32_t m_height = 0;
};

} // namespace rackwright
