// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The designs of a study held against each other: fronts that nothing is better than, the best of them, one table, and
// charts of two goals each.

#include "ui/charts/point_chart.h"
#include "ui/study/study.h"

namespace rackwright {

inline constexpr std::size_t kBestOfStudy = 10;

/// "price=least", "compute=most"; an Error that says the form.
Result<StudyGoal> studyGoal(const std::string& text);
/// Those of the study, or where it has none: the price, and the first of these that designs differ in: days of the first
/// training, tokens/s of the first service, compute; where the price is the same in all, the utility power in its place.
std::vector<StudyGoal> goalsOf(const Study& study, const std::vector<StudyRow>& rows);
/// That every goal is a figure of the study; an Error with the nearest.
Done checkGoals(const std::vector<StudyGoal>& goals, const std::vector<StudyRow>& rows);

/// How the rows of a study stand to each other.
struct StudyRanks {
    std::vector<StudyGoal> goals;
    /// Of each row: 1 where no design is as good in all goals and better in one, 2 behind those, and so on; 0: one of
    /// its goals is not known. A design with fewer errors found in it stands before one with more.
    std::vector<std::size_t> fronts;
    std::vector<std::size_t> best; ///< places of rows, at most kBestOfStudy, best first
};
/// Of designs by goals. `best` are spread over the first front with both of its ends; where that has fewer, the next one
/// follows.
StudyRanks ranked(const Study& study, const std::vector<StudyRow>& rows);

/// One line a design, in their order: keys, figures with their unit (low and high of those that are ranges), front,
/// place among the best, error. What is unknown is empty, a lower bound begins with ">=".
std::string studyTable(const Study& study, const std::vector<StudyRow>& rows, const StudyRanks& ranks);

/// A point of a chart is a design.
struct StudyChart {
    std::string name; ///< of its file: "pareto-price-compute"
    PointField field;
    std::vector<std::size_t> rows; ///< of each point
};
/// The other goals against the first one each.
std::vector<StudyChart> studyCharts(const Study& study, const std::vector<StudyRow>& rows, const StudyRanks& ranks,
                                    const Texts& texts);
/// The title of a figure of the study as people call it.
std::string studyTitle(const std::string& key, const Texts& texts);

/// The best designs as the options of one project, the first active. Only of a study whose designs may be options of
/// one (Study::variesProject); `documents` are those of `ranks.best`.
Result<Document> bestProject(const Study& study, const StudyRanks& ranks, const std::vector<StudyRow>& rows,
                             const std::vector<Document>& documents, const std::string& name);
/// "12: accelerators=256"
std::string optionNameOf(const Study& study, const StudyRow& row);

} // namespace rackwright
