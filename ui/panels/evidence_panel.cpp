// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/evidence_panel.h"

#include "solvers/cost/cost_kernels.h"
#include "ui/dialogs/value_dialog.h"
#include "ui/plan/subject_name.h"
#include "ui/report/typeset.h"
#include "ui/text/derivation_text.h"
#include "ui/text/figure_numbers.h"
#include "ui/text/figure_title.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShowEvent>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace rackwright {

namespace {

// What an input of the tree is: the key that changes it, the figure that it is.
constexpr int kKeyRole = Qt::UserRole;
constexpr int kFigureRole = Qt::UserRole + 1;

} // namespace

QString EvidencePanel::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QToolButton* EvidencePanel::addButton(const char* id, QLayout* row) {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("evidence.") + QLatin1String(id));
    button->setText(text(std::string("evidence.") + id));
    button->setProperty("compact", true);
    button->setEnabled(false);
    row->addWidget(button);
    return button;
}

EvidencePanel::EvidencePanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.evidence"));
    m_title = new ElidedLabel;
    m_title->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_title->setText(text("evidence.none"));
    m_title->setObjectName(QStringLiteral("evidence.title"));
    m_title->setProperty("title", true);
    m_amount = new QLabel;
    m_amount->setObjectName(QStringLiteral("evidence.amount"));
    m_amount->setFont(studioFont(16, QFont::Bold));
    m_definition = new QLabel;
    m_definition->setObjectName(QStringLiteral("evidence.definition"));
    m_definition->setWordWrap(true);
    m_formula = new QLabel;
    m_formula->setObjectName(QStringLiteral("evidence.formula"));
    m_formula->setWordWrap(true);
    m_formula->setProperty("subdued", true);
    m_tree = new QTreeWidget;
    m_tree->setObjectName(QStringLiteral("evidence.tree"));
    m_tree->setAccessibleName(text("panel.evidence"));
    m_tree->setColumnCount(4);
    m_tree->setHeaderLabels({text("evidence.column.step"), text("evidence.column.amount"),
                             text("evidence.column.formula"), text("evidence.column.origin")});
    m_tree->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    m_tree->header()->resizeSection(0, 270);
    m_tree->header()->resizeSection(1, 120);
    m_tree->header()->setStretchLastSection(false);
    for (const int column : {2, 3})
        m_tree->header()->setSectionResizeMode(column, QHeaderView::Stretch);
    m_tree->setUniformRowHeights(true);
    m_tree->setMinimumHeight(48); // small screens have no room for more
    auto* head = new QHBoxLayout;
    m_back = addButton("back", head);
    m_forward = addButton("forward", head);
    head->addSpacing(kSpace);
    head->addWidget(m_title);
    head->addSpacing(kSpace);
    head->addWidget(m_amount);
    head->addStretch();
    m_follow = addButton("follow", head);
    m_change = addButton("change", head);
    m_copy = addButton("copy", head);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->setSpacing(kHalfSpace);
    column->addLayout(head);
    column->addWidget(m_definition);
    column->addWidget(m_formula);
    column->addWidget(m_tree, 1);

    connect(m_back, &QToolButton::clicked, this, [this] { go(m_place - 1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { go(m_place + 1); });
    connect(m_copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_text); });
    connect(m_follow, &QToolButton::clicked, this, [this] { follow(m_tree->currentItem()); });
    connect(m_change, &QToolButton::clicked, this, [this] { changeInput(m_tree->currentItem()); });
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &EvidencePanel::refreshButtons);
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) {
        if (item->data(0, kKeyRole).isValid())
            changeInput(item);
        else
            follow(item);
    });
    connect(&m_document, &StudioDocument::solved, this, &EvidencePanel::refresh);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_trail.clear();
        m_label.clear();
        m_shown.reset();
        clear(text("evidence.none"));
    });
}

void EvidencePanel::show(const QString& figureLabel) {
    if (figureLabel.isEmpty())
        return;
    if (m_trail.empty() || m_trail[m_place] != figureLabel) {
        // What was ahead is left, as in a browser.
        m_trail.resize(m_trail.empty() ? 0 : m_place + 1);
        m_trail.push_back(figureLabel);
        m_place = m_trail.size() - 1;
    }
    m_label = figureLabel;
    refresh();
}

void EvidencePanel::go(std::size_t place) {
    if (place >= m_trail.size())
        return;
    m_place = place;
    m_label = m_trail[place];
    refresh();
}

void EvidencePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void EvidencePanel::clear(const QString& title) {
    m_tree->clear();
    m_title->setText(title);
    m_amount->clear();
    m_definition->clear();
    m_formula->clear();
    m_text.clear();
    refreshButtons();
}

void EvidencePanel::refresh() {
    const SolutionPtr& solution = m_document.shownSolution();
    if (m_label.isEmpty() || !isVisible())
        return;
    if (!solution || (solution == m_shown && m_shownLabel == m_label))
        return refreshButtons();
    m_shown = solution;
    m_shownLabel = m_label;
    const Texts& texts = m_services.texts();
    if (m_label.startsWith(QLatin1String(kBillLineLabel)))
        return showBillLine(*solution,
                            m_label.mid(qsizetype(std::char_traits<char>::length(kBillLineLabel))).toStdString());
    const Result<FigureName> named = figureNamed(solution->domains(), solution->context(), m_label.toStdString());
    if (!named)
        return clear(toText(texts.sentence(named.error().message)));
    const Result<Traced> traced = derivationOf(solution->context(), *named);
    if (!traced)
        return clear(toText(texts.sentence(traced.error().message)));
    const QString numbers = fill(*traced->node(), *solution);
    // A label may name its subject by number, where names are shared; a person knows the name.
    const QString subject = subjectName(solution->context().design(), named->subject, texts);
    m_title->setText(subject.isEmpty()
                         ? toText(figureTitle(m_label.toStdString(), texts))
                         : toText(figureTitle(named->definition->name, texts)) + QStringLiteral(" · ") + subject);
    m_title->setToolTip(m_label);
    m_definition->setText(toText(texts.text(named->definition->definition)));
    std::string basis = texts.text(named->definition->formula);
    if (!named->definition->reference.empty())
        basis += " (" + texts.text(named->definition->reference) + ")";
    if (const int number = figureNumber(named->definition->name); number > 0)
        basis = texts.sentence(Message("explain.number").with("number", number)) + ". " + basis;
    m_formula->setText(typeset(toText(basis)) + numbers);
    refreshButtons();
}

// A line of the bill is no figure of its own name; its amount is worked out the same way, with quantity and price
// behind it.
void EvidencePanel::showBillLine(const Solution& solution, const std::string& key) {
    const Bill& bill = billIn(solution.context());
    const auto line = std::ranges::find(bill.lines, key, &BillLine::key);
    if (line == bill.lines.end() || !line->counts())
        return clear(text(line == bill.lines.end() ? "evidence.line-gone" : "evidence.line-without-amount"));
    const Traced amount = tracedLine(bill, *line, solution.context().project().quote);
    const QString numbers = fill(*amount.node(), solution);
    m_title->setText(toText(line->description.empty() ? key : line->description));
    m_title->setToolTip(QString());
    m_definition->setText(text("evidence.line.definition"));
    m_formula->setText(text("evidence.line.formula") + numbers);
    refreshButtons();
}

QString EvidencePanel::fill(const Derivation& root, const Solution& solution) {
    const Texts& texts = m_services.texts();
    const Theme& theme = Theme::current();
    const std::vector<DerivationStep> steps = derivationSteps(root, texts);
    m_text = toText(derivationTree(root, texts));
    m_amount->setText(steps.empty() ? QString() : typeset(toText(steps.front().amount)));
    m_tree->clear();
    std::vector<QTreeWidgetItem*> parents;
    for (const DerivationStep& step : steps) {
        auto* item = new QTreeWidgetItem(
            {toText(step.label), typeset(toText(step.amount)), typeset(toText(step.formula)), toText(step.origin)});
        for (const int column : {0, 2, 3})
            item->setToolTip(column, item->text(column));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        const std::string key = !step.node->assumption.empty() ? step.node->assumption : step.node->label;
        if (ValueDialog::canEnter(key, m_services)) {
            item->setData(0, kKeyRole, toText(key));
            item->setForeground(0, theme.ink(Ink::Accent));
            item->setToolTip(0, ValueDialog::title(key, solution.context().project(), m_services) +
                                    QStringLiteral("\n") + text("evidence.change.hint"));
        } else if (step.depth > 0 && solution.find(step.node->label)) {
            item->setData(0, kFigureRole, toText(step.node->label));
            item->setForeground(0, theme.ink(Ink::Accent));
            item->setToolTip(0, text("evidence.follow.hint"));
        }
        const auto depth = static_cast<std::size_t>(step.depth);
        parents.resize(depth);
        if (depth == 0)
            m_tree->addTopLevelItem(item);
        else
            parents.back()->addChild(item);
        parents.push_back(item);
    }
    m_tree->expandToDepth(2);
    // A width that the person has set stays while the same figure is worked out anew.
    if (m_label != m_fittedLabel) {
        m_fittedLabel = m_label;
        m_tree->resizeColumnToContents(0);
        const int widest = std::max(200, m_tree->width() * 2 / 5);
        m_tree->header()->resizeSection(0, std::clamp(m_tree->header()->sectionSize(0), 200, widest));
    }
    // The first step's numbers are long where a figure sums many things: they stand where they can wrap.
    return steps.empty() || steps.front().formula.empty()
               ? QString()
               : QStringLiteral("\n= ") + typeset(toText(steps.front().formula));
}

void EvidencePanel::refreshButtons() {
    const QTreeWidgetItem* item = m_tree->currentItem();
    m_back->setEnabled(!m_trail.empty() && m_place > 0);
    m_forward->setEnabled(m_place + 1 < m_trail.size());
    m_copy->setEnabled(!m_text.isEmpty());
    m_follow->setEnabled(item && item->data(0, kFigureRole).isValid());
    m_change->setEnabled(item && item->data(0, kKeyRole).isValid());
}

void EvidencePanel::follow(QTreeWidgetItem* item) {
    if (item && item->data(0, kFigureRole).isValid())
        show(item->data(0, kFigureRole).toString());
}

void EvidencePanel::changeInput(QTreeWidgetItem* item) {
    if (!item || !item->data(0, kKeyRole).isValid())
        return;
    ValueDialog dialog(item->data(0, kKeyRole).toString(), m_document, m_services, this);
    if (dialog.exec() != QDialog::Accepted)
        return;
    const Result<Edit> edit = dialog.edit();
    const Done done = edit ? m_document.commit(*edit) : Done(edit.error());
    m_document.closeMerge();
    if (!done)
        Q_EMIT hinted(toText(m_services.texts().sentence(done.error().message)));
}

} // namespace rackwright
