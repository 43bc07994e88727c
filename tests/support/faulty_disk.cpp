// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faulty_disk.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <string>
#include <string_view>
#include <sys/syscall.h>
#include <unistd.h>

namespace rackwright::testing {

namespace {

// Of the one FaultyDisk there is: calls of the system know no object.
struct State {
    std::mutex mutex;
    std::string folder;
    int call = 0;
    int failing = 0;
    int code = 0;
    FaultyDisk::Fails fails = FaultyDisk::Fails::Once;
    bool hasFailed = false;
};
State& state() {
    static State one;
    return one;
}
std::atomic<bool> isArmed = false;

bool isWithin(std::string_view path) { return path.starts_with(state().folder); }

bool isWithin(int fd) {
    char target[PATH_MAX];
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    const ::ssize_t size = ::readlink(link.c_str(), target, sizeof target);
    return size > 0 && isWithin({target, static_cast<std::size_t>(size)});
}

} // namespace

/// The code that the call fails with, or 0.
template <class Place>
int faultAt(Place place) {
    if (!isArmed)
        return 0;
    State& now = state();
    const std::lock_guard lock(now.mutex);
    if (!isWithin(place))
        return 0;
    ++now.call;
    const bool fails =
        now.call == now.failing || (now.call > now.failing && now.fails == FaultyDisk::Fails::FromThenOn);
    if (!fails)
        return 0;
    now.hasFailed = true;
    return now.code;
}

FaultyDisk::FaultyDisk(const std::filesystem::path& folder) {
    state().folder = std::filesystem::canonical(folder).string() + "/";
}

FaultyDisk::~FaultyDisk() { heal(); }

void FaultyDisk::failAt(int call, int code, Fails fails) {
    State& now = state();
    const std::lock_guard lock(now.mutex);
    now.call = 0;
    now.failing = call;
    now.code = code;
    now.fails = fails;
    now.hasFailed = false;
    isArmed = true;
}

void FaultyDisk::heal() { isArmed = false; }

bool FaultyDisk::hasFailed() const { return state().hasFailed; }

} // namespace rackwright::testing

using rackwright::testing::faultAt;

namespace {

template <class Call, class Place>
auto unlessFaulty(Place place, Call call) -> decltype(call()) {
    if (const int code = faultAt(place); code != 0) {
        errno = code;
        return -1;
    }
    return call();
}

int openedFor(const char* path, int flags, ::mode_t mode) {
    const auto call = [=] { return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, flags, mode)); };
    const bool isForWriting = (flags & (O_WRONLY | O_RDWR | O_CREAT)) != 0;
    return isForWriting ? unlessFaulty(std::string_view(path), call) : call();
}

::mode_t modeOf(int flags, std::va_list words) { return (flags & O_CREAT) != 0 ? va_arg(words, ::mode_t) : 0; }

} // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list words;
    va_start(words, flags);
    const ::mode_t mode = modeOf(flags, words);
    va_end(words);
    return openedFor(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    std::va_list words;
    va_start(words, flags);
    const ::mode_t mode = modeOf(flags, words);
    va_end(words);
    return openedFor(path, flags | O_LARGEFILE, mode);
}

ssize_t write(int fd, const void* bytes, size_t count) {
    return unlessFaulty(fd, [=] { return static_cast<ssize_t>(::syscall(SYS_write, fd, bytes, count)); });
}

ssize_t pwrite64(int fd, const void* bytes, size_t count, off64_t at) {
    return unlessFaulty(fd, [=] { return static_cast<ssize_t>(::syscall(SYS_pwrite64, fd, bytes, count, at)); });
}

ssize_t pwrite(int fd, const void* bytes, size_t count, off_t at) { return pwrite64(fd, bytes, count, at); }

int fsync(int fd) {
    return unlessFaulty(fd, [=] { return static_cast<int>(::syscall(SYS_fsync, fd)); });
}

int fdatasync(int fd) {
    return unlessFaulty(fd, [=] { return static_cast<int>(::syscall(SYS_fdatasync, fd)); });
}

int ftruncate(int fd, off_t size) noexcept {
    return unlessFaulty(fd, [=] { return static_cast<int>(::syscall(SYS_ftruncate, fd, size)); });
}

int ftruncate64(int fd, off64_t size) noexcept { return ftruncate(fd, size); }

int rename(const char* from, const char* to) noexcept {
    return unlessFaulty(std::string_view(to), [=] { return static_cast<int>(::syscall(SYS_rename, from, to)); });
}

// What is closed is closed, whatever is said about it.
int close(int fd) {
    const bool isForWriting = (::syscall(SYS_fcntl, fd, F_GETFL) & (O_WRONLY | O_RDWR)) != 0;
    const int code = isForWriting ? faultAt(fd) : 0;
    const int closed = static_cast<int>(::syscall(SYS_close, fd));
    if (code == 0)
        return closed;
    errno = code;
    return -1;
}
}
