// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules and what they find. A rule is one function and one row of its domain's table; it answers per object passed,
// failed, accepted, not applicable or not checked (with the missing input): unknown never passes silently. It never
// fixes.

#include "solvers/engine/figure.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// How much a failed check weighs; `check --fail-on` goes by it.
enum class Severity : std::uint8_t { Note, Warning, Error };
/// How one check came out; see the head of this file.
enum class RuleState : std::uint8_t { Passed, Failed, Accepted, NotApplicable, NotChecked };
template <>
struct EnumNames<Severity> {
    static constexpr std::array<std::string_view, 3> names = {"note", "warning", "error"};
};
template <>
struct EnumNames<RuleState> {
    static constexpr std::array<std::string_view, 5> names = {"passed", "failed", "accepted", "not-applicable",
                                                              "not-checked"};
};

/// Which power a rule judges on (head of the rule list): breakers on nameplate, heat on expected peak, energy on
/// average.
enum class PowerBasis : std::uint8_t { None, Nameplate, ExpectedPeak, Average };

/// The answer for one object.
struct Verdict {
    RuleState state = RuleState::Passed;
    Severity severity = Severity::Error; ///< when failed
    Subject subject;
    std::vector<Subject> others; ///< further things that take part (the other of two that overlap)
    Message message;             ///< what was found, when failed; what is missing, when not checked
    std::string cause; ///< verdicts of one rule with one cause are one finding; empty: by message id and limit
    std::optional<Value> measured; ///< SI
    std::optional<Value> limit;    ///< SI
    std::string unit;              ///< in which both print
    std::string missing;           ///< not checked: key of the input to enter ("part:x:weight", "site.floor-uniform")
    bool isRuleOfThumb = false;    ///< the limit is one; such a verdict is a warning at most
    bool operator==(const Verdict&) const = default;
};

/// Worked-out figures by name, for rules that judge figures of other domains (requirements).
class FigureTable {
public:
    virtual ~FigureTable() = default;
    /// Null when no such figure was worked out.
    virtual const FigureResult* find(std::string_view name, Subject subject) const = 0;
    /// By "quantity" or "quantity@kind:label".
    virtual const FigureResult* find(std::string_view label) const = 0;
};

/// What is judged, by which function, and on what inputs.
struct Rule {
    std::string id{};        ///< "COOL-01"
    std::string title{};     ///< message id
    std::string advice{};    ///< message id
    std::string reference{}; ///< message id of what it rests on; empty: none
    PowerBasis basis = PowerBasis::None;
    /// One of the three, or the first two: per subject in the order of ids, for the whole design, or (after all
    /// figures) on them.
    SubjectKind subject = SubjectKind::Rack;
    std::function<void(const Context&, Subject, std::vector<Verdict>&)> checkEach{};
    std::function<std::vector<Verdict>(const Context&)> check{};
    std::function<std::vector<Verdict>(const Context&, const FigureTable&)> checkFigures{};
    Reads reads{};
    /// Beside checkEach: the tables that `check` reads, where they are fewer than those of `reads`; what it found is
    /// kept while they stay as they are. Empty: it judges again with every change that reaches the rule.
    std::vector<std::string_view> restTables{};
};

/// Verdicts of one rule that share cause, limit and severity.
struct Finding {
    const Rule* rule = nullptr;
    RuleState state = RuleState::Failed; ///< Failed, Accepted or NotChecked
    Severity severity = Severity::Error;
    std::string key;               ///< stable under renaming, unique in a design
    Message message;               ///< of the worst subject
    std::vector<Subject> subjects; ///< in the order of ids; the count is their number
    std::optional<Value> measured; ///< the worst
    std::optional<Value> limit;
    std::string unit;
    std::string missing;
    bool isRuleOfThumb = false;
    std::optional<AcceptedFinding> acceptance; ///< also of one that came back, since its figures changed
    /// What an acceptance is bound to: it ends when this text changes.
    std::string figures;
    bool operator==(const Finding&) const = default;
};

/// All findings of a solution, with how many checks came out how.
struct CheckReport {
    std::vector<Finding> findings; ///< failed first by severity and rule order, then accepted, then not checked
    std::size_t passed = 0, failed = 0, accepted = 0, notApplicable = 0, notChecked = 0; ///< counts of verdicts
    std::vector<Error> internalErrors; ///< rules of ours that could not be worked out; none is silently passed
    bool operator==(const CheckReport&) const = default;
};

} // namespace rackwright
