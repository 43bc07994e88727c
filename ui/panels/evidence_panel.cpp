// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/evidence_panel.h"

#include "ui/text/derivation_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <vector>

namespace rackwright {

namespace {
QString toText(const std::string& text) { return QString::fromStdString(text); }
} // namespace

EvidencePanel::EvidencePanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.evidence"));
    const Texts& texts = services.texts();
    m_title = new QLabel(toText(texts.text("evidence.none")));
    m_title->setObjectName(QStringLiteral("evidence.title"));
    m_title->setProperty("title", true);
    m_definition = new QLabel;
    m_definition->setWordWrap(true);
    m_formula = new QLabel;
    m_formula->setWordWrap(true);
    m_formula->setProperty("subdued", true);
    m_copy = new QToolButton;
    m_copy->setObjectName(QStringLiteral("evidence.copy"));
    m_copy->setText(toText(texts.text("evidence.copy")));
    m_copy->setEnabled(false);
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("evidence.tree"));
    m_tree->setAccessibleName(toText(texts.text("panel.evidence")));
    m_tree->setColumnCount(4);
    m_tree->setHeaderLabels({toText(texts.text("evidence.column.step")), toText(texts.text("evidence.column.amount")),
                             toText(texts.text("evidence.column.formula")),
                             toText(texts.text("evidence.column.origin"))});
    m_tree->header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_tree->header()->resizeSection(0, 320);
    m_tree->header()->resizeSection(1, 150);
    m_tree->header()->resizeSection(2, 280);
    m_tree->setAlternatingRowColors(false);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addStretch();
    head->addWidget(m_copy);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->addLayout(head);
    column->addWidget(m_definition);
    column->addWidget(m_formula);
    column->addWidget(m_tree, 1);
    connect(&m_document, &StudioDocument::solved, this, &EvidencePanel::refresh);
}

void EvidencePanel::show(const QString& figureLabel) {
    m_label = figureLabel;
    refresh();
}

void EvidencePanel::refresh() {
    const SolutionPtr& solution = m_document.shownSolution();
    if (m_label.isEmpty() || !solution || !isVisible())
        return;
    const Texts& texts = m_services.texts();
    m_tree->clear();
    const Result<FigureName> named = figureNamed(solution->domains(), solution->context(), m_label.toStdString());
    if (!named) {
        m_title->setText(toText(texts.sentence(named.error().message)));
        return;
    }
    const Result<Traced> traced = derivationOf(solution->context(), *named);
    if (!traced) {
        m_title->setText(toText(texts.sentence(traced.error().message)));
        return;
    }
    const std::vector<DerivationStep> steps = derivationSteps(*traced->node(), texts);
    m_text = toText(derivationTree(*traced->node(), texts));
    m_title->setText(m_label + QStringLiteral("  ") + (steps.empty() ? QString() : toText(steps.front().amount)));
    m_definition->setText(toText(texts.text(named->definition->definition)));
    m_formula->setText(toText(named->definition->formula + (named->definition->reference.empty()
                                                                ? std::string()
                                                                : " (" + named->definition->reference + ")")));
    std::vector<QTreeWidgetItem*> parents;
    for (const DerivationStep& step : steps) {
        auto* item = new QTreeWidgetItem({toText(step.label), toText(step.amount), toText(step.formula), toText(step.origin)});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        const auto depth = static_cast<std::size_t>(step.depth);
        parents.resize(depth);
        if (depth == 0)
            m_tree->addTopLevelItem(item);
        else
            parents.back()->addChild(item);
        parents.push_back(item);
    }
    m_tree->expandToDepth(2);
    m_copy->setEnabled(true);
}

} // namespace rackwright
