// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/domain.h"

#include "model/base/nearest.h"

#include <algorithm>
#include <utility>

namespace rackwright {

Domains::Domains(std::vector<Domain> list) : m_list(std::move(list)) {
    for (const Domain& domain : m_list) {
        for (const FigureDefinition& figure : domain.figures) {
            const bool isNew = m_byName.emplace(figure.name, m_figures.size()).second;
            RW_CHECK(isNew, "each figure is defined by one domain");
            m_figures.push_back(&figure);
        }
        for (const Rule& rule : domain.rules) {
            RW_CHECK(!findRule(rule.id), "each rule is written by one domain");
            m_rules.push_back(&rule);
        }
        for (const ScheduleDefinition& schedule : domain.schedules)
            m_schedules.push_back(&schedule);
    }
    std::ranges::stable_sort(m_schedules, {}, &ScheduleDefinition::place);
}

std::optional<std::size_t> Domains::figureIndex(std::string_view name) const {
    const auto it = m_byName.find(name);
    return it == m_byName.end() ? std::nullopt : std::optional(it->second);
}

const FigureDefinition* Domains::findFigure(std::string_view name) const {
    const auto index = figureIndex(name);
    return index ? m_figures[*index] : nullptr;
}

const Rule* Domains::findRule(std::string_view id) const {
    const auto it = std::ranges::find_if(m_rules, [id](const Rule* rule) { return rule->id == id; });
    return it == m_rules.end() ? nullptr : *it;
}

const SettingDefinition* Domains::findSetting(std::string_view key) const {
    for (const Domain& domain : m_list)
        for (const SettingDefinition& setting : domain.settings)
            if (setting.key == key)
                return &setting;
    return nullptr;
}

DomainsPtr joined(std::vector<Domain> list) { return std::make_shared<const Domains>(std::move(list)); }

std::vector<ScheduleMaker> scheduleMakers(const Domains& domains, const Context& context, const FigureTable& figures,
                                          Edition edition) {
    std::vector<ScheduleMaker> all;
    for (const ScheduleDefinition* each : domains.schedules()) {
        if (each->edition && *each->edition != edition)
            continue;
        all.push_back({each->id, each->isLong, [each, &context, &figures](const std::stop_token& stop) {
                           Schedule made = each->make({context, figures, stop});
                           RW_CHECK(made.id == each->id, "a schedule has the id that it is known by before it is made");
                           return made;
                       }});
    }
    return all;
}

std::vector<Schedule> schedulesOf(const Domains& domains, const Context& context, const FigureTable& figures,
                                  Edition edition) {
    std::vector<Schedule> all;
    for (const ScheduleMaker& each : scheduleMakers(domains, context, figures, edition))
        all.push_back(each.make({}));
    return all;
}

Result<FigureName> figureNamed(const Domains& domains, const Context& context, std::string_view text) {
    const std::size_t at = text.find('@');
    const std::string_view name = text.substr(0, at);
    const FigureDefinition* definition = domains.findFigure(name);
    if (!definition) {
        std::vector<std::string> names;
        for (const FigureDefinition* figure : domains.figures())
            names.push_back(figure->name);
        return usageError(
            Message("figure.not-found").with("name", name).with("nearest", WordList{nearestWords(name, names)}));
    }
    std::string_view label = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
    if (definition->subject == SubjectKind::Design) {
        if (!label.empty())
            return usageError(Message("figure.of-design").with("name", name));
        return FigureName{definition, {}};
    }
    const std::string kind = std::string(enumName(definition->subject)) + ":";
    if (label.starts_with(kind))
        label.remove_prefix(kind.size());
    if (label.empty())
        return usageError(
            Message("figure.subject-missing").with("name", name).with("kind", enumName(definition->subject)));
    const Result<Subject> subject = subjectFromLabel(context, definition->subject, label);
    if (!subject)
        return subject.error();
    if (definition->applies && !definition->applies(context, *subject))
        return usageError(Message("figure.not-of").with("name", name).with("subject", subjectLabel(context, *subject)));
    return FigureName{definition, *subject};
}

Result<Traced> derivationOf(const Context& context, const FigureName& figure) {
    Traced traced;
    const Done worked = guarded(figureLabel(context, *figure.definition, figure.subject),
                                [&] { traced = figure.definition->traced(context, figure.subject); });
    if (!worked)
        return worked.error();
    return traced;
}

} // namespace rackwright
