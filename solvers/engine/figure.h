// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A figure: a named number about the design or one thing in it ("power.it.peak", "rack.power.peak@rack:A07"). Its
// kernel is one template: run plain for a solve, traced when a person, `explain` or the report asks.

#include "model/base/result.h"
#include "solvers/engine/reader.h"
#include "solvers/engine/subject.h"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace rackwright {

/// "rack:A07"; empty for the design. Rows without a name show their id.
std::string subjectLabel(const Context& context, Subject subject);
/// The subject that a label names; an Error with the nearest labels when there is none.
Result<Subject> subjectFromLabel(const Context& context, SubjectKind kind, std::string_view label);
/// All subjects of a kind in the order of ids.
std::vector<Subject> subjectsOf(const Context& context, SubjectKind kind);

/// Stands for the currency of the quote in the unit of a figure: "¤", "¤/h".
inline constexpr std::string_view kMoneyUnit = "\u00a4";
/// The unit with the quote's currency in the place of kMoneyUnit ("USD/h").
std::string unitText(const Context& context, std::string_view unit);

/// The tables whose rows stand in racks.
inline constexpr std::array<std::string_view, 6> kRackTables = {"racks",         "devices",          "power_elements",
                                                                "cooling_units", "cooling_services", "cord_overrides"};

/// What a figure or rule reads of a snapshot: it is worked out again only when that has changed. Parts, the site
/// record and assumptions are read by all and need no mention; settings are noted when they are read. A test changes
/// what is not declared and expects equal answers.
struct Reads {
    bool everything = true;
    /// Tables of the design or project, as the file calls them: any change of one works all subjects out again.
    std::vector<std::string_view> tables{};
    /// Tables a change of which reaches only the subjects whose `scope` it alters.
    std::vector<std::string_view> scoped{};
    bool header = false; ///< quote header, names
    /// About racks: its other inputs are the rows of that rack alone (devices, PDUs, cooling units, services).
    bool ownRack = false;
    /// What the answer for one subject reads beside `tables`, in short: an answer is kept while its fingerprint and
    /// those tables are the same. Empty: every change works all subjects out again.
    std::function<Fingerprint(const Context&, Subject)> scope{};
    /// Subjects of one fingerprint have one answer, which is worked out once for all of them.
    bool isShared = false;

    /// Nothing but the tables named: any change of one works all subjects out again.
    static Reads only(std::vector<std::string_view> tables) {
        Reads reads;
        reads.everything = false;
        reads.tables = std::move(tables);
        return reads;
    }
    /// The rows of the subject's own rack, with names and place.
    static Reads rackOnly(std::vector<std::string_view> further = {});
    /// What the subject's own rack is and holds, whichever rack it is: no names, no place on the floor, no services.
    static Reads rackLike(std::vector<std::string_view> further = {});
    /// Further inputs of one subject: `tables` are watched, `scope` says which subjects a change of them reaches.
    static Reads within(std::vector<std::string_view> tables,
                        std::function<Fingerprint(const Context&, Subject)> scope);
    /// `tables`, `scoped` and the tables that `ownRack` and "rack_contents" stand for.
    std::vector<std::string_view> watched() const;
};

/// What a figure is and how it is worked out, in both number types.
struct FigureDefinition {
    std::string name{}; ///< "rack.power.peak"; never changes its meaning
    SubjectKind subject = SubjectKind::Design;
    std::string unit{};       ///< in which it is printed ("kW")
    std::string definition{}; ///< message id of what it is and what it leaves out ("figure.rack.power.peak")
    std::string formula{};    ///< message id of it in words of the trade, for the appendix ("formula.rack.power.peak")
    std::string reference{};  ///< message id of the source of the formula ("reference.geometry")
    bool isHeadline = false;
    std::function<Value(const Context&, Subject)> plain{}; ///< in SI (money: in units of the quote currency)
    std::function<Traced(const Context&, Subject)> traced{};
    Reads reads{};
    /// Which subjects of the kind have it, by their own rows (a cache of keys and values belongs to inference alone);
    /// empty: all.
    std::function<bool(const Context&, Subject)> applies{};
};

/// Names it and its messages: what it is and its formula.
inline void nameFigure(FigureDefinition& definition, std::string name) {
    definition.definition = "figure." + name;
    definition.formula = "formula." + name;
    definition.name = std::move(name);
}

/// Its subjects in the order of ids.
std::vector<Subject> subjectsOf(const Context& context, const FigureDefinition& definition);

/// Both forms of a kernel `[]<class N>(std::type_identity<N>, const Context&, Subject) -> Quantity<D, N>`.
template <class Kernel>
FigureDefinition figure(FigureDefinition definition, Kernel kernel) {
    definition.plain = [kernel](const Context& context, Subject subject) -> Value {
        return kernel(std::type_identity<Value>{}, context, subject).si();
    };
    const Reading reading{definition.name, definition.unit, siPerUnit(definition.unit)};
    definition.traced = [kernel, reading](const Context& context, Subject subject) -> Traced {
        Reading named = reading;
        named.unit = unitText(context, reading.unit);
        if (const std::string label = subjectLabel(context, subject); !label.empty())
            named.label += "@" + label;
        return Numbers<Traced>::named(kernel(std::type_identity<Traced>{}, context, subject).si(), named);
    };
    return definition;
}

/// A worked-out figure. An error (a failed check, a missing solver) stands for the value where there is one.
struct FigureResult {
    const FigureDefinition* definition = nullptr;
    Subject subject;
    Value value;
    std::optional<Error> error;
    bool operator==(const FigureResult&) const = default;
};

/// "rack.power.peak@rack:A07"
std::string figureLabel(const Context& context, const FigureDefinition& definition, Subject subject);

} // namespace rackwright
