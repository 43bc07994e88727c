// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PreferencesDialog: how the studio looks: theme, number format, whose headline figures. Nothing in it changes a figure;
// what does lies in the design. Every choice holds at once, but the number format, which the next start takes.

#include "ui/document/studio_services.h"

#include <QDialog>

namespace rackwright {

inline constexpr auto kThemePreference = "appearance/theme";         ///< "light", "dark", "system"
inline constexpr auto kNumbersPreference = "appearance/numbers";     ///< locale ("de-CH")
inline constexpr auto kRolePreference = "appearance/role";           ///< "presales", "architect"

class PreferencesDialog : public QDialog {
    Q_OBJECT
public:
    explicit PreferencesDialog(StudioServices& services, QWidget* parent = nullptr);

Q_SIGNALS:
    void chosen();
};

} // namespace rackwright
