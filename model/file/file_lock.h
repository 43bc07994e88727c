// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FileLock: a file that one program works on. It holds a lock beside the file, which tells others who has it, and one
// on the file itself, by which it is known under every other name. Design files and whoever writes over one use it.

#include "model/base/result.h"

#include <filesystem>
#include <memory>

class QLockFile;

namespace rackwright {

class FileLock {
public:
    /// Of a file that need not exist yet. Null, with no error, in a folder where we may not write; fails with
    /// "file.open-elsewhere". The lock of a program that is no more is taken over.
    static Result<std::unique_ptr<FileLock>> take(const std::filesystem::path& path);
    ~FileLock();
    FileLock(const FileLock&) = delete;
    FileLock& operator=(const FileLock&) = delete;

    /// Takes the file that lies there now: another has taken the place of the one that was locked.
    Done follow();
    bool isOf(const std::filesystem::path& path) const;

private:
    explicit FileLock(std::filesystem::path path);

    std::filesystem::path m_path; ///< its own name, whatever link it was asked by
    std::unique_ptr<QLockFile> m_name;
    int m_fd = -1;
};

/// Whether two names lead to one file; it need not exist.
bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

} // namespace rackwright
