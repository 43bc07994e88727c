// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/study.h"

#include "model/base/nearest.h"
#include "model/edits/record_edits.h"
#include "model/project/history.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "solvers/engine/known_keys.h"
#include "solvers/engine/setting_text.h"
#include "solvers/sizing/question_keys.h"
#include "solvers/sizing/search.h"
#include "ui/report/option_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace rackwright {

namespace {

constexpr int kDrawnDigits = 6; ///< of a number that is drawn from a range

std::string_view withoutBlanks(std::string_view text) {
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

std::vector<std::string> listedValues(std::string_view text) {
    std::vector<std::string> values;
    while (true) {
        const std::size_t comma = text.find(',');
        values.emplace_back(withoutBlanks(text.substr(0, comma)));
        if (comma == std::string_view::npos)
            return values;
        text.remove_prefix(comma + 1);
    }
}

/// A number with what stands behind it: "1.2 MW".
struct NumberWithUnit {
    double number = 0;
    std::string unit;
};
std::optional<NumberWithUnit> numberWithUnit(std::string_view text) {
    text = withoutBlanks(text);
    for (std::size_t length = text.size(); length > 0; --length)
        if (const auto number = plainNumber(text.substr(0, length)))
            return NumberWithUnit{*number, std::string(withoutBlanks(text.substr(length)))};
    return std::nullopt;
}

const RecipeParameter* parameterOf(const StudyBase& base, std::string_view key) {
    const Result<const Recipe*> recipe = findRecipe(base.recipe);
    if (!recipe)
        return nullptr;
    const auto it = std::ranges::find((*recipe)->parameters, key, &RecipeParameter::name);
    return it == (*recipe)->parameters.end() ? nullptr : &*it;
}

std::optional<StudyKeyKind> kindOfKey(const std::string& key, const StudyBase& base, const Domains& domains) {
    if (base.maker == StudyMaker::Recipe && parameterOf(base, key))
        return StudyKeyKind::Maker;
    if (base.maker == StudyMaker::Sizing && isSizingKey(key))
        return StudyKeyKind::Maker;
    if (findSiteFieldDefinition(key))
        return StudyKeyKind::Site;
    if (domains.findSetting(key))
        return StudyKeyKind::Setting;
    return std::nullopt;
}

Error unknownStudyKey(const std::string& key, const StudyBase& base, const Domains& domains) {
    std::vector<std::string> known;
    if (base.maker == StudyMaker::Recipe)
        if (const Result<const Recipe*> recipe = findRecipe(base.recipe))
            for (const RecipeParameter& parameter : (*recipe)->parameters)
                known.push_back(parameter.name);
    if (base.maker == StudyMaker::Sizing)
        for (const std::string_view each : sizingKeys())
            known.emplace_back(each);
    for (const SiteFieldDefinition& field : kSiteFields)
        known.emplace_back(field.key);
    for (const Domain& domain : domains.list())
        for (const SettingDefinition& setting : domain.settings)
            known.push_back(setting.key);
    std::vector<std::string> near = nearestWords(key, known);
    if (near.empty())
        near.assign(known.begin(), known.begin() + std::min<std::ptrdiff_t>(8, std::ssize(known)));
    return usageError(Message(base.maker == StudyMaker::Design ? "study.no-key-of-design" : "study.no-key")
                          .with("key", key)
                          .with("nearest", WordList{std::move(near)}));
}

/// A number as somebody types it, with or without its unit, in SI.
Result<double> siOf(const std::string& text, std::string_view symbol) {
    if (const Unit* unit = findUnit(symbol); unit && !symbol.empty())
        return parseSi(text, *unit);
    if (const auto number = plainNumber(withoutBlanks(text)))
        return *number;
    return usageError(Message("study.no-number").with("value", text));
}

Result<std::string> settingValue(const SettingDefinition& definition, const std::string& typed) {
    const bool isNumber = definition.words.empty() && definition.defaultWord.empty();
    if (!isNumber) {
        const std::vector<std::string> words = [&definition] {
            std::vector<std::string> list;
            for (std::string_view rest = definition.words; !rest.empty();) {
                const std::size_t bar = std::min(rest.find('|'), rest.size());
                list.emplace_back(rest.substr(0, bar));
                rest.remove_prefix(std::min(rest.size(), bar + 1));
            }
            return list;
        }();
        if (!words.empty() && std::ranges::find(words, typed) == words.end())
            return usageError(Message("study.no-word").with("key", definition.key).with("value", typed).with("words", WordList{words}));
        return typed;
    }
    const Result<double> si = siOf(typed, definition.unit);
    if (!si)
        return si.error();
    std::string text = shortestDigits(*si);
    if (Done checked = checkSetting(definition, text); !checked)
        return checked.error();
    return text;
}

Result<std::string> siteValue(const SiteFieldDefinition& definition, const std::string& typed) {
    if (definition.kind != SiteFieldKind::Number)
        return typed;
    const Result<double> si = siOf(typed, definition.unit);
    return si ? Result<std::string>(shortestDigits(*si)) : Result<std::string>(si.error());
}

/// The document with one setting or field of the site changed, by the edits of the studio, which check it.
Result<Document> withKey(Document document, StudyKeyKind kind, const std::string& key, const std::string& typed,
                         const Domains& domains) {
    Edit edit;
    if (kind == StudyKeyKind::Setting) {
        const Result<std::string> value = settingValue(*domains.findSetting(key), typed);
        if (!value)
            return value.error();
        edit = edits::putSetting(key, *value, "study");
    } else {
        const Result<std::string> value = siteValue(*findSiteFieldDefinition(key), typed);
        if (!value)
            return value.error();
        SiteField field;
        if (const SiteField* present = findSiteField(*document.project, key))
            field = *present;
        field.key = key;
        field.knowledge = Knowledge::Assumed;
        field.value = *value;
        if (field.basis.empty() && key == site::powerLimit)
            field.basis = "IT";
        if (field.basis.empty() && key == site::rackLimit)
            field.basis = "contracted maximum";
        edit = edits::putSiteField(field);
    }
    IdSource ids(document.nextId);
    Result<ProjectPtr> changed = edit.apply(*document.project, ids);
    if (!changed)
        return changed.error();
    return Document{*changed, ids.next()};
}

/// What the base says of settings and site, over what a recipe wrote.
Result<Document> underBase(Document document, const StudyBase& base) {
    if (base.maker == StudyMaker::Design || !base.design)
        return document;
    IdSource ids(document.nextId);
    ProjectPtr project = document.project;
    for (const Setting& setting : base.design->project->settings) {
        if (setting.key.starts_with(kPictureKeys))
            continue;
        Result<ProjectPtr> changed = edits::putSetting(setting.key, setting.value, setting.source).apply(*project, ids);
        if (!changed)
            return changed.error();
        project = *changed;
    }
    for (SiteField field : base.design->project->site) {
        const SiteField* present = findSiteField(*project, field.key);
        field.id = present ? present->id : Id<SiteField>();
        Result<ProjectPtr> changed = edits::putSiteField(field).apply(*project, ids);
        if (!changed)
            return changed.error();
        project = *changed;
    }
    return Document{project, ids.next()};
}

Value inUnit(const Value& si, const std::string& symbol) {
    const Unit* unit = findUnit(symbol);
    if (!unit || symbol.empty())
        return si;
    return increasing(si, [unit](double value) { return unit->fromSi(value); });
}

/// Why sizing gave no answer.
Message noAnswer(const SizingResult& result) {
    std::vector<std::string> limits;
    for (const SizingCollision& collision : result.collisions)
        limits.emplace_back(enumName(collision.limit));
    return limits.empty() ? Message("study.no-answer")
                          : Message("study.no-answer-by").with("limits", WordList{std::move(limits)});
}

// Slices of each key in an order of its own; std::shuffle may differ between libraries.
std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64& numbers) {
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i)
        order[i] = i;
    for (std::size_t i = count; i > 1; --i)
        std::swap(order[i - 1], order[numbers() % i]);
    return order;
}

std::string drawnText(const StudyAxis& axis, double share) {
    if (!axis.values.empty())
        return axis.values[std::min(axis.values.size() - 1,
                                    static_cast<std::size_t>(share * static_cast<double>(axis.values.size())))];
    const double number = axis.low + share * (axis.high - axis.low);
    // A whole one from the slice that it lies in, both ends as likely as the others.
    const std::string text =
        axis.isWhole ? shortestDigits(std::min(axis.high, std::floor(axis.low + share * (axis.high - axis.low + 1))))
                     : roundedDigits(number, kDrawnDigits);
    return axis.unit.empty() ? text : text + " " + axis.unit;
}

} // namespace

bool Study::variesProject() const {
    return base.maker == StudyMaker::Design ||
           std::ranges::any_of(kinds, [](StudyKeyKind kind) { return kind != StudyKeyKind::Maker; });
}

const StudyFigure* StudyRow::find(std::string_view key) const {
    const auto it = std::ranges::find(figures, key, &StudyFigure::key);
    return it == figures.end() ? nullptr : &*it;
}

Result<StudyAxis> studyAxis(const std::string& key, const std::string& values, const StudyBase& base,
                            const Domains& domains) {
    const auto kind = kindOfKey(key, base, domains);
    if (!kind)
        return unknownStudyKey(key, base, domains);
    StudyAxis axis{key, *kind, {}, 0, 0, {}, false};
    const auto badValues = [&] { return usageError(Message("study.values").with("key", key).with("values", values)); };
    const std::size_t dots = values.find("..");
    if (dots == std::string::npos) {
        axis.values = listedValues(values);
        const bool isEmpty = std::ranges::any_of(axis.values, &std::string::empty);
        const bool isTwice = std::set<std::string>(axis.values.begin(), axis.values.end()).size() != axis.values.size();
        if (isEmpty || isTwice)
            return badValues();
        return axis;
    }
    std::string_view rest = std::string_view(values).substr(dots + 2);
    std::string_view stepText;
    if (const std::size_t colon = rest.rfind(':'); colon != std::string_view::npos) {
        stepText = rest.substr(colon + 1);
        rest = rest.substr(0, colon);
    }
    const auto low = numberWithUnit(std::string_view(values).substr(0, dots)), high = numberWithUnit(rest);
    if (!low || !high || !(low->number < high->number) || (!low->unit.empty() && low->unit != high->unit))
        return badValues();
    axis.low = low->number;
    axis.high = high->number;
    axis.unit = high->unit;
    const RecipeParameter* parameter = *kind == StudyKeyKind::Maker ? parameterOf(base, key) : nullptr;
    axis.isWhole = parameter && parameter->kind == RecipeParameterKind::Count;
    if (stepText.empty())
        return axis;
    const auto step = numberWithUnit(stepText);
    if (!step || !(step->number > 0) || (axis.high - axis.low) / step->number > static_cast<double>(kMostStudyDesigns))
        return badValues();
    // A value that is the end but for the last digits is the end.
    const double slack = step->number * 1e-9;
    for (std::size_t i = 0; axis.low + static_cast<double>(i) * step->number <= axis.high + slack; ++i) {
        const std::string text = roundedDigits(axis.low + static_cast<double>(i) * step->number, 12);
        axis.values.push_back(axis.unit.empty() ? text : text + " " + axis.unit);
    }
    return axis;
}

std::vector<StudyAxis> uncertainAxes(const StudyBase& base, const Domains& domains) {
    std::vector<StudyAxis> axes;
    if (!base.design)
        return axes;
    for (const Domain& domain : domains.list())
        for (const SettingDefinition& setting : domain.settings) {
            if (!setting.words.empty() || !setting.defaultWord.empty())
                continue;
            double low = setting.lowSi.value_or(setting.defaultSi), high = setting.highSi.value_or(setting.defaultSi);
            if (const Setting* given = givenSetting(*base.design->project, setting.key))
                if (const auto value = settingNumber(given->value)) {
                    low = value->low();
                    high = value->high();
                }
            if (!(low < high))
                continue;
            StudyAxis axis{setting.key, StudyKeyKind::Setting, {}, low, high, {}, false};
            if (const Unit* unit = findUnit(setting.unit); unit && !setting.unit.empty()) {
                axis.low = unit->fromSi(low);
                axis.high = unit->fromSi(high);
                axis.unit = setting.unit;
            }
            axes.push_back(std::move(axis));
        }
    return axes;
}

Result<std::vector<std::vector<std::string>>> everyCombination(const std::vector<StudyAxis>& axes) {
    std::size_t count = 1;
    for (const StudyAxis& axis : axes) {
        if (axis.values.empty())
            return usageError(Message("study.range-without-sample").with("key", axis.key));
        count *= axis.values.size();
        if (count > kMostStudyDesigns)
            return usageError(Message("study.too-many").with("most", kMostStudyDesigns));
    }
    std::vector<std::vector<std::string>> designs(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t rest = i;
        designs[i].resize(axes.size());
        for (std::size_t axis = axes.size(); axis-- > 0;) {
            designs[i][axis] = axes[axis].values[rest % axes[axis].values.size()];
            rest /= axes[axis].values.size();
        }
    }
    return designs;
}

std::vector<std::vector<std::string>> sampled(const std::vector<StudyAxis>& axes, std::size_t count,
                                              std::uint64_t seed) {
    std::mt19937_64 numbers(seed);
    std::vector<std::vector<std::string>> designs(count, std::vector<std::string>(axes.size()));
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const std::vector<std::size_t> slices = shuffled(count, numbers);
        for (std::size_t i = 0; i < count; ++i)
            designs[i][axis] =
                drawnText(axes[axis], (static_cast<double>(slices[i]) + 0.5) / static_cast<double>(count));
    }
    return designs;
}

StudyWorker::StudyWorker(const Study& study, SizingSource source, DomainsPtr domains, const Texts& texts)
    : m_study(study), m_source(std::move(source)), m_domains(std::move(domains)), m_texts(texts) {
    // Each worker has a processor of its own, so that a solve takes one thread.
    if (study.base.maker == StudyMaker::Design)
        m_solver = std::make_unique<Solver>(m_domains, m_executor, nullptr, SolveOptions{{}, 1});
}

StudyWorker::~StudyWorker() = default;

Result<Document> StudyWorker::make(const std::vector<std::string>& values) const {
    const StudyBase& base = m_study.base;
    std::vector<Parameter> set = base.set;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (m_study.kinds[i] == StudyKeyKind::Maker)
            set.push_back({m_study.keys[i], values[i]});
    Result<Document> made = [&]() -> Result<Document> {
        switch (base.maker) {
        case StudyMaker::Design: {
            Project project = *base.design->project;
            project.activeOption = base.option;
            return Document{std::make_shared<const Project>(std::move(project)), base.design->nextId};
        }
        case StudyMaker::Recipe: return makeFromRecipe(base.recipe, set, m_source.recipes);
        case StudyMaker::Sizing: break;
        }
        const Result<SizingQuestion> question = readSizingQuestion(set);
        if (!question)
            return question.error();
        SizingRun run;
        run.threads = 1;
        const SizingResult result = size(*question, m_source, m_domains, run);
        if (result.answers.empty())
            return inputError(noAnswer(result));
        return result.answers.front().document;
    }();
    if (!made)
        return made;
    made = underBase(std::move(*made), base);
    for (std::size_t i = 0; made && i < values.size(); ++i)
        if (m_study.kinds[i] != StudyKeyKind::Maker)
            made = withKey(std::move(*made), m_study.kinds[i], m_study.keys[i], values[i], *m_domains);
    return made;
}

SolutionPtr StudyWorker::solved(const Document& document) {
    const Snapshot snapshot = snapshotOf(document.project);
    if (!m_solver)
        return solve(snapshot, m_domains, {{}, 1});
    m_solver->ask(snapshot);
    while (m_executor.waiting() > 0)
        m_executor.run();
    return m_solver->latest();
}

StudyRow StudyWorker::row(std::size_t design, const std::vector<std::string>& values) {
    StudyRow row{design, {}, {}};
    const Result<Document> document = make(values);
    if (!document) {
        row.error = m_texts.sentence(document.error().message);
        return row;
    }
    const SolutionPtr solution = solved(*document);
    for (const Criterion& criterion : criteriaOf({{1, "A", solution}}))
        row.figures.push_back({criterion.key, criterion.unit, criterion.values.front()});
    for (const std::string& name : m_study.figures) {
        const Result<FigureName> figure = figureNamed(*m_domains, solution->context(), name);
        if (!figure) {
            // A subject that this design has not is unknown in it.
            row.figures.push_back({name, {}, Value()});
            continue;
        }
        const FigureResult* found = solution->find(figure->definition->name, figure->subject);
        const bool isMoney = figure->definition->unit.find(kMoneyUnit) != std::string::npos;
        const Value value = found && !found->error ? found->value : Value();
        row.figures.push_back({name, unitText(solution->context(), figure->definition->unit),
                               isMoney ? value : inUnit(value, figure->definition->unit)});
    }
    return row;
}

std::string valuesText(const Study& study, const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size() && i < study.keys.size(); ++i)
        text += (i == 0 ? "" : ", ") + study.keys[i] + "=" + values[i];
    return text;
}

} // namespace rackwright
