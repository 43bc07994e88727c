// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/readiness_page.h"

#include "model/edits/record_edits.h"
#include "model/text/date.h"
#include "solvers/advice/guide_book.h"
#include "solvers/engine/setting_text.h"
#include "solvers/readiness/readiness.h"
#include "ui/forms/record_dialog.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QTreeWidget>

namespace rackwright {

namespace {

constexpr std::string_view kReadinessPrefix = "readiness.";

Ink inkOfState(const ReadinessRow& row) {
    switch (row.state) {
    case ReadinessState::Pass:
        return Ink::Good;
    case ReadinessState::Fail:
        return row.isAdvised ? Ink::Warning : Ink::Bad;
    case ReadinessState::NotApplicable:
        return Ink::Subdued;
    case ReadinessState::Unknown:
        break;
    }
    return Ink::Warning;
}

} // namespace

ReadinessPage::ReadinessPage(StudioDocument& document, StudioServices& services, QWidget* parent)
    : RegisterPage("readiness",
                   {{"readiness-area", 100},
                    {"readiness-row", 0},
                    {"state", 110},
                    {"readiness-evidence", 260},
                    {"owner", 110},
                    {"date", 90},
                    {"document", 150}},
                   document, services, parent) {
    addButton(
        "answer", [this] { changeRow(table()->currentItem()); }, true);
    addButton(
        "reset", [this] { removeRow(table()->currentItem()); }, true);
}

void ReadinessPage::fill() {
    const SolutionPtr& solution = m_document.newestSolution();
    if (!solution)
        return;
    const Texts& texts = m_services.texts();
    // Answers are those of the design in front; figures those of its newest solution.
    const Context context(snapshotOf(m_document.shownProject()));
    const Theme& theme = Theme::current();
    const auto areaText = [&](ReadinessArea area) { return text("readiness.area." + std::string(enumName(area))); };
    const std::vector<StackStatement> statements = stackStatements(context);
    std::optional<ReadinessArea> area;
    for (const ReadinessRow& row : readinessRows(context, *solution)) {
        if (row.area != area) {
            area = row.area;
            for (const StackStatement& each : statements) {
                if (areaOf(each) != row.area)
                    continue;
                const ReadinessSignature by = signatureOf(each.source);
                QTreeWidgetItem* item = addItem(
                    toText(each.key), {areaText(row.area), text("setting." + each.key),
                                       text(each.value.empty() ? "readiness.not-stated" : "readiness.stated"),
                                       toText(each.value), toText(by.owner), toText(by.date), toText(by.evidence)});
                item->setForeground(2, theme.ink(each.value.empty() ? Ink::Warning : Ink::Accent));
            }
        }
        const std::string name = row.key.substr(kReadinessPrefix.size());
        const ReadinessSignature by = row.by.value_or(ReadinessSignature());
        const QString state =
            text("readiness.state." + std::string(enumName(row.state))) +
            (row.isAdvised && row.state == ReadinessState::Fail ? QLatin1Char(' ') + text("readiness.advised")
                                                                : QString());
        QTreeWidgetItem* item = addItem(
            toText(row.key), {areaText(row.area), text("readiness.row." + name), state,
                              row.evidence.id.empty() ? QString() : toText(texts.sentence(row.evidence)),
                              toText(by.owner), toText(by.date), toText(by.evidence)});
        item->setForeground(2, theme.ink(inkOfState(row)));
        item->setToolTip(1, item->text(1));
        item->setToolTip(3, item->text(3));
    }
}

void ReadinessPage::changeRow(QTreeWidgetItem* item) {
    const std::string key = item->data(0, Qt::UserRole).toString().toStdString();
    const Setting* said = givenSetting(*m_document.project(), key);
    const ReadinessSignature by = said ? signatureOf(said->source) : ReadinessSignature();
    const bool isRow = key.starts_with(kReadinessPrefix);
    RecordDialog dialog(QStringLiteral("dialog.readiness"),
                        text((isRow ? "readiness.row." + key.substr(kReadinessPrefix.size()) : "setting." + key)),
                        m_services.texts(), this);
    // The words of a setting, as they are kept, and as they read.
    QStringList kept, shown;
    for (const Domain& domain : m_services.domains()->list())
        for (const SettingDefinition& setting : domain.settings)
            if (setting.key == key)
                kept = toText(setting.words).split(QLatin1Char('|'));
    for (const QString& word : kept)
        if (isRow)
            shown << text("readiness.state." + word.toStdString());
        else if (word == QLatin1String("unknown"))
            shown << text("readiness.not-stated");
        else
            shown << (key.ends_with("-country") ? toText(countryName(word.toStdString())) : word);
    const auto now = said ? kept.indexOf(toText(said->value)) : -1;
    dialog.addChoice(isRow ? "state" : "readiness-value", shown,
                     static_cast<int>(now >= 0 ? now : std::min<qsizetype>(1, kept.size() - 1)));
    dialog.addLine("owner", said ? toText(by.owner) : person());
    dialog.addLine("date", said ? toText(by.date) : QString::fromStdString(m_services.today()),
                   QStringLiteral("2026-12-31"));
    dialog.addParagraph("readiness-proof", toText(by.evidence));
    const auto signature = [&dialog] {
        return ReadinessSignature{dialog.text("owner").toStdString(), dialog.text("date").toStdString(),
                                  dialog.text("readiness-proof").toStdString()};
    };
    dialog.setCheck([&]() -> Done {
        if (dialog.text("owner").isEmpty())
            return usageError(Message("readiness.no-owner"));
        const std::string date = signature().date;
        return isDate(date) ? done() : Done(usageError(Message("readiness.bad-date").with("date", date)));
    });
    if (dialog.exec() == QDialog::Accepted)
        commit(edits::putSetting(key, kept[dialog.choice(isRow ? "state" : "readiness-value")].toStdString(),
                                 signatureText(signature())));
}

void ReadinessPage::removeRow(QTreeWidgetItem* item) {
    commit(edits::putSetting(item->data(0, Qt::UserRole).toString().toStdString(), {}, {}));
}

} // namespace rackwright
