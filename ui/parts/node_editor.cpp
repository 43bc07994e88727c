// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/node_editor.h"

#include "catalog/part_library.h"
#include "model/parts/part_title.h"
#include "ui/parts/faceplate_view.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::array kModuleSizes = {16e9, 32e9, 48e9, 64e9, 96e9, 128e9, 256e9};
constexpr std::array kDriveSizes = {0.96e12, 1.92e12, 3.84e12, 7.68e12, 15.36e12, 30.72e12, 61.44e12, 122.88e12};
constexpr std::array kCardRoles = {PortRole::Compute, PortRole::Storage, PortRole::InBand};
constexpr int kMost = 64;
enum CardColumn { CardRoleColumn, CardKindColumn, CardCountColumn };

QString byteText(double bytes) {
    return bytes < 1e12 ? QStringLiteral("%1 GB").arg(bytes / 1e9) : QStringLiteral("%1 TB").arg(bytes / 1e12);
}

} // namespace

ComponentShelf componentShelf(const PartLibrary& library) {
    ComponentShelf shelf;
    for (const PartSummary& summary : library.parts()) {
        const bool isProcessor = summary.category == PartCategory::Processor;
        if (!isProcessor && summary.category != PartCategory::Nic)
            continue;
        if (Result<PartPtr> part = library.part(summary.id))
            (isProcessor ? shelf.processors : shelf.cards).push_back(std::move(*part));
    }
    return shelf;
}

NodeEditor::NodeEditor(PartPtr chassis, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_chassis(std::move(chassis)), m_services(services),
      m_shelf(componentShelf(*services.library())), m_standing(standingConfiguration(*m_chassis, m_shelf)),
      m_limits(nodeLimits(*m_chassis)) {
    setObjectName(QStringLiteral("dialog.node-editor"));
    setWindowTitle(toText(services.texts().sentence(Message("node-editor.title").with("part", partTitle(*m_chassis)))));
    resize(980, 700);
    auto* left = new QFormLayout;
    m_id = new QLineEdit(toText(m_chassis->id + "-configured"));
    m_id->setObjectName(QStringLiteral("node-editor.id"));
    connect(m_id, &QLineEdit::textChanged, this, &NodeEditor::check);
    left->addRow(text("part-editor.id"), m_id);
    m_processor = new QComboBox;
    m_processor->setObjectName(QStringLiteral("node-editor.processor"));
    const std::string family = textFact(*m_chassis, attribute::cpuModel.key).typical().value_or("");
    m_processor->addItem(family.empty() ? text("node-editor.as-sold") : toText(family), QString());
    for (const PartPtr& processor : fittingProcessors(*m_chassis, m_shelf))
        m_processor->addItem(toText(partTitle(*processor)), toText(processor->id));
    if (m_standing.processor)
        m_processor->setCurrentIndex(std::max(0, m_processor->findData(toText(*m_standing.processor))));
    connect(m_processor, &QComboBox::currentIndexChanged, this, &NodeEditor::check);
    left->addRow(text("node-editor.processor"), m_processor);
    m_processors = spin(*left, "processors", m_standing.processors.value_or(0), m_limits.sockets);
    m_modules = spin(*left, "modules", m_standing.modules.value_or(0), m_limits.memorySlots);
    m_moduleSize = sizes(*left, "module-size", kModuleSizes, m_standing.moduleBytes);
    auto* right = new QFormLayout;
    m_drives = spin(*right, "drives", m_standing.drives.value_or(0), m_limits.driveBays);
    m_driveSize = sizes(*right, "drive-size", kDriveSizes, m_standing.driveBytes);
    m_supplies = spin(*right, "supplies", m_standing.supplies.value_or(0), m_limits.supplies);
    m_supplies->setEnabled(m_standing.supplies.has_value());
    m_support = spin(*right, "support", 3, 10);
    m_rails = new QCheckBox(text("node-editor.rails"));
    m_rails->setObjectName(QStringLiteral("node-editor.rails"));
    connect(m_rails, &QCheckBox::toggled, this, &NodeEditor::check);
    right->addRow(QString(), m_rails);
    auto* heads = new QHBoxLayout;
    heads->setSpacing(16);
    heads->addLayout(left, 1);
    heads->addLayout(right, 1);

    m_face = new FaceplateView(services.texts());
    m_changes = new QTableWidget(0, 4);
    m_changes->setObjectName(QStringLiteral("node-editor.changes"));
    m_changes->setAccessibleName(text("node-editor.changes"));
    m_changes->setHorizontalHeaderLabels({text("node-editor.changes"), text("node-editor.power"),
                                          text("node-editor.weight"), text("node-editor.price")});
    m_changes->verticalHeader()->hide();
    m_changes->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_changes->setColumnWidth(0, 420);
    m_sum = new QLabel;
    m_sum->setObjectName(QStringLiteral("node-editor.sum"));
    m_sum->setProperty("title", true);
    m_sum->setWordWrap(true);
    m_notes = new QLabel;
    m_notes->setObjectName(QStringLiteral("node-editor.notes"));
    m_notes->setProperty("doubt", true);
    m_notes->setWordWrap(true);
    m_problem = new ProblemLabel(QStringLiteral("node-editor.problem"), 0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setObjectName(QStringLiteral("node-editor.save"));
    m_save->setText(text("part-editor.save"));
    m_save->setProperty("primary", true);
    buttons->button(QDialogButtonBox::Cancel)->setText(text("dialog.cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addLayout(heads);
    column->addWidget(cardsTable());
    column->addWidget(m_face);
    column->addWidget(m_changes, 1);
    column->addWidget(m_sum);
    column->addWidget(m_notes);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

QString NodeEditor::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QSpinBox* NodeEditor::spin(QFormLayout& form, const char* name, std::int64_t value, std::optional<std::int64_t> most) {
    auto* box = new QSpinBox;
    box->setObjectName(QStringLiteral("node-editor.") + QLatin1String(name));
    box->setRange(0, static_cast<int>(most.value_or(kMost)));
    box->setValue(static_cast<int>(value));
    QString label = text(std::string("node-editor.") + name);
    if (most)
        label = toText(m_services.texts().sentence(
            Message("node-editor.at-most").with("what", label.toStdString()).with("count", *most)));
    box->setAccessibleName(label);
    connect(box, &QSpinBox::valueChanged, this, &NodeEditor::check);
    form.addRow(label, box);
    return box;
}

QComboBox* NodeEditor::sizes(QFormLayout& form, const char* name, std::span<const double> sizes,
                             std::optional<double> bytes) {
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("node-editor.") + QLatin1String(name));
    const bool isListed =
        !bytes || std::ranges::any_of(sizes, [&](double size) { return std::abs(size - *bytes) < 1; });
    if (!bytes)
        box->addItem(text("node-editor.as-sold"), 0.0);
    else if (!isListed)
        box->addItem(byteText(*bytes), *bytes);
    for (const double size : sizes)
        box->addItem(byteText(size), size);
    if (bytes && isListed)
        for (int i = 0; i < box->count(); ++i)
            if (std::abs(box->itemData(i).toDouble() - *bytes) < 1)
                box->setCurrentIndex(i);
    connect(box, &QComboBox::currentIndexChanged, this, &NodeEditor::check);
    form.addRow(text(std::string("node-editor.") + name), box);
    return box;
}

QWidget* NodeEditor::cardsTable() {
    m_cards = new QTableWidget(static_cast<int>(kCardRoles.size()), 3);
    m_cards->setObjectName(QStringLiteral("node-editor.cards"));
    m_cards->setAccessibleName(text("node-editor.cards"));
    m_cards->setHorizontalHeaderLabels({text("part-editor.role"), text("node-editor.card"), text("part-editor.count")});
    m_cards->verticalHeader()->hide();
    m_cards->setColumnWidth(CardRoleColumn, 140);
    m_cards->setColumnWidth(CardKindColumn, 460);
    m_cards->setSelectionMode(QAbstractItemView::NoSelection);
    for (int row = 0; row < m_cards->rowCount(); ++row) {
        const PortRole role = kCardRoles[static_cast<std::size_t>(row)];
        auto* name = new QTableWidgetItem(text("part.port." + std::string(enumName(role))));
        name->setFlags(Qt::ItemIsEnabled);
        m_cards->setItem(row, CardRoleColumn, name);
        auto* kind = new QComboBox;
        kind->setObjectName(QStringLiteral("node-editor.card.") + QString::fromUtf8(enumName(role)));
        kind->addItem(text("node-editor.as-sold"), QString());
        for (const PartPtr& card : m_shelf.cards)
            kind->addItem(toText(partTitle(*card)), toText(card->id));
        auto* count = new QSpinBox;
        count->setObjectName(QStringLiteral("node-editor.card-count.") + QString::fromUtf8(enumName(role)));
        count->setRange(0, static_cast<int>(m_limits.cardSlots.value_or(kMost)));
        const auto standing = std::ranges::find(m_standing.cards, role, &ConfiguredCards::role);
        if (standing != m_standing.cards.end()) {
            kind->setCurrentIndex(std::max(0, kind->findData(toText(standing->part))));
            count->setValue(static_cast<int>(standing->count));
        }
        connect(kind, &QComboBox::currentIndexChanged, this, [this, count](int index) {
            if (index > 0 && count->value() == 0)
                count->setValue(1);
            check();
        });
        connect(count, &QSpinBox::valueChanged, this, &NodeEditor::check);
        m_cards->setCellWidget(row, CardKindColumn, kind);
        m_cards->setCellWidget(row, CardCountColumn, count);
        m_cards->setRowHeight(row, 32);
    }
    m_cards->setFixedHeight(32 * m_cards->rowCount() + 34);
    return m_cards;
}

NodeConfiguration NodeEditor::wanted() const {
    NodeConfiguration wanted;
    const auto changed = [](std::int64_t now, const std::optional<std::int64_t>& was) -> std::optional<std::int64_t> {
        return now == was.value_or(0) ? std::nullopt : std::optional(now);
    };
    const auto size = [](const QComboBox& box, const std::optional<double>& was) -> std::optional<double> {
        const double now = box.currentData().toDouble();
        return now <= 0 || (was && std::abs(now - *was) < 1) ? std::nullopt : std::optional(now);
    };
    if (const std::string processor = m_processor->currentData().toString().toStdString();
        !processor.empty() && processor != m_standing.processor)
        wanted.processor = processor;
    wanted.processors = changed(m_processors->value(), m_standing.processors);
    wanted.modules = changed(m_modules->value(), m_standing.modules);
    wanted.moduleBytes = size(*m_moduleSize, m_standing.moduleBytes);
    wanted.drives = changed(m_drives->value(), m_standing.drives);
    wanted.driveBytes = size(*m_driveSize, m_standing.driveBytes);
    wanted.supplies = changed(m_supplies->value(), m_standing.supplies);
    if (m_support->value() != 3)
        wanted.supportYears = m_support->value();
    if (m_rails->isChecked())
        wanted.hasRails = true;
    for (int row = 0; row < m_cards->rowCount(); ++row) {
        const PortRole role = kCardRoles[static_cast<std::size_t>(row)];
        const auto* kind = qobject_cast<QComboBox*>(m_cards->cellWidget(row, CardKindColumn));
        const auto* count = qobject_cast<QSpinBox*>(m_cards->cellWidget(row, CardCountColumn));
        const ConfiguredCards cards{kind->currentData().toString().toStdString(), count->value(), role};
        const bool isStanding = std::ranges::find(m_standing.cards, cards) != m_standing.cards.end();
        if (!cards.part.empty() && !isStanding)
            wanted.cards.push_back(cards);
    }
    return wanted;
}

Result<ConfiguredNode> NodeEditor::node() const {
    const std::string id = m_id->text().trimmed().toStdString();
    if (id.empty())
        return usageError(Message("part-editor.nameless"));
    const bool isTaken =
        m_services.catalog() &&
        std::ranges::any_of(m_services.catalog()->parts(), [&id](const PartSummary& other) { return other.id == id; });
    if (isTaken)
        return usageError(Message("part-editor.id-taken").with("id", id));
    return configuredNode(*m_chassis, wanted(), m_shelf, id);
}

void NodeEditor::check() {
    if (!m_save || !m_cards)
        return;
    const Texts& texts = m_services.texts();
    const Result<ConfiguredNode> made = node();
    m_problem->say(made ? QString() : toText(texts.sentence(made.error().message)));
    m_save->setEnabled(made.has_value() && !made->lines.empty());
    if (!made)
        return;
    m_face->setPart(std::make_shared<const Part>(made->part));
    m_changes->setRowCount(static_cast<int>(made->lines.size()));
    const auto change = [&](const std::optional<double>& figure, const char* unit) {
        if (!figure)
            return text("node-config.open");
        return (*figure > 0 ? QStringLiteral("+") : QString()) +
               toText(texts.figure(Value(*figure), unit, 1, {.significantDigits = 4}));
    };
    for (int row = 0; row < m_changes->rowCount(); ++row) {
        const ConfigurationLine& line = made->lines[static_cast<std::size_t>(row)];
        m_changes->setItem(row, 0, new QTableWidgetItem(toText(line.what)));
        m_changes->setItem(row, 1, new QTableWidgetItem(change(line.watts, "W")));
        m_changes->setItem(row, 2, new QTableWidgetItem(change(line.kilograms, "kg")));
        m_changes->setItem(row, 3, new QTableWidgetItem(change(line.dollars, "USD")));
    }
    QStringList sum;
    const auto tell = [&](const char* title, const Value& value, std::string_view unit) {
        sum << text(title) + QLatin1Char(' ') + toText(texts.figure(value, unit, 1, {.significantDigits = 4}));
    };
    const auto ranged = [](const auto& fact, auto number) {
        return fact.isUnknown()
                   ? Value::unknown(fact.grade)
                   : Value::range(number(*fact.low()), number(*fact.typical()), number(*fact.high()), fact.grade);
    };
    tell("node-editor.power",
         ranged(powerIn(made->part, PowerModeKind::Maximum), [](Power p) { return p.in(unit::kilowatt); }), "kW");
    tell("node-editor.weight", ranged(numberFact(made->part, attribute::weight.key), [](double kg) { return kg; }),
         "kg");
    if (!made->part.prices.empty())
        tell("node-editor.price", ranged(made->part.prices.front().rate, [](PriceRate r) { return r.inUnits(); }),
             made->part.prices.front().currency.code());
    m_sum->setText(sum.join(QStringLiteral("   ")));
    QStringList notes;
    for (const Message& note : made->notes)
        notes << toText(texts.sentence(note));
    m_notes->setText(notes.join(QLatin1Char('\n')));
    m_notes->setVisible(!notes.isEmpty());
}

} // namespace rackwright
