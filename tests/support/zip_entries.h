// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The files within a workbook, by gzip: what a workbook holds is not seen in its packed bytes.

#include <QByteArray>
#include <QMap>
#include <QProcess>
#include <QString>

#include <cstdint>

namespace rackwright::fixture {

/// By name; empty when the bytes are no ZIP archive.
inline QMap<QString, QByteArray> zipEntries(const QByteArray& zip) {
    const auto number = [&zip](qsizetype at, int bytes) {
        std::uint32_t value = 0;
        for (int i = bytes - 1; i >= 0; --i)
            value = value << 8 | static_cast<unsigned char>(zip[at + i]);
        return value;
    };
    QMap<QString, QByteArray> entries;
    // Records of the central directory: method, checksum, sizes, name and place of each file.
    for (qsizetype at = zip.indexOf("PK\1\2"); at >= 0; at = zip.indexOf("PK\1\2", at + 46)) {
        const auto packed = static_cast<qsizetype>(number(at + 20, 4));
        const auto nameSize = static_cast<qsizetype>(number(at + 28, 2));
        const auto local = static_cast<qsizetype>(number(at + 42, 4));
        const qsizetype data = local + 30 + number(local + 26, 2) + number(local + 28, 2);
        const QString name = QString::fromUtf8(zip.mid(at + 46, nameSize));
        if (number(at + 10, 2) == 0) {
            entries[name] = zip.mid(data, packed);
            continue;
        }
        QProcess gzip;
        gzip.start(QStringLiteral("gzip"), {QStringLiteral("-dc")});
        if (!gzip.waitForStarted())
            return {};
        gzip.write(QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10) + zip.mid(data, packed) + zip.mid(at + 16, 4) +
                   zip.mid(at + 24, 4));
        gzip.closeWriteChannel();
        gzip.waitForFinished();
        entries[name] = gzip.readAllStandardOutput();
    }
    return entries;
}

} // namespace rackwright::fixture
