// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/value_dialog.h"

#include "model/edits/record_edits.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

namespace {

constexpr std::array kGrades = {Grade::CustomerStatement, Grade::SiteSurvey, Grade::Vendor, Grade::Estimate,
                                Grade::Assumption};
constexpr std::string_view kPowerPrefix = "power-";

// "part:nv-dgx-h200:weight" -> "weight"; empty for other keys.
std::string partProperty(const std::string& key) {
    if (!key.starts_with("part:"))
        return {};
    return key.substr(key.rfind(':') + 1);
}

// The unit of an input, or null when no value can be entered for it here.
const Unit* unitOfKey(const std::string& key, const StudioServices& services) {
    if (const SiteFieldDefinition* field = findSiteFieldDefinition(key))
        return findUnit(field->unit);
    const std::string property = partProperty(key);
    if (property.starts_with(kPowerPrefix))
        return findUnit("kW");
    const Catalog* catalog = services.catalog();
    const AttributeKey* attribute = catalog && !property.empty() ? catalog->attributeKey(property) : nullptr;
    return attribute && attribute->kind == AttributeKind::Number ? findUnit(attribute->unit) : nullptr;
}

DecimalMark decimalMark(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

} // namespace

bool ValueDialog::canEnter(const std::string& key, const StudioServices& services) {
    return findSiteFieldDefinition(key) || unitOfKey(key, services);
}

ValueDialog::ValueDialog(const QString& key, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_key(key.toStdString()), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.value"));
    const Texts& texts = services.texts();
    const auto text = [&texts](const std::string& id) { return QString::fromStdString(texts.text(id)); };
    setWindowTitle(text("value.title"));
    setMinimumWidth(440);
    const Unit* unit = unitOfKey(m_key, services);
    m_unit = unit ? std::string(unit->symbol) : std::string();
    const SiteFieldDefinition* field = findSiteFieldDefinition(m_key);

    auto* form = new QFormLayout;
    if (field && field->kind == SiteFieldKind::Word) {
        m_words = new QComboBox;
        m_words->setObjectName(QStringLiteral("value.words"));
        for (const QString& word :
             QString::fromUtf8(field->words.data(), static_cast<int>(field->words.size())).split(QLatin1Char('|')))
            m_words->addItem(word);
        form->addRow(text("value.value"), m_words);
    } else {
        m_value = new QLineEdit;
        m_value->setObjectName(QStringLiteral("value.value"));
        m_value->setPlaceholderText(QString::fromStdString(m_unit));
        form->addRow(text("value.value"), m_value);
        connect(m_value, &QLineEdit::textChanged, this, &ValueDialog::check);
    }
    m_grade = new QComboBox;
    m_grade->setObjectName(QStringLiteral("value.grade"));
    for (const Grade grade : kGrades)
        m_grade->addItem(QString::fromStdString(texts.grade(grade)), static_cast<int>(grade));
    form->addRow(text("value.grade"), m_grade);
    m_person = new QLineEdit;
    m_person->setObjectName(QStringLiteral("value.person"));
    form->addRow(text("value.person"), m_person);
    m_documentName = new QLineEdit;
    m_documentName->setObjectName(QStringLiteral("value.document"));
    form->addRow(text("value.document"), m_documentName);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("value.problem"));
    m_problem->setWordWrap(true);
    m_problem->setProperty("problem", true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(text("value.enter"));
    m_ok->setProperty("primary", true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* what = new QLabel(
        field ? text("site-field." + m_key)
              : QString::fromStdString(texts.sentence(Message("value.of-part")
                                                          .with("property", partProperty(m_key))
                                                          .with("part", m_key.substr(5, m_key.rfind(':') - 5)))));
    what->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addWidget(what);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

void ValueDialog::check() {
    const bool isEmpty = m_value && m_value->text().trimmed().isEmpty();
    const Result<Edit> made = isEmpty ? Result<Edit>(Edit{}) : edit();
    m_problem->setText(made ? QString() : QString::fromStdString(m_services.texts().sentence(made.error().message)));
    m_ok->setEnabled(!isEmpty && made);
}

Result<Edit> ValueDialog::edit() const { return findSiteFieldDefinition(m_key) ? siteEdit() : assumptionEdit(); }

Result<Edit> ValueDialog::siteEdit() const {
    const SiteFieldDefinition* definition = findSiteFieldDefinition(m_key);
    const SiteField* known = findSiteField(*m_document.project(), m_key);
    SiteField field = known ? *known : SiteField{};
    field.key = m_key;
    field.knowledge = static_cast<Grade>(m_grade->currentData().toInt()) == Grade::Assumption ? Knowledge::Assumed
                                                                                               : Knowledge::Known;
    field.givenBy = {m_person->text().trimmed().toStdString(), m_services.today(),
                     m_documentName->text().trimmed().toStdString()};
    if (m_words) {
        field.value = m_words->currentText().toStdString();
    } else if (definition->kind == SiteFieldKind::Text) {
        field.value = m_value->text().trimmed().toStdString();
    } else {
        const Unit* unit = findUnit(definition->unit);
        const Result<double> si = parseSi(m_value->text().toStdString(), *unit, decimalMark(m_services.texts()));
        if (!si)
            return si.error();
        field.value = shortestDigits(*si);
    }
    return edits::putSiteField(std::move(field));
}

Result<Edit> ValueDialog::assumptionEdit() const {
    const Unit* unit = unitOfKey(m_key, m_services);
    if (!unit)
        return inputError(Message("value.not-here").with("key", m_key));
    const Result<double> si = parseSi(m_value->text().toStdString(), *unit, decimalMark(m_services.texts()));
    if (!si)
        return si.error();
    Assumption assumption;
    assumption.key = m_key;
    assumption.typical = *si;
    assumption.unit = m_unit;
    assumption.grade = static_cast<Grade>(m_grade->currentData().toInt());
    assumption.statement = m_services.texts().sentence(Message("value.of-part")
                                                           .with("property", partProperty(m_key))
                                                           .with("part", m_key.substr(5, m_key.rfind(':') - 5)));
    assumption.givenBy = {m_person->text().trimmed().toStdString(), m_services.today(),
                          m_documentName->text().trimmed().toStdString()};
    return edits::putAssumption(std::move(assumption));
}

} // namespace rackwright
