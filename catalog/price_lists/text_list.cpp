// SPDX-License-Identifier: GPL-3.0-or-later
// Text lists: encoding and separator are found from the text; a broken quotation costs its own line only.
#include "catalog/price_lists/list_file.h"

#include <QByteArrayView>
#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

namespace rackwright {

namespace {

// Longer quoted cells are taken for a quotation that was never closed.
constexpr std::size_t kMostLinesOfACell = 30;

// The upper half of Windows-1252 where it differs from Latin-1 (0x80..0x9F); 0 has no character.
constexpr std::array<char16_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void appendUtf8(std::string& out, char16_t c) {
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | (c >> 6));
        out += static_cast<char>(0x80 | (c & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | (c >> 12));
        out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
        out += static_cast<char>(0x80 | (c & 0x3F));
    }
}

std::string fromWindows1252(std::string_view bytes) {
    std::string out;
    out.reserve(bytes.size() + bytes.size() / 8);
    for (const char byte : bytes) {
        const auto c = static_cast<unsigned char>(byte);
        const bool isSpecial = c >= 0x80 && c < 0xA0;
        appendUtf8(out, isSpecial ? (kWindows1252[c - 0x80U] ? kWindows1252[c - 0x80U] : u'\xFFFD') : char16_t{c});
    }
    return out;
}

Result<std::string> asUtf8(std::string_view bytes) {
    const bool isLittle = bytes.starts_with("\xFF\xFE"), isBig = bytes.starts_with("\xFE\xFF");
    if (isLittle || isBig) {
        QStringDecoder decoder(isLittle ? QStringConverter::Utf16LE : QStringConverter::Utf16BE);
        const QString text = decoder.decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
        return text.toUtf8().toStdString();
    }
    if (bytes.find('\0') != std::string_view::npos)
        return inputError(Message("prices.file.no-list"));
    if (bytes.starts_with("\xEF\xBB\xBF"))
        bytes.remove_prefix(3);
    QStringDecoder utf8(QStringConverter::Utf8, QStringConverter::Flag::Stateless);
    const QString text = utf8.decode(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return utf8.hasError() ? fromWindows1252(bytes) : text.toUtf8().toStdString();
}

class TextRecords {
public:
    TextRecords(std::string_view text, char separator, const ListLimits& limits)
        : m_text(text), m_separator(separator), m_limits(limits) {}

    /// At most `most` records, empty lines left out.
    Result<std::vector<ListRow>> read(std::size_t most) {
        std::vector<ListRow> rows;
        while (m_at < m_text.size() && rows.size() < most) {
            ListRow row = record();
            if (row.filled() == 0)
                continue;
            m_cells += row.cells.size();
            if (row.cells.size() > m_limits.columns)
                return inputError(
                    Message("prices.file.too-many-columns").with("line", row.line).with("limit", m_limits.columns));
            if (m_cells > m_limits.cells)
                return inputError(Message("prices.file.too-many-cells").with("limit", m_limits.cells));
            rows.push_back(std::move(row));
        }
        return rows;
    }
    bool isAtEnd() const { return m_at >= m_text.size(); }

private:
    bool isLineEnd(std::size_t at) const { return at >= m_text.size() || m_text[at] == '\n' || m_text[at] == '\r'; }

    void passLineEnd() {
        if (m_at >= m_text.size())
            return;
        if (m_text[m_at] == '\r' && m_at + 1 < m_text.size() && m_text[m_at + 1] == '\n')
            ++m_at;
        ++m_at;
        ++m_line;
    }

    ListRow record() {
        ListRow row;
        row.line = m_line;
        for (;;) {
            ListCell cell;
            cell.text = trimmedText(nextCell(row));
            if (cell.text.size() > m_limits.cellBytes)
                cut(cell.text);
            row.cells.push_back(std::move(cell));
            if (m_at < m_text.size() && m_text[m_at] == m_separator) {
                ++m_at;
                continue;
            }
            passLineEnd();
            return row;
        }
    }

    void cut(std::string& text) const {
        std::size_t size = m_limits.cellBytes;
        while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
            --size;
        text.resize(size);
    }

    std::string nextCell(ListRow& row) {
        std::size_t start = m_at;
        while (start < m_text.size() && m_text[start] == ' ')
            ++start;
        if (start < m_text.size() && m_text[start] == '"') {
            std::string cell;
            if (quoted(start + 1, cell))
                return cell;
            row.isBroken = true;
        }
        std::size_t end = m_at;
        while (!isLineEnd(end) && m_text[end] != m_separator)
            ++end;
        std::string cell(m_text.substr(m_at, end - m_at));
        m_at = end;
        return cell;
    }

    /// False, having moved nothing, when the quotation is not closed before a separator or a line end.
    bool quoted(std::size_t at, std::string& cell) {
        std::size_t lines = 0;
        for (; at < m_text.size(); ++at) {
            if (m_text[at] == '"') {
                if (at + 1 < m_text.size() && m_text[at + 1] == '"') {
                    ++at;
                } else {
                    ++at;
                    while (at < m_text.size() && m_text[at] == ' ')
                        ++at;
                    if (!isLineEnd(at) && m_text[at] != m_separator)
                        return false;
                    m_at = at;
                    m_line += lines;
                    return true;
                }
            } else if (m_text[at] == '\n' ||
                       (m_text[at] == '\r' && (at + 1 >= m_text.size() || m_text[at + 1] != '\n'))) {
                if (++lines > kMostLinesOfACell)
                    return false;
            }
            cell += m_text[at];
        }
        return false;
    }

    std::string_view m_text;
    char m_separator;
    ListLimits m_limits;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
    std::size_t m_cells = 0;
};

/// The separator under which most records have the same, largest number of cells.
char separatorOf(std::string_view text, const ListLimits& limits) {
    constexpr std::size_t kLooked = 400;
    char best = ',';
    std::size_t bestScore = 0;
    for (const char separator : {',', ';', '\t', '|'}) {
        const auto rows = TextRecords(text, separator, limits).read(kLooked);
        if (!rows)
            continue;
        std::map<std::size_t, std::size_t> widths;
        for (const ListRow& row : *rows)
            if (row.cells.size() > 1)
                ++widths[row.cells.size()];
        std::size_t score = 0;
        for (const auto& [width, count] : widths)
            score = std::max(score, count * std::min<std::size_t>(width, 6));
        if (score > bestScore) {
            best = separator;
            bestScore = score;
        }
    }
    return best;
}

} // namespace

Result<ListFile> readTextList(std::string_view bytes, const ListLimits& limits) {
    const Result<std::string> decoded = asUtf8(bytes);
    if (!decoded)
        return decoded.error();
    std::string text = *decoded;
    if (text.size() > limits.bytes + limits.bytes / 2)
        return inputError(
            Message("prices.file.too-large").with("limit", UnitNumber{static_cast<double>(limits.bytes >> 20), "MB"}));
    char separator = 0;
    // The line by which a spreadsheet is told the separator; it stays, blanked, so that lines keep their numbers.
    if (text.size() > 5 && text.starts_with("sep=") && (text[5] == '\r' || text[5] == '\n')) {
        separator = text[4];
        text.replace(0, 5, 5, ' ');
    }
    if (separator == 0)
        separator = separatorOf(text, limits);
    TextRecords records(text, separator, limits);
    auto rows = records.read(limits.rows);
    if (!rows)
        return rows.error();
    if (!records.isAtEnd() && rows->size() >= limits.rows)
        return inputError(Message("prices.file.too-many-rows").with("limit", limits.rows));
    if (rows->empty())
        return inputError(Message("prices.file.empty"));
    ListFile file;
    file.sheets.push_back({{}, std::move(*rows), {}});
    return file;
}

} // namespace rackwright
