// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/zip_reader.h"

#include <zlib.h>

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::size_t kMostMembers = 4096;
constexpr std::size_t kEndSize = 22, kDirectorySize = 46, kLocalSize = 30;
constexpr std::size_t kLongestComment = 65535;

Error damaged() { return inputError(Message("prices.file.damaged-workbook")); }

Result<std::string> inflated(std::string_view packed, std::size_t size) {
    std::string out(size, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return damaged();
    // zlib does not write to what it reads.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    const int code = inflate(&stream, Z_FINISH);
    const bool isWhole = code == Z_STREAM_END && stream.total_out == size;
    inflateEnd(&stream);
    if (!isWhole)
        return damaged();
    return out;
}

} // namespace

std::uint32_t ZipReader::number(std::size_t at, std::size_t width) const {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(m_bytes[at + i])) << (8 * i);
    return value;
}

Result<ZipReader> ZipReader::open(std::string_view bytes) {
    ZipReader zip(bytes);
    if (bytes.size() < kEndSize || bytes.size() > 0xFFFFFFFEu)
        return damaged();
    const std::size_t lowest = bytes.size() - std::min(bytes.size(), kEndSize + kLongestComment);
    const std::size_t end = bytes.rfind("PK\x05\x06", bytes.size() - kEndSize);
    if (end == std::string_view::npos || end < lowest)
        return damaged();
    const std::size_t count = zip.number(end + 10, 2);
    std::size_t at = zip.number(end + 16, 4);
    if (count > kMostMembers)
        return inputError(Message("prices.file.too-many-members").with("limit", kMostMembers));
    for (std::size_t i = 0; i < count; ++i) {
        if (at + kDirectorySize > end || bytes.substr(at, 4) != "PK\x01\x02")
            return damaged();
        Member member;
        member.flags = static_cast<std::uint16_t>(zip.number(at + 8, 2));
        member.method = static_cast<std::uint16_t>(zip.number(at + 10, 2));
        member.checksum = zip.number(at + 16, 4);
        member.packed = zip.number(at + 20, 4);
        member.size = zip.number(at + 24, 4);
        member.offset = zip.number(at + 42, 4);
        const std::size_t nameSize = zip.number(at + 28, 2);
        const std::size_t next = at + kDirectorySize + nameSize + zip.number(at + 30, 2) + zip.number(at + 32, 2);
        if (next > end)
            return damaged();
        zip.m_members.emplace(bytes.substr(at + kDirectorySize, nameSize), member);
        at = next;
    }
    return zip;
}

Result<std::string> ZipReader::read(std::string_view name, std::size_t limit) const {
    const auto it = m_members.find(name);
    if (it == m_members.end())
        return inputError(Message("prices.file.no-member").with("name", name));
    const Member& member = it->second;
    constexpr std::uint16_t kEncrypted = 1;
    if (member.flags & kEncrypted)
        return inputError(Message("prices.file.old-workbook"));
    if (member.size > limit)
        return inputError(Message("prices.file.member-too-large")
                              .with("name", name)
                              .with("limit", UnitNumber{static_cast<double>(limit >> 20), "MB"}));
    const std::size_t local = member.offset;
    if (local + kLocalSize > m_bytes.size() || m_bytes.substr(local, 4) != "PK\x03\x04")
        return damaged();
    const std::size_t start = local + kLocalSize + number(local + 26, 2) + number(local + 28, 2);
    if (start > m_bytes.size() || member.packed > m_bytes.size() - start)
        return damaged();
    const std::string_view packed = m_bytes.substr(start, member.packed);
    constexpr std::uint16_t kStored = 0, kDeflated = 8;
    if (member.method != kStored && member.method != kDeflated)
        return damaged();
    // Deflate packs at most some 1,032 to one: a size beyond that is a lie, told before memory is taken.
    if (member.method == kDeflated && member.size / 1040 > packed.size() + 1)
        return damaged();
    Result<std::string> content =
        member.method == kStored ? Result<std::string>(std::string(packed)) : inflated(packed, member.size);
    if (!content)
        return content;
    const uLong sum = crc32(crc32(0, nullptr, 0), reinterpret_cast<const Bytef*>(content->data()),
                            static_cast<uInt>(content->size()));
    if (content->size() != member.size || sum != member.checksum)
        return damaged();
    return content;
}

} // namespace rackwright
