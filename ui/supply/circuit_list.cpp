// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/circuit_list.h"

#include "model/edits/power_edits.h"
#include "ui/document/studio_document.h"
#include "ui/supply/connections.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace rackwright {

std::vector<PowerLink> circuitsTo(const Design& design, Subject fed) {
    std::vector<PowerLink> found;
    for (const PowerLink& link : design.powerLinks)
        if (fed.kind == SubjectKind::CoolingUnit ? !link.to && link.unit.value == fed.id : link.to.value == fed.id)
            found.push_back(link);
    return found;
}

CircuitList::CircuitList(Subject fed, StudioDocument& document, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_fed(fed), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("inspector.circuits"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kHalfSpace);
    m_rows = new QWidget;
    column->addWidget(m_rows);
    m_problem = new ProblemLabel(QStringLiteral("inspector.circuits.problem"), 0);
    column->addWidget(m_problem);
    connect(&m_document, &StudioDocument::changed, this, &CircuitList::refresh);
    refresh();
}

Done CircuitList::change(Id<PowerLink> circuit, const std::function<void(PowerLink&)>& change) {
    const PowerLink* row = m_document.design().powerLinks.find(circuit);
    if (!row)
        return edits::missingRow("circuit");
    PowerLink next = *row;
    change(next);
    const Done done =
        m_document.commit(edits::putPowerLink(edits::activeTarget(*m_document.project()), std::move(next)));
    m_document.closeMerge();
    return done;
}

void CircuitList::refresh() {
    const Design& design = m_document.shownDesign();
    const std::vector<PowerLink> circuits = circuitsTo(design, m_fed);
    std::vector<std::pair<Id<PowerLink>, QString>> shown;
    for (const PowerLink& circuit : circuits) {
        const PowerElement* from = design.powerElements.find(circuit.from);
        shown.emplace_back(circuit.id, from ? toText(from->name) : QString());
    }
    if (!m_isShown || shown != m_shown) {
        m_shown = std::move(shown);
        m_isShown = true;
        rebuild(circuits);
    }
    const auto si = [](const auto& value) { return value ? std::optional(value->si()) : std::nullopt; };
    for (const PowerLink& circuit : circuits) {
        const Fields& fields = m_fields.at(circuit.id.value);
        fields.breaker->setValue(si(circuit.breaker));
        fields.poles->setShown(toText(circuit.poles));
        fields.connector->setShown(toText(circuit.connector));
        fields.whip->setValue(circuit.whip ? std::optional(circuit.whip->inMetres()) : std::nullopt);
    }
}

void CircuitList::rebuild(const std::vector<PowerLink>& circuits) {
    // A field may be in the middle of its commit; what is half typed for a circuit that is gone goes with it.
    for (const auto& [id, fields] : m_fields)
        for (CommitField* field : {static_cast<CommitField*>(fields.breaker), fields.poles, fields.connector,
                                   static_cast<CommitField*>(fields.whip)})
            field->setCommit({});
    m_fields.clear();
    auto* rows = new QWidget;
    auto* column = new QVBoxLayout(rows);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kHalfSpace);
    if (circuits.empty()) {
        auto* none = new QLabel(toText(m_texts.text("supply.unfed")));
        none->setProperty("subdued", true);
        column->addWidget(none);
    }
    for (const PowerLink& circuit : circuits)
        m_fields[circuit.id.value] = addFields(circuit, *column);
    delete layout()->replaceWidget(m_rows, rows);
    m_rows->hide();
    m_rows->deleteLater();
    m_rows = rows;
}

CircuitList::Fields CircuitList::addFields(const PowerLink& circuit, QVBoxLayout& column) {
    const PowerElement* from = m_document.shownDesign().powerElements.find(circuit.from);
    const QString name = from ? toText(from->name) : QString(), number = QString::number(circuit.id.value);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kSpace);
    grid->setVerticalSpacing(kHalfSpace);
    grid->setColumnMinimumWidth(0, 96);
    grid->setColumnStretch(1, 1);
    auto* head = new QPushButton(name);
    head->setObjectName(QStringLiteral("inspector.circuit.from:") + number);
    head->setProperty("link", true);
    head->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    head->setToolTip(name);
    connect(head, &QPushButton::clicked, this, [this, id = circuit.from] { m_document.select({Subject(id)}); });
    grid->addWidget(head, 0, 0, 1, 2);
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("inspector.circuit.remove:") + number);
    remove->setText(QStringLiteral("×"));
    remove->setAccessibleName(toText(m_texts.sentence(Message("supply.remove").with("name", name.toStdString()))));
    remove->setToolTip(remove->accessibleName());
    connect(remove, &QToolButton::clicked, this, [this, id = circuit.id] {
        const Done taken = m_document.commit(edits::removePowerLinks(edits::activeTarget(*m_document.project()), {id}));
        m_document.closeMerge();
        m_problem->say(taken ? QString() : toText(m_texts.sentence(taken.error().message)));
    });
    grid->addWidget(remove, 0, 2);
    const auto put = [&](const char* id, CommitField* field) {
        auto* label = new QLabel(toText(m_texts.text(id)));
        label->setProperty("subdued", true);
        label->setBuddy(field);
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignTop);
        grid->addWidget(field, row, 1, 1, 2);
    };
    const auto words = [&](const char* id, const char* field) {
        auto* made = new CommitField(QStringLiteral("inspector.circuit.%1:%2").arg(QLatin1String(field), number),
                                     toText(m_texts.text(id)), m_texts);
        put(id, made);
        return made;
    };
    const auto quantity = [&](const char* id, const char* field, std::string_view unit) {
        auto* made = new QuantityField(QStringLiteral("inspector.circuit.%1:%2").arg(QLatin1String(field), number),
                                       toText(m_texts.text(id)), unit, QuantityField::Empty::Allowed, m_texts);
        put(id, made);
        return made;
    };
    Fields fields;
    const Id<PowerLink> id = circuit.id;
    fields.breaker = quantity("inspector.breaker", "breaker", "A");
    fields.breaker->setCommitValue([this, id](std::optional<double> si) {
        return change(id, [si](PowerLink& link) { link.breaker = si ? std::optional(Current(*si)) : std::nullopt; });
    });
    fields.poles = words("supply.poles", "poles");
    fields.poles->setCommit([this, id](const QString& typed) {
        return change(id, [&typed](PowerLink& link) { link.poles = typed.trimmed().toStdString(); });
    });
    fields.connector = words("supply.connector", "connector");
    fields.connector->setCommit([this, id](const QString& typed) {
        return change(id, [&typed](PowerLink& link) { link.connector = typed.trimmed().toStdString(); });
    });
    fields.whip = quantity("supply.whip", "whip", "m");
    fields.whip->setCommitValue([this, id](std::optional<double> si) {
        return change(id,
                      [si](PowerLink& link) { link.whip = si ? std::optional(Length::nearest(*si)) : std::nullopt; });
    });
    column.addLayout(grid);
    return fields;
}

} // namespace rackwright
