// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FaultyDisk: a folder whose disk fails at a chosen call. The program that is linked with it replaces the system's
// calls for writing, for its libraries too; calls outside the folder and reading go through untouched. One at a time.

#include <filesystem>

namespace rackwright::testing {

class FaultyDisk {
public:
    enum class Fails { Once, FromThenOn };

    explicit FaultyDisk(const std::filesystem::path& folder);
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    /// The call of that number, from 1, gives `code`: opening for writing, writing, syncing, cutting, closing,
    /// renaming.
    void failAt(int call, int code, Fails fails = Fails::Once);
    /// All is well from now on.
    void heal();
    /// Whether a call failed since failAt().
    bool hasFailed() const;
};

} // namespace rackwright::testing
