// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the readers of catalogue rows share: the content so far, its parts by id, its sources and the counts of the load
// report. It reads no table itself: part_rows.h and reference_rows.h do, for content_reader.h.

#include "catalog/load/table_reader.h"

#include <map>
#include <string>
#include <vector>

namespace rackwright {

class ContentBuilder {
public:
    CatalogContent content;
    std::vector<LoadProblem> problems; ///< of all rows read so far

    /// The sources that a row names; a row without one is a problem.
    std::vector<Source> sourcesOf(const ReviewedRow& row) const;
    std::optional<Source> sourceOf(const ReviewedRow& row) const;

    /// Takes a part in; a second one of the same id is a problem.
    void addPart(const ReviewedRow& row, CatalogPart entry);
    /// The part that a row speaks of, or null with a problem noted.
    CatalogPart* partOf(const ReviewedRow& row);
    /// A fact of a part was read; an assertion stands beside the fact that is kept.
    void countValue(const CatalogPart& part, Grade grade);
    void countAssertion(const CatalogPart& part);

    /// Enters a row that is no part into the load report.
    void accountFor(const ReviewedRow& row, const std::string& kind, const std::string& target);
    /// Ports into faceplate order, parts into the load report.
    void finishParts();

    /// A price in three columns; a missing typical value is the middle.
    Fact<PriceRate> rateFact(const ReviewedRow& row, Currency currency, std::string_view lowColumn,
                             std::string_view typicalColumn, std::string_view highColumn) const;

private:
    LoadRow& loadOf(const CatalogPart& part) { return m_loads[m_partIndex.at(part.part.id)]; }

    std::map<std::string, std::size_t, std::less<>> m_partIndex;
    std::vector<LoadRow> m_loads; ///< counts, by part
};

/// The column "currency"; the dollar, with a problem noted, when it names none.
Currency currencyOf(const ReviewedRow& row);

} // namespace rackwright
