// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/disk.h"

#include <QSaveFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rackwright {

namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    ~Descriptor() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int fd() const { return m_fd; }
    bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd;
};

Error cannotRead(const std::filesystem::path& path, int code) {
    if (code == ENOENT)
        return systemError(Message("file.not-found").with("file", shownPath(path)));
    return systemError(Message("file.cannot-read").with("file", shownPath(path)).with("reason", std::strerror(code)));
}

Error cannotWrite(const std::filesystem::path& path, const QSaveFile& file) {
    const char* id = "file.cannot-write";
    if (file.error() == QFileDevice::ResourceError)
        id = "file.disk-full";
    else if (file.error() == QFileDevice::PermissionsError || file.error() == QFileDevice::OpenError)
        id = "file.cannot-write-here";
    return systemError(Message(id).with("file", shownPath(path)).with("reason", file.errorString().toStdString()));
}

} // namespace

std::string shownPath(const std::filesystem::path& path) { return path.string(); }

Result<std::string> readWholeFile(const std::filesystem::path& path, std::uint64_t limit, std::size_t spare) {
    // Non-blocking, so that a pipe of that name cannot stop us.
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status {};
    if (!file.isOpen() || ::fstat(file.fd(), &status) != 0)
        return cannotRead(path, errno);
    if (!S_ISREG(status.st_mode))
        return inputError(Message("file.not-a-file").with("file", shownPath(path)));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > limit)
        return inputError(Message("file.too-large")
                              .with("file", shownPath(path))
                              .with("limit", static_cast<std::int64_t>(limit >> 20)));
    std::string bytes;
    bytes.reserve(size + spare);
    bytes.resize(size);
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ::ssize_t n = ::read(file.fd(), bytes.data() + done, bytes.size() - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return cannotRead(path, errno);
        if (n == 0)
            break; // cut while we read; the content will say so
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

Done writeAtomically(const std::filesystem::path& path, std::string_view bytes) {
    QSaveFile file(QString::fromStdString(path.string()));
    file.setDirectWriteFallback(false);
    if (!file.open(QIODevice::WriteOnly))
        return cannotWrite(path, file);
    const auto size = static_cast<qint64>(bytes.size());
    if (file.write(bytes.data(), size) != size || !file.commit())
        return cannotWrite(path, file);
    std::error_code ignored;
    const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
    syncFolder((ignored ? path : target).parent_path());
    return done();
}

void syncFolder(const std::filesystem::path& folder) {
    const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.isOpen())
        ::fsync(opened.fd()); // a file system that cannot sync a folder keeps the file all the same
}

} // namespace rackwright
