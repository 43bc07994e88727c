// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small pieces that the rules of cooling share.

#include "solvers/engine/context.h"
#include "solvers/engine/judging.h"

#include <string>
#include <string_view>
#include <utility>

namespace rackwright {

inline Verdict failedFor(Subject subject, Message message, std::string cause, Severity severity = Severity::Error) {
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = severity;
    verdict.subject = subject;
    verdict.message = std::move(message);
    verdict.cause = std::move(cause);
    return verdict;
}

/// "rule.not-checked" with the name of what was to be judged.
inline Verdict openFor(Subject subject, const std::string& name, std::string missing) {
    return notChecked(subject, std::move(missing), Message("rule.not-checked").with("subject", name));
}

/// For want of what the part of a unit states; one without a part states it itself, under a key of its own.
inline std::string unitKey(const Context& context, const CoolingUnit& unit, std::string_view ofPart,
                           std::string_view own) {
    return context.part(unit.part) ? partKey(context, unit.part, ofPart) : std::string(own);
}

/// As judged() compares, with the cause by which verdicts are one finding.
struct Compared {
    Subject subject;
    std::string name;
    Value measured;
    Bound bound = Bound::AtMost;
    Value limit;
    std::string unit;
    std::string failure;
    std::string missing;
    std::string cause;
};
inline Verdict compared(Compared given) {
    return judged({given.subject, std::move(given.name), std::move(given.measured), std::move(given.limit), given.bound,
                   std::move(given.unit), std::move(given.failure), Severity::Error, std::move(given.missing),
                   std::move(given.cause)});
}

inline UnitNumber celsius(double kelvin) { return {kelvin - 273.15, "C"}; }

/// Of a cause: the row that it is about, which keeps its id when it is renamed.
template <class Row>
std::string idText(Id<Row> id) {
    return std::to_string(id.value);
}

} // namespace rackwright
