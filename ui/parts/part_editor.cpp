// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_editor.h"

#include "catalog/part_import.h"
#include "model/units/parse.h"
#include "model/units/print.h"
#include "ui/parts/faceplate_view.h"
#include "ui/text/derivation_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

enum FactColumn { TitleColumn, ValueColumn, SourceColumn };
enum PortColumn { RoleColumn, CountColumn, SpeedColumn, ConnectorColumn };
constexpr int kKeyRole = Qt::UserRole;         ///< of the title: the property
constexpr int kAsItWasRole = Qt::UserRole + 1; ///< of the value: the text before any change
constexpr std::string_view kPower = "power.";

DecimalMark markOf(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

QTableWidgetItem* fixedItem(const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

void prepare(QTableWidget& table) {
    table.verticalHeader()->hide();
    table.setShowGrid(false);
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.verticalHeader()->setDefaultSectionSize(28);
    table.horizontalHeader()->setStretchLastSection(true);
}

// A rack unit counts places of a rack, it is no length.
const Unit* unitOf(const AttributeKey* key) { return key ? findUnit(key->unit == "U" ? "" : key->unit) : nullptr; }

template <class Facts>
QString sourceOf(const Facts& fact) {
    return fact.source ? toText(sourceText(*fact.source)) : QString();
}

} // namespace

QString PartEditor::text(const std::string& id) const { return toText(m_texts.text(id)); }

QLineEdit* PartEditor::addLine(QFormLayout* form, const char* id, const std::string& value) {
    auto* line = new QLineEdit(toText(value));
    line->setObjectName(QStringLiteral("part-editor.") + QLatin1String(id));
    line->setAccessibleName(text(std::string("part-editor.") + id));
    form->addRow(text(std::string("part-editor.") + id), line);
    connect(line, &QLineEdit::textChanged, this, &PartEditor::check);
    return line;
}

PartEditor::PartEditor(const PartPtr& original, bool isOwn, const Catalog& catalog, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_original(original), m_isOwn(isOwn), m_catalog(catalog), m_texts(texts) {
    setObjectName(QStringLiteral("dialog.part-editor"));
    setWindowTitle(text(isOwn ? "part-editor.title.own" : "part-editor.title"));
    resize(860, 620);
    auto* left = new QFormLayout;
    left->setVerticalSpacing(kSpace);
    m_id = addLine(left, "id", isOwn ? original->id : original->id + "-own");
    m_id->setReadOnly(isOwn);
    m_vendor = addLine(left, "vendor", original->vendor);
    m_model = addLine(left, "model", original->model);
    m_description = addLine(left, "description", original->description);
    auto* right = new QFormLayout;
    right->setVerticalSpacing(kSpace);
    m_number = addLine(right, "number", original->partNumber);
    m_lifecycle = new QComboBox;
    m_lifecycle->setObjectName(QStringLiteral("part-editor.lifecycle"));
    for (const std::string_view name : EnumNames<Lifecycle>::names)
        m_lifecycle->addItem(text("part.lifecycle." + std::string(name)));
    m_lifecycle->setCurrentIndex(static_cast<int>(original->lifecycle));
    right->addRow(text("part-editor.lifecycle"), m_lifecycle);
    m_grade = new QComboBox;
    m_grade->setObjectName(QStringLiteral("part-editor.grade"));
    for (const std::string_view name : kGradeNames)
        m_grade->addItem(text("grade." + std::string(name)));
    m_grade->setCurrentIndex(static_cast<int>(Grade::Estimate));
    right->addRow(text("part-editor.grade"), m_grade);
    m_source = addLine(right, "source", {});
    m_source->setPlaceholderText(text("part-editor.source.hint"));
    auto* heads = new QHBoxLayout;
    heads->setSpacing(16);
    heads->addLayout(left, 1);
    heads->addLayout(right, 1);
    m_face = new FaceplateView(texts);
    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("part-editor.tabs"));
    tabs->addTab(factsPage(), text("part-editor.facts"));
    tabs->addTab(portsPage(), text("part-editor.ports"));
    m_problem = new ProblemLabel(QStringLiteral("part-editor.problem"), 0);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setObjectName(QStringLiteral("part-editor.save"));
    m_save->setText(text("part-editor.save"));
    m_save->setProperty("primary", true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addLayout(heads);
    column->addWidget(m_face);
    column->addWidget(tabs, 1);
    m_doubts = new QLabel;
    m_doubts->setObjectName(QStringLiteral("part-editor.doubts"));
    m_doubts->setProperty("doubt", true);
    m_doubts->setWordWrap(true);
    column->addWidget(m_doubts);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

QWidget* PartEditor::factsPage() {
    auto* page = new QWidget;
    m_facts = new QTableWidget(0, 3);
    m_facts->setObjectName(QStringLiteral("part-editor.facts"));
    m_facts->setAccessibleName(text("part-editor.facts"));
    m_facts->setHorizontalHeaderLabels({text("part-editor.property"), text("record.value"), text("record.source")});
    prepare(*m_facts);
    m_facts->setColumnWidth(TitleColumn, 260);
    m_facts->setColumnWidth(ValueColumn, 170);
    for (const PowerMode& mode : m_original->powerModes) {
        const auto watts = mode.power.typical();
        addFact(std::string(kPower) + std::string(enumName(mode.kind)),
                watts ? editableText(watts->si(), *findUnit("kW"), m_texts) : QString(), sourceOf(mode.power));
    }
    for (const Attribute& attribute : m_original->attributes) {
        const AttributeKey* key = m_catalog.attributeKey(attribute.key);
        const Unit* unit = unitOf(key);
        const auto number = attribute.number.typical();
        if (const auto words = attribute.text.typical())
            addFact(attribute.key, toText(*words), sourceOf(attribute.text));
        else
            addFact(attribute.key, number && unit ? editableText(*number, *unit, m_texts) : QString(),
                    sourceOf(attribute.number));
    }
    m_property = new QComboBox;
    m_property->setObjectName(QStringLiteral("part-editor.property"));
    m_property->setAccessibleName(text("part-editor.add-property"));
    for (const AttributeKey& key : m_catalog.attributeKeys())
        m_property->addItem(toText(key.title.empty() ? key.key : key.title), toText(key.key));
    auto* add = new QToolButton;
    add->setObjectName(QStringLiteral("part-editor.add-property"));
    add->setText(text("part-editor.add-property"));
    connect(add, &QToolButton::clicked, this, [this] {
        const std::string key = m_property->currentData().toString().toStdString();
        int row = 0;
        while (row < m_facts->rowCount() &&
               m_facts->item(row, TitleColumn)->data(kKeyRole).toString().toStdString() != key)
            ++row;
        if (row == m_facts->rowCount())
            addFact(key, {}, {});
        m_facts->setCurrentCell(row, ValueColumn);
        m_facts->editItem(m_facts->item(row, ValueColumn));
    });
    connect(m_facts, &QTableWidget::itemChanged, this, &PartEditor::check);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_property, 1);
    bar->addWidget(add);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, kSpace, 0, 0);
    column->addWidget(m_facts, 1);
    column->addLayout(bar);
    return page;
}

void PartEditor::addFact(const std::string& key, const QString& value, const QString& source) {
    const AttributeKey* attribute = m_catalog.attributeKey(key);
    const QString title = key.starts_with(kPower)                  ? text("part.power." + key.substr(kPower.size()))
                          : attribute && !attribute->title.empty() ? toText(attribute->title)
                                                                   : toText(key);
    const int row = m_facts->rowCount();
    const QSignalBlocker blocker(m_facts);
    m_facts->insertRow(row);
    QTableWidgetItem* name = fixedItem(title);
    name->setData(kKeyRole, toText(key));
    m_facts->setItem(row, TitleColumn, name);
    auto* cell = new QTableWidgetItem(value);
    cell->setData(kAsItWasRole, value);
    m_facts->setItem(row, ValueColumn, cell);
    m_facts->setItem(row, SourceColumn, fixedItem(source));
}

QWidget* PartEditor::portsPage() {
    auto* page = new QWidget;
    m_ports = new QTableWidget(0, 4);
    m_ports->setObjectName(QStringLiteral("part-editor.ports"));
    m_ports->setAccessibleName(text("part-editor.ports"));
    m_ports->setHorizontalHeaderLabels({text("part-editor.role"), text("part-editor.count"), text("part-editor.speed"),
                                        text("part-editor.connector")});
    prepare(*m_ports);
    for (const PortGroup& group : m_original->portGroups)
        addPorts(group);
    auto* add = new QToolButton;
    add->setObjectName(QStringLiteral("part-editor.add-ports"));
    add->setText(text("part-editor.add-ports"));
    connect(add, &QToolButton::clicked, this, [this] {
        PortGroup group;
        group.count = 1;
        group.speed = Fact<DataRate>::known(DataRate(100 * unit::gigabitPerSecond.si()), Grade::Vendor);
        group.namePattern = "port{n}";
        addPorts(group);
        check();
    });
    auto* remove = new QToolButton;
    remove->setObjectName(QStringLiteral("part-editor.remove-ports"));
    remove->setText(text("basis.remove"));
    connect(remove, &QToolButton::clicked, this, [this] {
        m_ports->removeRow(m_ports->currentRow());
        check();
    });
    connect(m_ports, &QTableWidget::itemChanged, this, &PartEditor::check);
    auto* bar = new QHBoxLayout;
    bar->addStretch();
    bar->addWidget(add);
    bar->addWidget(remove);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, kSpace, 0, 0);
    column->addWidget(m_ports, 1);
    column->addLayout(bar);
    return page;
}

void PartEditor::addPorts(const PortGroup& group) {
    const QSignalBlocker blocker(m_ports);
    const int row = m_ports->rowCount();
    m_ports->insertRow(row);
    auto* role = new QComboBox;
    for (const std::string_view name : EnumNames<PortRole>::names)
        role->addItem(text("part.port." + std::string(name)));
    role->setCurrentIndex(static_cast<int>(group.role));
    connect(role, &QComboBox::currentIndexChanged, this, &PartEditor::check);
    m_ports->setCellWidget(row, RoleColumn, role);
    auto* number = new QTableWidgetItem(QString::number(group.count));
    // What the table does not show comes from the group that the row was made of.
    const auto at = std::ranges::find(m_original->portGroups, group) - m_original->portGroups.begin();
    number->setData(kKeyRole,
                    at < static_cast<std::ptrdiff_t>(m_original->portGroups.size()) ? static_cast<int>(at) : -1);
    m_ports->setItem(row, CountColumn, number);
    const auto speed = group.speed.typical();
    m_ports->setItem(row, SpeedColumn,
                     new QTableWidgetItem(speed ? editableText(speed->si(), *findUnit("Gb/s"), m_texts) : QString()));
    m_ports->setItem(row, ConnectorColumn, new QTableWidgetItem(toText(group.connector)));
}

Done PartEditor::readFacts(Part& part) const {
    const auto grade = static_cast<Grade>(m_grade->currentIndex());
    const std::optional<Source> source =
        m_source->text().trimmed().isEmpty()
            ? std::nullopt
            : std::optional<Source>(Source{part.vendor, m_source->text().trimmed().toStdString(), {}, {}});
    for (int row = 0; row < m_facts->rowCount(); ++row) {
        const QTableWidgetItem* cell = m_facts->item(row, ValueColumn);
        if (cell->text() == cell->data(kAsItWasRole).toString())
            continue; // keeps its own range, grade and source
        const std::string key = m_facts->item(row, TitleColumn)->data(kKeyRole).toString().toStdString();
        const std::string typed = cell->text().trimmed().toStdString();
        const bool isPower = key.starts_with(kPower);
        const AttributeKey* definition = m_catalog.attributeKey(key);
        const bool isWords = !isPower && definition && definition->kind == AttributeKind::Text;
        std::optional<double> si;
        if (!isWords && !typed.empty()) {
            const Unit* unit = isPower ? findUnit("kW") : unitOf(definition);
            const Result<double> read = parseSi(typed, unit ? *unit : *findUnit(""), markOf(m_texts));
            if (!read)
                return usageError(Message("part-editor.wrong")
                                      .with("property", m_facts->item(row, TitleColumn)->text().toStdString())
                                      .with("reason", m_texts.sentence(read.error().message)));
            si = *read;
        }
        if (isPower) {
            const auto mode = std::ranges::find_if(part.powerModes, [&key](const PowerMode& each) {
                return key.substr(kPower.size()) == enumName(each.kind);
            });
            mode->power = si ? Fact<Power>::known(Power(*si), grade, source) : Fact<Power>::unknown();
            continue;
        }
        auto attribute = std::ranges::find(part.attributes, key, &Attribute::key);
        if (attribute == part.attributes.end())
            attribute = part.attributes.insert(part.attributes.end(), Attribute{key, {}, {}, {}});
        attribute->number = si ? Fact<double>::known(*si, grade, source) : Fact<double>::unknown();
        attribute->text =
            isWords && !typed.empty() ? Fact<std::string>::known(typed, grade, source) : Fact<std::string>::unknown();
    }
    std::erase_if(part.attributes,
                  [](const Attribute& each) { return each.number.isUnknown() && each.text.isUnknown(); });
    return rackwright::done();
}

Done PartEditor::readPorts(Part& part) const {
    std::vector<PortGroup> groups;
    for (int row = 0; row < m_ports->rowCount(); ++row) {
        const QTableWidgetItem* number = m_ports->item(row, CountColumn);
        const int from = number->data(kKeyRole).toInt();
        PortGroup group = from >= 0 ? m_original->portGroups[static_cast<std::size_t>(from)] : PortGroup{};
        if (from < 0)
            group.namePattern = "port{n}";
        group.role =
            static_cast<PortRole>(qobject_cast<QComboBox*>(m_ports->cellWidget(row, RoleColumn))->currentIndex());
        bool isCount = false;
        group.count = number->text().toLongLong(&isCount);
        if (!isCount || group.count < 1 || group.count > 4096)
            return usageError(Message("part-editor.port-count").with("row", row + 1));
        const std::string typed = m_ports->item(row, SpeedColumn)->text().trimmed().toStdString();
        if (!typed.empty()) {
            const Result<DataRate> speed = parseQuantity<DataRate>(typed, "Gb/s", markOf(m_texts));
            if (!speed)
                return speed.error();
            if (group.speed.typical() != *speed)
                group.speed = Fact<DataRate>::known(*speed, static_cast<Grade>(m_grade->currentIndex()));
        } else {
            group.speed = Fact<DataRate>::unknown();
        }
        group.connector = m_ports->item(row, ConnectorColumn)->text().trimmed().toStdString();
        groups.push_back(std::move(group));
    }
    part.portGroups = std::move(groups);
    return rackwright::done();
}

Result<Part> PartEditor::part() const {
    const std::string id = m_id->text().trimmed().toStdString();
    if (id.empty() || m_model->text().trimmed().isEmpty())
        return usageError(Message("part-editor.nameless"));
    const bool isTaken =
        !m_isOwn && std::ranges::any_of(m_catalog.parts(), [&id](const PartSummary& other) { return other.id == id; });
    if (isTaken)
        return usageError(Message("part-editor.id-taken").with("id", id));
    Part made = m_isOwn ? *m_original : duplicatedPart(*m_original, id);
    made.vendor = m_vendor->text().trimmed().toStdString();
    made.model = m_model->text().trimmed().toStdString();
    made.description = m_description->text().trimmed().toStdString();
    made.partNumber = m_number->text().trimmed().toStdString();
    made.lifecycle = static_cast<Lifecycle>(m_lifecycle->currentIndex());
    if (Done facts = readFacts(made); !facts)
        return facts.error();
    if (Done ports = readPorts(made); !ports)
        return ports.error();
    return made;
}

void PartEditor::check() {
    if (!m_save || !m_ports || !m_doubts)
        return;
    const Result<Part> made = part();
    m_problem->say(made ? QString() : toText(m_texts.sentence(made.error().message)));
    m_save->setEnabled(made.has_value());
    m_doubts->setVisible(made.has_value());
    if (!made)
        return;
    m_face->setPart(std::make_shared<const Part>(*made));
    // Implausible figures are shown as an import shows them; a person may know better.
    QStringList doubts;
    for (const Message& doubt : doubtsAbout(*made))
        doubts << toText(m_texts.sentence(doubt));
    m_doubts->setText(doubts.join(QLatin1Char('\n')));
    m_doubts->setVisible(!doubts.isEmpty());
}

} // namespace rackwright
