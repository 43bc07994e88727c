// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "ui/paint/fonts.h"
#include "ui/theme/studio_style.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>
#include <QWidget>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

static void initialiseThemeResource() { Q_INIT_RESOURCE(rackwright_theme); }

namespace rackwright {

namespace {

// Places of the style sheet that a colour of the theme fills.
QString filled(QString sheet, std::initializer_list<std::pair<const char*, QColor>> colours) {
    for (const auto& [place, colour] : colours)
        sheet.replace(QLatin1String(place), colour.name(QColor::HexRgb));
    return sheet;
}

Theme& shownTheme() {
    static Theme theme = Theme::of(ThemeKind::Light);
    return theme;
}

// Asked before our own palette takes the place of the desktop's.
ThemeKind desktopTheme() {
    static const ThemeKind kind =
        QGuiApplication::palette().color(QPalette::Window).lightness() < 128 ? ThemeKind::Dark : ThemeKind::Light;
    return kind;
}

QPixmap drawnIcon(const QByteArray& svg, const QColor& colour, int size) {
    QByteArray coloured = svg;
    coloured.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(coloured);
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

ThemeKind themeOf(const QString& preference) {
    return preference == QStringLiteral("dark")     ? ThemeKind::Dark
           : preference == QStringLiteral("system") ? desktopTheme()
                                                    : ThemeKind::Light;
}

Theme Theme::of(ThemeKind kind) {
    Theme theme;
    theme.m_kind = kind;
    theme.m_palette = kind == ThemeKind::Dark ? darkPalette() : lightPalette();
    return theme;
}

const Theme& Theme::current() { return shownTheme(); }

QColor Theme::window() const { return m_kind == ThemeKind::Dark ? QColor(0x10, 0x14, 0x19) : QColor(0xec, 0xf0, 0xf3); }
QColor Theme::surface() const { return ink(Ink::Paper); }
QColor Theme::hover() const { return m_kind == ThemeKind::Dark ? QColor(0x24, 0x2c, 0x36) : QColor(0xf1, 0xf5, 0xfa); }
QColor Theme::selection() const {
    return m_kind == ThemeKind::Dark ? QColor(0x1f, 0x3a, 0x63) : QColor(0xdc, 0xe9, 0xfd);
}

QFont studioFont(int pixels, QFont::Weight weight) {
    QFont font = documentFont(weight >= QFont::Bold     ? Weight::Bold
                              : weight >= QFont::Medium ? Weight::Medium
                                                        : Weight::Regular,
                              pixels);
    font.setHintingPreference(QFont::PreferNoHinting);
    return font;
}

void Theme::applyTo(QApplication& application) const {
    initialiseThemeResource();
    (void)desktopTheme();
    shownTheme() = *this;
    QPalette palette;
    palette.setColor(QPalette::Window, window());
    palette.setColor(QPalette::WindowText, ink(Ink::Text));
    palette.setColor(QPalette::Base, surface());
    palette.setColor(QPalette::AlternateBase, ink(Ink::Panel));
    palette.setColor(QPalette::Text, ink(Ink::Text));
    palette.setColor(QPalette::PlaceholderText, ink(Ink::Faint));
    palette.setColor(QPalette::Button, surface());
    palette.setColor(QPalette::ButtonText, ink(Ink::Text));
    palette.setColor(QPalette::Highlight, ink(Ink::Accent));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, ink(Ink::Accent));
    palette.setColor(QPalette::ToolTipBase, surface());
    palette.setColor(QPalette::ToolTipText, ink(Ink::Text));
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, ink(Ink::Faint));
    application.setStyle(new StudioStyle(*this));
    application.setPalette(palette);
    application.setFont(studioFont(13));
    application.setStyleSheet(styleSheet());
}

StyledAtOnce::StyledAtOnce(QApplication& application) : m_application(application) {
    if (std::ranges::any_of(QApplication::topLevelWidgets(), &QWidget::isVisible))
        return;
    m_sheet = application.styleSheet();
    application.setStyleSheet({});
}

StyledAtOnce::~StyledAtOnce() {
    if (!m_sheet.isEmpty())
        m_application.setStyleSheet(m_sheet);
}

QIcon Theme::icon(const QString& name) const {
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    for (const int size : {16, 20, 24, 32, 48}) {
        icon.addPixmap(drawnIcon(svg, ink(Ink::Text), size), QIcon::Normal);
        icon.addPixmap(drawnIcon(svg, ink(Ink::Faint), size), QIcon::Disabled);
        icon.addPixmap(drawnIcon(svg, Qt::white, size), QIcon::Normal, QIcon::On);
    }
    return icon;
}

QString Theme::styleSheet() const {
    QFile file(QStringLiteral(":/theme/studio.qss"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return filled(QString::fromUtf8(file.readAll()), {{"@window", window()},
                                                      {"@surface", surface()},
                                                      {"@panel", ink(Ink::Panel)},
                                                      {"@hover", hover()},
                                                      {"@selection", selection()},
                                                      {"@text", ink(Ink::Text)},
                                                      {"@subdued", ink(Ink::Subdued)},
                                                      {"@faint", ink(Ink::Faint)},
                                                      {"@rule", ink(Ink::Rule)},
                                                      {"@accent", ink(Ink::Accent)},
                                                      {"@good", ink(Ink::Good)},
                                                      {"@washBad", ink(Ink::BadWash)},
                                                      {"@warning", ink(Ink::Warning)},
                                                      {"@bad", ink(Ink::Bad)}});
}

} // namespace rackwright
