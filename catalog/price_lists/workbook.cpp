// SPDX-License-Identifier: GPL-3.0-or-later
// XLSX workbooks (ECMA-376 part 1, SpreadsheetML): shared and inline strings, stored values of formulas, number formats
// as far as they tell dates, percentages and currencies. Document types and entities are refused.
#include "catalog/price_lists/list_file.h"
#include "catalog/price_lists/zip_reader.h"
#include "model/units/number_text.h"

#include <QDate>
#include <QXmlStreamReader>

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

constexpr std::size_t kSmallMember = std::size_t{8} << 20;

Error damagedSheet(const std::string& name) {
    return inputError(Message("prices.file.damaged-sheet").with("name", name));
}

struct NumberFormat {
    ListCellKind kind = ListCellKind::Number;
    std::string money;
};

/// What a format code says: without quoted texts, colours and conditions, the letters of a date, or a percent sign.
NumberFormat formatOf(const QString& code) {
    NumberFormat format;
    QString bare;
    const QString first = code.section(QLatin1Char(';'), 0, 0);
    for (qsizetype i = 0; i < first.size(); ++i) {
        const QChar c = first[i];
        if (c == QLatin1Char('"')) {
            const qsizetype end = first.indexOf(QLatin1Char('"'), i + 1);
            if (end < 0)
                break;
            const QString quoted = first.mid(i + 1, end - i - 1).trimmed();
            if (!quoted.isEmpty() && quoted.size() <= 4)
                format.money = quoted.toStdString();
            i = end;
        } else if (c == QLatin1Char('[')) {
            const qsizetype end = first.indexOf(QLatin1Char(']'), i + 1);
            if (end < 0)
                break;
            const QString inside = first.mid(i + 1, end - i - 1);
            if (inside.startsWith(QLatin1Char('$'))) {
                const QString sign = inside.mid(1).section(QLatin1Char('-'), 0, 0).trimmed();
                if (!sign.isEmpty())
                    format.money = sign.toStdString();
            }
            i = end;
        } else if (c == QLatin1Char('\\') || c == QLatin1Char('_') || c == QLatin1Char('*')) {
            ++i;
        } else {
            bare += c;
        }
    }
    for (const QChar sign : bare)
        if (sign == QChar(0x20AC) || sign == QChar(0xA3) || sign == QLatin1Char('$') || sign == QChar(0xA5))
            format.money = QString(sign).toStdString();
    const QString lower = bare.toLower();
    if (lower.contains(QLatin1Char('%')))
        format.kind = ListCellKind::Percent;
    else if (lower != QLatin1String("general") &&
             (lower.contains(QLatin1Char('y')) || lower.contains(QLatin1Char('d')) ||
              lower.contains(QLatin1String("mm"))))
        format.kind = ListCellKind::Date;
    return format;
}

/// Formats that every workbook has by their number (ECMA-376 18.8.30).
NumberFormat builtInFormat(int id) {
    if ((id >= 14 && id <= 17) || id == 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58))
        return {ListCellKind::Date, {}};
    if (id == 9 || id == 10)
        return {ListCellKind::Percent, {}};
    return {};
}

class WorkbookReader {
public:
    WorkbookReader(const ZipReader& zip, const ListLimits& limits) : m_zip(zip), m_limits(limits) {}

    Result<ListFile> read() {
        if (const Done ok = readSheetNames(); !ok)
            return ok.error();
        if (const Done ok = readStrings(); !ok)
            return ok.error();
        if (const Done ok = readStyles(); !ok)
            return ok.error();
        ListFile file;
        file.isWorkbook = true;
        for (const auto& [name, member] : m_sheets) {
            Result<ListSheet> sheet = readSheet(name, member);
            if (!sheet)
                return sheet.error();
            file.sheets.push_back(std::move(*sheet));
        }
        if (file.sheets.empty())
            return inputError(Message("prices.file.empty"));
        return file;
    }

private:
    static bool isRefused(QXmlStreamReader& xml) {
        return xml.hasError() || xml.tokenType() == QXmlStreamReader::DTD ||
               xml.tokenType() == QXmlStreamReader::EntityReference;
    }

    /// Calls visit at every token; fails on damage and on what a workbook never holds.
    template <class Visit>
    Done forEachToken(const std::string& member, std::size_t limit, Visit&& visit) {
        const Result<std::string> text = m_zip.read(member, limit);
        if (!text)
            return text.error();
        QXmlStreamReader xml(QByteArray::fromRawData(text->data(), static_cast<qsizetype>(text->size())));
        while (!xml.atEnd()) {
            xml.readNext();
            if (isRefused(xml))
                return damagedSheet(member);
            if (const Done ok = visit(xml); !ok)
                return ok;
        }
        return xml.hasError() ? Done(damagedSheet(member)) : done();
    }

    Done readSheetNames() {
        std::map<QString, QString> targets;
        const Done links = forEachToken("xl/_rels/workbook.xml.rels", kSmallMember, [&](QXmlStreamReader& xml) {
            if (xml.isStartElement() && xml.name() == QLatin1String("Relationship"))
                targets[xml.attributes().value(QLatin1String("Id")).toString()] =
                    xml.attributes().value(QLatin1String("Target")).toString();
            return done();
        });
        if (!links)
            return links;
        return forEachToken("xl/workbook.xml", kSmallMember, [&](QXmlStreamReader& xml) -> Done {
            if (!xml.isStartElement())
                return done();
            if (xml.name() == QLatin1String("workbookPr"))
                m_is1904 = xml.attributes().value(QLatin1String("date1904")) == QLatin1String("1") ||
                           xml.attributes().value(QLatin1String("date1904")) == QLatin1String("true");
            if (xml.name() != QLatin1String("sheet"))
                return done();
            const auto attributes = xml.attributes();
            const auto state = attributes.value(QLatin1String("state"));
            if (!state.isEmpty() && state != QLatin1String("visible"))
                return done();
            QString id;
            for (const QXmlStreamAttribute& attribute : attributes)
                if (attribute.name() == QLatin1String("id") && !attribute.namespaceUri().isEmpty())
                    id = attribute.value().toString();
            const QString target = targets[id];
            const QString member = target.startsWith(QLatin1Char('/')) ? target.mid(1) : QLatin1String("xl/") + target;
            if (target.isEmpty() || !m_zip.has(member.toStdString()) || member.contains(QLatin1String("chartsheets")))
                return done();
            if (m_sheets.size() >= m_limits.sheets)
                return inputError(Message("prices.file.too-many-sheets").with("limit", m_limits.sheets));
            m_sheets.emplace_back(attributes.value(QLatin1String("name")).toString().toStdString(),
                                  member.toStdString());
            return done();
        });
    }

    Done readStrings() {
        const std::string member = "xl/sharedStrings.xml";
        if (!m_zip.has(member))
            return done();
        QString current;
        bool isText = false;
        int phonetic = 0;
        return forEachToken(member, m_limits.unpackedBytes, [&](QXmlStreamReader& xml) -> Done {
            if (xml.isStartElement()) {
                if (xml.name() == QLatin1String("si"))
                    current.clear();
                phonetic += xml.name() == QLatin1String("rPh");
                isText = xml.name() == QLatin1String("t") && phonetic == 0;
            } else if (xml.isEndElement()) {
                phonetic -= xml.name() == QLatin1String("rPh");
                isText = false;
                if (xml.name() == QLatin1String("si")) {
                    if (m_strings.size() >= m_limits.cells)
                        return inputError(Message("prices.file.too-many-cells").with("limit", m_limits.cells));
                    m_strings.push_back(cellText(current));
                }
            } else if (isText && xml.isCharacters()) {
                current += xml.text();
            }
            return done();
        });
    }

    std::string cellText(const QString& text) const {
        return trimmedText(text.left(static_cast<qsizetype>(m_limits.cellBytes / 3)).toStdString());
    }

    Done readStyles() {
        if (!m_zip.has("xl/styles.xml"))
            return done();
        std::map<int, NumberFormat> formats;
        bool isCellFormats = false;
        return forEachToken("xl/styles.xml", kSmallMember, [&](QXmlStreamReader& xml) {
            if (xml.name() == QLatin1String("cellXfs"))
                isCellFormats = xml.isStartElement();
            if (!xml.isStartElement())
                return done();
            const int id = xml.attributes().value(QLatin1String("numFmtId")).toInt();
            if (xml.name() == QLatin1String("numFmt"))
                formats[id] = formatOf(xml.attributes().value(QLatin1String("formatCode")).toString());
            else if (isCellFormats && xml.name() == QLatin1String("xf"))
                m_styles.push_back(formats.contains(id) ? formats[id] : builtInFormat(id));
            return done();
        });
    }

    /// "AB12" as column (from 0) and row (from 1).
    static std::optional<std::pair<std::size_t, std::size_t>> place(QStringView reference) {
        std::size_t column = 0, row = 0;
        for (const QChar c : reference) {
            const char16_t u = c.unicode();
            if (u >= 'A' && u <= 'Z' && row == 0)
                column = column * 26 + (u - 'A' + 1U);
            else if (u >= '0' && u <= '9')
                row = row * 10 + (u - '0');
            else if (u != '$')
                return std::nullopt;
            if (column > 20000 || row > 2'000'000)
                return std::nullopt;
        }
        if (column == 0 || row == 0)
            return std::nullopt;
        return std::pair(column - 1, row);
    }

    struct RawCell {
        std::size_t column = 0;
        QString type, value, text;
        std::size_t style = 0;
    };

    ListCell finished(const RawCell& raw) const {
        ListCell cell;
        if (raw.type == QLatin1String("inlineStr") || raw.type == QLatin1String("str")) {
            cell.text = cellText(raw.type == QLatin1String("str") ? raw.value : raw.text);
        } else if (raw.type == QLatin1String("s")) {
            const std::size_t index = raw.value.toULongLong();
            cell.text = index < m_strings.size() ? m_strings[index] : std::string();
        } else if (raw.type == QLatin1String("e")) {
            cell.kind = ListCellKind::Fault;
            cell.text = cellText(raw.value);
        } else if (raw.type == QLatin1String("b")) {
            cell.kind = ListCellKind::Logical;
            cell.text = raw.value == QLatin1String("1") ? "TRUE" : "FALSE";
        } else if (raw.type == QLatin1String("d")) {
            cell.kind = ListCellKind::Date;
            cell.text = raw.value.left(10).toStdString();
        } else {
            fillNumber(cell, raw);
        }
        return cell;
    }

    void fillNumber(ListCell& cell, const RawCell& raw) const {
        const std::optional<double> value = plainNumber(raw.value.trimmed().toStdString());
        if (!value)
            return;
        const NumberFormat format = raw.style < m_styles.size() ? m_styles[raw.style] : NumberFormat{};
        cell.kind = format.kind;
        cell.number = *value;
        cell.money = format.money;
        cell.text = shortestDigits(*value);
        if (format.kind == ListCellKind::Date) {
            // Day 60 of the 1900 system is a 29 February that there was not.
            const QDate zero = m_is1904 ? QDate(1904, 1, 1) : QDate(1899, 12, 30);
            const bool isDay = *value >= 1 && *value < 2'958'466;
            if (isDay)
                cell.text = zero.addDays(static_cast<qint64>(std::floor(*value))).toString(Qt::ISODate).toStdString();
            else
                cell.kind = ListCellKind::Number;
        }
    }

    Result<ListSheet> readSheet(const std::string& name, const std::string& member) {
        ListSheet sheet;
        sheet.name = name;
        RawCell raw;
        ListRow row;
        std::size_t nextLine = 1, nextColumn = 0;
        bool isValue = false, isText = false;
        const Done ok = forEachToken(member, m_limits.unpackedBytes, [&](QXmlStreamReader& xml) -> Done {
            if (xml.isStartElement()) {
                if (xml.name() == QLatin1String("row")) {
                    const auto number = xml.attributes().value(QLatin1String("r")).toULongLong();
                    row = {};
                    row.line = number > 0 ? static_cast<std::size_t>(number) : nextLine;
                    nextLine = row.line + 1;
                    nextColumn = 0;
                } else if (xml.name() == QLatin1String("c")) {
                    raw = {};
                    const auto at = place(xml.attributes().value(QLatin1String("r")));
                    raw.column = at ? at->first : nextColumn;
                    nextColumn = raw.column + 1;
                    raw.type = xml.attributes().value(QLatin1String("t")).toString();
                    raw.style = xml.attributes().value(QLatin1String("s")).toULongLong();
                } else if (xml.name() == QLatin1String("mergeCell")) {
                    addMerge(sheet, xml.attributes().value(QLatin1String("ref")));
                }
                isValue = xml.name() == QLatin1String("v");
                isText = xml.name() == QLatin1String("t");
            } else if (xml.isEndElement()) {
                isValue = isText = false;
                if (xml.name() == QLatin1String("c"))
                    return addCell(row, raw);
                if (xml.name() == QLatin1String("row") && row.filled() > 0) {
                    if (sheet.rows.size() >= m_limits.rows)
                        return inputError(Message("prices.file.too-many-rows").with("limit", m_limits.rows));
                    sheet.rows.push_back(std::move(row));
                }
            } else if (xml.isCharacters() && (isValue || isText)) {
                (isValue ? raw.value : raw.text) += xml.text();
            }
            return done();
        });
        if (!ok)
            return ok.error();
        return sheet;
    }

    Done addCell(ListRow& row, const RawCell& raw) {
        if (raw.column >= m_limits.columns)
            return finished(raw).isEmpty() ? done()
                                           : Done(inputError(Message("prices.file.too-many-columns")
                                                                 .with("line", row.line)
                                                                 .with("limit", m_limits.columns)));
        ListCell cell = finished(raw);
        if (cell.isEmpty())
            return done();
        // Empty cells before a filled one take memory too.
        m_cells += raw.column + 1 - std::min(raw.column + 1, row.cells.size());
        if (m_cells > m_limits.cells)
            return inputError(Message("prices.file.too-many-cells").with("limit", m_limits.cells));
        if (row.cells.size() <= raw.column)
            row.cells.resize(raw.column + 1);
        row.cells[raw.column] = std::move(cell);
        return done();
    }

    static void addMerge(ListSheet& sheet, QStringView reference) {
        constexpr std::size_t kMostMerges = 20'000;
        const qsizetype colon = reference.indexOf(QLatin1Char(':'));
        if (colon < 0 || sheet.merges.size() >= kMostMerges)
            return;
        const auto from = place(reference.left(colon)), to = place(reference.mid(colon + 1));
        if (from && to)
            sheet.merges.push_back({from->second, to->second, from->first, to->first});
    }

    const ZipReader& m_zip;
    ListLimits m_limits;
    bool m_is1904 = false;
    std::vector<std::pair<std::string, std::string>> m_sheets; ///< name and member
    std::vector<std::string> m_strings;
    std::vector<NumberFormat> m_styles;
    std::size_t m_cells = 0;
};

} // namespace

Result<ListFile> readWorkbook(std::string_view bytes, const ListLimits& limits) {
    const Result<ZipReader> zip = ZipReader::open(bytes);
    if (!zip)
        return zip.error();
    if (!zip->has("xl/workbook.xml"))
        return inputError(Message("prices.file.no-list"));
    return WorkbookReader(*zip, limits).read();
}

} // namespace rackwright
