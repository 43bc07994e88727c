// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/preferences_dialog.h"

#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct Choice {
    const char* value;
    const char* text; ///< message id; empty: a number in that format
};
constexpr std::array<Choice, 3> kThemes = {
    {{"light", "preferences.theme.light"}, {"dark", "preferences.theme.dark"}, {"system", "preferences.theme.system"}}};
constexpr std::array<Choice, 2> kRoles = {
    {{"architect", "preferences.role.architect"}, {"presales", "preferences.role.presales"}}};
constexpr std::array<Choice, 5> kNumbers = {{{"en", ""}, {"de", ""}, {"de-CH", ""}, {"fr", ""}, {"pl", ""}}};

constexpr std::array<Choice, 2> kLanguages = {
    {{"en", "preferences.language.en"}, {"pseudo", "preferences.language.pseudo"}}};
constexpr std::array<Choice, 2> kUnitSystems = {
    {{"metric", "preferences.units.metric"}, {"imperial", "preferences.units.imperial"}}};
constexpr std::array<Choice, 2> kHeats = {{{"kw", "preferences.heat.kw"}, {"btu", "preferences.heat.btu"}}};

} // namespace

Texts preferredTexts(const QSettings& preferences, const Texts& texts) {
    const auto is = [&preferences](const char* key, const char* value) {
        return preferences.value(QLatin1String(key)).toString() == QLatin1String(value);
    };
    const QString numbers = preferences.value(QLatin1String(kNumbersPreference), QStringLiteral("en")).toString();
    return texts.with(NumberFormat::ofLocale(numbers.toStdString()),
                      {is(kUnitsPreference, "imperial") ? UnitSystem::Imperial : UnitSystem::Metric,
                       is(kHeatPreference, "btu") ? HeatUnit::BtuPerHour : HeatUnit::Kilowatts});
}

PreferencesDialog::PreferencesDialog(StudioServices& services, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("preferences"));
    setMinimumWidth(420);
    const Texts& texts = services.texts();
    setWindowTitle(toText(texts.text("preferences.title")));
    auto* form = new QFormLayout;
    form->setVerticalSpacing(10);
    const auto add = [&](const char* id, const char* key, const auto& choices, const char* standard) {
        auto* box = new QComboBox;
        box->setObjectName(QStringLiteral("preferences.") + QLatin1String(id));
        for (const Choice& choice : choices)
            box->addItem(*choice.text ? toText(texts.text(choice.text))
                                      : toText(withMarks("1234567.8", NumberFormat::ofLocale(choice.value))),
                         QString::fromLatin1(choice.value));
        const QVariant kept = services.preferences().value(QLatin1String(key), QString::fromLatin1(standard));
        box->setCurrentIndex(std::max(0, box->findData(kept)));
        connect(box, &QComboBox::activated, this, [this, &services, box, key] {
            services.preferences().setValue(QLatin1String(key), box->currentData());
            Q_EMIT chosen();
        });
        auto* label = new QLabel(toText(texts.text(std::string("preferences.") + id)));
        label->setBuddy(box);
        box->setAccessibleName(label->text());
        form->addRow(label, box);
    };
    add("theme", kThemePreference, kThemes, "light");
    add("role", kRolePreference, kRoles, "architect");
    add("numbers", kNumbersPreference, kNumbers, "en");
    add("units", kUnitsPreference, kUnitSystems, "metric");
    add("heat", kHeatPreference, kHeats, "kw");
    // There is one language. The other is made up to find texts that are not in the catalogue of messages; who has it
    // can leave it here.
    const bool hasOther =
        services.preferences().value(QLatin1String(kLanguagePreference)).toString() == QStringLiteral("pseudo");
    if (hasOther)
        add("language", kLanguagePreference, kLanguages, "en");
    auto* note = new QLabel(toText(texts.text("preferences.note")));
    if (hasOther)
        note->setText(note->text() + QLatin1Char(' ') + toText(texts.text("preferences.note.language")));
    note->setWordWrap(true);
    note->setProperty("subdued", true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setText(toText(texts.text("dialog.close")));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(note);
    column->addStretch();
    column->addWidget(buttons);
}

} // namespace rackwright
