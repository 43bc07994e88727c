// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/text_file.h"

#include <algorithm>
#include <fstream>

namespace rackwright {

namespace {

Error tooLargeText(const std::string& file, std::uintmax_t limit) {
    constexpr double bytesOfMegabyte = 1 << 20;
    return inputError(Message("text-file.too-large")
                          .with("file", file)
                          .with("limit", UnitNumber{static_cast<double>(limit) / bytesOfMegabyte, "MB"}));
}

} // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limit) {
    if (path.empty())
        return inputError(Message("file.no-name"));
    std::error_code problem;
    const std::filesystem::file_status status = std::filesystem::status(path, problem);
    if (std::filesystem::is_directory(status))
        return inputError(Message("text-file.folder").with("file", path.string()));
    if (status.type() == std::filesystem::file_type::none) // a folder on the way may not be searched
        return inputError(Message("text-file.unreadable").with("file", path.string()));
    if (!std::filesystem::exists(status))
        return inputError(Message("text-file.missing").with("file", path.string()));
    if (!std::filesystem::is_regular_file(status))
        return inputError(Message("text-file.no-file").with("file", path.string()));
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem || size > limit)
        return tooLargeText(path.string(), limit);
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return inputError(Message("text-file.unreadable").with("file", path.string()));
    return readTextStream(file, path.string(), limit);
}

Result<std::string> readTextStream(std::istream& stream, const std::string& name, std::uintmax_t limit) {
    std::string text;
    while (stream && text.size() <= limit) {
        constexpr std::size_t kStep = std::size_t{1} << 20;
        const std::size_t read = text.size();
        text.resize(std::min<std::uintmax_t>(read + kStep, limit + 1));
        stream.read(text.data() + read, static_cast<std::streamsize>(text.size() - read));
        text.resize(read + static_cast<std::size_t>(stream.gcount()));
    }
    if (stream.bad())
        return inputError(Message("text-file.unreadable").with("file", name));
    if (text.size() > limit)
        return tooLargeText(name, limit);
    return text;
}

} // namespace rackwright
