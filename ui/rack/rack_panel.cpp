// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_panel.h"

#include "ui/actions/focus_keys.h"
#include "ui/rack/rack_meters.h"
#include "ui/rack/rack_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

FaceChips makeFaceChips(RackView* view, const Texts& texts, QWidget* parent) {
    auto* group = new QButtonGroup(parent);
    const auto chip = [&](const char* id, Face face) {
        auto* button = new QToolButton(parent);
        button->setObjectName(QStringLiteral("face.") + QLatin1String(id));
        button->setText(QString::fromStdString(texts.text(std::string("rack.face.") + id)));
        button->setAccessibleName(QString::fromStdString(texts.text(std::string("rack.face.") + id + ".long")));
        button->setToolTip(button->accessibleName());
        button->setProperty("chip", true);
        button->setCheckable(true);
        button->setChecked(view->face() == face);
        group->addButton(button);
        QObject::connect(button, &QToolButton::clicked, view, [view, face] { view->setFace(face); });
        return button;
    };
    return {chip("front", Face::Front), chip("rear", Face::Rear)};
}

RackPanel::RackPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("rack.panel"));
    m_view = new RackView(document, services);
    m_view->setObjectName(QStringLiteral("rack.panel.view"));
    FocusKeys::letChosenHear(m_view);
    m_view->setTakesWheel(false); // the inspector scrolls; Ctrl zooms
    m_meters = new RackMeters(document, services.texts());
    m_title = new ElidedLabel;
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred); // a long name leaves the rest its room
    m_title->setObjectName(QStringLiteral("rack.panel.title"));
    m_title->setProperty("title", true);
    m_findings = new QLabel;
    m_findings->setObjectName(QStringLiteral("rack.panel.findings"));
    const FaceChips chips = makeFaceChips(m_view, services.texts(), this);
    auto* head = new QHBoxLayout;
    head->setSpacing(kSpace);
    head->addWidget(m_title);
    head->addWidget(m_findings);
    head->addStretch();
    head->addWidget(chips.front);
    head->addWidget(chips.rear);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    column->setSpacing(kSpace);
    column->addLayout(head);
    column->addWidget(m_meters);
    column->addWidget(m_view, 1);
    connect(m_meters, &RackMeters::figureAsked, this, &RackPanel::figureAsked);
    connect(m_view, &RackView::hinted, this, &RackPanel::hinted);
    connect(&m_document, &StudioDocument::changed, this, &RackPanel::refreshHead);
    connect(&m_document, &StudioDocument::solved, this, &RackPanel::refreshHead);
}

void RackPanel::show(Id<Rack> rack) {
    m_rack = rack;
    m_view->setRacks(rack ? std::vector{rack} : std::vector<Id<Rack>>{});
    m_meters->setRack(rack);
    refreshHead();
}

void RackPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refreshHead();
}

void RackPanel::refreshHead() {
    if (!isVisible())
        return;
    const Texts& texts = m_services.texts();
    const Rack* rack = m_document.shownDesign().racks.find(m_rack);
    // Beside the count of findings there is room for the name alone.
    m_title->setText(rack ? QString::fromStdString(rack->name) : QString());
    m_title->setAccessibleName(
        rack ? QString::fromStdString(texts.sentence(Message("rack.title").with("name", rack->name))) : QString());
    const SolutionPtr& solution = m_document.newestSolution();
    const FindingCounts found = rack && solution ? rackFindings(*solution, m_rack) : FindingCounts{};
    const std::int64_t count = found.errors > 0 ? found.errors : found.warnings > 0 ? found.warnings : found.notes;
    m_findings->setVisible(count > 0);
    if (count <= 0)
        return;
    const std::string id = std::string(found.errors > 0     ? "rack.errors."
                                       : found.warnings > 0 ? "rack.warnings."
                                                            : "rack.notes.") +
                           (count == 1 ? "one" : "many");
    m_findings->setText(QString::fromStdString(texts.sentence(Message(id).with("count", count))));
    const Theme& theme = Theme::current();
    const Ink ink = found.errors > 0 ? Ink::Bad : found.warnings > 0 ? Ink::Warning : Ink::Note;
    const Ink wash = found.errors > 0 ? Ink::BadWash : found.warnings > 0 ? Ink::WarningWash : Ink::NoteWash;
    m_findings->setStyleSheet(QStringLiteral("background: %1; color: %2; border-radius: 4px; padding: 1px 6px;")
                                  .arg(theme.ink(wash).name(), theme.ink(ink).name()));
}

} // namespace rackwright
