// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small pieces that rules of all domains are made of: comparing a figure with a limit without ever passing an unknown,
// and naming the input that is missing.

#include "solvers/engine/kernels.h"
#include "solvers/engine/rules.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// On which side of its limit a figure must stay.
enum class Bound : std::uint8_t { AtMost, AtLeast };

/// A comparison of a figure with a limit, both in SI.
struct Judged {
    Subject subject;
    std::string name; ///< of the subject, for the message ({subject})
    Value measured;
    Value limit;
    Bound bound = Bound::AtMost;
    std::string unit;    ///< in which both print ({found}, {limit})
    std::string failure; ///< message id when it fails
    Severity severity = Severity::Error;
    std::string missing; ///< key of the input to enter when the figure or the limit is not known
    std::string cause{}; ///< of the finding; empty: by message and limit
    bool isRuleOfThumb = false;
};

/// Whether both are known and the limit is held, equality within 1e-9 of it included: a quick look before a comparison
/// with all its words.
bool holds(const Value& measured, const Value& limit, Bound bound = Bound::AtMost);

/// Equality within 1e-9 of the limit passes. A lower bound above the limit fails; below it, it is not checked.
Verdict judged(Judged comparison);

/// A number with its unit as an argument of a message.
UnitNumber inUnit(double si, std::string_view unit);

/// "part:<id>:<key>" of the first device group whose property is not known; empty when all are.
std::string missingNumber(const Context& context, const std::vector<PartCount>& groups, std::string_view key);
/// The same of their power.
std::string missingPower(const Context& context, const std::vector<PartCount>& groups);
/// The same of all that power elements carry: devices, and cooling units on circuits.
std::string missingLoad(const Context& context);
/// What a cooling unit draws at most is not known, neither of it nor of its part.
bool isDrawUnknown(const Context& context, const CoolingUnit& unit);
/// Key of the first of these settings that is set to what nobody can read, so that nothing can be judged by it; empty
/// when all can be read.
template <class... D>
std::string unreadableSetting(const Context& context, const SettingKey<D>&... keys) {
    std::string found;
    const auto look = [&](const auto& key) {
        if (found.empty() && plainSetting(context, settingFact(key)).isUnknown())
            found = key.key;
    };
    (look(keys), ...);
    return found;
}

/// "part:<id>:<key>" of one part row.
std::string partKey(const Context& context, Id<PartRow> part, std::string_view key);

/// What a cable ends at: a device, a power element or a cooling unit (model/design/cabled.h).
Subject cabledSubject(const Design& design, Id<Device> id);
inline bool isCabledKind(SubjectKind kind) {
    return kind == SubjectKind::Device || kind == SubjectKind::PowerElement || kind == SubjectKind::CoolingUnit;
}

/// Answers for one rack at a time; reads.scope says when one is judged again. `rest` answers for what is no rack; with
/// `restTables` only when one of them changed.
using RackCheck = void (*)(const Context&, const Rack&, std::vector<Verdict>&);
Rule makeRackRule(std::string id, PowerBasis basis, std::string reference, RackCheck check, Reads reads,
                  std::function<std::vector<Verdict>(const Context&)> rest = {},
                  std::vector<std::string_view> restTables = {});
/// A rule that judges the whole design in one call.
Rule makeRule(std::string id, PowerBasis basis, std::string reference,
              std::function<std::vector<Verdict>(const Context&)> check, Reads reads);

} // namespace rackwright
