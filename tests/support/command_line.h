// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The command line as tests drive it: the words that a person types, in one process, with a folder of its own. Nothing
// of the user's is read or written.

#include <QJsonObject>
#include <QTemporaryDir>

#include <initializer_list>
#include <string>
#include <vector>

namespace rackwright {

struct CommandRun {
    int code = 0;
    std::string out;
    std::string err;
    QJsonObject json() const; ///< of `out`; empty when it is no object
};

class CommandLine {
public:
    /// `today` as the program sees it.
    explicit CommandLine(std::string today = "2026-01-15");

    CommandRun run(const std::vector<std::string>& words) const;
    /// A path in the folder of this test.
    std::string path(const std::string& name) const;
    std::string write(const std::string& name, const std::string& text) const;
    std::string read(const std::string& name) const;
    /// Names, sizes and contents of everything in the folder, for "nothing changed on disk".
    std::string contents() const;

private:
    QTemporaryDir m_folder;
    std::string m_today;
};

/// A sample of resources/samples.
std::string samplePath(const std::string& name);

} // namespace rackwright
