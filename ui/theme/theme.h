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

/// While it lives, widgets are made without the style sheet of the program, and all of them get it at its end. Qt matches
/// a tree of widgets against the sheet anew each time the tree is put into another parent: a window that is built from
/// the leaves would spend half of its start on that. Where a window is shown already, which would be drawn twice, it does
/// nothing.
class StyledAtOnce {
public:
    explicit StyledAtOnce(QApplication& application);
    ~StyledAtOnce();
    StyledAtOnce(const StyledAtOnce&) = delete;
    StyledAtOnce& operator=(const StyledAtOnce&) = delete;

private:
    QApplication& m_application;
    QString m_sheet;
};

/// "light", "dark", or "system": as the desktop looked when the program started.
ThemeKind themeOf(const QString& preference);

/// The face of the studio at a size in logical pixels.
QFont studioFont(int pixels, QFont::Weight weight = QFont::Normal);

} // namespace rackwright
