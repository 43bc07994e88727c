// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/embedded_picture.h"

#include <string_view>

namespace rackwright {

namespace {

// https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR
constexpr std::string_view kSignature{"\x89PNG\r\n\x1a\n", 8};
constexpr std::size_t kChunkFrame = 12; ///< length, type and check sum around a chunk's data
constexpr std::size_t kHeaderLength = 13;

std::uint32_t numberAt(std::string_view bytes, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[offset + i]);
    return value;
}

// The chunks lie one behind the other, from the header to the end mark, and nothing follows.
bool hasWholeChunks(std::string_view bytes) {
    std::size_t at = kSignature.size();
    bool isFirst = true, hasData = false;
    while (bytes.size() - at >= kChunkFrame) {
        const std::size_t length = numberAt(bytes, at);
        const std::string_view type = bytes.substr(at + 4, 4);
        if (length > bytes.size() - at - kChunkFrame || (isFirst && (type != "IHDR" || length != kHeaderLength)))
            return false;
        at += length + kChunkFrame;
        hasData = hasData || type == "IDAT";
        if (type == "IEND")
            return hasData && length == 0 && at == bytes.size();
        isFirst = false;
    }
    return false;
}

} // namespace

Result<EmbeddedPicture> EmbeddedPicture::fromPng(std::string bytes) {
    if (bytes.size() > kMostBytes)
        return inputError(Message("picture.too-many-bytes").with("limit", static_cast<std::int64_t>(kMostBytes >> 20)));
    if (!bytes.starts_with(kSignature) || !hasWholeChunks(bytes))
        return inputError(Message("picture.no-png"));
    const std::size_t header = kSignature.size() + 8;
    EmbeddedPicture picture;
    picture.m_width = numberAt(bytes, header);
    picture.m_height = numberAt(bytes, header + 4);
    if (picture.m_width == 0 || picture.m_height == 0)
        return inputError(Message("picture.no-png"));
    if (picture.m_width > kLongestSide || picture.m_height > kLongestSide ||
        std::uint64_t{picture.m_width} * picture.m_height > kMostPixels)
        return inputError(Message("picture.too-many-pixels")
                              .with("width", static_cast<std::int64_t>(picture.m_width))
                              .with("height", static_cast<std::int64_t>(picture.m_height))
                              .with("limit", static_cast<std::int64_t>(kLongestSide)));
    picture.m_png = std::make_shared<const std::string>(std::move(bytes));
    return picture;
}

const std::string& EmbeddedPicture::png() const {
    static const std::string none;
    return m_png ? *m_png : none;
}

} // namespace rackwright
