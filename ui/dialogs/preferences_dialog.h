// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PreferencesDialog: how the studio looks: theme, language, numbers and units, whose headline figures. Nothing in it
// changes a figure; what does lies in the design. Every choice holds at once, but the language, which the next start takes.

#include "ui/document/studio_services.h"

#include <QDialog>

namespace rackwright {

inline constexpr auto kThemePreference = "appearance/theme";         ///< "light", "dark", "system"
inline constexpr auto kNumbersPreference = "appearance/numbers";     ///< locale ("de-CH")
inline constexpr auto kRolePreference = "appearance/role";           ///< "presales", "architect"
inline constexpr auto kLanguagePreference = "appearance/language";   ///< a built-in language; empty: as it was started
inline constexpr auto kUnitsPreference = "appearance/units";         ///< "metric", "imperial"
inline constexpr auto kHeatPreference = "appearance/heat";           ///< "kw", "btu"

/// The texts with the numbers and units that the person prefers.
Texts preferredTexts(const QSettings& preferences, const Texts& texts);

class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen();
};

} // namespace rackwright
