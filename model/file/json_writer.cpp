// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/json_writer.h"

#include "model/figures/fact.h"

namespace rackwright::json {

void writeText(std::string& out, std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (byte < 0x20) {
            out += "\\u00";
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        } else
            out += c;
    }
    out += '"';
}

void writeKey(std::string& out, std::string_view key, bool& isFirst) {
    out += isFirst ? "\"" : ", \"";
    out += key;
    out += "\": ";
    isFirst = false;
}

void writeRowFields(std::string& out, const RowFormat& format, const void* row, bool& isFirst) {
    for (const FieldFormat& field : format.fields) {
        const void* value = field.of(row);
        if (field.value->isEqual(value, field.of(format.standard)))
            continue;
        writeKey(out, field.key, isFirst);
        field.value->write(*field.value, out, value);
    }
}

void writeRow(std::string& out, const RowFormat& format, const void* row) {
    bool isFirst = true;
    out += '{';
    writeRowFields(out, format, row, isFirst);
    out += '}';
}

void writeIds(std::string& out, const std::vector<std::uint64_t>& ids) {
    out += '[';
    for (std::size_t i = 0; i < ids.size(); ++i) {
        out += i > 0 ? ", " : "";
        writeNumber(out, static_cast<std::int64_t>(ids[i]));
    }
    out += ']';
}

void writeScalar(const ValueFormat& format, std::string& out, const void* value) {
    const ScalarFormat& scalar = *format.scalar;
    switch (scalar.as) {
    case StoredAs::Flag:
        out += scalar.flag(value) ? "true" : "false";
        return;
    case StoredAs::Integer:
        return writeNumber(out, scalar.integer(value));
    case StoredAs::Real:
        return writeNumber(out, scalar.real(value));
    case StoredAs::Text:
        std::string own;
        return writeText(out, scalar.text(value, own));
    }
}

void writeRowValue(const ValueFormat& format, std::string& out, const void* value) {
    writeRow(out, *format.row, value);
}

void writeList(const ValueFormat& format, std::string& out, const void* value) {
    const ValueFormat& item = *format.items.front();
    const std::size_t count = format.count(value);
    out += '[';
    for (std::size_t i = 0; i < count; ++i) {
        if (i > 0)
            out += ", ";
        item.write(item, out, format.item(value, i));
    }
    out += ']';
}

void writeOptional(const ValueFormat& format, std::string& out, const void* value) {
    const ValueFormat& item = *format.items.front();
    item.write(item, out, format.item(value, 0)); // an unset one equals its default, which is left out
}

void writeVariant(const ValueFormat& format, std::string& out, const void* value) {
    const std::size_t kind = format.count(value);
    bool isFirst = true;
    out += '{';
    writeKey(out, format.kinds[kind], isFirst);
    format.items[kind]->write(*format.items[kind], out, format.item(value, kind));
    out += '}';
}

void writePriceRate(const ValueFormat&, std::string& out, const void* value) {
    const PriceRate& rate = *static_cast<const PriceRate*>(value);
    out += "{\"currency\": ";
    writeText(out, rate.currency().code());
    out += ", \"nano\": ";
    writeNumber(out, rate.nanoUnits());
    out += '}';
}

void writePart(const ValueFormat&, std::string& out, const void* value) {
    write(out, **static_cast<const PartPtr*>(value));
}

void writeOrigin(std::string& out, Grade grade, const Source* source, bool& isFirst) {
    if (grade != Fact<double>{}.grade) {
        writeKey(out, "grade", isFirst);
        writeText(out, enumName(grade));
    }
    if (source) {
        writeKey(out, "source", isFirst);
        write(out, *source);
    }
    out += '}';
}

} // namespace rackwright::json
