// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A fact in five columns of a table: low, typical, high, grade, source. All three numbers null is unknown, typical
// alone is known. Shared by the files that hold SQL.

#include "catalog/store/part_tables.h"
#include "model/units/money.h"

namespace rackwright {

inline double inDatabase(double value) { return value; }
inline std::int64_t inDatabase(PriceRate rate) { return rate.nanoUnits(); }
template <class D>
double inDatabase(const Quantity<D>& quantity) {
    return quantity.si();
}

inline Result<std::optional<std::int64_t>> optionalSourceKey(PartWriter& writer, const std::optional<Source>& source) {
    if (!source)
        return std::optional<std::int64_t>();
    const Result<std::int64_t> key = writer.sourceKey(*source);
    if (!key)
        return key.error();
    return std::optional(*key);
}

template <class Q>
Done bindFact(SqlStatement& statement, PartWriter& writer, const Fact<Q>& fact) {
    using Stored = decltype(inDatabase(std::declval<Q>()));
    std::optional<Stored> low, typical, high;
    if (const auto* range = std::get_if<Range<Q>>(&fact.state)) {
        low = inDatabase(range->low);
        typical = inDatabase(range->typical);
        high = inDatabase(range->high);
    } else if (const auto* known = std::get_if<Known<Q>>(&fact.state)) {
        typical = inDatabase(known->value);
    }
    statement.bind(low).bind(typical).bind(high).bind(gradeName(fact.grade));
    const Result<std::optional<std::int64_t>> key = optionalSourceKey(writer, fact.source);
    if (!key)
        return key.error();
    statement.bind(*key);
    return done();
}

inline Grade gradeOr(const std::string& name) { return gradeFromName(name).value_or(Grade::Measured); }

inline std::optional<Source> optionalSource(const PartTables& tables, std::optional<std::int64_t> key) {
    const Source* source = tables.source(key);
    return source ? std::optional(*source) : std::nullopt;
}

/// The five columns of a fact from `column` on; `make` turns a stored number into Q.
template <class Q, class Make>
Fact<Q> factAt(const SqlStatement& row, int column, const PartTables& tables, Make make) {
    Fact<Q> fact{Unknown{}, gradeOr(row.text(column + 3)), optionalSource(tables, row.optionalInteger(column + 4))};
    if (row.isNull(column + 1))
        return fact;
    if (row.isNull(column))
        fact.state = Known<Q>{make(row, column + 1)};
    else
        fact.state = Range<Q>{make(row, column), make(row, column + 1), make(row, column + 2)};
    return fact;
}

template <class Q>
Fact<Q> quantityAt(const SqlStatement& row, int column, const PartTables& tables) {
    return factAt<Q>(row, column, tables, [](const SqlStatement& r, int c) { return Q(r.number(c)); });
}

inline Fact<PriceRate> rateAt(const SqlStatement& row, int column, const PartTables& tables, Currency currency) {
    return factAt<PriceRate>(row, column, tables,
                             [currency](const SqlStatement& r, int c) { return PriceRate(r.integer(c), currency); });
}

inline Currency currencyAt(const SqlStatement& row, int column) {
    const Result<Currency> currency = Currency::parse(row.text(column));
    return currency ? *currency : Currency::usd();
}

template <NamedEnum E>
E wordAt(const SqlStatement& row, int column, E fallback) {
    return enumFromName<E>(row.text(column)).value_or(fallback);
}

} // namespace rackwright
