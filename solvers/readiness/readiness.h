// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The readiness checklist: what must be there before accelerators move in, in eight areas, with compliance beside them.
// What the design decides is judged from it; all else is open until a person answers with name, day and evidence.
// Answers are settings of the project, so they are undone, kept and read by older programs like all others.

#include "solvers/advice/software_stack.h"
#include "solvers/engine/context.h"
#include "solvers/engine/domain.h"
#include "solvers/engine/finding.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class ReadinessArea : std::uint8_t {
    Site,
    PowerSupply,
    Cooling,
    Network,
    Storage,
    Software,
    Security,
    Monitoring,
    Compliance
};
template <>
struct EnumNames<ReadinessArea> {
    static constexpr std::array<std::string_view, 9> names = {
        "site", "power", "cooling", "network", "storage", "software", "security", "monitoring", "compliance"};
};

/// Unknown: neither the design nor a person says. NotApplicable: the design has nothing that the row is about.
enum class ReadinessState : std::uint8_t { Unknown, Pass, Fail, NotApplicable };
template <>
struct EnumNames<ReadinessState> {
    static constexpr std::array<std::string_view, 4> names = {"unknown", "pass", "fail", "not-applicable"};
};

/// Who says so, when, and by what.
struct ReadinessSignature {
    std::string owner;
    std::string date; ///< ISO 8601
    std::string evidence;
    bool operator==(const ReadinessSignature&) const = default;
};

/// One row as it stands.
struct ReadinessRow {
    std::string key; ///< of its setting: "readiness.power.rack-range"
    ReadinessArea area = ReadinessArea::Site;
    bool isAdvised = false; ///< a rule of thumb: what fails it is advice
    bool isOwn = false;     ///< no other rule judges it, so that it is a finding before anybody has begun the list
    ReadinessState state = ReadinessState::Unknown; ///< the person's, else the computed one
    ReadinessState computed = ReadinessState::Unknown;
    Message evidence;                     ///< of the computed state; empty id: nothing is computed
    std::optional<ReadinessSignature> by; ///< a person's answer
};

/// OwnAlone: those that are findings before anybody has begun the list; quick in a design of any size.
enum class ReadinessRows : std::uint8_t { All, OwnAlone };
/// Rows in the order of areas.
std::vector<ReadinessRow> readinessRows(const Context& context, const FigureTable& figures,
                                        ReadinessRows which = ReadinessRows::All);

/// Where a statement of the stack is listed: before the rows that it decides.
ReadinessArea areaOf(const StackStatement& statement);

/// Whether anybody has answered a row or stated a part of the stack.
bool isReadinessBegun(const Context& context);

/// As the source of a setting keeps it: "Owner | 2026-05-04 | survey of May". A bar within a part becomes a slash.
std::string signatureText(const ReadinessSignature& signature);
ReadinessSignature signatureOf(std::string_view text);

/// A setting for each row: one of the four words, "unknown" where nobody answered.
std::vector<SettingDefinition> readinessSettings();

} // namespace rackwright
