// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/file_lock.h"

#include "model/file/disk.h"

#include <QFile>
#include <QLockFile>
#include <QSysInfo>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

namespace rackwright {

namespace {

std::filesystem::path ownName(const std::filesystem::path& path) {
    std::error_code failed;
    const std::filesystem::path name = std::filesystem::weakly_canonical(path, failed);
    return failed ? path : name;
}

Error openElsewhere(const std::filesystem::path& path, const std::string& process, const std::string& host) {
    return systemError(
        Message("file.open-elsewhere").with("file", shownPath(path)).with("host", host).with("process", process));
}

// The kernel lists the locks of files: "1: FLOCK ADVISORY WRITE <process> <major>:<minor>:<inode> 0 EOF", device in
// hex.
std::string holderOf(const struct stat& file) {
    std::ostringstream place;
    place << std::hex;
    for (const unsigned number : {::gnu_dev_major(file.st_dev), ::gnu_dev_minor(file.st_dev)}) {
        place.width(2);
        place.fill('0');
        place << number << ':';
    }
    place << std::dec << file.st_ino;
    std::ifstream locks("/proc/locks");
    for (std::string line; std::getline(locks, line);) {
        std::istringstream words(line);
        std::string number, kind, strength, access, process, where;
        words >> number >> kind >> strength >> access >> process >> where;
        if (kind == "FLOCK" && where == place.str())
            return process;
    }
    return "?";
}

bool isAt(const std::filesystem::path& path, const struct stat& opened) {
    struct stat there {};
    return ::stat(path.c_str(), &there) == 0 && there.st_dev == opened.st_dev && there.st_ino == opened.st_ino;
}

// The lines of a lock beside a file: process, program, host, machine, start of the machine. Machines of one name are
// told apart by what the machine calls itself, where both know it.
bool isOfThisMachine(const std::string& text) {
    std::istringstream lines(text);
    std::array<std::string, 4> line;
    for (std::string& each : line)
        std::getline(lines, each);
    const auto& [process, program, host, machine] = line;
    const std::string ours = QSysInfo::machineUniqueId().toStdString();
    if (!machine.empty() && !ours.empty())
        return machine == ours;
    return host == QSysInfo::machineHostName().toStdString();
}

std::string beginningOf(int fd) {
    std::array<char, 4096> bytes{};
    const ::ssize_t n = ::pread(fd, bytes.data(), bytes.size(), 0);
    return n > 0 ? std::string(bytes.data(), static_cast<std::size_t>(n)) : std::string();
}

/// What became of the lock that a program left beside the file as it died.
struct Abandoned {
    bool isThere = false; ///< else somebody holds it
    int error = 0;        ///< why it cannot be removed
};

// QLockFile takes no lock over on a full disk or in a folder that may only be read, and the empty one of a program that
// was killed before it wrote its number for that of somebody unknown, for ever. The kernel lock of a program of this
// machine went with its process.
Abandoned removeAbandoned(const std::filesystem::path& name) {
    const int fd = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return {};
    struct stat file {};
    Abandoned found;
    found.isThere = ::fstat(fd, &file) == 0 && S_ISREG(file.st_mode) &&
                    (file.st_size == 0 || isOfThisMachine(beginningOf(fd))) && ::flock(fd, LOCK_EX | LOCK_NB) == 0 &&
                    isAt(name, file);
    if (found.isThere && ::unlink(name.c_str()) != 0)
        found.error = errno;
    ::close(fd);
    return found;
}

/// Makes the lock beside a file.
QLockFile::LockError makeLock(QLockFile& lock, const std::filesystem::path& name) {
    if (lock.tryLock(0))
        return QLockFile::NoError;
    if (lock.error() != QLockFile::LockFailedError)
        return lock.error();
    const Abandoned abandoned = removeAbandoned(name);
    if (!abandoned.isThere)
        return QLockFile::LockFailedError;
    if (abandoned.error == EROFS || abandoned.error == EACCES || abandoned.error == EPERM)
        return QLockFile::PermissionError;
    if (abandoned.error != 0)
        return QLockFile::UnknownError;
    return lock.tryLock(0) ? QLockFile::NoError : lock.error();
}

} // namespace

FileLock::FileLock(std::filesystem::path path) : m_path(std::move(path)) {}

FileLock::~FileLock() {
    if (m_fd >= 0)
        ::close(m_fd);
}

Result<std::unique_ptr<FileLock>> FileLock::take(const std::filesystem::path& path) {
    std::unique_ptr<FileLock> lock(new FileLock(ownName(path))); // its constructor is ours alone
    const std::filesystem::path name = lock->m_path.parent_path() / ("." + lock->m_path.filename().string() + ".lock");
    lock->m_name = std::make_unique<QLockFile>(QFile::decodeName(name.c_str()));
    lock->m_name->setStaleLockTime(0); // only the lock of a program that has ended is taken over
    switch (makeLock(*lock->m_name, name)) {
    case QLockFile::PermissionError:
        return std::unique_ptr<FileLock>();
    case QLockFile::LockFailedError: {
        qint64 process = 0;
        QString host, program;
        lock->m_name->getLockInfo(&process, &host, &program);
        return openElsewhere(path, std::to_string(process), host.toStdString());
    }
    case QLockFile::NoError:
    case QLockFile::UnknownError:
        break; // on a full disk no lock can be made beside the file; the one on the file itself needs no room
    }
    if (Done followed = lock->follow(); !followed)
        return followed.error();
    if (lock->m_name->isLocked())
        removeUnfinished(lock->m_path);
    return lock;
}

Done FileLock::follow() {
    // Who replaces the file between our opening and locking it makes us begin again.
    for (int i = 0; i < 10; ++i) {
        const int fd = ::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        struct stat file {};
        if (fd < 0 || ::fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) {
            if (fd >= 0)
                ::close(fd);
            return done(); // there is nothing to lock; reading or writing it says what is wrong
        }
        struct stat held {};
        if (m_fd >= 0 && ::fstat(m_fd, &held) == 0 && held.st_dev == file.st_dev && held.st_ino == file.st_ino) {
            ::close(fd);
            return done();
        }
        if (::flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
            ::close(fd);
            return openElsewhere(m_path, holderOf(file), QSysInfo::machineHostName().toStdString());
        }
        if (!isAt(m_path, file)) {
            ::close(fd);
            continue;
        }
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
        return done();
    }
    return openElsewhere(m_path, "?", QSysInfo::machineHostName().toStdString());
}

bool FileLock::isOf(const std::filesystem::path& path) const { return isSameFile(m_path, path); }

bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b) {
    std::error_code failed;
    return std::filesystem::equivalent(a, b, failed) || ownName(a) == ownName(b);
}

} // namespace rackwright
