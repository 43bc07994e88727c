// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/design_difference.h"

#include "model/base/check.h"
#include "model/file/design_text.h"
#include "model/file/headers.h"
#include "solvers/engine/whole_figures.h"

#include <utility>

namespace rackwright {

namespace {

template <class Row>
std::string nameOf(const Row& row) {
    if constexpr (requires { std::string(row.name); })
        return row.name;
    else if constexpr (requires { std::string(row.key); })
        return row.key;
    else
        return {};
}

template <class Row>
void addRows(std::vector<RowDifference>& found, std::string_view table, const Table<Row>& before,
             const Table<Row>& after) {
    forEachDifference(before, after, [&](const Row* a, const Row* b) {
        const ChangeKind kind = !a ? ChangeKind::Added : !b ? ChangeKind::Removed : ChangeKind::Changed;
        const Row& row = b ? *b : *a;
        found.push_back({table, row.id.value, nameOf(row), kind});
    });
}

/// A field of a header as a person reads it.
class FieldText {
public:
    explicit FieldText(const Texts& texts) : m_texts(texts) {}

    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(bool isSet) const { return m_texts.text(isSet ? "diff.yes" : "diff.no"); }
    std::string operator()(std::int64_t count) const { return printed(count, m_texts.numbers()); }
    std::string operator()(const Currency& currency) const { return currency.code(); }
    std::string operator()(const Share& share) const { return m_texts.figure(Value(share.fraction() * kPercent), "%"); }
    std::string operator()(QuoteClass quoteClass) const {
        return m_texts.text(quoteClass == QuoteClass::Firm ? "report.firm" : "report.budgetary");
    }
    std::string operator()(const ExchangeRate& rate) const {
        const std::string numbers = m_texts.sentence(Message("report.exchange-rate")
                                                         .with("from", rate.from.code())
                                                         .with("to", rate.to.code())
                                                         .with("rate", static_cast<double>(rate.nanoRate) / 1e9)
                                                         .with("date", rate.date));
        return rate.source.empty() ? numbers : numbers + ", " + rate.source;
    }
    std::string operator()(const ClassTerms& terms) const {
        std::string of =
            terms.section ? m_texts.text("section." + std::string(enumName(*terms.section))) : std::string();
        if (terms.type)
            of += (of.empty() ? "" : ", ") + m_texts.text("line-type." + std::string(enumName(*terms.type)));
        return m_texts.sentence(
            Message(terms.marginKind == MarginKind::Margin ? "quote.terms.margin" : "quote.terms.markup")
                .with("class", of.empty() ? m_texts.text("quote.terms.all") : of)
                .with("discount", (*this)(terms.discount))
                .with("margin", (*this)(terms.margin)));
    }
    template <class T>
    std::string operator()(const std::vector<T>& list) const {
        std::string text;
        for (const T& each : list)
            text += (text.empty() ? "" : "; ") + (*this)(each);
        return text;
    }

private:
    static constexpr double kPercent = 100;
    const Texts& m_texts;
};

template <Described Row>
void addFields(std::vector<FieldDifference>& found, const std::string& of, const Row& before, const Row& after,
               const Texts& texts) {
    const FieldText shown(texts);
    forEachField<Row>([&](const auto& field) {
        using T = std::remove_cvref_t<decltype(before.*field.member)>;
        if constexpr (std::same_as<T, QuoteHeader>)
            addFields(found, "quote", before.*field.member, after.*field.member, texts);
        else if constexpr (!std::same_as<T, std::uint64_t>) // ids say nothing to a person
            if (!(before.*field.member == after.*field.member))
                found.push_back(
                    {of + "." + std::string(field.name), shown(before.*field.member), shown(after.*field.member)});
    });
}

const Option& optionOf(const Snapshot& snapshot) {
    const Option* option = findOption(*snapshot.project, snapshot.option);
    RW_CHECK(option, "a snapshot is of an option of its project");
    return *option;
}

void addOtherOptions(std::vector<RowDifference>& found, const Snapshot& before, const Snapshot& after) {
    const auto isCompared = [&](const Option& option) {
        return option.name == optionOf(before).name || option.name == optionOf(after).name;
    };
    const auto isAlike = [](const Option& a, const Option& b) {
        return a.description == b.description && (a.design == b.design || *a.design == *b.design);
    };
    for (const Option& old : before.project->options) {
        const Option* now = isCompared(old) ? nullptr : findOption(*after.project, std::string_view(old.name));
        if (!isCompared(old) && !(now && isAlike(old, *now)))
            found.push_back({"options", old.id, old.name, now ? ChangeKind::Changed : ChangeKind::Removed});
    }
    for (const Option& now : after.project->options)
        if (!isCompared(now) && !findOption(*before.project, std::string_view(now.name)))
            found.push_back({"options", now.id, now.name, ChangeKind::Added});
}

/// The rows of `after`, those that are equal in both taken from `before`.
template <class Row>
Table<Row> sharingRows(const Table<Row>& before, const Table<Row>& after) {
    std::vector<Row> put;
    std::vector<Id<Row>> take;
    forEachDifference(before, after, [&](const Row* a, const Row* b) {
        if (b)
            put.push_back(*b);
        else
            take.push_back(a->id);
    });
    return before.with(std::move(put), std::move(take));
}

} // namespace

Snapshot sharingRows(const Snapshot& before, const Snapshot& after) {
    auto design = std::make_shared<Design>(*after.design);
    forEachDesignTable([&](const auto& table) {
        (*design).*table.member = sharingRows((*before.design).*table.member, (*design).*table.member);
    });
    auto project = std::make_shared<Project>(*after.project);
    forEachProjectTable([&](const auto& table) {
        (*project).*table.member = sharingRows((*before.project).*table.member, (*project).*table.member);
    });
    return snapshotOf(withDesign(*project, after.option, std::move(design)), after.option);
}

std::vector<RowDifference> rowDifferences(const Snapshot& before, const Snapshot& after) {
    std::vector<RowDifference> found;
    forEachProjectTable([&](const auto& table) {
        addRows(found, table.name, (*before.project).*table.member, (*after.project).*table.member);
    });
    forEachDesignTable([&](const auto& table) {
        addRows(found, table.name, (*before.design).*table.member, (*after.design).*table.member);
    });
    addOtherOptions(found, before, after);
    return found;
}

std::vector<FieldDifference> fieldDifferences(const Snapshot& before, const Snapshot& after, const Texts& texts) {
    std::vector<FieldDifference> found;
    const Project &old = *before.project, &now = *after.project;
    addFields(found, "project", headerOf(old), headerOf(now), texts);
    addFields(found, "option", headerOf(optionOf(before)), headerOf(optionOf(after)), texts);
    if (activeOption(old).name != activeOption(now).name)
        found.push_back({"project.activeOption", activeOption(old).name, activeOption(now).name});
    return found;
}

bool areEqual(const Snapshot& before, const Snapshot& after) {
    return before.option == after.option && designText({before.project, 0}) == designText({after.project, 0});
}

std::vector<FigureDifference> figureDifferences(const Solution& before, const Solution& after) {
    std::vector<FigureDifference> found;
    for (const FigureBlock& block : after.figures()) {
        if (!block.results || !isOfTheWhole(*block.definition))
            continue;
        for (const FigureResult& now : *block.results) {
            const FigureResult* old = before.find(block.definition->name, now.subject);
            if (old && !(old->value == now.value))
                found.push_back({block.definition, now.subject, old->value, now.value});
        }
    }
    return found;
}

} // namespace rackwright
