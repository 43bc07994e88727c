// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The look of the studio: one light and one dark theme on Fusion with one accent colour and the built-in face. Drawings and
// widgets share the inks of ui/paint/palette.h. Only the program and the preferences set it; widgets ask for inks.

#include "ui/paint/palette.h"

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QString>

class QApplication;

namespace rackwright {

enum class ThemeKind : std::uint8_t { Light, Dark };

/// Distances of the 8-px rhythm.
inline constexpr int kSpace = 8;
inline constexpr int kHalfSpace = 4;

class Theme {
public:
    static Theme of(ThemeKind kind);
    /// The theme that the program shows, as its style and palette are the program's; light before the first applyTo().
    /// A widget that keeps anything drawn drops it on QEvent::PaletteChange.
    static const Theme& current();

    ThemeKind kind() const { return m_kind; }
    const Palette& palette() const { return m_palette; }
    QColor ink(Ink ink) const { return m_palette[ink]; }
    /// Behind the panels.
    QColor window() const;
    /// Panels, cards, fields.
    QColor surface() const;
    QColor hover() const;
    QColor selection() const;

    /// Becomes current: style, palette, face and style sheet of the whole program.
    void applyTo(QApplication& application) const;
    /// An icon of ours by name ("undo"), drawn in the text colour of this theme.
    QIcon icon(const QString& name) const;

private:
    QString styleSheet() const;

    ThemeKind m_kind = ThemeKind::Light;
    Palette m_palette;
};

/// "light", "dark", or "system": as the desktop looked when the program started.
ThemeKind themeOf(const QString& preference);

/// The face of the studio at a size in logical pixels.
QFont studioFont(int pixels, QFont::Weight weight = QFont::Normal);

} // namespace rackwright
