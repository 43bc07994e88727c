// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_document.h"

#include "model/file/integrity.h"
#include "model/file/stored.h"
#include "model/project/field_limits.h"

#include <cmath>

namespace rackwright::testing {

namespace {

using Random = std::mt19937_64;

bool chance(Random& random, int percent) { return static_cast<int>(random() % 100) < percent; }

// Quotes, escapes, control characters, text beyond the basic plane: all must survive.
std::string randomText(Random& random) {
    static const std::array<std::string, 12> words = {
        "",      "R03", "Halle \xC3\x9C", "a \"quoted\" word", "back\\slash",
        "tab\t", "\n",  "\x01",           "\xF0\x9F\x94\xA5",  "12,5",
        "{n}",   "=1+1"};
    std::string text = words[random() % words.size()];
    if (chance(random, 30))
        text += words[random() % words.size()];
    return text;
}

double randomNumber(Random& random) {
    static constexpr std::array<double, 9> odd = {0.0,    -0.0,       0.1,         1e-300, 1.7976931348623157e308,
                                                  5e-324, -1.0 / 3.0, 123456789.0, 1e22};
    if (chance(random, 30))
        return odd[random() % odd.size()];
    return std::uniform_real_distribution<double>(-1e6, 1e6)(random);
}

// Tables as they grow; ids of rows that references may name.
struct Filler {
    Random& random;
    const Project& project;
    const Design& design;

    template <class Row>
    Id<Row> existing() {
        const Table<Row>* found = nullptr;
        forEachProjectTable([&](const auto& table) {
            if constexpr (std::same_as<typename std::remove_cvref_t<decltype(table)>::RowType, Row>)
                found = &(project.*table.member);
        });
        forEachDesignTable([&](const auto& table) {
            if constexpr (std::same_as<typename std::remove_cvref_t<decltype(table)>::RowType, Row>)
                found = &(design.*table.member);
        });
        if (!found || found->isEmpty() || chance(random, 20))
            return {};
        return std::next(found->begin(), static_cast<std::ptrdiff_t>(random() % found->size()))->id;
    }

    /// Folded into the limits, since a document may hold no other number.
    static double within(double number, const Limits& limits) {
        if (limits.contain(number))
            return number;
        return limits.least + std::fmod(std::abs(number), limits.greatest - limits.least);
    }

    template <Scalar T>
    void scalar(T& out, std::optional<Limits> limits) {
        using Type = typename Stored<T>::Type;
        if constexpr (std::same_as<T, std::string>)
            out = randomText(random);
        else if constexpr (NamedEnum<T>)
            out = static_cast<T>(random() % EnumNames<T>::names.size());
        else if constexpr (std::same_as<T, Currency>)
            out = chance(random, 50) ? Currency::eur() : Currency::usd();
        else if constexpr (std::same_as<Type, bool>)
            out = chance(random, 50);
        else if constexpr (std::same_as<Type, double>)
            out = *Stored<T>::from(within(randomNumber(random), limits.value_or(*limitsOfType<T>())));
        else {
            const auto number = static_cast<std::int64_t>(random() % 250);
            const auto own = limits ? limits : limitsOfType<T>();
            out = *Stored<T>::from(own ? static_cast<std::int64_t>(within(static_cast<double>(number), *own)) : number);
        }
    }

    template <class V, std::size_t... i>
    void variant(V& out, std::index_sequence<i...>) {
        const std::size_t kind = random() % sizeof...(i);
        ((kind == i ? any(out.template emplace<i>()) : void()), ...);
    }

    template <class Q>
    void fact(Fact<Q>& out, std::optional<Limits> limits) {
        const auto value = [this, limits] {
            Q v{};
            any(v, limits);
            return v;
        };
        const auto isLess = [](const Q& a, const Q& b) {
            if constexpr (std::same_as<Q, PriceRate>)
                return a.nanoUnits() < b.nanoUnits();
            else
                return a < b;
        };
        if (chance(random, 40))
            out.state = Known<Q>{value()};
        else if (chance(random, 50)) {
            std::array<Q, 3> three = {value(), value(), value()};
            std::ranges::sort(three, isLess);
            out.state = Range<Q>{three[0], three[1], three[2]};
        }
        any(out.grade);
        any(out.source);
    }

    template <class T>
    void any(T& out, std::optional<Limits> limits = {}) {
        if constexpr (isId<T>)
            idOf(out);
        else if constexpr (Scalar<T>)
            scalar(out, limits);
        else if constexpr (Described<T>)
            fields(out);
        else if constexpr (isOptional<T>) {
            if (chance(random, 50))
                any(out.emplace(), limits);
        } else if constexpr (isVector<T>) {
            for (std::size_t n = random() % 4; n > 0; --n)
                any(out.emplace_back());
        } else if constexpr (isVariant<T>)
            variant(out, std::make_index_sequence<std::variant_size_v<T>>());
        else if constexpr (isFact<T>)
            fact(out, limits);
        else if constexpr (std::same_as<T, PriceRate>)
            out = PriceRate(static_cast<std::int64_t>(random() >> 2), Currency::eur());
        else {
            static_assert(std::same_as<T, PartPtr>);
            auto part = std::make_shared<Part>();
            any(*part);
            out = std::move(part);
        }
    }

    template <class Row>
    void idOf(Id<Row>& out) {
        out = existing<Row>();
    }

    template <Described Row>
    void fields(Row& row) {
        forEachField<Row>([&](const auto& f) {
            if (chance(random, 70))
                any(row.*f.member, f.limits);
        });
        if constexpr (std::same_as<Row, Assumption>)
            if (row.typical) {
                row.low = row.low ? std::min(row.low, row.typical) : row.low;
                row.high = row.high ? std::max(row.high, row.typical) : row.high;
            }
    }

    template <class Row>
    Row row(Id<Row> id) {
        Row made;
        fields(made);
        made.id = id;
        if constexpr (std::same_as<Row, PartRow>)
            if (!made.part)
                any(made.part);
        return made;
    }
};

template <class Row, class Owner>
void fillTable(Owner& owner, Table<Row> Owner::*member, Filler filler, IdSource& ids, std::size_t count) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < count; ++i)
        rows.push_back(filler.row(ids.take<Row>()));
    owner.*member = (owner.*member).with(std::move(rows));
}

// No row of a design refers to a taken one: rows are only taken from tables that nothing refers to.
template <class Row>
inline constexpr bool isLeaf =
    std::same_as<Row, RoomObject> || std::same_as<Row, Module> || std::same_as<Row, CableDetail> ||
    std::same_as<Row, CordOverride> || std::same_as<Row, QuoteLine> || std::same_as<Row, CoolingService> ||
    std::same_as<Row, Workload>;

} // namespace

Document randomDocument(std::uint64_t seed, const RandomSize& size) {
    Random random(seed);
    IdSource ids(1);
    auto project = std::make_shared<Project>();
    const Design none;
    Filler shared{random, *project, none};
    shared.any(project->name);
    shared.any(project->description);
    shared.any(project->profile);
    shared.any(project->quote);
    forEachProjectTable([&](const auto& table) {
        fillTable(*project, table.member, Filler{random, *project, none}, ids, random() % (size.rowsPerTable + 1));
    });
    Design first;
    const std::uint64_t firstId = ids.take<Design>().value;
    for (int pass = 0; pass < 2; ++pass) // twice, so that references lead forwards too
        forEachDesignTable([&](const auto& table) {
            fillTable(first, table.member, Filler{random, *project, first}, ids, random() % (size.rowsPerTable + 1));
        });
    project->options.push_back({firstId, "A", randomText(random), std::make_shared<const Design>(first)});
    for (std::size_t i = 1; i < size.options; ++i) {
        const std::uint64_t id = ids.take<Design>().value;
        auto edited = std::make_shared<const Design>(randomlyEdited(*project, first, random, ids));
        project->options.push_back({id, std::string(1, static_cast<char>('A' + i)), randomText(random), edited});
    }
    project->activeOption = project->options[random() % project->options.size()].id;
    return {std::move(project), ids.next()};
}

Design randomlyEdited(const Project& project, const Design& design, std::mt19937_64& random, IdSource& ids) {
    Design edited = design;
    forEachDesignTable([&]<class Row>(const DesignTable<Row>& table) {
        if (!chance(random, 40))
            return;
        Table<Row>& rows = edited.*table.member;
        std::vector<Row> put;
        std::vector<Id<Row>> take;
        for (const Row& row : rows) {
            if (chance(random, 10))
                put.push_back(Filler{random, project, edited}.row(row.id));
            else if (isLeaf<Row> && chance(random, 10))
                take.push_back(row.id);
        }
        for (std::size_t n = random() % 3; n > 0; --n)
            put.push_back(Filler{random, project, edited}.row(ids.take<Row>()));
        rows = rows.with(std::move(put), std::move(take));
    });
    return edited;
}

} // namespace rackwright::testing
