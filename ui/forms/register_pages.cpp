// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/register_pages.h"

#include "model/base/nearest.h"
#include "model/edits/record_edits.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/year_settings.h"
#include "solvers/engine/setting_text.h"
#include "solvers/requirements/requirement_text.h"
#include "solvers/requirements/requirements.h"
#include "solvers/requirements/site_questions.h"
#include "solvers/training/figures.h"
#include "ui/actions/command_palette.h"
#include "ui/dialogs/value_dialog.h"
#include "ui/forms/record_dialog.h"
#include "ui/report/registers.h"
#include "ui/text/figure_title.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quantity_field.h"

#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace rackwright {

namespace {

DecimalMark markOf(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

// A weather file is shown by the name of its place, not by its hours.
std::string shownWord(const SettingDefinition& setting, const std::string& kept) {
    if (setting.key != setting_of::kClimate)
        return kept;
    const Result<Climate> climate = climateOfText(kept);
    return climate ? climate->name : kept;
}

template <class E>
QStringList wordsOf(const Texts& texts, const char* group) {
    QStringList words;
    for (const std::string_view name : EnumNames<E>::names)
        words << toText(texts.text(std::string(group) + std::string(name)));
    return words;
}

// A date alone would leave open whether somebody is named elsewhere.
QString givenText(const GivenBy& given, const Texts& texts) {
    QStringList parts;
    for (const std::string& each : {given.person, given.date, given.document})
        if (!each.empty())
            parts << toText(each);
    if (given.person.empty() && !parts.isEmpty())
        parts.prepend(toText(texts.text("record.nobody-named")));
    return parts.join(QStringLiteral(", "));
}

// Who said it before, else the person who works here.
QString personOf(const GivenBy& given, const QString& remembered) {
    return given.person.empty() ? remembered : toText(given.person);
}

template <class Row>
Id<Row> idOf(const QTreeWidgetItem* item) {
    return {item->data(0, Qt::UserRole).toULongLong()};
}

void right(QTreeWidgetItem* item, std::initializer_list<int> columns) {
    for (const int column : columns)
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

QString rangeText(const Assumption& assumption, const Texts& texts) {
    if (!assumption.typical)
        return {};
    const Unit* unit = findUnit(assumption.unit);
    const auto in = [unit](double si) { return unit ? unit->fromSi(si) : si; };
    const Value value = Value::range(in(assumption.low.value_or(*assumption.typical)), in(*assumption.typical),
                                     in(assumption.high.value_or(*assumption.typical)), assumption.grade);
    return toText(texts.figure(value, assumption.unit));
}

// One number in the unit of the target, so that the two compare at a glance; the range is in the evidence, and here too
// where it is what leaves the answer open.
QString inTargetsUnit(const RequirementAnswer& answer, const Texts& texts) {
    const Value& value = answer.figure->value;
    const bool isOpen = value.isUnknown() || answer.compliance == Compliance::Unknown;
    const Value shown = isOpen ? value : Value(value.typical());
    std::string text = texts.figure(shown, answer.unit, siPerUnit(answer.unit));
    if (value.isLowerBound() && isMoneyUnit(answer.unit))
        return toText(isOpen ? text : texts.sentence(Message("amount.from").with("amount", text)));
    if (const std::string plain = ">= "; text.starts_with(plain))
        text.erase(0, plain.size());
    return toText((value.isLowerBound() ? "≥ " : "") + text);
}

/// Figures by their titles.
using FigureNames = std::map<std::string, std::string>;

/// Titles that answer what was typed with their rank, the best first: by their own words and by others that people have
/// for the figure.
std::vector<std::pair<double, QString>> titlesFor(const QString& typed, const FigureNames& names, const Texts& texts) {
    const QString fillers = toText(texts.text("palette.fillers"));
    std::vector<std::pair<double, QString>> found;
    for (const auto& [title, label] : names) {
        const std::string* others = texts.catalogue().find("figure-words." + label.substr(0, label.find('@')));
        const QString name = toText(title), all = others ? name + QLatin1Char(' ') + toText(*others) : name;
        if (holdsWords(name, typed, fillers))
            found.emplace_back(answerRank(name, typed), name);
        else if (others && holdsWords(all, typed, fillers))
            found.emplace_back(rankByWords(toText(*others), typed, fillers) + 0.5, name);
    }
    std::ranges::stable_sort(found, {}, &std::pair<double, QString>::first);
    return found;
}

/// The figure whose title was typed, or that alone answers the words best.
std::optional<std::string> figureCalled(const QString& typed, const FigureNames& names, const Texts& texts) {
    const auto named = std::ranges::find_if(
        names, [&typed](const auto& each) { return toText(each.first).compare(typed, Qt::CaseInsensitive) == 0; });
    if (named != names.end())
        return named->second;
    if (typed.isEmpty() || names.contains(typed.toStdString()))
        return std::nullopt;
    const std::vector<std::pair<double, QString>> found = titlesFor(typed, names, texts);
    const bool isOne = found.size() == 1 || (found.size() > 1 && found[0].first < found[1].first);
    return isOne ? std::optional(names.at(found.front().second.toStdString())) : std::nullopt;
}

/// Offered in the list; figures of racks and devices are too many and are typed.
bool isAskedOfWorkloadsAndNetworks(const FigureDefinition& figure) {
    return figure.subject == SubjectKind::Workload || figure.subject == SubjectKind::StoragePool ||
           figure.subject == SubjectKind::Network;
}

/// The kind of workload that a figure of what was typed would be of, in a design without one: "training" or
/// "inference". Empty where a workload has such figures, or where none is called so.
std::string workloadMissingFor(const std::string& typed, const Context& context, const Domains& domains,
                               const Texts& texts) {
    for (const std::string_view kind : {std::string_view("training"), std::string_view("inference")}) {
        FigureNames missing;
        for (const FigureDefinition* definition : domains.figures())
            if (definition->subject == SubjectKind::Workload && definition->name.starts_with(kind) &&
                subjectsOf(context, *definition).empty())
                missing.emplace(figureTitle(definition->name, texts), definition->name);
        const bool isCalledSo =
            QString::fromStdString(typed).contains(QString::fromStdString(std::string(kind)), Qt::CaseInsensitive);
        if (!missing.empty() && (isCalledSo || !titlesFor(toText(typed), missing, texts).empty()))
            return std::string(kind);
    }
    return {};
}

} // namespace

namespace {

// As a target is written: what a sentence compares stays with its amount.
QString comparingSign(const PromiseReading& promise) {
    switch (promise.target.comparison.value_or(Comparison::AtMost)) {
    case Comparison::AtLeast:
        return QStringLiteral("\u2265 ");
    case Comparison::AtMost:
        return QStringLiteral("\u2264 ");
    case Comparison::Equal:
        break;
    }
    return QStringLiteral("= ");
}

} // namespace

RequirementsPage::RequirementsPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RegisterPage("requirements",
                   {{"number", 40},
                    {"requirement", 0},
                    {"figure", 170},
                    {"target", 190},
                    {"now", 130},
                    {"state", 80},
                    {"need", 60},
                    {"given", 210}},
                   document, services, parent) {
    for (const int amounts : {3, 4})
        table()->headerItem()->setTextAlignment(amounts, Qt::AlignRight | Qt::AlignVCenter);
    addButton(
        "add", [this] { addRow(); }, false);
    addButton(
        "change", [this] { changeRow(table()->currentItem()); }, true);
    addButton(
        "remove", [this] { removeRow(table()->currentItem()); }, true);
    addButton(
        "judge", [this] { judgeRow(table()->currentItem()); }, true);
    addButton(
        "explain",
        [this] {
            const QString figure = table()->currentItem()->data(2, Qt::UserRole).toString();
            if (!figure.isEmpty())
                Q_EMIT figureAsked(figure);
        },
        true);
}

void RequirementsPage::fill() {
    const Texts& texts = m_services.texts();
    const SolutionPtr& solution = m_document.newestSolution();
    std::vector<RequirementAnswer> answers;
    if (solution)
        answers = requirementAnswers(solution->context(), *solution);
    for (const Requirement& typed : m_document.shownProject()->requirements) {
        const auto answer = std::ranges::find_if(answers, [&typed](const RequirementAnswer& each) {
            return each.requirement && each.requirement->id == typed.id;
        });
        const bool isAnswered = answer != answers.end();
        const Requirement& row = isAnswered ? *answer->requirement : typed;
        QString now = QStringLiteral("…");
        if (isAnswered && answer->figure && !answer->figure->error)
            now = inTargetsUnit(*answer, texts);
        else if (row.figure.empty())
            now = isAnswered && answer->judged ? givenText(answer->judged->givenBy, texts) : QString();
        const Compliance compliance = isAnswered ? answer->compliance : Compliance::Unknown;
        const std::string state =
            row.figure.empty() && compliance == Compliance::Unknown ? "open" : std::string(enumName(compliance));
        QTreeWidgetItem* item =
            addItem(QVariant::fromValue(row.id.value),
                    {QString::number(row.number), toText(row.text), toText(figureTitle(row.figure, texts)),
                     toText(targetText(row, texts)), now, text("basis.compliance." + state),
                     text("basis.need." + std::string(enumName(row.need))), givenText(row.givenBy, texts)});
        item->setData(2, Qt::UserRole, toText(row.figure));
        item->setToolTip(2, toText(row.figure));
        right(item, {3, 4});
        const Theme& theme = Theme::current();
        item->setForeground(5, theme.ink(verdictInk(compliance)));
        if (isAnswered) // as the proposal says it, with the reason
            item->setToolTip(5, toText(verdictText(*answer, texts)));
    }
}

void RequirementsPage::changeRow(QTreeWidgetItem* item) {
    if (const Requirement* row = m_document.project()->requirements.find(idOf<Requirement>(item)))
        ask(*row);
}

void RequirementsPage::removeRow(QTreeWidgetItem* item) { commit(edits::removeRequirement(idOf<Requirement>(item))); }

// A sentence that no figure decides is met or not met by the name of who says so.
void RequirementsPage::judgeRow(QTreeWidgetItem* item) {
    const Id<Requirement> id = idOf<Requirement>(item);
    const Requirement* row = m_document.project()->requirements.find(id);
    if (!row)
        return;
    const Texts& texts = m_services.texts();
    RecordDialog dialog(QStringLiteral("dialog.judgement"), text("basis.requirements.judge"), texts, this);
    const Assumption* judged = judgementOf(*m_document.project(), *row);
    dialog.addChoice("judgement", wordsOf<Judgement>(texts, "basis.judgement."), static_cast<int>(judgementIn(judged)));
    dialog.addLine("judged-by", judged ? personOf(judged->givenBy, person()) : person());
    dialog.addLine("document", judged ? toText(judged->givenBy.document) : QString());
    const auto chosen = [&dialog] { return static_cast<Judgement>(dialog.choice("judgement")); };
    // The design may change while the dialog is open: its rows are looked up anew.
    dialog.setCheck([&]() -> Done {
        const Requirement* now = m_document.project()->requirements.find(id);
        if (!now)
            return usageError(Message("edit.missing.requirement"));
        if (!now->figure.empty())
            return usageError(Message("basis.judged-by-figure").with("figure", figureTitle(now->figure, texts)));
        return chosen() != Judgement::Open && dialog.text("judged-by").isEmpty()
                   ? Done(usageError(Message("edit.judgement-parts")))
                   : done();
    });
    if (dialog.exec() == QDialog::Accepted)
        commit(edits::judgeRequirement(
            id, chosen(),
            {dialog.text("judged-by").toStdString(), m_services.today(), dialog.text("document").toStdString()}));
}

void RequirementsPage::ask(Requirement requirement) {
    const Texts& texts = m_services.texts();
    RecordDialog dialog(QStringLiteral("dialog.requirement"), text("basis.requirements.one"), texts, this);
    // Chosen by title; who knows a figure by the name of files and the command line types that, with its subject.
    FigureNames names;
    for (const FigureDefinition* definition : m_services.domains()->figures())
        if (definition->subject == SubjectKind::Design)
            names.emplace(figureTitle(definition->name, texts), definition->name);
    const SolutionPtr solution = m_document.newestSolution();
    const auto context = solution ? std::shared_ptr<const Context>(solution, &solution->context())
                                  : std::make_shared<const Context>(snapshotOf(m_document.project()));
    for (const FigureDefinition* definition : m_services.domains()->figures())
        if (isAskedOfWorkloadsAndNetworks(*definition))
            for (const Subject subject : subjectsOf(*context, *definition)) {
                const std::string label = figureLabel(*context, *definition, subject);
                names.emplace(figureTitle(label, texts), label);
            }
    if (!requirement.figure.empty())
        names.emplace(figureTitle(requirement.figure, texts), requirement.figure);
    QStringList figures{QString()};
    for (const auto& [title, name] : names)
        figures << toText(title);
    // What is spent, drawn, given off or waited for is promised at most, unless a person says otherwise.
    const auto promised = [&](const std::string& sentence) {
        return readPromise(sentence, *context, *m_services.domains(), markOf(texts));
    };
    const auto usualComparison = [&](const QString& title) {
        const std::string name = figureCalled(title, names, texts).value_or(title.toStdString());
        if (const auto promise = promised(dialog.text("requirement").toStdString()); promise && promise->figure == name)
            return *promise->target.comparison;
        const bool isSpent = std::ranges::any_of(
            std::array<std::string_view, 7>{"cost.", "power.", "heat.", "design.rack.", figure_of::trainingDuration,
                                            figure_of::trainingCost, "cabling."},
            [&name](std::string_view begin) { return name.starts_with(begin); });
        return isSpent ? Comparison::AtMost : Comparison::AtLeast;
    };
    dialog.addParagraph("requirement", toText(requirement.text));
    dialog.addNames("figure", figures, toText(figureTitle(requirement.figure, texts)), [&](const QString& typed) {
        QStringList found;
        for (const auto& [rank, title] : titlesFor(typed, names, texts))
            found << title;
        return found;
    });
    dialog.addChoice("comparison", wordsOf<Comparison>(texts, "comparison."), static_cast<int>(requirement.comparison));
    const bool isPlain = requirement.figure.empty();
    if (!requirement.id || isPlain)
        dialog.chooseAfter("figure", "comparison",
                           [&](const QString& title) { return static_cast<int>(usualComparison(title)); });
    dialog.addLine("target",
                   isPlain ? QString()
                           : toText(shortestDigits(requirement.target)) + QLatin1Char(' ') + toText(requirement.unit),
                   text("basis.requirements.target-hint"));
    dialog.addChoice("need", wordsOf<Need>(texts, "basis.need."), static_cast<int>(requirement.need));
    dialog.addLine("person", personOf(requirement.givenBy, person()));
    dialog.addLine("document", toText(requirement.givenBy.document));
    dialog.proposeAfter("requirement", [&](const QString& typed) -> RecordDialog::Proposal {
        const std::string sentence = typed.toStdString();
        if (const auto alone = proposedPromise(sentence, *context, *m_services.domains(), markOf(texts)))
            return {{"figure", toText(figureTitle(alone->figure, texts))}, {"target", typed}};
        const auto promise = promised(sentence);
        if (!promise)
            return {};
        // A figure of one rack is none of the list: its sentence is read when it is entered.
        const std::string title = figureTitle(promise->figure, texts);
        if (const auto listed = names.find(title); listed == names.end() || listed->second != promise->figure)
            return {};
        return {{"figure", toText(title)}, {"target", comparingSign(*promise) + toText(promise->amount)}};
    });
    const auto readSentence = [&](Requirement& made) {
        const auto promise = promised(made.text);
        made.figure = promise ? promise->figure : std::string();
        made.comparison = promise ? *promise->target.comparison : Comparison::AtLeast;
        made.target = promise ? promise->target.target : 0;
        made.unit = promise ? promise->target.unit : std::string();
    };
    const auto noFigure = [&](const std::string& typed) {
        std::vector<std::string> titles, nearest;
        for (const auto& [title, name] : names)
            titles.push_back(title);
        for (const auto& [rank, title] : titlesFor(toText(typed), names, texts))
            if (nearest.size() < 2)
                nearest.push_back(title.toStdString());
        if (const std::string kind = workloadMissingFor(typed, *context, *m_services.domains(), texts);
            nearest.empty() && !kind.empty())
            return Message("basis.requirements.no-workload." + kind).with("typed", typed);
        if (nearest.empty())
            nearest = nearestWords(typed, titles, 2);
        return nearest.empty() ? Message("basis.requirements.no-figure").with("typed", typed)
                               : Message("basis.requirements.no-figure.nearest")
                                     .with("typed", typed)
                                     .with("nearest", ArgumentValue(WordList{nearest}));
    };
    const auto read = [&]() -> Result<Requirement> {
        Requirement made = requirement;
        made.text = dialog.text("requirement").toStdString();
        made.comparison = static_cast<Comparison>(dialog.choice("comparison"));
        made.need = static_cast<Need>(dialog.choice("need"));
        made.givenBy = {dialog.text("person").toStdString(), m_services.today(), dialog.text("document").toStdString()};
        if (made.text.empty())
            return usageError(Message("edit.name-empty"));
        const std::string named = dialog.text("figure").toStdString(), typed = dialog.text("target").toStdString();
        if (named.empty() && !typed.empty())
            return usageError(Message("basis.target-without-figure").with("target", typed));
        if (named.empty()) {
            readSentence(made);
            return made;
        }
        // A name of files and the command line before words that some title holds.
        Result<FigureName> figure = figureNamed(*m_services.domains(), *context, named);
        if (!figure)
            figure = figureNamed(*m_services.domains(), *context, toText(named).toLower().toStdString());
        if (!figure)
            if (const auto label = figureCalled(toText(named), names, texts))
                figure = figureNamed(*m_services.domains(), *context, *label);
        if (!figure)
            return usageError(noFigure(named));
        if (typed.empty())
            return usageError(Message("basis.requirements.no-target"));
        const Result<TargetReading> target = readTarget(typed, *context, *figure->definition, markOf(texts));
        if (!target)
            return target.error();
        made.figure = figureLabel(*context, *figure->definition, figure->subject);
        made.comparison = target->comparison.value_or(made.comparison);
        made.target = target->target;
        made.unit = target->unit;
        return made;
    };
    dialog.tellAfter("target", "basis.requirements.no-target");
    dialog.setCheck([&] {
        const Result<Requirement> made = read();
        return made ? done() : Done(made.error());
    });
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const Result<Requirement> made = read())
        commit(edits::putRequirement(*made));
}

AssumptionsPage::AssumptionsPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RegisterPage("assumptions",
                   {{"number", 40},
                    {"statement", 0},
                    {"value", 140},
                    {"grade", 110},
                    {"owner", 90},
                    {"needed-by", 90},
                    {"given", 170}},
                   document, services, parent) {
    addButton(
        "add", [this] { addRow(); }, false);
    addButton(
        "change", [this] { changeRow(table()->currentItem()); }, true);
    addButton(
        "remove", [this] { removeRow(table()->currentItem()); }, true);
}

void AssumptionsPage::fill() {
    const Texts& texts = m_services.texts();
    for (const Assumption& row : m_document.shownProject()->assumptions) {
        if (isJudgement(row))
            continue;
        QTreeWidgetItem* item =
            addItem(QVariant::fromValue(row.id.value),
                    {QString::number(row.number), toText(row.statement.empty() ? row.key : row.statement),
                     rangeText(row, texts), toText(texts.grade(row.grade)), toText(row.owner), toText(row.neededBy),
                     givenText(row.givenBy, texts)});
        right(item, {2});
    }
}

void AssumptionsPage::changeRow(QTreeWidgetItem* item) {
    const Assumption* row = m_document.project()->assumptions.find(idOf<Assumption>(item));
    if (row)
        ask(*row);
}

void AssumptionsPage::removeRow(QTreeWidgetItem* item) { commit(edits::removeAssumption(idOf<Assumption>(item))); }

void AssumptionsPage::ask(Assumption assumption) {
    const Texts& texts = m_services.texts();
    RecordDialog dialog(QStringLiteral("dialog.assumption"), text("basis.assumptions.one"), texts, this);
    const Unit* unit = findUnit(assumption.unit);
    const bool hasValue = assumption.typical && unit;
    dialog.addParagraph("statement", toText(assumption.statement));
    if (hasValue)
        dialog.addLine("value", editableText(*assumption.typical, *unit, texts));
    QStringList grades;
    for (const std::string_view name : kGradeNames)
        grades << toText(texts.text("grade." + std::string(name)));
    dialog.addChoice("grade", grades, static_cast<int>(assumption.grade));
    dialog.addLine("owner", toText(assumption.owner));
    dialog.addLine("needed-by", toText(assumption.neededBy), QStringLiteral("2026-12-31"));
    dialog.addLine("person", personOf(assumption.givenBy, person()));
    dialog.addLine("document", toText(assumption.givenBy.document));
    const auto read = [&]() -> Result<Assumption> {
        Assumption made = assumption;
        made.statement = dialog.text("statement").toStdString();
        made.grade = static_cast<Grade>(dialog.choice("grade"));
        made.owner = dialog.text("owner").toStdString();
        made.neededBy = dialog.text("needed-by").toStdString();
        made.givenBy = {dialog.text("person").toStdString(), m_services.today(), dialog.text("document").toStdString()};
        if (made.statement.empty())
            return usageError(Message("edit.assumption-empty"));
        if (!hasValue)
            return made;
        const Result<double> si = parseSi(dialog.text("value").toStdString(), *unit, markOf(texts));
        if (!si)
            return si.error();
        // A value outside the old range makes that range void.
        if (*si != *assumption.typical) {
            made.typical = *si;
            if (made.low.value_or(*si) > *si || made.high.value_or(*si) < *si)
                made.low = made.high = std::nullopt;
        }
        return made;
    };
    dialog.setCheck([&] {
        const Result<Assumption> made = read();
        return made ? done() : Done(made.error());
    });
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const Result<Assumption> made = read())
        commit(edits::putAssumption(*made));
}

RfisPage::RfisPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RegisterPage("rfis",
                   {{"number", 40},
                    {"question", 0},
                    {"about", 130},
                    {"owner", 130},
                    {"needed-by", 95},
                    {"effect", 200},
                    {"status", 70},
                    {"answer", 180}},
                   document, services, parent) {
    addButton(
        "add", [this] { addRow(); }, false);
    m_askSite = addButton(
        "ask-site", [this] { askSite(); }, false);
    addButton(
        "change", [this] { changeRow(table()->currentItem()); }, true);
    addButton(
        "close", [this] { close(table()->currentItem()); }, true);
    addButton(
        "remove", [this] { removeRow(table()->currentItem()); }, true);
}

// A question about a field of the site record says its name, not its key.
QString RfisPage::aboutText(const std::string& about) const {
    const std::string id = "site-field." + about;
    return m_services.texts().catalogue().find(id) ? text(id) : toText(about);
}

void RfisPage::fill() {
    const ProjectPtr project = m_document.shownProject();
    for (const Rfi& row : project->rfis) {
        const RfiStatus status = statusOf(*project, row);
        const std::string effect = effectText(*project, row, m_services.texts());
        QTreeWidgetItem* item = addItem(QVariant::fromValue(row.id.value),
                                        {QString::number(row.number), toText(row.question), aboutText(row.about),
                                         toText(row.owner), toText(row.neededBy), toText(effect),
                                         text("basis.rfi." + std::string(enumName(status))), toText(row.answer)});
        item->setForeground(6, Theme::current().ink(status == RfiStatus::Open ? Ink::Warning : Ink::Good));
    }
    const std::size_t unasked = unaskedSiteQuestions(*project).size();
    m_askSite->setEnabled(unasked > 0);
    m_askSite->setToolTip(toText(m_services.texts().sentence(
        Message(unasked > 0 ? "basis.ask-site.count" : "basis.ask-site.none").with("count", unasked))));
}

void RfisPage::askSite() { commit(edits::addRfis(unaskedSiteQuestions(*m_document.project()))); }

void RfisPage::changeRow(QTreeWidgetItem* item) {
    const Rfi* row = m_document.project()->rfis.find(idOf<Rfi>(item));
    if (!row)
        return;
    Rfi asked = *row;
    asked.status = statusOf(*m_document.project(), *row);
    ask(std::move(asked));
}

void RfisPage::removeRow(QTreeWidgetItem* item) { commit(edits::removeRfi(idOf<Rfi>(item))); }

void RfisPage::close(QTreeWidgetItem* item) {
    const Rfi* row = m_document.project()->rfis.find(idOf<Rfi>(item));
    if (!row)
        return;
    Rfi closed = *row;
    closed.status = RfiStatus::Closed;
    commit(edits::putRfi(std::move(closed)));
}

void RfisPage::ask(Rfi rfi) {
    const Texts& texts = m_services.texts();
    RecordDialog dialog(QStringLiteral("dialog.rfi"), text("basis.rfis.one"), texts, this);
    dialog.addParagraph("question", toText(rfi.question));
    dialog.addLine("about", toText(rfi.about));
    dialog.addLine("owner", rfi.id ? toText(rfi.owner) : person());
    dialog.addLine("needed-by", toText(rfi.neededBy), QStringLiteral("2026-12-31"));
    dialog.addLine("effect", toText(rfi.effect));
    dialog.addChoice("status", wordsOf<RfiStatus>(texts, "basis.rfi."), static_cast<int>(rfi.status));
    dialog.addParagraph("answer", toText(rfi.answer));
    const auto read = [&]() -> Result<Rfi> {
        Rfi made = rfi;
        made.question = dialog.text("question").toStdString();
        made.about = dialog.text("about").toStdString();
        made.owner = dialog.text("owner").toStdString();
        made.neededBy = dialog.text("needed-by").toStdString();
        made.effect = dialog.text("effect").toStdString();
        made.status = static_cast<RfiStatus>(dialog.choice("status"));
        made.answer = dialog.text("answer").toStdString();
        if (made.question.empty())
            return usageError(Message("edit.rfi-empty"));
        return made;
    };
    dialog.setCheck([&] {
        const Result<Rfi> made = read();
        return made ? done() : Done(made.error());
    });
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const Result<Rfi> made = read())
        commit(edits::putRfi(*made));
}

SettingsPage::SettingsPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RegisterPage("settings",
                   {{"setting", 0}, {"value", 120}, {"default", 110}, {"grade", 90}, {"source", 260}, {"key", 150}},
                   document, services, parent) {
    table()->setColumnHidden(5, true); // it can be searched for
    addButton(
        "change", [this] { changeRow(table()->currentItem()); }, true);
    addButton(
        "reset", [this] { removeRow(table()->currentItem()); }, true);
}

void SettingsPage::fill() {
    const Texts& texts = m_services.texts();
    const Theme& theme = Theme::current();
    const auto printed = [&texts](double low, double typical, double high, const std::string& unit, Grade grade) {
        const Unit* known = findUnit(unit);
        const auto in = [known](double si) { return known ? known->fromSi(si) : si; };
        return toText(texts.figure(Value::range(in(low), in(typical), in(high), grade), unit));
    };
    const auto asSwitch = [this](const SettingDefinition& setting, const std::string& kept, const QString& other) {
        const std::optional<SwitchWords> words = switchWords(setting);
        return words ? text(kept == words->on ? "site-word.yes" : "site-word.no") : other;
    };
    for (const Domain& domain : m_services.domains()->list())
        for (const SettingDefinition& setting : domain.settings) {
            if (setting.key.starts_with("readiness."))
                continue; // has a page of its own
            const Setting* row = givenSetting(*m_document.shownProject(), setting.key);
            const bool isChanged = row != nullptr;
            const bool isWord = !setting.words.empty() || !setting.defaultWord.empty();
            const QString standard =
                isWord ? (setting.defaultWord.empty() ? text("basis.by-design") : toText(setting.defaultWord))
                       : printed(setting.lowSi.value_or(setting.defaultSi), setting.defaultSi,
                                 setting.highSi.value_or(setting.defaultSi), setting.unit, setting.grade);
            QString value = standard;
            if (isChanged && isWord) {
                value = toText(shownWord(setting, row->value));
            } else if (isChanged) {
                if (const std::optional<Value> given = settingNumber(row->value))
                    value = printed(given->low(), given->typical(), given->high(), setting.unit, given->grade());
            }
            const QString shownStandard =
                asSwitch(setting, setting.defaultSi > 0 ? "1" : setting.defaultWord, standard);
            if (isChanged)
                value = asSwitch(setting, row->value, value);
            QStringList source;
            if (isChanged)
                source << toText(row->source);
            else
                for (const std::string& part : {setting.source.publisher, setting.source.title, setting.source.page})
                    if (!part.empty())
                        source << toText(part);
            QTreeWidgetItem* item =
                addItem(toText(setting.key), {text(setting.meaning), isChanged ? value : shownStandard, shownStandard,
                                              isChanged ? text("basis.changed") : toText(texts.grade(setting.grade)),
                                              source.join(QStringLiteral(", ")), toText(setting.key)});
            right(item, {1, 2});
            item->setForeground(1, theme.ink(isChanged ? Ink::Accent : Ink::Text));
            for (const int quiet : {2, 5})
                item->setForeground(quiet, theme.ink(Ink::Subdued));
        }
}

void SettingsPage::changeRow(QTreeWidgetItem* item) {
    ValueDialog dialog(item->data(0, Qt::UserRole).toString(), m_document, m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    if (const Result<Edit> edit = dialog.edit())
        commit(*edit);
}

void SettingsPage::removeRow(QTreeWidgetItem* item) {
    commit(edits::putSetting(item->data(0, Qt::UserRole).toString().toStdString(), {}, {}));
}

} // namespace rackwright
