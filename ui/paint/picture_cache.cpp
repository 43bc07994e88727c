// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/picture_cache.h"

#include "solvers/engine/known_keys.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QImageReader>

#include <algorithm>

namespace rackwright {

std::string pictureKey(const std::string& sha256) { return std::string(kPictureKeys) + sha256; }

std::string pictureText(const EmbeddedPicture& picture) {
    return QByteArray::fromRawData(picture.png().data(), static_cast<qsizetype>(picture.png().size()))
        .toBase64()
        .toStdString();
}

QImage pixelsOf(const EmbeddedPicture& picture) {
    QByteArray bytes = QByteArray::fromRawData(picture.png().data(), static_cast<qsizetype>(picture.png().size()));
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, "png");
    reader.setAutoDetectImageFormat(false);
    if (reader.size() != QSize(static_cast<int>(picture.width()), static_cast<int>(picture.height())))
        return {};
    return reader.read().convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

DecodedPicture decodedPicture(const Project& project, const std::string& sha256) {
    const auto row = std::ranges::find(project.settings, pictureKey(sha256), &Setting::key);
    // Base64 takes four letters for three bytes.
    if (sha256.empty() || row == project.settings.end() || row->value.size() > EmbeddedPicture::kMostBytes / 3 * 4 + 4)
        return {};
    const auto bytes = QByteArray::fromBase64Encoding(QByteArray::fromStdString(row->value),
                                                      QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes || QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex().toStdString() != sha256)
        return {};
    Result<EmbeddedPicture> picture = EmbeddedPicture::fromPng((*bytes).toStdString());
    if (!picture)
        return {};
    QImage pixels = pixelsOf(*picture);
    return {std::move(*picture), std::move(pixels)};
}

DecodedPicture PictureCache::picture(const Project& project, const std::string& sha256) {
    constexpr std::size_t most = 4;
    const std::lock_guard lock(m_mutex);
    if (const auto kept = m_kept.find(sha256); kept != m_kept.end())
        return kept->second;
    DecodedPicture decoded = decodedPicture(project, sha256);
    if (decoded.pixels.isNull())
        return decoded; // perhaps it comes with an undo
    if (m_kept.size() == most)
        m_kept.erase(m_kept.begin());
    return m_kept[sha256] = std::move(decoded);
}

} // namespace rackwright
