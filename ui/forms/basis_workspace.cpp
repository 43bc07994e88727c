// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/basis_workspace.h"

#include "ui/forms/readiness_page.h"
#include "ui/forms/register_pages.h"
#include "ui/forms/site_form.h"
#include "ui/theme/theme.h"

#include <QButtonGroup>
#include <QFrame>
#include <QHBoxLayout>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

namespace {

constexpr ActionRow kBasis[] = {
    {"design.site", MenuId::Design, "Ctrl+Alt+1", "", false, true},
    {"design.requirements", MenuId::Design, "Ctrl+Alt+2", ""},
    {"design.assumptions", MenuId::Design, "Ctrl+Alt+3", ""},
    {"design.rfis", MenuId::Design, "Ctrl+Alt+4", ""},
    {"design.settings", MenuId::Design, "Ctrl+Alt+5", ""},
    {"design.readiness", MenuId::Design, "Ctrl+Alt+8", ""},
};

} // namespace

std::span<const ActionRow> basisActions() { return kBasis; }

BasisWorkspace::BasisWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Workspace(parent), m_services(services) {
    m_names = new QButtonGroup(this);
    m_bar = new QHBoxLayout;
    m_bar->setContentsMargins(16, 10, 16, 0);
    m_pages = new QStackedWidget;
    addPage("site", new SiteForm(document, services));
    auto* requirements = new RequirementsPage(document, services);
    connect(requirements, &RegisterPage::figureAsked, this, &BasisWorkspace::figureAsked);
    addPage("requirements", requirements);
    addPage("assumptions", new AssumptionsPage(document, services));
    addPage("rfis", new RfisPage(document, services));
    addPage("settings", new SettingsPage(document, services));
    addPage("readiness", new ReadinessPage(document, services));
    m_bar->addStretch();
    auto* card = new QFrame;
    card->setProperty("panel", true);
    auto* inner = new QVBoxLayout(card);
    inner->setContentsMargins(1, 1, 1, 1);
    inner->addLayout(m_bar);
    inner->addWidget(m_pages, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, kHalfSpace, 0, kHalfSpace);
    column->addWidget(card);
    showPage(QStringLiteral("site"));
}

void BasisWorkspace::addPage(const char* id, QWidget* page) {
    auto* chip = new QToolButton;
    chip->setObjectName(QStringLiteral("basis.show.") + QString::fromLatin1(id));
    chip->setText(QString::fromStdString(m_services.texts().text(std::string("basis.") + id)));
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    connect(chip, &QToolButton::clicked, this, [this, page] { m_pages->setCurrentWidget(page); });
    m_names->addButton(chip);
    m_bar->addWidget(chip);
    m_pages->addWidget(page);
}

void BasisWorkspace::showPage(const QString& id) {
    for (QAbstractButton* chip : m_names->buttons())
        if (chip->objectName() == QStringLiteral("basis.show.") + id) {
            chip->click();
            if (isVisible())
                chip->setFocus();
        }
}

WorkspaceFeature basisFeature() {
    return {"basis",
            {"view.show.basis", MenuId::View, "Ctrl+7", ""},
            WorkspaceRoom::Document,
            "basis",
            {},
            [](const WorkspaceSite& site) -> Workspace* { return new BasisWorkspace(site.document, site.services); }};
}

} // namespace rackwright