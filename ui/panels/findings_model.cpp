// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_model.h"
#include "ui/report/subject_text.h"
#include "ui/report/typeset.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rackwright {

namespace {

constexpr qsizetype kLettersOfNames = 14;

// An index of the top level carries 0, a row of a group the group's number from 1.
constexpr quintptr kTop = 0;

int toneOf(const Finding& finding) {
    switch (finding.state) {
    case RuleState::Accepted:
        return 3;
    case RuleState::NotChecked:
        return 4;
    default:
        return static_cast<int>(finding.severity);
    }
}

} // namespace

FindingsModel::FindingsModel(const Texts& texts, std::function<QString(const std::string&)> titleOfMissing,
                             LibraryPart library, QObject* parent)
    : QAbstractItemModel(parent), m_texts(texts), m_titleOfMissing(std::move(titleOfMissing)),
      m_library(std::move(library)) {}

QString FindingsModel::text(const std::string& id) const { return QString::fromStdString(m_texts.text(id)); }

void FindingsModel::setSolution(const SolutionPtr& solution) {
    if (solution == m_solution)
        return;
    beginResetModel();
    m_fixLabels.clear();
    m_solution = solution;
    sortOut();
    endResetModel();
}

void FindingsModel::setFilter(const Filter& filter) {
    beginResetModel();
    m_filter = filter;
    sortOut();
    endResetModel();
}

bool FindingsModel::isShown(const Finding& finding) const {
    if (!m_filter.states.contains(finding.state))
        return false;
    if (finding.state == RuleState::Failed && !m_filter.severities.empty() &&
        !m_filter.severities.contains(finding.severity))
        return false;
    if (m_filter.words.trimmed().isEmpty())
        return true;
    const QString all =
        QString::fromStdString(finding.rule->id + " " +
                               m_texts.sentence(findingMessage(finding, m_solution->context().project(), m_texts))) +
        QLatin1Char(' ') + where(finding);
    const QStringList words = m_filter.words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return std::ranges::all_of(words, [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

void FindingsModel::sortOut() {
    m_groups.clear();
    m_top.clear();
    if (!m_solution)
        return;
    Group open, accepted;
    std::vector<std::pair<const Rule*, Group>> byRule;
    for (const Finding& finding : m_solution->report().findings) {
        if (!isShown(finding))
            continue;
        if (finding.state == RuleState::Accepted) {
            accepted.rows.push_back(&finding);
        } else if (m_filter.isGrouped) {
            auto group = std::ranges::find(byRule, finding.rule, [](const auto& each) { return each.first; });
            if (group == byRule.end())
                group = byRule.insert(byRule.end(), {finding.rule,
                                                     {QString::fromStdString(finding.rule->id) + QStringLiteral("  ") +
                                                          text(finding.rule->title),
                                                      {}}});
            group->second.rows.push_back(&finding);
        } else {
            open.rows.push_back(&finding);
        }
    }
    if (!open.rows.empty())
        m_groups.push_back(std::move(open));
    for (auto& [rule, group] : byRule)
        m_groups.push_back(std::move(group));
    if (!accepted.rows.empty()) {
        accepted.title = text("findings.group.accepted");
        m_groups.push_back(std::move(accepted));
    }
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        if (!m_groups[g].title.isEmpty())
            m_top.push_back({g, -1});
        else
            for (int row = 0; row < static_cast<int>(m_groups[g].rows.size()); ++row)
                m_top.push_back({g, row});
    }
}

const Finding* FindingsModel::finding(const QModelIndex& index) const {
    if (!index.isValid())
        return nullptr;
    const auto row = static_cast<std::size_t>(index.row());
    if (index.internalId() != kTop)
        return m_groups[index.internalId() - 1].rows[row];
    const TopRow& top = m_top[row];
    return top.row < 0 ? nullptr : m_groups[top.group].rows[static_cast<std::size_t>(top.row)];
}

QModelIndex FindingsModel::indexOf(const std::string& key) const {
    for (int top = 0; top < rowCount(); ++top) {
        const QModelIndex head = index(top, 0);
        if (const Finding* row = finding(head); row && row->key == key)
            return head;
        for (int i = 0; i < rowCount(head); ++i)
            if (finding(index(i, 0, head))->key == key)
                return index(i, 0, head);
    }
    return {};
}

std::optional<QuickFix> FindingsModel::fix(const QModelIndex& index) const {
    const Finding* row = finding(index);
    return row ? quickFixOf(*row, m_solution->context().project(), m_library) : std::nullopt;
}

int FindingsModel::count(RuleState state) const {
    return m_solution ? static_cast<int>(std::ranges::count(m_solution->report().findings, state, &Finding::state)) : 0;
}

int FindingsModel::count(Severity severity) const {
    return m_solution ? static_cast<int>(std::ranges::count_if(m_solution->report().findings,
                                                               [severity](const Finding& finding) {
                                                                   return finding.state == RuleState::Failed &&
                                                                          finding.severity == severity;
                                                               }))
                      : 0;
}

int FindingsModel::shownCount() const {
    std::size_t count = 0;
    for (const Group& group : m_groups)
        count += group.rows.size();
    return static_cast<int>(count);
}

QModelIndex FindingsModel::index(int row, int column, const QModelIndex& parent) const {
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column,
                       parent.isValid() ? quintptr(m_top[static_cast<std::size_t>(parent.row())].group + 1) : kTop);
}

QModelIndex FindingsModel::parent(const QModelIndex& child) const {
    if (!child.isValid() || child.internalId() == kTop)
        return {};
    const std::size_t group = child.internalId() - 1;
    const auto top =
        std::ranges::find_if(m_top, [group](const TopRow& row) { return row.group == group && row.row < 0; });
    return top == m_top.end() ? QModelIndex() : createIndex(static_cast<int>(top - m_top.begin()), 0, kTop);
}

int FindingsModel::rowCount(const QModelIndex& parent) const {
    if (!parent.isValid())
        return static_cast<int>(m_top.size());
    if (parent.internalId() != kTop || parent.column() > 0)
        return 0;
    const TopRow& top = m_top[static_cast<std::size_t>(parent.row())];
    return top.row < 0 ? static_cast<int>(m_groups[top.group].rows.size()) : 0;
}

int FindingsModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QString FindingsModel::where(const Finding& finding) const {
    QString text;
    std::size_t named = 0;
    for (; named < finding.subjects.size(); ++named) {
        const QString name =
            QString::fromStdString(subjectText(m_solution->context().design(), finding.subjects[named], m_texts));
        if (named > 0 && text.size() + name.size() > kLettersOfNames)
            break;
        text += (named > 0 ? QStringLiteral(", ") : QString()) + name;
    }
    if (named < finding.subjects.size())
        text += QStringLiteral(" … (%1)").arg(finding.subjects.size());
    return text;
}

// What was accepted says by whom; what can be mended at once is a link; else the rule's advice.
QString FindingsModel::advice(const Finding& finding) const {
    if (finding.state == RuleState::Accepted && finding.acceptance)
        return QString::fromStdString(m_texts.sentence(Message("findings.accepted-by")
                                                           .with("person", finding.acceptance->person)
                                                           .with("date", finding.acceptance->date)
                                                           .with("reason", finding.acceptance->reason)));
    const auto known = m_fixLabels.find(&finding);
    if (known == m_fixLabels.end()) {
        QString label;
        if (finding.state == RuleState::NotChecked) {
            if (const QString missing = m_titleOfMissing(finding.missing); !missing.isEmpty())
                label = QString::fromStdString(
                    m_texts.sentence(Message("findings.enter-missing").with("what", missing.toStdString())));
        } else if (const auto fix = quickFixOf(finding, m_solution->context().project(), m_library)) {
            label = QString::fromStdString(m_texts.sentence(fix->label));
        }
        m_fixLabels[&finding] = label;
    }
    if (const QString& label = m_fixLabels[&finding]; !label.isEmpty())
        return label;
    const std::string own = adviceOf(finding, m_texts);
    return own.empty() ? QString() : text(own);
}

QVariant FindingsModel::groupData(const Group& group, int column, int role) const {
    if (role == GroupRole)
        return true;
    if (role == Qt::DisplayRole && column == 0)
        return QStringLiteral("%1  (%2)").arg(group.title).arg(group.rows.size());
    return {};
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const {
    const Finding* row = finding(index);
    if (!row)
        return index.isValid()
                   ? groupData(m_groups[m_top[static_cast<std::size_t>(index.row())].group], index.column(), role)
                   : QVariant();
    if (role == ToneRole)
        return toneOf(*row);
    if (role == LinkRole)
        return index.column() == AdviceColumn && row->state != RuleState::Accepted && !advice(*row).isEmpty() &&
               !m_fixLabels[row].isEmpty();
    if (role == Qt::ToolTipRole && index.column() == AdviceColumn && row->state == RuleState::Failed &&
        !adviceOf(*row, m_texts).empty())
        return text(adviceOf(*row, m_texts));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case SeverityColumn: {
        const std::string_view word = row->state == RuleState::Failed ? enumName(row->severity) : enumName(row->state);
        return text("findings.state." + std::string(word));
    }
    case RuleColumn:
        return QString::fromStdString(row->rule->id);
    case WhatColumn:
        return typeset(
            QString::fromStdString(m_texts.sentence(findingMessage(*row, m_solution->context().project(), m_texts))));
    case WhereColumn:
        return where(*row);
    case AdviceColumn:
        return advice(*row);
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    static constexpr std::array<const char*, ColumnCount> names = {"severity", "rule", "what", "where", "advice"};
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return text(std::string("findings.column.") + names[static_cast<std::size_t>(section)]);
}

Qt::ItemFlags FindingsModel::flags(const QModelIndex& index) const {
    if (!index.isValid())
        return Qt::NoItemFlags;
    return finding(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled;
}

} // namespace rackwright
