// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/preferences_file.h"

#include <QFile>
#include <QFileDevice>
#include <QTemporaryDir>

#include <algorithm>
#include <unistd.h>

namespace rackwright {

namespace {

QSettings::SettingsMap readIni(const QString& path) {
    const QSettings ini(path, QSettings::IniFormat);
    QSettings::SettingsMap map;
    for (const QString& key : ini.allKeys())
        map.insert(key, ini.value(key));
    return map;
}

// Numbers come back as text and lists of one word as a word; neither makes a difference to who asks for them.
bool isSameValue(const QVariant& a, const QVariant& b) { return a == b || a.toString() == b.toString(); }

bool isSame(const QSettings::SettingsMap& a, const QSettings::SettingsMap& b) {
    return a.size() == b.size() &&
           std::equal(a.keyValueBegin(), a.keyValueEnd(), b.keyValueBegin(), [](const auto& one, const auto& other) {
               return one.first == other.first && isSameValue(one.second, other.second);
           });
}

/// The bytes of an INI file; null when they could not be made whole, since the folder for temporary files is full.
QByteArray iniOf(const QSettings::SettingsMap& map) {
    const QTemporaryDir folder;
    const QString written = folder.filePath(QStringLiteral("written"));
    {
        QSettings ini(written, QSettings::IniFormat);
        for (auto it = map.begin(); it != map.end(); ++it)
            ini.setValue(it.key(), it.value());
    }
    // Under another name, since what was written under this one is remembered.
    const QString read = folder.filePath(QStringLiteral("read"));
    QFile file(written);
    if (!QFile::link(written, read) || !isSame(readIni(read), map) || !file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll();
}

bool readPreferences(QIODevice& device, QSettings::SettingsMap& map) {
    const QTemporaryDir folder;
    QFile copy(folder.filePath(QStringLiteral("copy")));
    const QByteArray bytes = device.readAll();
    if (!copy.open(QIODevice::WriteOnly) || copy.write(bytes) != bytes.size() || !copy.flush())
        return false;
    map = readIni(copy.fileName());
    return true;
}

// Who calls this puts the device in the place of the file only when it is told that all is well, and does not look
// itself whether the last bytes went through.
bool writePreferences(QIODevice& device, const QSettings::SettingsMap& map) {
    const QByteArray bytes = iniOf(map);
    auto* file = qobject_cast<QFileDevice*>(&device);
    return (!bytes.isEmpty() || map.isEmpty()) && file && file->write(bytes) == bytes.size() && file->flush() &&
           ::fsync(file->handle()) == 0;
}

QSettings::Format preferencesFormat() {
    static const QSettings::Format format =
        QSettings::registerFormat(QStringLiteral("conf"), &readPreferences, &writePreferences);
    return format;
}

} // namespace

std::unique_ptr<QSettings> openPreferences(const QString& file) {
    if (!file.isEmpty())
        return std::make_unique<QSettings>(file, preferencesFormat());
    return std::make_unique<QSettings>(preferencesFormat(), QSettings::UserScope, QStringLiteral("rackwright"),
                                       QStringLiteral("studio"));
}

} // namespace rackwright
