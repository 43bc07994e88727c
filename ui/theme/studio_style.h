// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// StudioStyle: Fusion with the studio's sizes, focus ring and no default greys. Colours come from the palette and the style
// sheet; this changes only what a style sheet cannot. Labels, tool tips and message boxes show text as it is: what a
// person typed is never read as HTML.

#include <QProxyStyle>

namespace rackwright {

class Theme;

class StudioStyle : public QProxyStyle {
    Q_OBJECT
public:
    explicit StudioStyle(const Theme& theme);

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option = nullptr,
                    const QWidget* widget = nullptr) const override;
    int styleHint(StyleHint hint, const QStyleOption* option = nullptr, const QWidget* widget = nullptr,
                  QStyleHintReturn* returnData = nullptr) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget = nullptr) const override;

private:
    QColor m_accent;
};

} // namespace rackwright
