// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_file.h"

#include <fstream>
#include <iterator>

namespace rackwright {

Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limit) {
    std::error_code problem;
    if (!std::filesystem::is_regular_file(path, problem))
        return inputError(Message("text-file.missing").with("file", path.string()));
    const std::uintmax_t size = std::filesystem::file_size(path, problem);
    if (problem || size > limit)
        return inputError(
            Message("text-file.too-large").with("file", path.string()).with("limit", static_cast<std::int64_t>(limit)));
    std::ifstream file(path, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file)
        return inputError(Message("text-file.unreadable").with("file", path.string()));
    return text;
}

} // namespace rackwright
