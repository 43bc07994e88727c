// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/overlay_copy.h"

#include "catalog/overlay.h"
#include "catalog/store/soundness.h"
#include "catalog/store/sql_connection.h"
#include "model/file/disk.h"

#include <filesystem>

namespace rackwright {

namespace {

constexpr std::uint64_t kLargestCopy = std::uint64_t{1} << 30;
constexpr const char* kEnding = ".good";

std::filesystem::path copyOf(const std::string& path) { return path + kEnding; }

bool isEmptyFile(const std::filesystem::path& path) {
    std::error_code problem;
    return std::filesystem::is_regular_file(path, problem) && std::filesystem::file_size(path, problem) == 0 &&
           !problem;
}

std::filesystem::path unusedNameBeside(const std::string& path) {
    std::error_code ignored;
    std::filesystem::path name = path + ".damaged";
    for (int i = 2; std::filesystem::exists(name, ignored); ++i)
        name = path + ".damaged-" + std::to_string(i);
    return name;
}

Error cannotPutAside(const std::filesystem::path& aside, const std::error_code& problem) {
    return systemError(Message("file.cannot-write")
                           .with("file", shownPath(aside))
                           .with("reason", problem.message())
                           .with("free", freeSpaceAt(aside)));
}

} // namespace

void keepGoodCopy(const SqlConnection& connection) {
    if (connection.path().ends_with(kEnding))
        return; // a copy is read
    const std::string unfinished = connection.path() + ".copy";
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    if (copyDatabase(connection, unfinished))
        if (const Result<std::string> bytes = readWholeFile(unfinished, kLargestCopy))
            (void)writeAtomically(copyOf(connection.path()), *bytes);
    std::filesystem::remove(unfinished, ignored);
}

bool isEmptyBesideCopy(const std::string& path) {
    std::error_code ignored;
    return isEmptyFile(path) && std::filesystem::exists(copyOf(path), ignored);
}

std::optional<std::string> keptCopy(const std::string& path) {
    std::error_code ignored;
    const std::filesystem::path copy = copyOf(path);
    if (!std::filesystem::is_regular_file(copy, ignored) || isEmptyFile(copy))
        return std::nullopt;
    return copy.string();
}

std::optional<GoodCopy> goodCopy(const std::string& path) {
    const std::optional<std::string> copy = keptCopy(path);
    if (!copy)
        return std::nullopt;
    const auto overlay = PartOverlay::open(*copy);
    if (!overlay)
        return std::nullopt;
    return GoodCopy{(*overlay)->parts().size(), static_cast<std::int64_t>((*overlay)->history().size())};
}

Result<std::string> restoreGoodCopy(const std::string& path) {
    const std::filesystem::path aside = unusedNameBeside(path);
    const bool hasCopy = goodCopy(path).has_value();
    const Result<std::string> good = hasCopy ? readWholeFile(copyOf(path), kLargestCopy) : std::string();
    if (!good)
        return good.error();
    std::error_code problem;
    std::filesystem::rename(path, aside, problem);
    if (problem)
        return cannotPutAside(aside, problem);
    // What a database left half done belongs to the one that is put aside.
    for (const char* ending : {"-journal", "-wal"})
        if (std::filesystem::exists(path + ending, problem))
            std::filesystem::rename(path + ending, aside.string() + ending, problem);
    if (hasCopy)
        if (Done written = writeAtomically(path, *good); !written) {
            std::filesystem::rename(aside, path, problem);
            return written.error();
        }
    return aside.string();
}

} // namespace rackwright
