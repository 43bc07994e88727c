// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/integrity.h"

#include "model/file/headers.h"
#include "model/file/problem.h"
#include "model/file/stored.h"
#include "model/project/value_limits.h"

#include <simdjson.h>

#include <cmath>
#include <unordered_set>

namespace rackwright {

namespace {

// Membership of ids: bits where they lie densely (the usual case), the table's own search where they do not.
template <class Row>
class IdSet {
public:
    void fill(const Table<Row>& table) {
        m_table = &table;
        m_bits.clear();
        if (table.isEmpty())
            return;
        const std::uint64_t last = table.chunks().back()->rows().back().id.value;
        if (last > table.size() * 64 + 100'000)
            return;
        m_bits.resize(last + 1);
        for (const Row& row : table)
            m_bits[row.id.value] = true;
    }
    bool contains(Id<Row> id) const {
        if (m_bits.empty())
            return m_table->contains(id);
        return id.value < m_bits.size() && m_bits[id.value];
    }

private:
    const Table<Row>* m_table = nullptr;
    std::vector<bool> m_bits;
};

template <class Tables>
struct SetsOf;
template <class... T>
struct SetsOf<std::tuple<T...>> {
    using Type = std::tuple<IdSet<typename T::RowType>...>;
};

using ProjectSets = SetsOf<decltype(projectTables())>::Type;
using DesignSets = SetsOf<decltype(designTables())>::Type;

template <class Row, class Sets>
inline constexpr bool isIn = false;
template <class Row, class... Rows>
inline constexpr bool isIn<Row, std::tuple<IdSet<Rows>...>> = (std::same_as<Row, Rows> || ...);

struct Checker {
    ProjectSets project;
    DesignSets design;
    Problem problem;
    std::uint64_t nextId = 0;

    template <class Row>
    bool exists(Id<Row> id) const {
        if constexpr (isIn<Row, ProjectSets>)
            return std::get<IdSet<Row>>(project).contains(id);
        else
            return std::get<IdSet<Row>>(design).contains(id);
    }

    template <class T>
    bool number(T value) {
        return std::isfinite(value) || problem.set(Message("file.not-finite"));
    }
    bool within(std::int64_t value, std::int64_t limit) {
        return (value <= limit && value >= -limit) || outside(value, -limit, limit);
    }
    bool outside(std::int64_t value, std::int64_t least, std::int64_t most) {
        return problem.set(Message("file.out-of-range")
                               .with("value", std::to_string(value))
                               .with("least", std::to_string(least))
                               .with("most", std::to_string(most)));
    }
    template <class Row>
    bool reference(Id<Row> id) {
        return !id || exists(id) || problem.set(Message("file.dangling").with("target", std::to_string(id.value)));
    }

    template <Scalar T>
    bool scalar(const T& value) {
        if constexpr (isId<T>)
            return reference(value);
        else if constexpr (std::same_as<T, Length>)
            return within(value.inMicrometres(), kLargestLength.inMicrometres());
        else if constexpr (std::same_as<T, std::int64_t>)
            return within(value, kLargestCount);
        else if constexpr (std::same_as<typename Stored<T>::Type, double>)
            return number(Stored<T>::to(value));
        else if constexpr (std::same_as<T, std::string>)
            return simdjson::validate_utf8(value.data(), value.size()) || problem.set(Message("file.bad-utf8"));
        else if constexpr (NamedEnum<T>)
            return static_cast<std::size_t>(value) < EnumNames<T>::names.size() ||
                   outside(static_cast<int>(value), 0, static_cast<int>(EnumNames<T>::names.size()) - 1);
        else
            return true;
    }

    template <class Q>
    bool fact(const Fact<Q>& f) {
        if (const auto* known = std::get_if<Known<Q>>(&f.state))
            if (!any(known->value))
                return false;
        if (const auto* range = std::get_if<Range<Q>>(&f.state))
            if (!any(range->low) || !any(range->typical) || !any(range->high))
                return false;
        return any(f.grade) && any(f.source);
    }

    /// A cable ends at a device, a power element or a cooling unit.
    bool cableEnd(const PortRef& end) {
        const std::uint64_t id = end.device.value;
        return !id || exists(end.device) || exists(Id<PowerElement>{id}) || exists(Id<CoolingUnit>{id}) ||
               reference(end.device) || problem.within("device");
    }

    template <class T>
    bool any(const T& value) {
        if constexpr (Scalar<T>)
            return scalar(value);
        else if constexpr (std::same_as<T, PortRef>)
            return cableEnd(value);
        else if constexpr (Described<T>)
            return fields(value, "");
        else if constexpr (isOptional<T>)
            return !value || any(*value);
        else if constexpr (isVector<T>)
            return std::ranges::all_of(value, [this](const auto& item) { return any(item); });
        else if constexpr (isVariant<T>)
            return std::visit([this](const auto& alternative) { return any(alternative); }, value);
        else if constexpr (isFact<T>)
            return fact(value);
        else if constexpr (std::same_as<T, PartPtr>)
            return value ? any(*value) : problem.set(Message("file.no-part"));
        else {
            static_assert(std::same_as<T, PriceRate>, "each type of field has its check");
            return true;
        }
    }

    /// `own` is the name of the field that is the row's own id. What something was copied from may be gone.
    template <Described Row>
    bool fields(const Row& row, std::string_view own) {
        bool isGood = true;
        forEachField<Row>([&](const auto& f) {
            if (!isGood || f.name == "copiedFrom" || f.name == own)
                return;
            isGood = any(row.*f.member) || problem.within(f.name);
        });
        return isGood;
    }

    bool ownId(std::uint64_t id) {
        if (id != 0 && id < nextId)
            return true;
        problem.set(Message("file.id-not-below-next").with("next", std::to_string(nextId)));
        return problem.within("id");
    }

    template <class Row>
    Done table(const Table<Row>& rows, const FilePlace& where) {
        for (const Row& row : rows)
            if (!ownId(row.id.value) || !fields(row, "id"))
                return fileError(problem, {where.file, where.table, std::to_string(row.id.value)});
        return done();
    }
};

// Runs `check` for each table until one fails.
template <class Tables, class Check>
Done allTables(const Tables& tables, Check&& check) {
    Done result = done();
    std::apply([&](const auto&... table) { ((result && (result = check(table), true)), ...); }, tables);
    return result;
}

Done checkHeader(const Document& document, Checker& checker, const std::string& name) {
    const Project& project = *document.project;
    const FilePlace place{name, "project", {}};
    if (document.nextId == 0 || document.nextId > kLargestId) {
        checker.outside(static_cast<std::int64_t>(document.nextId), 1, static_cast<std::int64_t>(kLargestId));
        checker.problem.within("nextId");
        return fileError(checker.problem, {name, {}, {}});
    }
    if (!checker.fields(headerOf(project), ""))
        return fileError(checker.problem, place);
    if (project.options.empty())
        checker.problem.set(Message("file.no-option"));
    else if (!findOption(project, project.activeOption)) {
        checker.problem.set(Message("file.dangling").with("target", std::to_string(project.activeOption)));
        checker.problem.within("activeOption");
    }
    if (checker.problem.isSet())
        return fileError(checker.problem, place);
    return done();
}

/// Cables name devices, power elements and cooling units by their numbers alone: no two of them may share one.
Done checkCabledIds(const Design& design, Checker& checker, const std::string& file, const std::string& option) {
    const auto shared = [&](std::uint64_t id, std::string_view table, std::string_view other) {
        checker.problem.set(
            Message("file.id-in-two-tables").with("other", std::string(option).append("/").append(other)));
        checker.problem.within("id");
        return fileError(checker.problem, {file, std::string(option).append("/").append(table), std::to_string(id)});
    };
    for (const PowerElement& element : design.powerElements)
        if (checker.exists(Id<Device>{element.id.value}))
            return shared(element.id.value, "power_elements", "devices");
    for (const CoolingUnit& unit : design.coolingUnits) {
        if (checker.exists(Id<Device>{unit.id.value}))
            return shared(unit.id.value, "cooling_units", "devices");
        if (checker.exists(Id<PowerElement>{unit.id.value}))
            return shared(unit.id.value, "cooling_units", "power_elements");
    }
    return done();
}

Done checkOption(const Option& option, Checker& checker, std::unordered_set<std::uint64_t>& ids,
                 const std::string& name) {
    const FilePlace place{name, "options", std::to_string(option.id)};
    if (!checker.ownId(option.id))
        return fileError(checker.problem, place);
    if (!ids.insert(option.id).second)
        checker.problem.set(Message("file.id-twice"));
    else
        checker.fields(headerOf(option), "id");
    if (checker.problem.isSet())
        return fileError(checker.problem, place);
    RW_CHECK(option.design != nullptr, "an option has a design");
    const Design& design = *option.design;
    forEachDesignTable([&]<class Row>(const DesignTable<Row>& table) {
        std::get<IdSet<Row>>(checker.design).fill(design.*table.member);
    });
    Done checked = allTables(designTables(), [&](const auto& table) {
        return checker.table(design.*table.member, {name, option.name + "/" + std::string(table.name), {}});
    });
    return checked ? checkCabledIds(design, checker, name, option.name) : checked;
}

Error limitError(const LimitBreach& breach, const std::string& file) {
    Problem problem;
    if (breach.kind == LimitBreach::Kind::RangeOrder)
        problem.set(Message("file.range-order"));
    else if (breach.kind == LimitBreach::Kind::NoCount)
        problem.set(Message("file.no-count").with("value", saidShortly(breach)));
    else if (breach.kind == LimitBreach::Kind::LongText)
        problem.set(Message("file.long-text").with("characters", breach.characters).with("most", breach.most));
    else
        problem.set(Message("file.outside-limits")
                        .with("value", saidShortly(breach))
                        .with("low", saidShortly(breach.low))
                        .with("high", saidShortly(breach.high)));
    problem.within(breach.field);
    return fileError(problem, {file, breach.table, breach.row == 0 ? std::string() : std::to_string(breach.row)});
}

} // namespace

Done checkDocument(const Document& document, const std::string& name) {
    RW_CHECK(document.project != nullptr, "a document has a project");
    const Project& project = *document.project;
    Checker checker;
    checker.nextId = document.nextId;
    if (Done header = checkHeader(document, checker, name); !header)
        return header;
    forEachProjectTable([&]<class Row>(const ProjectTable<Row>& table) {
        std::get<IdSet<Row>>(checker.project).fill(project.*table.member);
    });
    Done shared = allTables(projectTables(), [&](const auto& table) {
        return checker.table(project.*table.member, {name, std::string(table.name), {}});
    });
    if (!shared)
        return shared;
    std::unordered_set<std::uint64_t> ids;
    for (const Option& option : project.options)
        if (Done checked = checkOption(option, checker, ids, name); !checked)
            return checked;
    if (const auto breach = limitBreach(project))
        return limitError(*breach, name);
    return done();
}

} // namespace rackwright
