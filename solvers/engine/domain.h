// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A domain (space, power, cooling, cost, ...) is one value: its figures, rules, settings, formulas and schedules. The
// program joins its domains; no central list grows with every feature.

#include "solvers/engine/finding.h"
#include "solvers/engine/schedule.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

class FormulaRegistry;

/// A setting as Preferences and documents list it: the default with its unit, range and source.
struct SettingDefinition {
    std::string key;
    std::string unit;
    double defaultSi = 0;
    std::optional<double> lowSi, highSi; ///< of a default that is a range
    Grade grade = Grade::Assumption;
    Source source;
    std::string meaning;       ///< message id
    std::string words{};       ///< allowed words, split by '|', of a setting that is a word and no number
    std::string defaultWord{}; ///< empty: chosen by the design, as the meaning says
};

/// Of a key that is a number; `meaning` is a message id.
template <class D>
SettingDefinition settingDefinition(const SettingKey<D>& key, std::string meaning) {
    return {std::string(key.key),
            std::string(key.unit),
            key.defaultSi,
            key.lowSi,
            key.highSi,
            key.grade,
            Source{std::string(key.publisher), std::string(key.title), {}, std::string(key.page)},
            std::move(meaning)};
}

/// A trade with all that it brings; CONTRIBUTING.md says where each is written.
struct Domain {
    std::string name; ///< "power"
    std::vector<FigureDefinition> figures;
    std::vector<Rule> rules;
    std::vector<SettingDefinition> settings;
    void (*formulas)(FormulaRegistry&) = nullptr; ///< adds what can be asked without a design; null: none
    std::vector<ScheduleDefinition> schedules;
};

/// The domains of a program, joined once; results point to the definitions in it. Names and ids are unique over all.
class Domains {
public:
    explicit Domains(std::vector<Domain> list);
    Domains(const Domains&) = delete;
    Domains& operator=(const Domains&) = delete;

    /// In the order in which they were joined.
    const std::vector<Domain>& list() const { return m_list; }
    /// All figures in the order of domains.
    const std::vector<const FigureDefinition*>& figures() const { return m_figures; }
    const std::vector<const Rule*>& rules() const { return m_rules; }
    /// All schedules by their place in a package of documents.
    const std::vector<const ScheduleDefinition*>& schedules() const { return m_schedules; }
    /// By exact name, id or key; null where no domain has it.
    const FigureDefinition* findFigure(std::string_view name) const;
    const Rule* findRule(std::string_view id) const;
    const SettingDefinition* findSetting(std::string_view key) const;
    /// Place of a figure in figures().
    std::optional<std::size_t> figureIndex(std::string_view name) const;

private:
    std::vector<Domain> m_list;
    std::vector<const FigureDefinition*> m_figures;
    std::vector<const Rule*> m_rules;
    std::vector<const ScheduleDefinition*> m_schedules;
    std::unordered_map<std::string_view, std::size_t> m_byName;
};
using DomainsPtr = std::shared_ptr<const Domains>;

/// Once for a program; a check fails on a figure or rule that two domains have.
DomainsPtr joined(std::vector<Domain> list);

/// All schedules of an edition, in the order of a package. They read the context and the figures when they are called.
std::vector<ScheduleMaker> scheduleMakers(const Domains& domains, const Context& context, const FigureTable& figures,
                                          Edition edition);
std::vector<Schedule> schedulesOf(const Domains& domains, const Context& context, const FigureTable& figures,
                                  Edition edition);

/// A figure of one subject, named by "quantity" or "quantity@kind:label".
struct FigureName {
    const FigureDefinition* definition = nullptr;
    Subject subject;
};
/// Errors carry the nearest names or labels.
Result<FigureName> figureNamed(const Domains& domains, const Context& context, std::string_view text);
/// Its derivation; a failed check of ours is an Error of kind Internal.
Result<Traced> derivationOf(const Context& context, const FigureName& figure);

} // namespace rackwright
