// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/lossless_panel.h"

#include "model/edits/record_edits.h"
#include "solvers/engine/setting_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/scrolled.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rackwright {

LosslessPanel::LosslessPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.checklist"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(kHalfSpace);
    m_sum = new QLabel;
    m_sum->setObjectName(QStringLiteral("fabric.checklist.sum"));
    m_sum->setProperty("title", true);
    m_sum->setWordWrap(true);
    column->addWidget(m_sum);
    auto* about = new QLabel(text("fabric.checklist.about"));
    about->setProperty("subdued", true);
    about->setWordWrap(true);
    column->addWidget(about);
    for (std::size_t i = 0; i < kLosslessSteps.size(); ++i)
        m_rows[i] = addStep(column, kLosslessSteps[i], i + 1);
    column->addStretch();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(scrolled(content));
    connect(&document, &StudioDocument::changed, this, &LosslessPanel::refresh);
    connect(&document, &StudioDocument::opened, this, &LosslessPanel::refresh);
}

QString LosslessPanel::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

LosslessPanel::Row LosslessPanel::addStep(QVBoxLayout* column, std::string_view key, std::size_t number) {
    const std::string id = std::string("fabric.checklist.").append(key);
    column->addSpacing(kSpace);
    Row row;
    row.state = new QLabel;
    row.state->setObjectName(QString::fromStdString(id + ".state"));
    auto* title = new QLabel(QString::fromStdString(m_services.texts().sentence(
        Message("fabric.checklist.step").with("number", number).with("title", m_services.texts().text(id)))));
    title->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setSpacing(kSpace);
    head->addWidget(title, 1);
    head->addWidget(row.state, 0, Qt::AlignTop);
    column->addLayout(head);
    auto* what = new QLabel(text(std::string("setting.").append(key)));
    what->setProperty("subdued", true);
    what->setWordWrap(true);
    column->addWidget(what);
    row.signedBy = new CommitField(QString::fromStdString(id), title->text(), m_services.texts());
    row.signedBy->setCommit([this, key](const QString& name) { return sign(key, name); });
    column->addWidget(row.signedBy);
    return row;
}

// Without a name a step is open again, as it was before anybody signed.
Done LosslessPanel::sign(std::string_view key, const QString& name) {
    const std::string by = name.trimmed().toStdString();
    const Done done =
        m_document.commit(edits::putSetting(std::string(key), by.empty() ? std::string() : std::string(kStepDone), by));
    m_document.closeMerge();
    return done;
}

void LosslessPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void LosslessPanel::refresh() {
    if (!isVisible())
        return;
    std::int64_t done = 0;
    for (std::size_t i = 0; i < kLosslessSteps.size(); ++i) {
        const Setting* setting = givenSetting(*m_document.shownProject(), kLosslessSteps[i]);
        const bool isDone = isSignedOff(setting);
        done += isDone ? 1 : 0;
        m_rows[i].signedBy->setShown(isDone ? QString::fromStdString(setting->source) : QString());
        m_rows[i].signedBy->line()->setPlaceholderText(text("fabric.checklist.name"));
        m_rows[i].state->setText(text(isDone ? "fabric.checklist.done" : "fabric.checklist.open"));
        QPalette palette = m_rows[i].state->palette();
        palette.setColor(QPalette::WindowText, Theme::current().ink(isDone ? Ink::Good : Ink::Warning));
        m_rows[i].state->setPalette(palette);
    }
    m_sum->setText(QString::fromStdString(m_services.texts().sentence(
        Message("fabric.checklist.sum").with("done", done).with("all", kLosslessSteps.size()))));
}

} // namespace rackwright
