// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/faceplate_view.h"

#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kPlateWidth = 450; // mm between the ears of a 19-inch panel
constexpr double kCage = 16;        // mm, of a pluggable module with its gap
constexpr double kCageHeight = 11;
constexpr int kLegendLine = 16;

Ink inkOf(PortRole role) {
    switch (role) {
    case PortRole::Compute:
    case PortRole::ScaleUp:
        return Ink::Accelerator;
    case PortRole::Storage:
        return Ink::StorageLine;
    case PortRole::Management:
    case PortRole::Console:
        return Ink::OtherLine;
    case PortRole::InBand:
    case PortRole::Uplink:
        return Ink::Warning;
    case PortRole::Data:
        return Ink::Cage;
    }
    return Ink::Cage;
}

std::int64_t cagesOf(const PortGroup& group) {
    return (group.count + std::max<std::int64_t>(1, group.portsPerCage) - 1) /
           std::max<std::int64_t>(1, group.portsPerCage);
}

// The ports are what is looked for: a high node is cut to four units, so that its facts keep their room.
double plateHeight(const Part& part) {
    constexpr std::int64_t mostUnits = 4;
    return 44.45 * static_cast<double>(std::clamp<std::int64_t>(rackUnitsOf(part), 1, mostUnits));
}

} // namespace

FaceplateView::FaceplateView(const Texts& texts, QWidget* parent) : QWidget(parent), m_texts(texts) {
    setObjectName(QStringLiteral("faceplate"));
    setAccessibleName(QString::fromStdString(texts.text("part.faceplate")));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizePolicy(policy);
}

void FaceplateView::setPart(const PartPtr& part) {
    m_part = part;
    setVisible(m_part && !m_part->portGroups.empty());
    updateGeometry();
    update();
}

QSize FaceplateView::sizeHint() const {
    if (!m_part)
        return {280, 0};
    const double height = 280.0 * plateHeight(*m_part) / kPlateWidth;
    return {280, static_cast<int>(std::ceil(std::max(28.0, height))) +
                     kLegendLine * static_cast<int>((m_part->portGroups.size() + 1) / 2) + kSpace};
}

void FaceplateView::paintEvent(QPaintEvent*) {
    if (!m_part)
        return;
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int legend = kLegendLine * static_cast<int>((m_part->portGroups.size() + 1) / 2) + kHalfSpace;
    const double scale = std::min((width() - 2) / kPlateWidth, (height() - legend) / plateHeight(*m_part));
    const QRectF plate(1, 1, kPlateWidth * scale, plateHeight(*m_part) * scale);
    painter.setPen(QPen(theme.ink(Ink::RackLine), 1));
    painter.setBrush(theme.ink(Ink::SwitchFill));
    painter.drawRoundedRect(plate, 3, 3);

    // As many rows of cages as the cages need; two before they are made narrower.
    std::int64_t cages = 0;
    for (const PortGroup& group : m_part->portGroups)
        cages += cagesOf(group);
    const double inner = kPlateWidth - 24;
    const auto fitting = static_cast<std::int64_t>(inner / kCage);
    const std::int64_t most =
        std::max<std::int64_t>(1, static_cast<std::int64_t>(plateHeight(*m_part) / (kCageHeight + 5)));
    const std::int64_t lines = std::clamp<std::int64_t>((cages + fitting - 1) / fitting, 1, most);
    const auto columns =
        static_cast<double>((cages + lines - 1) / lines + static_cast<std::int64_t>(m_part->portGroups.size()));
    const double pitch = std::min(kCage, inner / std::max(1.0, columns)) * scale;
    const double step = std::min(plate.height() / static_cast<double>(lines), (kCageHeight + 6) * scale);
    const double top = plate.center().y() - step * static_cast<double>(lines) / 2;
    double column = 0;
    for (const PortGroup& group : m_part->portGroups) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ink(inkOf(group.role)));
        const std::int64_t count = cagesOf(group);
        for (std::int64_t i = 0; i < count; ++i) {
            const double x = plate.left() + 12 * scale + (column + static_cast<double>(i / lines)) * pitch;
            const double y = top + step * (static_cast<double>(i % lines) + 0.5);
            const double height = std::min(step * 0.75, kCageHeight * scale);
            painter.drawRoundedRect(QRectF(x, y - height / 2, pitch * 0.82, height), 1, 1);
        }
        column += std::ceil(static_cast<double>(count) / static_cast<double>(lines)) + 0.7;
    }

    painter.setFont(studioFont(11));
    int index = 0;
    for (const PortGroup& group : m_part->portGroups) {
        const double x = (index % 2) * (width() / 2.0) + 2;
        const double y = plate.bottom() + kHalfSpace + (index / 2) * kLegendLine;
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ink(inkOf(group.role)));
        painter.drawRoundedRect(QRectF(x, y + 4, 9, 9), 2, 2);
        QString text = QStringLiteral("%1 × ").arg(group.count) +
                       QString::fromStdString(m_texts.text("part.port." + std::string(enumName(group.role))));
        if (const auto speed = group.speed.typical())
            text += QStringLiteral(" %1G").arg(speed->in(unit::gigabitPerSecond), 0, 'f', 0);
        painter.setPen(theme.ink(Ink::Subdued));
        painter.drawText(QRectF(x + 13, y, width() / 2.0 - 16, kLegendLine), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, width() / 2 - 16));
        ++index;
    }
}

} // namespace rackwright
