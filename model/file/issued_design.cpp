// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/issued_design.h"

#include "model/base/check.h"
#include "model/file/design_hash.h"
#include "model/file/design_text.h"
#include "model/file/format.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>
#include <zlib.h>

namespace rackwright {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;

std::string packed(const std::string& text) {
    uLongf size = compressBound(static_cast<uLong>(text.size()));
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    const int state =
        compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
                  static_cast<uLong>(text.size()), Z_BEST_COMPRESSION);
    RW_CHECK(state == Z_OK, "the room is as large as zlib asks for");
    bytes.truncate(static_cast<qsizetype>(size));
    return bytes.toBase64().toStdString();
}

// A few bytes can unfold into gigabytes: more than a file may hold is refused while it is read.
std::optional<std::string> unpacked(const std::string& content) {
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray::fromStdString(content), QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return std::nullopt;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK)
        return std::nullopt;
    QByteArray bytes = *decoded;
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::vector<char> piece(kPiece);
    int state = Z_OK;
    while (state == Z_OK && text.size() <= kLargestFile) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece.data(), piece.size() - stream.avail_out);
    }
    inflateEnd(&stream);
    if (state != Z_STREAM_END || text.size() > kLargestFile)
        return std::nullopt;
    return text;
}

Error damaged(const IssuedRevision& revision) {
    return inputError(Message("file.issue-damaged").with("revision", revision.revision));
}

// Those that were issued later are none of its; those before it keep their designs, so that it can be compared with
// them. Its own is what is opened.
Table<IssuedRevision> issuesUpTo(const Project& project, const IssuedRevision& revision) {
    std::vector<IssuedRevision> rows;
    for (IssuedRevision row : project.revisions)
        if (row.id <= revision.id) {
            if (row.id == revision.id)
                row.content.clear();
            rows.push_back(std::move(row));
        }
    return Table<IssuedRevision>().with(std::move(rows));
}

} // namespace

std::string keptDesign(const Project& project, const Option& option, std::uint64_t nextId) {
    auto alone = std::make_shared<Project>(project);
    alone->options = {option};
    alone->activeOption = option.id;
    alone->revisions = {};
    return packed(designText({std::move(alone), nextId}));
}

Result<Document> issuedDesign(const Project& project, const IssuedRevision& revision) {
    if (revision.content.empty())
        return inputError(Message("file.issue-not-kept").with("revision", revision.revision));
    std::optional<std::string> text = unpacked(revision.content);
    if (!text)
        return damaged(revision);
    Result<Document> read = readDesignText(std::move(*text), revision.revision);
    if (!read)
        return damaged(revision);
    if (designHash(*read->project, activeOption(*read->project)) != revision.designHash)
        return damaged(revision);
    auto whole = std::make_shared<Project>(*read->project);
    whole->revisions = issuesUpTo(project, revision);
    read->project = std::move(whole);
    return read;
}

} // namespace rackwright
