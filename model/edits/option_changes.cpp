// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/option_changes.h"

#include "model/edits/copying.h"

#include <set>

namespace rackwright::edits {

namespace {

template <class Row>
std::string changedRowName(const Row& row) {
    if constexpr (requires { std::string(row.name); })
        return row.name;
    else
        return {};
}

/// The row of `onto` with the fields that `from` changed; nothing where both changed one.
template <class Row>
std::optional<Row> joinedFields(const Row& base, const Row& from, const Row& onto) {
    Row joined = onto;
    bool isJoined = true;
    forEachField<Row>([&](const auto& f) {
        if (base.*f.member == from.*f.member || onto.*f.member == from.*f.member)
            return;
        if (onto.*f.member == base.*f.member)
            joined.*f.member = from.*f.member;
        else
            isJoined = false;
    });
    return isJoined ? std::optional(std::move(joined)) : std::nullopt;
}

/// Whether an id of a row of a design leads to one; ids of other kinds (parts, slots of a type) are not looked at.
template <class Row>
bool leadsSomewhere(const Design& design, Id<Row> id) {
    bool isThere = true;
    forEachDesignTable([&](const auto& table) {
        if constexpr (std::same_as<typename std::remove_cvref_t<decltype(table)>::RowType, Row>)
            isThere = (design.*table.member).contains(id);
    });
    return isThere;
}

template <class Row>
bool namesMissing(const Design& design, const Row& row) {
    bool isMissing = false;
    const auto look = [&](const auto& id) { isMissing = isMissing || (id && !leadsSomewhere(design, id)); };
    forEachId(row, look);
    return isMissing;
}

class ChangeTaker {
public:
    ChangeTaker(const Design& base, const Design& from, const Design& onto, const std::vector<RowKey>& rows)
        : m_base(base), m_from(from), m_onto(onto), m_rows(rows.begin(), rows.end()) {
        m_result.design = onto;
    }

    TakenChanges take() {
        forEachDesignTable([this](const auto& table) { takeTable(table); });
        // What is put back may name, or be named by, another row that changed.
        while (putBackDangling()) {
        }
        m_result.taken.assign(m_taken.begin(), m_taken.end());
        return std::move(m_result);
    }

private:
    bool isAsked(RowKey row) const { return m_rows.empty() || m_rows.contains(row); }

    template <class Of>
    void takeTable(const Of& table) {
        using Row = typename Of::RowType;
        const Table<Row>& held = m_onto.*table.member;
        std::vector<Row> put;
        std::vector<Id<Row>> gone;
        forEachDifference(m_base.*table.member, m_from.*table.member, [&](const Row* before, const Row* after) {
            const Row& row = before ? *before : *after;
            const RowKey key{table.name, row.id.value};
            const Row* own = held.find(row.id);
            if (!isAsked(key) || (after && own && *own == *after) || (!after && !own))
                return;
            const auto refuse = [&](Hindrance why) { m_result.refused.push_back({key, changedRowName(row), why}); };
            if (before && !own)
                return refuse(Hindrance::NotThere);
            if (!before && own) // in both options since, each in its own way
                return refuse(Hindrance::OtherChange);
            if (!before) {
                put.push_back(*after);
            } else if (!after) {
                if (*own != *before)
                    return refuse(Hindrance::OtherChange);
                gone.push_back(row.id);
            } else {
                std::optional<Row> joined = joinedFields(*before, *after, *own);
                if (!joined)
                    return refuse(Hindrance::OtherChange);
                if (*joined == *own)
                    return;
                put.push_back(std::move(*joined));
            }
            m_taken.insert(key);
        });
        (m_result.design.*table.member) = held.with(std::move(put), std::move(gone));
    }

    /// One round over all rows; true when something was put back.
    bool putBackDangling() {
        std::unordered_set<std::uint64_t> wanted; // rows that went and are named
        bool hasPutBack = false;
        const auto look = [&](const auto& id) {
            if (id && !leadsSomewhere(m_result.design, id))
                wanted.insert(id.value);
        };
        forEachDesignTable([&](const auto& table) {
            for (const auto& row : m_result.design.*table.member)
                if (!m_taken.contains({table.name, row.id.value}))
                    forEachId(row, look);
        });
        forEachDesignTable([&](const auto& table) {
            using Row = typename std::remove_cvref_t<decltype(table)>::RowType;
            std::vector<Row> put;
            std::vector<Id<Row>> gone;
            for (auto it = m_taken.begin(); it != m_taken.end();) {
                const Id<Row> id{it->id};
                const Row* now = (m_result.design.*table.member).find(id);
                const Row* own = (m_onto.*table.member).find(id);
                const bool dangles = now ? namesMissing(m_result.design, *now) : wanted.contains(it->id);
                if (it->table != table.name || !dangles) {
                    ++it;
                    continue;
                }
                m_result.refused.push_back(
                    {*it, changedRowName(now ? *now : *own), now ? Hindrance::NamesMissing : Hindrance::StillNamed});
                if (own)
                    put.push_back(*own);
                else
                    gone.push_back(id);
                it = m_taken.erase(it);
                hasPutBack = true;
            }
            if (!put.empty() || !gone.empty())
                (m_result.design.*table.member) = (m_result.design.*table.member).with(std::move(put), std::move(gone));
        });
        return hasPutBack;
    }

    const Design& m_base;
    const Design& m_from;
    const Design& m_onto;
    std::set<RowKey> m_rows;
    std::set<RowKey> m_taken;
    TakenChanges m_result;
};

} // namespace

TakenChanges takenChanges(const Design& base, const Design& from, const Design& onto, const std::vector<RowKey>& rows) {
    return ChangeTaker(base, from, onto, rows).take();
}

Edit takeChanges(const Project& project, std::uint64_t base, std::uint64_t from, std::uint64_t onto,
                 std::vector<RowKey> rows) {
    const auto nameOf = [&project](std::uint64_t id) {
        const Option* option = findOption(project, id);
        return option ? option->name : std::string();
    };
    auto apply = [base, from, onto, rows = std::move(rows)](const Project& before, IdSource&) -> Result<ProjectPtr> {
        for (const std::uint64_t id : {base, from, onto})
            if (!findOption(before, id))
                return inputError(Message("edit.no-option").with("option", id));
        TakenChanges taken = takenChanges(*findOption(before, base)->design, *findOption(before, from)->design,
                                          *findOption(before, onto)->design, rows);
        if (taken.taken.empty())
            return inputError(Message("edit.nothing-taken")
                                  .with("from", findOption(before, from)->name)
                                  .with("onto", findOption(before, onto)->name));
        return withDesign(before, onto, std::make_shared<const Design>(std::move(taken.design)));
    };
    return {Message("undo.option.take").with("from", nameOf(from)).with("onto", nameOf(onto)), {}, std::move(apply)};
}

} // namespace rackwright::edits
