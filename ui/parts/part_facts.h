// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the catalogue says of a part as rows ready to print: title, value with unit, grade, source, and what other
// sources say. Used by the part's details and the part editor.

#include "catalog/catalog_rows.h"
#include "model/figures/value.h"
#include "model/parts/part.h"
#include "ui/text/texts.h"

#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

enum class FactSection : std::uint8_t { Identity, Properties, Compute, Electrical, Cooling, Ports, Prices };
template <>
struct EnumNames<FactSection> {
    static constexpr std::array<std::string_view, 7> names = {"identity", "properties", "compute", "power",
                                                              "cooling",  "ports",      "prices"};
};

struct FactRow {
    FactSection section = FactSection::Properties;
    std::string key; ///< "weight", "power.maximum"; assertions name it
    QString title;
    QString value;
    bool isUnknown = false;
    QString grade;
    QString source;
    QString note;
    std::vector<const Assertion*> others; ///< what other sources say; they live as long as the part
    std::string kind;                     ///< what it is compared by: rows of a kind stand side by side
    std::optional<double> number = {};    ///< the typical value in `unit`
    std::string unit = {};
    QString detail = {}; ///< stands before the value where rows of a kind are compared: "8 ×"
};

Value valueOfFact(const Fact<double>& fact);
std::vector<FactRow> factRows(const Part& part, const std::vector<AttributeKey>& keys, const Texts& texts);

/// Like sources of one assertion key count once; "3 sources disagree" when they and the kept value differ.
QString disagreement(const FactRow& row, const Texts& texts);

} // namespace rackwright
