// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/studio_style.h"

#include "ui/theme/theme.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPainter>
#include <QStyleFactory>
#include <QStyleOption>
#include <QTabBar>

namespace rackwright {

StudioStyle::StudioStyle(const Theme& theme)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))), m_accent(theme.ink(Ink::Accent)) {}

// A tool tip and the words of a message box are labels too. Qt would guess by what stands in them, so that a rack
// called
// "<b>R1</b>" is bold and one called "<img src=…>" reads a file.
void StudioStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (auto* label = qobject_cast<QLabel*>(widget))
        label->setTextFormat(Qt::PlainText);
}

int StudioStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin:
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing:
        return kSpace;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ToolBarIconSize:
        return 16;
    case PM_DockWidgetSeparatorExtent:
        return kSpace;
    case PM_DefaultFrameWidth:
        return 1;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int StudioStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* returnData) const {
    if (hint == SH_ItemView_ShowDecorationSelected)
        return 1;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    // The button that does it stands last, at the right, in every dialog and on every desktop.
    if (hint == SH_DialogButtonLayout)
        return QDialogButtonBox::GnomeLayout;
    if (hint == SH_ComboBox_Popup)
        return 0;
    if (hint == SH_EtchDisabledText || hint == SH_DitherDisabledText)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returnData);
}

void StudioStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    // Tab bars that docks make when they are put together get the light line of the style below all tabs.
    if (element == PE_FrameTabBarBase)
        return;
    if (element != PE_FrameFocusRect) {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(m_accent, 1.5));
    painter->setBrush(Qt::NoBrush);
    // Of a tab it is told the words alone, which the ring would cross.
    const QRectF ring = qobject_cast<const QTabBar*>(widget) ? QRectF(option->rect).adjusted(-3, -2, 3, 2)
                                                             : QRectF(option->rect).adjusted(1, 1, -1, -1);
    painter->drawRoundedRect(ring, kHalfSpace, kHalfSpace);
    painter->restore();
}

} // namespace rackwright
