// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study_table.h"

#include "model/base/nearest.h"
#include "model/edits/option_edits.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <map>

namespace rackwright {

namespace {

constexpr std::size_t kMostGoals = 4;

/// What is known of a goal, turned so that less is better; nothing where it is not wholly known.
std::optional<double> wantedNumber(const StudyRow& row, const StudyGoal& goal) {
    const StudyFigure* figure = row.find(goal.key);
    if (!row.error.empty() || !figure || !figure->value.isKnown())
        return std::nullopt;
    return goal.isMost ? -figure->value.typical() : figure->value.typical();
}

double errorsOf(const StudyRow& row) {
    const StudyFigure* errors = row.find("errors");
    return errors ? errors->value.typical() : 0;
}

/// A row as the ranking sees it: errors found, then the goals, less being better.
struct RankedRow {
    std::size_t row = 0;
    double errors = 0;
    std::vector<double> wanted;
};

bool dominates(const RankedRow& a, const RankedRow& b) {
    if (a.errors < b.errors || b.errors < a.errors)
        return a.errors < b.errors;
    bool isBetter = false;
    for (std::size_t i = 0; i < a.wanted.size(); ++i) {
        if (a.wanted[i] > b.wanted[i])
            return false;
        isBetter = isBetter || a.wanted[i] < b.wanted[i];
    }
    return isBetter;
}

/// Places in `all` of each front. Sorted first, so that nothing is dominated by what stands behind it.
std::vector<std::vector<std::size_t>> frontsOf(std::vector<RankedRow>& all) {
    std::ranges::sort(all, [](const RankedRow& a, const RankedRow& b) {
        return std::tie(a.errors, a.wanted, a.row) < std::tie(b.errors, b.wanted, b.row);
    });
    std::vector<std::vector<std::size_t>> fronts;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto front = std::ranges::find_if(fronts, [&](const std::vector<std::size_t>& members) {
            return std::ranges::none_of(members, [&](std::size_t member) { return dominates(all[member], all[i]); });
        });
        if (front == fronts.end())
            fronts.push_back({i});
        else
            front->push_back(i);
    }
    return fronts;
}

bool differs(const std::vector<StudyRow>& rows, const std::string& key) {
    std::optional<double> first;
    for (const StudyRow& row : rows)
        if (const StudyFigure* figure = row.find(key); figure && figure->value.isKnown()) {
            if (!first)
                first = figure->value.typical();
            else if (figure->value.typical() < *first || *first < figure->value.typical())
                return true;
        }
    return false;
}

std::vector<std::string> keysOfRows(const std::vector<StudyRow>& rows) {
    std::vector<std::string> keys;
    for (const StudyRow& row : rows)
        for (const StudyFigure& figure : row.figures)
            if (std::ranges::find(keys, figure.key) == keys.end())
                keys.push_back(figure.key);
    return keys;
}

std::string unitOfKey(const std::vector<StudyRow>& rows, const std::string& key) {
    for (const StudyRow& row : rows)
        if (const StudyFigure* figure = row.find(key); figure && !figure->unit.empty())
            return figure->unit;
    return {};
}

std::string cellOf(const StudyFigure* figure) {
    if (!figure || figure->value.isUnknown())
        return {};
    return (figure->value.isKnown() ? "" : ">=") + shortestDigits(figure->value.typical());
}

std::string withUnit(const std::string& name, const std::string& unit) {
    return unit.empty() ? name : name + " [" + unit + "]";
}

std::string figureWords(const StudyRow& row, const std::string& key, const Texts& texts) {
    const StudyFigure* figure = row.find(key);
    const std::string text = figure ? texts.figure(figure->value, figure->unit, 1) : texts.figure(Value(), {}, 1);
    return studyTitle(key, texts) + ": " + text;
}

} // namespace

Result<StudyGoal> studyGoal(const std::string& text) {
    const std::size_t sign = text.rfind('=');
    const std::string wanted = sign == std::string::npos ? std::string() : text.substr(sign + 1);
    if (sign == 0 || (wanted != "least" && wanted != "most"))
        return usageError(Message("study.goal-form").with("goal", text));
    return StudyGoal{text.substr(0, sign), wanted == "most"};
}

std::vector<StudyGoal> goalsOf(const Study& study, const std::vector<StudyRow>& rows) {
    if (!study.goals.empty())
        return study.goals;
    std::vector<StudyGoal> goals{{differs(rows, "price") ? "price" : "utility-power", false}};
    for (const std::string& key : keysOfRows(rows)) {
        const bool isTraining = key.starts_with("train:"), isService = key.starts_with("serve:");
        if ((isTraining || isService) && differs(rows, key)) {
            goals.push_back({key, isService});
            return goals;
        }
    }
    if (differs(rows, "compute"))
        goals.push_back({"compute", true});
    else if (goals.front().key == "price")
        goals.push_back({"utility-power", false});
    else
        goals.push_back({"it-power", false});
    return goals;
}

Done checkGoals(const std::vector<StudyGoal>& goals, const std::vector<StudyRow>& rows) {
    const std::vector<std::string> keys = keysOfRows(rows);
    if (keys.empty()) // no design could be made, and the rows say why
        return done();
    if (goals.size() < 2 || goals.size() > kMostGoals)
        return usageError(Message("study.goal-count").with("most", kMostGoals));
    for (const StudyGoal& goal : goals)
        if (std::ranges::find(keys, goal.key) == keys.end()) {
            std::vector<std::string> near = nearestWords(goal.key, keys);
            return usageError(Message("study.no-goal")
                                  .with("goal", goal.key)
                                  .with("nearest", WordList{near.empty() ? keys : std::move(near)}));
        }
    return done();
}

StudyRanks ranked(const Study& study, const std::vector<StudyRow>& rows) {
    StudyRanks ranks{goalsOf(study, rows), std::vector<std::size_t>(rows.size(), 0), {}};
    std::vector<RankedRow> all;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        RankedRow row{i, errorsOf(rows[i]), {}};
        for (const StudyGoal& goal : ranks.goals)
            if (const auto number = wantedNumber(rows[i], goal))
                row.wanted.push_back(*number);
        if (row.wanted.size() == ranks.goals.size())
            all.push_back(std::move(row));
    }
    const auto fronts = frontsOf(all);
    for (std::size_t front = 0; front < fronts.size(); ++front) {
        const std::vector<std::size_t>& members = fronts[front];
        for (const std::size_t member : members)
            ranks.fronts[all[member].row] = front + 1;
        // Of more than there is room for, those that are spread evenly over it, the ends among them.
        const std::size_t room = kBestOfStudy - ranks.best.size();
        const std::size_t taken = std::min(room, members.size());
        for (std::size_t i = 0; i < taken; ++i) {
            const std::size_t place = taken == 1 ? 0 : i * (members.size() - 1) / (taken - 1);
            ranks.best.push_back(all[members[place]].row);
        }
    }
    return ranks;
}

std::string studyTable(const Study& study, const std::vector<StudyRow>& rows, const StudyRanks& ranks) {
    const std::vector<std::string> keys = keysOfRows(rows);
    std::map<std::string, bool, std::less<>> isRange;
    for (const StudyRow& row : rows)
        for (const StudyFigure& figure : row.figures)
            isRange[figure.key] = isRange[figure.key] || figure.value.isRange();
    std::vector<std::string> header{"design"};
    header.insert(header.end(), study.keys.begin(), study.keys.end());
    for (const std::string& key : keys) {
        const std::string unit = unitOfKey(rows, key);
        header.push_back(withUnit(key, unit));
        if (isRange[key]) {
            header.push_back(withUnit(key + " low", unit));
            header.push_back(withUnit(key + " high", unit));
        }
    }
    for (const char* name : {"front", "best", "error"})
        header.emplace_back(name);
    std::string text = csvLine(header);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const StudyRow& row = rows[i];
        std::string line = std::to_string(row.design);
        const auto add = [&line](const std::string& cell) {
            line += ',';
            appendCsvCell(line, cell);
        };
        for (std::size_t key = 0; key < study.keys.size(); ++key)
            add(study.designs[row.design - 1][key]);
        for (const std::string& key : keys) {
            const StudyFigure* figure = row.find(key);
            add(cellOf(figure));
            if (isRange[key]) {
                const bool isKnown = figure && figure->value.isKnown();
                add(isKnown ? shortestDigits(figure->value.low()) : std::string());
                add(isKnown ? shortestDigits(figure->value.high()) : std::string());
            }
        }
        add(ranks.fronts[i] == 0 ? std::string() : std::to_string(ranks.fronts[i]));
        const auto place = std::ranges::find(ranks.best, i);
        add(place == ranks.best.end() ? std::string() : std::to_string(place - ranks.best.begin() + 1));
        line += ',';
        appendCsvTextCell(line, row.error);
        text += line + "\r\n";
    }
    return text;
}

std::string studyTitle(const std::string& key, const Texts& texts) {
    const std::size_t colon = key.find(':');
    const std::string kind = key.substr(0, colon);
    if (kind == "train" || kind == "serve")
        return texts.sentence(Message("options.criterion." + kind).with("workload", key.substr(colon + 1)));
    // Figures that were asked for go by the name that they were asked by.
    return key.find('.') == std::string::npos ? texts.text("options.criterion." + key) : key;
}

std::vector<StudyChart> studyCharts(const Study& study, const std::vector<StudyRow>& rows, const StudyRanks& ranks,
                                    const Texts& texts) {
    std::vector<StudyChart> charts;
    for (std::size_t goal = 1; goal < ranks.goals.size(); ++goal) {
        const std::string &x = ranks.goals.front().key, &y = ranks.goals[goal].key;
        StudyChart chart;
        chart.name = "pareto-" + x + "-" + y;
        for (char& c : chart.name)
            c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '-';
        chart.field.title = toText(texts.sentence(Message("study.chart-title").with("count", rows.size())));
        const auto axisName = [&](const std::string& key) {
            return toText(withUnit(studyTitle(key, texts), unitOfKey(rows, key)));
        };
        chart.field.xName = axisName(x);
        chart.field.yName = axisName(y);
        chart.field.beginsAtZero = false;
        std::vector<std::pair<double, double>> front;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (ranks.fronts[i] == 0)
                continue;
            const double px = rows[i].find(x)->value.typical(), py = rows[i].find(y)->value.typical();
            const auto place = std::ranges::find(ranks.best, i);
            const bool isBest = place != ranks.best.end();
            PlacedPoint point;
            point.x = px;
            point.y = py;
            point.ink = errorsOf(rows[i]) > 0 ? Ink::LoadRed : ranks.fronts[i] == 1 ? Ink::Accent : Ink::Subdued;
            point.isLarge = isBest;
            if (isBest)
                point.name = QString::number(place - ranks.best.begin() + 1);
            point.reading = toText(texts.sentence(Message("study.reading")
                                                      .with("design", rows[i].design)
                                                      .with("values", valuesText(study, study.designs[rows[i].design - 1]))
                                                      .with("first", figureWords(rows[i], x, texts))
                                                      .with("second", figureWords(rows[i], y, texts))));
            chart.field.points.push_back(std::move(point));
            chart.rows.push_back(i);
            if (ranks.fronts[i] == 1)
                front.emplace_back(px, py);
        }
        // With more than two goals a front is no line of two of them.
        if (ranks.goals.size() == 2 && front.size() > 1) {
            std::ranges::sort(front);
            PlacedLine line{toText(texts.text("study.front")), Ink::Accent, true, {}, {}};
            for (const auto& [px, py] : front) {
                line.x.push_back(px);
                line.y.push_back(py);
            }
            chart.field.lines.push_back(std::move(line));
        }
        charts.push_back(std::move(chart));
    }
    return charts;
}

std::string optionNameOf(const Study& study, const StudyRow& row) {
    // Of many keys as many as a name has room for.
    constexpr std::size_t kRoom = 120;
    std::string values = valuesText(study, study.designs[row.design - 1]);
    if (values.size() > kRoom)
        values = values.substr(0, std::min(values.rfind(", ", kRoom), kRoom)) + ", ...";
    return std::to_string(row.design) + ": " + values;
}

Result<Document> bestProject(const Study& study, const StudyRanks& ranks, const std::vector<StudyRow>& rows,
                             const std::vector<Document>& documents, const std::string& name) {
    Document document = documents.front();
    Project named = *document.project;
    named.name = name;
    const std::uint64_t active = activeOption(named).id;
    std::erase_if(named.options, [active](const Option& option) { return option.id != active; });
    named.options.front().name = optionNameOf(study, rows[ranks.best.front()]);
    document.project = std::make_shared<const Project>(std::move(named));
    IdSource ids(document.nextId);
    for (std::size_t i = 1; i < documents.size(); ++i) {
        const Edit added = edits::addOption(documents[i], documents[i].project->activeOption,
                                            optionNameOf(study, rows[ranks.best[i]]), edits::OptionBrings::Record);
        Result<ProjectPtr> joined = added.apply(*document.project, ids);
        if (!joined)
            return joined.error();
        document.project = *joined;
    }
    document.nextId = ids.next();
    return document;
}

} // namespace rackwright
