// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ZipReader: members of a ZIP archive in memory, as a workbook is one (APPNOTE 6.3: stored or deflated, no encryption,
// no ZIP64). Every offset and size is held against the archive before it is used; it writes no files.

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace rackwright {

class ZipReader {
public:
    /// `bytes` must outlive the reader.
    static Result<ZipReader> open(std::string_view bytes);

    bool has(std::string_view name) const { return m_members.find(name) != m_members.end(); }
    /// The content of a member; fails where it is missing, damaged or longer than `limit`.
    Result<std::string> read(std::string_view name, std::size_t limit) const;

private:
    struct Member {
        std::uint32_t offset = 0, packed = 0, size = 0, checksum = 0;
        std::uint16_t method = 0, flags = 0;
    };
    explicit ZipReader(std::string_view bytes) : m_bytes(bytes) {}
    std::uint32_t number(std::size_t at, std::size_t width) const;

    std::string_view m_bytes;
    std::map<std::string, Member, std::less<>> m_members;
};

} // namespace rackwright
