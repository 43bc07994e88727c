// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/command_line.h"

#include "app/command_line.h"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace rackwright {

QJsonObject CommandRun::json() const { return QJsonDocument::fromJson(QByteArray::fromStdString(out)).object(); }

CommandLine::CommandLine(std::string today) : m_today(std::move(today)) {}

CommandRun CommandLine::run(const std::vector<std::string>& words) const {
    std::istringstream in;
    std::ostringstream out, err;
    Streams streams{in, out, err};
    Session session(Texts::of("en"), {RW_BINARY_DIR, path("own-parts.sqlite"), m_today});
    const int code = runCommandLine(words, streams, session);
    return {code, out.str(), err.str()};
}

std::string CommandLine::path(const std::string& name) const {
    return m_folder.filePath(QString::fromStdString(name)).toStdString();
}

std::string CommandLine::write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
}

std::string CommandLine::read(const std::string& name) const {
    std::ifstream file(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string CommandLine::contents() const {
    std::vector<std::string> entries;
    QDirIterator it(m_folder.path(), QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden,
                    QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QFileInfo info(it.next());
        QFile file(info.filePath());
        const QByteArray bytes = info.isFile() && file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        entries.push_back(info.filePath().toStdString() + ' ' + std::to_string(bytes.size()) + ' ' +
                          std::to_string(qHash(bytes)));
    }
    std::ranges::sort(entries);
    std::string all;
    for (const std::string& entry : entries)
        all += entry + '\n';
    return all;
}

std::string samplePath(const std::string& name) { return RW_SOURCE_DIR "/resources/samples/" + name; }

} // namespace rackwright
