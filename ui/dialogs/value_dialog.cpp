// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/value_dialog.h"

#include "model/edits/record_edits.h"
#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "model/project/value_limits.h"
#include "model/units/number_text.h"
#include "model/units/parse.h"
#include "solvers/cables/label_pattern.h"
#include "solvers/cooling/climate_file.h"
#include "solvers/cooling/year_settings.h"
#include "solvers/engine/known_keys.h"
#include "solvers/engine/setting_text.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/power/settings.h"
#include "solvers/space/settings.h"
#include "ui/theme/theme.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr std::array kGrades = {Grade::CustomerStatement, Grade::SiteSurvey, Grade::Vendor, Grade::Estimate,
                                Grade::Assumption};
constexpr std::string_view kPartPrefix = "part:";
constexpr std::string_view kPowerPrefix = "power-";
constexpr auto kPersonKey = "person/name";

struct PartKey {
    std::string part;
    std::string property;
};

// "part:nv-dgx-h200:weight" -> {"nv-dgx-h200", "weight"}.
std::optional<PartKey> partKeyOf(const std::string& key) {
    const std::size_t colon = key.rfind(':');
    if (!key.starts_with(kPartPrefix) || colon < kPartPrefix.size())
        return std::nullopt;
    return PartKey{key.substr(kPartPrefix.size(), colon - kPartPrefix.size()), key.substr(colon + 1)};
}

const AttributeKey* attributeOf(const std::string& property, const StudioServices& services) {
    return services.catalog() ? services.catalog()->attributeKey(property) : nullptr;
}

// The unit of an input, or null when it is no number or no value can be entered for it here.
const Unit* unitOfKey(const std::string& key, const StudioServices& services) {
    if (const SiteFieldDefinition* field = findSiteFieldDefinition(key))
        return field->kind == SiteFieldKind::Number ? findUnit(field->unit) : nullptr;
    if (const SettingDefinition* setting = services.domains()->findSetting(key))
        return setting->words.empty() && setting->defaultWord.empty() ? findUnit(setting->unit) : nullptr;
    const auto part = partKeyOf(key);
    if (!part)
        return nullptr;
    if (part->property.starts_with(kPowerPrefix))
        return findUnit("kW");
    const AttributeKey* attribute = attributeOf(part->property, services);
    // A rack unit counts places of a rack, it is no length.
    return attribute && attribute->kind == AttributeKind::Number
               ? findUnit(attribute->unit == "U" ? "" : attribute->unit)
               : nullptr;
}

DecimalMark decimalMark(const Texts& texts) {
    return texts.numbers().decimalMark == "," ? DecimalMark::Comma : DecimalMark::Point;
}

constexpr std::string_view kYesOrNo = "yes|no"; // words of a site field that is a switch

QStringList wordsIn(std::string_view words) {
    return QString::fromUtf8(words.data(), static_cast<int>(words.size())).split(QLatin1Char('|'), Qt::SkipEmptyParts);
}

} // namespace

std::optional<SwitchWords> switchWords(const SettingDefinition& setting) {
    constexpr std::array numbers = {setting_of::noDegradation.key, setting_of::shippedBuilt.key};
    if (setting.key == kSharpKey)
        return SwitchWords{std::string(kSharpOff), std::string(kSharpOn)};
    if (std::ranges::find(numbers, std::string_view(setting.key)) != numbers.end())
        return SwitchWords{settingText(0, 0, 0), settingText(1, 1, 1)};
    return std::nullopt;
}

bool ValueDialog::canEnter(const std::string& key, const StudioServices& services) {
    return findSiteFieldDefinition(key) || services.domains()->findSetting(key) || unitOfKey(key, services);
}

QString ValueDialog::title(const std::string& key, const Project& project, const StudioServices& services) {
    const Texts& texts = services.texts();
    if (findSiteFieldDefinition(key))
        return QString::fromStdString(texts.text("site-field." + key));
    if (const SettingDefinition* setting = services.domains()->findSetting(key))
        return QString::fromStdString(texts.text(setting->meaning));
    const auto named = partKeyOf(key);
    if (!named)
        return QString::fromStdString(key);
    std::string part = named->part;
    for (const PartRow& row : project.parts)
        if (row.part && row.part->id == named->part)
            part = partTitle(*row.part);
    const AttributeKey* attribute = attributeOf(named->property, services);
    const std::string property = named->property.starts_with(kPowerPrefix)
                                     ? texts.text("part.power." + named->property.substr(kPowerPrefix.size()))
                                 : attribute && !attribute->title.empty() ? attribute->title
                                                                          : named->property;
    return QString::fromStdString(
        texts.sentence(Message("value.of-part").with("property", property).with("part", part)));
}

QString ValueDialog::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

QLineEdit* ValueDialog::addLine(QFormLayout* form, const char* id) {
    auto* line = new QLineEdit;
    line->setObjectName(QStringLiteral("value.") + QLatin1String(id));
    line->setAccessibleName(text(std::string("value.") + id));
    form->addRow(text(std::string("value.") + id), line);
    connect(line, &QLineEdit::textChanged, this, &ValueDialog::check);
    return line;
}

ValueDialog::ValueDialog(const QString& key, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_key(key.toStdString()), m_unit(unitOfKey(m_key, services)), m_document(document),
      m_services(services) {
    setObjectName(QStringLiteral("dialog.value"));
    setWindowTitle(text("value.title"));
    setMinimumWidth(460);
    m_problem = new ProblemLabel(QStringLiteral("value.problem"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setText(text("value.enter"));
    m_ok->setProperty("primary", true);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        m_services.preferences().setValue(QLatin1String(kPersonKey), m_person->text().trimmed());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* form = new QFormLayout;
    form->setVerticalSpacing(kSpace);
    addValue(form);
    if (!m_services.domains()->findSetting(m_key)) {
        m_grade = new QComboBox;
        m_grade->setObjectName(QStringLiteral("value.grade"));
        for (const Grade grade : kGrades)
            m_grade->addItem(QString::fromStdString(m_services.texts().grade(grade)), static_cast<int>(grade));
        // Site fields are what a customer says; anything else that nobody has vouched for stays an assumption.
        showGrade(findSiteFieldDefinition(m_key) ? Grade::CustomerStatement : Grade::Assumption);
        form->addRow(text("value.grade"), m_grade);
    }
    m_person = addLine(form, "person");
    m_person->setText(m_services.preferences().value(QLatin1String(kPersonKey)).toString());
    m_documentName = addLine(form, "document");
    auto* what = new QLabel(title(m_key, *document.project(), services));
    what->setObjectName(QStringLiteral("value.what"));
    what->setProperty("title", true);
    what->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(what);
    column->addLayout(form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    showCurrent();
    check();
    (m_switch ? static_cast<QWidget*>(m_switch) : m_words ? static_cast<QWidget*>(m_words) : m_value)->setFocus();
}

void ValueDialog::addValue(QFormLayout* form) {
    const SiteFieldDefinition* field = findSiteFieldDefinition(m_key);
    const SettingDefinition* setting = m_services.domains()->findSetting(m_key);
    const QStringList words = field ? wordsIn(field->kind == SiteFieldKind::Word ? field->words : std::string_view())
                              : setting ? wordsIn(setting->words)
                                        : QStringList();
    if ((setting && switchWords(*setting)) || (field && field->words == kYesOrNo)) {
        m_switch = new QCheckBox(text("value.switch"));
        m_switch->setObjectName(QStringLiteral("value.switch"));
        form->addRow(text("value.value"), m_switch);
        return;
    }
    if (!words.isEmpty()) {
        m_words = new QComboBox;
        m_words->setObjectName(QStringLiteral("value.words"));
        m_words->setAccessibleName(text("value.value"));
        m_words->addItems(words);
        form->addRow(text("value.value"), m_words);
        return;
    }
    m_value = addLine(form, "value");
    if (m_unit)
        m_value->setPlaceholderText(QString::fromUtf8(m_unit->symbol.data(), static_cast<int>(m_unit->symbol.size())));
    const bool hasRange = !field && (!setting || (setting->lowSi && m_unit));
    if (hasRange) {
        m_low = addLine(form, "low");
        m_high = addLine(form, "high");
        for (QLineEdit* line : {m_low, m_high})
            line->setPlaceholderText(text("value.optional"));
    }
}

// What is entered now, to be changed.
void ValueDialog::showCurrent() {
    const Project& project = *m_document.project();
    const auto show = [this](QLineEdit* line, std::optional<double> si) {
        if (line && si && m_unit)
            line->setText(editableText(*si, *m_unit, m_services.texts()));
    };
    if (const SiteField* field = findSiteField(project, m_key)) {
        if (m_switch)
            m_switch->setChecked(field->value == "yes");
        else if (m_words)
            m_words->setCurrentText(QString::fromStdString(field->value));
        else if (m_unit)
            show(m_value, siteNumber(project, m_key));
        else
            m_value->setText(QString::fromStdString(field->value));
        m_documentName->setText(QString::fromStdString(field->givenBy.document));
        showGrade(field->knowledge == Knowledge::Assumed ? Grade::Assumption : Grade::CustomerStatement);
    }
    for (const Assumption& assumption : project.assumptions)
        if (assumption.key == m_key) {
            show(m_value, assumption.typical);
            show(m_low, assumption.low);
            show(m_high, assumption.high);
            m_documentName->setText(QString::fromStdString(assumption.givenBy.document));
            showGrade(assumption.grade);
        }
    const SettingDefinition* definition = m_services.domains()->findSetting(m_key);
    if (!definition)
        return;
    const Setting* row = givenSetting(project, m_key);
    const QString value = row ? QString::fromStdString(row->value) : QString();
    if (row)
        m_documentName->setText(QString::fromStdString(row->source));
    if (m_switch) {
        const SwitchWords words = *switchWords(*definition);
        m_switch->setChecked(value.isEmpty() ? definition->defaultSi > 0 || definition->defaultWord == words.on
                                             : value.toStdString() == words.on);
        return;
    }
    if (m_words) {
        m_words->setCurrentText(value.isEmpty() ? QString::fromStdString(definition->defaultWord) : value);
        return;
    }
    if (!m_unit) {
        m_value->setText(value.isEmpty() ? QString::fromStdString(definition->defaultWord) : value);
        return;
    }
    const std::optional<Value> given = settingNumber(value.toStdString());
    if (!given) {
        show(m_value, definition->defaultSi);
        show(m_low, definition->lowSi);
        show(m_high, definition->highSi);
        return;
    }
    show(m_value, given->typical());
    if (given->low() < given->high()) {
        show(m_low, given->low());
        show(m_high, given->high());
    }
}

void ValueDialog::showGrade(Grade grade) {
    if (const int at = m_grade ? m_grade->findData(static_cast<int>(grade)) : -1; at >= 0)
        m_grade->setCurrentIndex(at);
}

void ValueDialog::check() {
    if (!m_ok || !m_documentName || !m_problem)
        return;
    const bool isEmpty = m_value && m_value->text().trimmed().isEmpty();
    const Done possible = isEmpty ? rackwright::done() : canEnterNow();
    m_problem->say(possible ? QString()
                            : QString::fromStdString(m_services.texts().sentence(possible.error().message)));
    m_ok->setEnabled(!isEmpty && possible);
}

// What the design would refuse is said while it is typed.
Done ValueDialog::canEnterNow() const {
    const Result<Edit> made = edit();
    if (!made)
        return made.error();
    const Result<ProjectPtr> candidate = m_document.history().candidate(*made);
    return candidate ? rackwright::done() : Done(candidate.error());
}

Result<double> ValueDialog::number(const QLineEdit* line) const {
    return parseSi(line->text().toStdString(), *m_unit, decimalMark(m_services.texts()));
}

Result<std::optional<double>> ValueDialog::numberOrNone(const QLineEdit* line) const {
    if (!line || line->text().trimmed().isEmpty())
        return std::optional<double>();
    const Result<double> si = number(line);
    if (!si)
        return si.error();
    return std::optional<double>(*si);
}

Result<Edit> ValueDialog::edit() const {
    if (findSiteFieldDefinition(m_key))
        return siteEdit();
    return m_services.domains()->findSetting(m_key) ? settingEdit() : assumptionEdit();
}

Result<Edit> ValueDialog::siteEdit() const {
    const SiteField* known = findSiteField(*m_document.project(), m_key);
    SiteField field = known ? *known : SiteField{};
    field.key = m_key;
    field.knowledge =
        static_cast<Grade>(m_grade->currentData().toInt()) == Grade::Assumption ? Knowledge::Assumed : Knowledge::Known;
    field.givenBy = {m_person->text().trimmed().toStdString(), m_services.today(),
                     m_documentName->text().trimmed().toStdString()};
    if (m_switch) {
        field.value = m_switch->isChecked() ? "yes" : "no";
    } else if (m_words) {
        field.value = m_words->currentText().toStdString();
    } else if (!m_unit) {
        field.value = m_value->text().trimmed().toStdString();
    } else {
        const Result<double> si = number(m_value);
        if (!si)
            return si.error();
        field.value = shortestDigits(*si);
    }
    return edits::putSiteField(std::move(field));
}

Result<Edit> ValueDialog::assumptionEdit() const {
    if (!m_unit)
        return inputError(Message("value.not-here").with("key", m_key));
    const Result<double> typical = number(m_value);
    const Result<std::optional<double>> low = numberOrNone(m_low), high = numberOrNone(m_high);
    if (!typical || !low || !high)
        return !typical ? typical.error() : !low ? low.error() : high.error();
    if (low->value_or(*typical) > *typical || high->value_or(*typical) < *typical)
        return inputError(Message("edit.assumption-order"));
    Assumption assumption;
    for (const Assumption& earlier : m_document.project()->assumptions)
        if (earlier.key == m_key)
            assumption = earlier;
    assumption.key = m_key;
    assumption.typical = *typical;
    assumption.low = *low;
    assumption.high = *high;
    assumption.unit = std::string(m_unit->symbol);
    assumption.grade = static_cast<Grade>(m_grade->currentData().toInt());
    assumption.statement = title(m_key, *m_document.project(), m_services).toStdString();
    assumption.givenBy = {m_person->text().trimmed().toStdString(), m_services.today(),
                          m_documentName->text().trimmed().toStdString()};
    return edits::putAssumption(std::move(assumption));
}

Result<Edit> ValueDialog::settingEdit() const {
    QStringList source;
    for (const QLineEdit* line : {m_person, m_documentName})
        if (!line->text().trimmed().isEmpty() && !source.contains(line->text().trimmed()))
            source << line->text().trimmed();
    const std::string from = source.join(QStringLiteral(", ")).toStdString();
    if (m_switch) {
        const SwitchWords words = *switchWords(*m_services.domains()->findSetting(m_key));
        return edits::putSetting(m_key, m_switch->isChecked() ? words.on : words.off, from);
    }
    if (m_words)
        return edits::putSetting(m_key, m_words->currentText().toStdString(), from);
    if (!m_unit) {
        const std::string words = m_value->text().trimmed().toStdString();
        const SettingDefinition& definition = *m_services.domains()->findSetting(m_key);
        // An amount of money is a number without a unit of the table.
        if (definition.defaultWord.empty())
            if (Done checked = checkSetting(definition, words); !checked)
                return checked.error();
        const bool isEnd = m_key == kEndLabelKey;
        if (isEnd || m_key == kPrintLabelKey)
            if (const auto read = isEnd ? endLabelPattern(words) : printLabelPattern(words); !read)
                return read.error();
        if (m_key == setting_of::kClimate && words != setting_of::kClimateOfSite)
            if (const Result<Climate> climate = climateOfText(words); !climate)
                return climate.error();
        return edits::putSetting(m_key, words, from);
    }
    const Result<double> typical = number(m_value);
    const Result<std::optional<double>> low = numberOrNone(m_low), high = numberOrNone(m_high);
    if (!typical || !low || !high)
        return !typical ? typical.error() : !low ? low.error() : high.error();
    const double least = low->value_or(*typical), most = high->value_or(*typical);
    if (least > *typical || most < *typical)
        return inputError(Message("edit.assumption-order"));
    const Limits limits = settingLimits(m_key, m_unit->symbol);
    for (const double end : {least, most})
        if (Done checked = checkLimits(end, limits, m_unit->symbol); !checked)
            return checked.error();
    return edits::putSetting(m_key, settingText(least, *typical, most), from);
}

} // namespace rackwright
