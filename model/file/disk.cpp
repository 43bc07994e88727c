// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/disk.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <random>
#include <string_view>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

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

Error namesNoFile() { return systemError(Message("file.no-name")); }

Error cannotRead(const std::filesystem::path& path, int code) {
    if (path.empty())
        return namesNoFile();
    if (code == ENOENT)
        return systemError(Message("file.not-found").with("file", shownPath(path)));
    return systemError(Message("file.cannot-read").with("file", shownPath(path)).with("reason", std::strerror(code)));
}

UnitNumber amountOfBytes(std::uint64_t bytes) {
    constexpr std::uint64_t kilo = 1000, mega = 1000 * kilo, giga = 1000 * mega;
    const auto in = [bytes](std::uint64_t unit) { return static_cast<double>(bytes) / static_cast<double>(unit); };
    if (bytes >= giga)
        return {in(giga), "GB"};
    if (bytes >= mega)
        return {in(mega), "MB"};
    return {in(kilo), "kB"};
}

// A file system that knows no sync keeps the file all the same.
bool isUnsupported(int code) { return code == EINVAL || code == ENOSYS || code == ENOTSUP; }

Error cannotWrite(const std::filesystem::path& path, int code, std::size_t size) {
    const std::string file = shownPath(path);
    const ArgumentValue free = freeSpaceAt(path);
    switch (code) {
    case ENOSPC:
        return systemError(
            Message("file.disk-full").with("file", file).with("free", free).with("size", amountOfBytes(size)));
    case EDQUOT:
        return systemError(
            Message("file.quota-used").with("file", file).with("free", free).with("size", amountOfBytes(size)));
    case EACCES:
    case EPERM:
    case EROFS:
        return systemError(Message("file.cannot-write-here").with("file", file).with("reason", std::strerror(code)));
    case ENOENT:
    case ENOTDIR:
        return systemError(Message("file.no-folder").with("file", file).with("folder", shownPath(path.parent_path())));
    default:
        return systemError(
            Message("file.cannot-write").with("file", file).with("reason", std::strerror(code)).with("free", free));
    }
}

/// The file that is replaced, or where one is made.
struct Target {
    std::filesystem::path path;
    std::optional<struct stat> old;
};

// Where a link leads in the end, though nothing may lie there.
std::filesystem::path endOfLink(const std::filesystem::path& link, std::error_code& failed) {
    std::filesystem::path end = std::filesystem::weakly_canonical(link, failed);
    constexpr int longestChain = 40;
    std::error_code ignored;
    for (int i = 0; !failed && i < longestChain && std::filesystem::is_symlink(end, ignored); ++i)
        end = (end.parent_path() / std::filesystem::read_symlink(end, failed)).lexically_normal();
    return end;
}

Error notReplaced(const std::filesystem::path& path, ::mode_t mode) {
    const std::string file = shownPath(path);
    if (S_ISDIR(mode))
        return systemError(Message("file.is-a-folder").with("file", file));
    if (S_ISFIFO(mode))
        return systemError(Message("file.is-a-pipe").with("file", file));
    if (S_ISSOCK(mode))
        return systemError(Message("file.is-a-socket").with("file", file));
    return systemError(Message("file.is-a-device").with("file", file));
}

Result<Target> targetOf(const std::filesystem::path& path, Links links, std::size_t size) {
    if (path.empty())
        return namesNoFile();
    Target target{path, std::nullopt};
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0)
        return errno == ENOENT ? Result<Target>(target) : cannotWrite(path, errno, size);
    if (S_ISLNK(status.st_mode)) {
        std::error_code failed;
        const std::filesystem::path end = endOfLink(path, failed);
        if (failed)
            return cannotWrite(path, failed.value(), size);
        if (links == Links::Refuse)
            return systemError(Message("file.is-a-link").with("file", shownPath(path)).with("target", shownPath(end)));
        target.path = end;
        if (::lstat(end.c_str(), &status) != 0)
            return errno == ENOENT || errno == ENOTDIR ? systemError(Message("file.link-to-nothing")
                                                                         .with("file", shownPath(path))
                                                                         .with("target", shownPath(end)))
                                                       : cannotWrite(path, errno, size);
    }
    if (!S_ISREG(status.st_mode))
        return notReplaced(path, status.st_mode);
    if (::faccessat(AT_FDCWD, target.path.c_str(), W_OK, AT_EACCESS) != 0)
        return cannotWrite(path, errno, size);
    target.old = status;
    return target;
}

constexpr const char* kUnfinished = ".part";

/// What the names of unfinished files begin with; a number and the ending follow.
std::string unfinishedName(const std::filesystem::path& path) {
    constexpr std::size_t longestName = 200; // leaves room for number and ending
    return "." + path.filename().string().substr(0, longestName) + ".";
}

/// The new bytes under a name that nobody knows, removed unless they take the place of the target.
class Unfinished {
public:
    ~Unfinished() {
        if (m_fd >= 0)
            ::close(m_fd);
        if (!m_path.empty())
            ::unlink(m_path.c_str());
    }
    Unfinished() = default;
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    // Each gives the code of what went wrong, or 0.
    int open(const Target& target) {
        const std::string name = unfinishedName(target.path);
        std::random_device random;
        for (int i = 0; i < 100; ++i) {
            const std::filesystem::path path =
                target.path.parent_path() / (name + std::to_string(random()) + kUnfinished);
            m_fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
            if (m_fd >= 0) {
                m_path = path;
                return target.old ? keepOwner(*target.old) : 0;
            }
            if (errno != EEXIST)
                return errno;
        }
        return EEXIST;
    }
    int write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ::ssize_t n = ::write(m_fd, bytes.data(), bytes.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return n < 0 ? errno : EIO;
            bytes.remove_prefix(static_cast<std::size_t>(n));
            beginToFlush(static_cast<std::size_t>(n));
        }
        return 0;
    }
    int sync() { return ::fsync(m_fd) == 0 || isUnsupported(errno) ? 0 : errno; }
    int close() {
        const int fd = std::exchange(m_fd, -1);
        return ::close(fd) == 0 || errno == EINTR ? 0 : errno; // what was interrupted is closed all the same
    }
    int takePlaceOf(const Target& target) {
        if (::rename(m_path.c_str(), target.path.c_str()) != 0)
            return errno;
        m_path.clear();
        return 0;
    }

private:
    // The disk begins with a long file while its end is still being made, so that little is left for sync() to wait
    // for. What goes wrong on the way comes out there.
    void beginToFlush(std::size_t written) {
        constexpr std::size_t worthwhile = std::size_t{8} << 20;
        m_unflushed += written;
        if (m_unflushed < worthwhile)
            return;
        m_unflushed = 0;
#ifdef SYNC_FILE_RANGE_WRITE
        (void)::sync_file_range(m_fd, 0, 0, SYNC_FILE_RANGE_WRITE);
#endif
    }
    // Only the administrator may give a file away; for anybody else it stays his.
    int keepOwner(const struct stat& old) {
        if (::fchown(m_fd, old.st_uid, old.st_gid) != 0 && errno != EPERM && errno != EINVAL)
            return errno;
        return ::fchmod(m_fd, old.st_mode & 07777) == 0 || errno == EPERM ? 0 : errno;
    }

    std::filesystem::path m_path;
    std::size_t m_unflushed = 0;
    int m_fd = -1;
};

/// Syncs and closes what was written, and gives it the name.
int finished(Unfinished& file, const Target& target) {
    int code = file.sync();
    if (code == 0)
        code = file.close();
    return code == 0 ? file.takePlaceOf(target) : code;
}

int written(const Target& target, std::string_view bytes) {
    Unfinished file;
    int code = file.open(target);
    if (code == 0)
        code = file.write(bytes);
    return code == 0 ? finished(file, target) : code;
}

// Makes the new name last over a power cut. A folder that we may not read cannot be synced.
int syncFolderOf(const std::filesystem::path& path) {
    const std::filesystem::path folder = path.parent_path();
    const Descriptor opened(::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!opened.isOpen())
        return errno == EACCES ? 0 : errno;
    return ::fsync(opened.fd()) == 0 || isUnsupported(errno) ? 0 : errno;
}

Done confirmed(const std::filesystem::path& path, const Target& target) {
    const int code = syncFolderOf(target.path);
    if (code == 0)
        return done();
    return systemError(Message("file.not-confirmed")
                           .with("file", shownPath(path))
                           .with("reason", std::strerror(code))
                           .with("free", freeSpaceAt(path)));
}

} // namespace

// Characters that turn the direction of what follows make "exe.fdp" of "pdf.exe": they are shown as their escape.
std::string shownPath(const std::filesystem::path& path) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kDirections = {{{"\u202a", "\\u202a"},
                                                                                           {"\u202b", "\\u202b"},
                                                                                           {"\u202c", "\\u202c"},
                                                                                           {"\u202d", "\\u202d"},
                                                                                           {"\u202e", "\\u202e"},
                                                                                           {"\u2066", "\\u2066"},
                                                                                           {"\u2067", "\\u2067"},
                                                                                           {"\u2068", "\\u2068"},
                                                                                           {"\u2069", "\\u2069"}}};
    std::string text = path.string();
    for (const auto& [character, escape] : kDirections)
        for (std::size_t at = text.find(character); at != std::string::npos; at = text.find(character, at))
            text.replace(at, character.size(), escape);
    return text;
}

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

MadeFolder::MadeFolder(const std::filesystem::path& folder) {
    std::error_code ignored;
    for (std::filesystem::path at = folder; !at.empty() && at != at.root_path(); at = at.parent_path()) {
        // One that cannot be looked at can be neither made nor removed.
        if (std::filesystem::exists(std::filesystem::symlink_status(at, ignored)))
            break;
        m_made.push_back(at);
    }
    std::filesystem::create_directories(folder, m_error);
}

MadeFolder::~MadeFolder() {
    for (const std::filesystem::path& folder : m_made)
        ::rmdir(folder.c_str()); // refuses one that holds something, and whatever is no folder
}

void removeUnfinished(const std::filesystem::path& path) {
    const std::string begin = unfinishedName(path);
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path(), ignored)) {
        const std::string name = entry.path().stem().string();
        const bool isOurs = entry.path().extension() == kUnfinished && name.starts_with(begin) &&
                            name.find_first_not_of("0123456789", begin.size()) == std::string::npos;
        if (isOurs)
            std::filesystem::remove(entry.path(), ignored);
    }
}

ArgumentValue freeSpaceAt(const std::filesystem::path& path) {
    struct statvfs disk {};
    std::error_code ignored;
    std::filesystem::path place = std::filesystem::absolute(path, ignored);
    while (::statvfs(place.c_str(), &disk) != 0) {
        if (!place.has_parent_path() || place == place.parent_path())
            return std::string("?");
        place = place.parent_path();
    }
    return amountOfBytes(static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize);
}

Done checkReplaceable(const std::filesystem::path& path, Links links) {
    const Result<Target> target = targetOf(path, links, 0);
    return target ? done() : Done(target.error());
}

Done writeAtomically(const std::filesystem::path& path, std::string_view bytes, Links links) {
    const Result<Target> target = targetOf(path, links, bytes.size());
    if (!target)
        return target.error();
    if (const int code = written(*target, bytes); code != 0)
        return cannotWrite(path, code, bytes.size());
    return confirmed(path, *target);
}

Done writePieces(const std::filesystem::path& path, const NextPiece& next, Links links) {
    const Result<Target> target = targetOf(path, links, 0);
    if (!target)
        return target.error();
    Unfinished file;
    std::size_t size = 0;
    int code = file.open(*target);
    while (code == 0) {
        const Result<std::optional<std::string>> piece = next();
        if (!piece)
            return piece.error();
        if (!*piece)
            break;
        size += (*piece)->size();
        code = file.write(**piece);
    }
    if (code == 0)
        code = finished(file, *target);
    return code == 0 ? confirmed(path, *target) : Done(cannotWrite(path, code, size));
}

} // namespace rackwright
