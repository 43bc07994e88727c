// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Study: many designs of one kind, each with other values of a few keys (parameters of a recipe, keys of a sizing
// question, settings, fields of the site), solved and held against each other. It knows no thread and no file.

#include "model/base/fields.h"
#include "model/project/project.h"
#include "solvers/engine/solution.h"
#include "solvers/sizing/systems.h"
#include "ui/text/texts.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// What makes the designs of a study.
enum class StudyMaker : std::uint8_t {
    Design, ///< a design as it is, under other settings or on another site
    Recipe,
    Sizing ///< the first answer to a sizing question
};
template <>
struct EnumNames<StudyMaker> {
    static constexpr std::array<std::string_view, 3> names = {"design", "recipe", "size"};
};

/// Whose a key is.
enum class StudyKeyKind : std::uint8_t { Maker, Setting, Site };

/// What all designs of a study have in common.
struct StudyBase {
    StudyMaker maker = StudyMaker::Design;
    /// Of a maker of designs the design; of the others, where there is one, whose settings and site hold.
    std::optional<Document> design;
    std::uint64_t option = 0; ///< of that design
    std::string recipe;
    std::vector<Parameter> set; ///< keys of the maker that do not vary
};

/// A key with the values that it takes: a list, or a range to draw from.
struct StudyAxis {
    std::string key;
    StudyKeyKind kind = StudyKeyKind::Maker;
    std::vector<std::string> values; ///< empty: a range
    double low = 0, high = 0;
    std::string unit;     ///< behind the numbers of a range, as it was typed
    bool isWhole = false; ///< a range of counts
};

/// What is wanted of a figure that designs are held against each other by.
struct StudyGoal {
    std::string key; ///< "price", "train:Pre-training", a figure that was asked for
    bool isMost = false;
    bool operator==(const StudyGoal&) const = default;
};

/// A study as it was asked for. Each design has a value for each key, in their order.
struct Study {
    StudyBase base;
    std::vector<std::string> keys;
    std::vector<StudyKeyKind> kinds;
    std::vector<std::vector<std::string>> designs;
    std::vector<StudyGoal> goals;     ///< empty: chosen by what the designs have
    std::vector<std::string> figures; ///< further columns, by name

    /// Whether designs differ in what all options of a project share, so that they are no options of one.
    bool variesProject() const;
};

inline constexpr std::size_t kMostStudyDesigns = 100'000;

/// Reads "a,b,c", "low..high" or "low..high:step" for a key: a parameter of the recipe, a key of sizing, a setting or a
/// field of the site. Errors name the nearest keys, or what is wrong with the values.
Result<StudyAxis> studyAxis(const std::string& key, const std::string& values, const StudyBase& base,
                            const Domains& domains);
/// The settings of a design that are ranges, by somebody's word or by default, each drawn from its range.
std::vector<StudyAxis> uncertainAxes(const StudyBase& base, const Domains& domains);

/// Every combination, the last key varying fastest. Fails on a range, which has no values to combine, and above
/// kMostStudyDesigns.
Result<std::vector<std::vector<std::string>>> everyCombination(const std::vector<StudyAxis>& axes);
/// `count` designs spread evenly over each key (a Latin hypercube: of as many slices of a range each is drawn from
/// once), the same for the same seed on every machine.
std::vector<std::vector<std::string>> sampled(const std::vector<StudyAxis>& axes, std::size_t count,
                                              std::uint64_t seed);

/// A figure of one design as the tables hold it.
struct StudyFigure {
    std::string key;
    std::string unit;
    Value value; ///< in `unit`
};
/// One design of a study, solved; an error where it could not be made.
struct StudyRow {
    std::size_t design = 0; ///< from 1
    std::vector<StudyFigure> figures;
    std::string error; ///< a sentence

    const StudyFigure* find(std::string_view key) const;
};

/// Makes and solves designs of a study one after the other, on the thread that made it. What it is given outlives it.
class StudyWorker {
public:
    StudyWorker(const Study& study, SizingSource source, DomainsPtr domains, const Texts& texts);
    ~StudyWorker();
    StudyWorker(const StudyWorker&) = delete;
    StudyWorker& operator=(const StudyWorker&) = delete;

    /// By the values of its keys.
    Result<Document> make(const std::vector<std::string>& values) const;
    /// `design`: its number, from 1.
    StudyRow row(std::size_t design, const std::vector<std::string>& values);

private:
    SolutionPtr solved(const Document& document);

    const Study& m_study;
    SizingSource m_source;
    DomainsPtr m_domains;
    const Texts& m_texts;
    ManualExecutor m_executor;
    std::unique_ptr<Solver> m_solver; ///< of a design as it is: keeps what a setting does not reach
};

/// "accelerators=256, cap=75 %"
std::string valuesText(const Study& study, const std::vector<std::string>& values);

} // namespace rackwright
