// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/busways_dialog.h"

#include "model/parts/part_title.h"
#include "model/units/parse.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

// "Busway 3 A" where the design has runs 1 and 2.
QString proposedName(const Design& design, const Texts& texts, const char* side) {
    std::unordered_set<std::string> taken;
    for (const PowerElement& element : design.powerElements)
        taken.insert(element.name);
    for (std::int64_t number = 1;; ++number) {
        const std::string name =
            texts.sentence(Message("busways.name").with("number", std::to_string(number)).with("side", side));
        if (!taken.contains(name))
            return QString::fromStdString(name);
    }
}

} // namespace

std::vector<Id<Rack>> rackRowOf(const Design& design, const std::vector<Id<Rack>>& selected) {
    const Rack* first = selected.size() == 1 ? design.racks.find(selected.front()) : nullptr;
    if (!first || first->row.empty())
        return selected;
    std::vector<Id<Rack>> row;
    for (const Rack& rack : design.racks)
        if (rack.room == first->room && rack.row == first->row)
            row.push_back(rack.id);
    return row;
}

BuswaysDialog::BuswaysDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
                             QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_racks(std::move(racks)) {
    setObjectName(QStringLiteral("dialog.busways"));
    const Texts& texts = services.texts();
    const auto text = [&texts](const char* id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("busways.title"));
    setMinimumWidth(400);
    auto* form = new QFormLayout;
    form->setVerticalSpacing(8);
    const auto line = [&](const char* id, const QString& value) {
        auto* edit = new QLineEdit(value);
        edit->setObjectName(QLatin1String(id));
        edit->setAccessibleName(text(id));
        form->addRow(text(id), edit);
        connect(edit, &QLineEdit::textChanged, this, &BuswaysDialog::check);
        return edit;
    };
    const edits::BuswaysOverRow standard;
    const auto mm = [&texts](Length length) { return lengthText(length, "mm", texts); };
    m_nameA = line("busways.name-a", proposedName(document.design(), texts, "A"));
    m_heightA = line("busways.height-a", mm(standard.heightA));
    m_nameB = line("busways.name-b", proposedName(document.design(), texts, "B"));
    m_heightB = line("busways.height-b", mm(standard.heightB));
    m_aside = line("busways.aside", mm(standard.aside));
    for (QLineEdit* each : {m_heightA, m_heightB, m_aside})
        showUnitOfPlainNumber(*each, "mm", texts);
    m_rating = line("busways.rating", {});
    m_rating->setPlaceholderText(text("busways.not-known"));
    m_voltage = line("busways.voltage", {});
    m_voltage->setPlaceholderText(text("busways.not-known"));
    m_part = new QComboBox;
    m_part->setObjectName(QStringLiteral("busways.part"));
    m_part->setAccessibleName(text("busways.part"));
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_part->setMinimumContentsLength(24);
    form->addRow(text("busways.part"), m_part);
    readParts();
    offerParts();
    connect(m_part, &QComboBox::currentIndexChanged, this, &BuswaysDialog::check);
    for (const QLineEdit* field : {m_rating, m_voltage})
        connect(field, &QLineEdit::textChanged, this, &BuswaysDialog::offerParts);
    const auto box = [&](const char* id) {
        auto* check = new QCheckBox(text(id));
        check->setObjectName(QLatin1String(id));
        check->setChecked(true);
        form->addRow(check);
        connect(check, &QCheckBox::toggled, this, &BuswaysDialog::check);
        return check;
    };
    m_taps = box("busways.taps");
    m_feeds = box("busways.feeds");
    m_problem = new ProblemLabel(QStringLiteral("busways.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("busways.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

BuswaysDialog::~BuswaysDialog() { m_document.dropPreview(); }

void BuswaysDialog::readParts() {
    const PartLibrary* library = m_services.library();
    if (!library)
        return;
    for (const PartSummary& summary : library->parts())
        if (summary.category == PartCategory::Busway)
            if (const Result<PartPtr> part = library->part(summary.id))
                m_parts.push_back(*part);
}

// Those that carry the current at the voltage, as far as they are typed; what no longer fits is not chosen any more.
void BuswaysDialog::offerParts() {
    const auto typed = [this](const QLineEdit* field, std::string_view unit) {
        const Result<std::optional<double>> number = numberIn(*field, unit);
        return number ? *number : std::nullopt;
    };
    const std::optional<double> ampere = typed(m_rating, "A"), volt = typed(m_voltage, "V");
    const auto fits = [](const Part& part, std::string_view key, std::optional<double> least) {
        const auto known = numberFact(part, key).typical();
        return !least || (known && *known >= *least * (1 - 1e-9));
    };
    const QVariant chosen = m_part->currentData();
    const QSignalBlocker quiet(m_part);
    m_part->clear();
    m_part->addItem(QString::fromStdString(m_services.texts().text("busways.no-part")), QString());
    for (const PartPtr& part : m_parts)
        if (fits(*part, attribute::ratedCurrent.key, ampere) && fits(*part, attribute::inputVoltage.key, volt))
            m_part->addItem(QString::fromStdString(partTitle(*part)), QString::fromStdString(part->id));
    m_part->setCurrentIndex(std::max(0, m_part->findData(chosen)));
    check();
}

PartPtr BuswaysDialog::chosenPart() const {
    const std::string id = m_part->currentData().toString().toStdString();
    const auto found = std::ranges::find_if(m_parts, [&id](const PartPtr& part) { return part->id == id; });
    return found == m_parts.end() ? PartPtr() : *found;
}

Result<std::optional<double>> BuswaysDialog::numberIn(const QLineEdit& field, std::string_view unit) const {
    const DecimalMark mark = m_services.texts().numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
    if (field.text().trimmed().isEmpty())
        return std::optional<double>();
    const Result<double> si = parseSi(field.text().toStdString(), *findUnit(unit), mark);
    if (!si)
        return si.error();
    return std::optional<double>(*si);
}

Result<Edit> BuswaysDialog::edit() const {
    edits::BuswaysOverRow row;
    row.racks = m_racks;
    row.nameA = m_nameA->text().trimmed().toStdString();
    row.nameB = m_nameB->text().trimmed().toStdString();
    // They hold what is proposed, until another is read.
    for (const auto& [field, length] :
         {std::pair{m_heightA, &row.heightA}, {m_heightB, &row.heightB}, {m_aside, &row.aside}}) {
        const Result<Length> read = typedLength(field->text(), "mm", m_services.texts(), *length);
        if (!read)
            return read.error();
        *length = *read;
    }
    const Result<std::optional<double>> rating = numberIn(*m_rating, "A");
    if (!rating)
        return rating.error();
    const Result<std::optional<double>> voltage = numberIn(*m_voltage, "V");
    if (!voltage)
        return voltage.error();
    if (*rating)
        row.rating = Current(**rating);
    if (*voltage)
        row.voltage = Voltage(**voltage);
    row.part = chosenPart();
    row.hasTaps = m_taps->isChecked();
    row.feedsRackPdus = m_feeds->isChecked();
    return edits::addBuswaysOverRow(edits::activeTarget(*m_document.project()), std::move(row));
}

void BuswaysDialog::check() {
    if (!m_ok)
        return;
    const Result<Edit> made = edit();
    const Done shown = made ? m_document.preview(*made) : Done(made.error());
    m_problem->say(shown ? QString() : QString::fromStdString(m_services.texts().sentence(shown.error().message)));
    m_ok->setEnabled(bool(shown));
}

} // namespace rackwright
