// SPDX-License-Identifier: GPL-3.0-or-later
// What the view paints over its elevations: hover, selection, legal places, the ghost, its card and the reason for
// "no".
#include "ui/rack/rack_view.h"

#include "ui/rack/rack_meters.h"
#include "ui/report/rack_readings.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace rackwright {

void RackView::paintOver(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor accent = Theme::current().ink(Ink::Accent);
    QColor wash = accent;
    wash.setAlpha(36);
    if (m_hovered && m_gesture == Gesture::None && !m_document.isSelected(*m_hovered)) {
        painter.setPen(QPen(accent, 1));
        painter.setBrush(Qt::NoBrush);
        if (const QRectF box = boxOf(*m_hovered); !box.isEmpty())
            painter.drawRoundedRect(box, 2, 2);
    }
    for (const Subject subject : m_document.selection()) {
        if (const auto* shown = subject.kind == SubjectKind::Rack ? m_layout.find(subject.as<Rack>()) : nullptr) {
            painter.setPen(QPen(accent, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(toView(shown->frame.frame).adjusted(-2, -2, 2, 2), 3, 3);
        }
        const QRectF box = boxOf(subject);
        if (box.isEmpty())
            continue;
        painter.setPen(QPen(accent, 2));
        painter.setBrush(wash);
        painter.drawRoundedRect(box, 2, 2);
    }
    if (m_gesture == Gesture::Box) {
        painter.setPen(QPen(accent, 1, Qt::DashLine));
        painter.setBrush(wash);
        painter.drawRect(QRectF(toView(m_pressWorld), toView(m_atWorld)).normalized());
    }
    if (m_carried)
        paintCarried(painter);
    if (m_racks.empty()) {
        painter.setFont(studioFont(13));
        painter.setPen(Theme::current().ink(Ink::Subdued));
        painter.drawText(
            rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
            toText(m_services.texts().text(m_document.design().racks.isEmpty() ? "rack.none-yet" : "rack.none-shown")));
    }
}

void RackView::paintCarried(QPainter& painter) {
    const Theme& theme = Theme::current();
    QColor green = theme.ink(Ink::Good);
    painter.setPen(QPen(green, 1, Qt::DotLine));
    green.setAlpha(30);
    painter.setBrush(green);
    for (const RackLayout::Shown& shown : m_places.shown()) {
        if (!toView(shown.frame.frame).intersects(QRectF(rect())))
            continue;
        for (const QRectF& box : legalBoxes(shown))
            painter.drawRoundedRect(toView(box).adjusted(1, 1, -1, -1), 2, 2);
    }
    if (!m_carried->newPart && !m_carried->copies) {
        painter.setPen(QPen(theme.ink(Ink::Faint), 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        for (const RackThing& thing : m_carried->things)
            if (!thing.box.isEmpty())
                painter.drawRoundedRect(toView(thing.box), 2, 2);
    }
    if (m_target) {
        const bool isLegal = m_refusal.isEmpty();
        QColor ink = theme.ink(isLegal ? Ink::Accent : Ink::Bad);
        painter.setPen(QPen(ink, 2, isLegal ? Qt::SolidLine : Qt::DashLine));
        ink.setAlpha(isLegal ? 40 : 48);
        painter.setBrush(ink);
        const auto moves = m_carried->newPart ? std::nullopt : movesTo(*m_target);
        if (moves) {
            for (std::size_t i = 0; i < moves->size(); ++i)
                painter.drawRoundedRect(boxOf((*moves)[i].placement, m_carried->things[i].part), 2, 2);
        } else {
            painter.drawRoundedRect(boxOf(*m_target, m_carried->part()), 2, 2);
        }
        if (isLegal)
            paintCard(painter);
    }
    paintRefusal(painter);
}

std::vector<RackView::CardLine> RackView::cardLines() const {
    std::vector<CardLine> lines;
    if (!m_target)
        return lines;
    const Id<Rack> rack = rackOf(*m_target);
    const Texts& texts = m_services.texts();
    const auto line = [&](const char* id, const QString& before, const QString& after) {
        lines.push_back({toText(texts.text(id)), before, after == before ? QString() : after});
    };
    const auto whole = [&](std::optional<std::int64_t> count, const char* unit) {
        return count ? toText(texts.figure(Value(static_cast<double>(*count)), unit))
                     : toText(texts.text("meter.unknown"));
    };
    line("rack.card.units", whole(freeUnits(*m_document.project(), m_document.design(), rack), "U"),
         whole(freeUnits(*m_document.shownProject(), m_document.shownDesign(), rack), "U"));
    const SolutionPtr& before = m_document.solution();
    const SolutionPtr after = m_document.isPreviewing() ? m_document.shownSolution() : before;
    const auto readingsOf = [rack](const SolutionPtr& solution) {
        return solution ? rackReadings(*solution, rack) : std::vector<RackReading>{};
    };
    const std::vector<RackReading> old = readingsOf(before);
    const std::vector<RackReading> next = readingsOf(after);
    const auto left = [&](const std::vector<RackReading>& readings, RackMeasure measure) -> QString {
        const auto it = std::ranges::find(readings, measure, &RackReading::measure);
        if (it == readings.end())
            return readings.empty() ? QStringLiteral("…") : toText(texts.text("meter.unknown"));
        if (!it->limit || it->value.isUnknown())
            return toText(texts.text("meter.unknown"));
        const std::string amount = texts.figure(Value(*it->limit - it->value.typical()), it->unit, it->factor);
        // Unknown terms make the load a lower bound, so that what is left is at most this.
        return toText((it->value.isLowerBound() ? "≤ " : "") + amount);
    };
    const bool isCapped = std::ranges::find(old, RackMeasure::PowerCap, &RackReading::measure) != old.end();
    const RackMeasure power = isCapped ? RackMeasure::PowerCap : RackMeasure::AirHeat;
    line(isCapped ? "rack.card.power" : "rack.card.heat", left(old, power), left(next, power));
    if (std::ranges::find(next, RackMeasure::LiquidHeat, &RackReading::measure) != next.end())
        line("rack.card.liquid", left(old, RackMeasure::LiquidHeat), left(next, RackMeasure::LiquidHeat));
    line("rack.card.weight", left(old, RackMeasure::Weight), left(next, RackMeasure::Weight));
    const auto plugs = [&](const Project& project, const Design& design) {
        const auto counted = rackPlugs(project, design, rack);
        return whole(counted ? std::optional(counted->left()) : std::nullopt, "");
    };
    line("rack.card.plugs", plugs(*m_document.project(), m_document.design()),
         plugs(*m_document.shownProject(), m_document.shownDesign()));
    return lines;
}

void RackView::paintCard(QPainter& painter) const {
    const Theme& theme = Theme::current();
    const std::vector<CardLine> lines = cardLines();
    const Rack* rack = m_document.design().racks.find(rackOf(*m_target));
    constexpr int row = 18;
    const QFont plain = studioFont(12);
    const QFont bold = studioFont(12, QFont::Medium);
    const QFontMetrics metrics(bold);
    const auto valueOf = [](const CardLine& line) {
        return line.after.isEmpty() ? line.before : line.before + QStringLiteral(" → ") + line.after;
    };
    int names = 0;
    int values = 0;
    for (const CardLine& line : lines) {
        names = std::max(names, QFontMetrics(plain).horizontalAdvance(line.name));
        values = std::max(values, metrics.horizontalAdvance(valueOf(line)));
    }
    const QSizeF size(names + values + 40, row * static_cast<double>(lines.size() + 1) + 14);
    // What is dragged from the catalogue hangs its picture at the pointer.
    QPointF corner = toView(m_atWorld) + (m_carried && m_carried->newPart ? QPointF(36, 30) : QPointF(18, 18));
    corner.setX(std::min(corner.x(), width() - size.width() - 6));
    if (corner.y() + size.height() > height() - 6)
        corner.setY(toView(m_atWorld).y() - size.height() - 14);
    corner = {std::max(6.0, corner.x()), std::max(6.0, corner.y())};
    const QRectF box(corner, size);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 34));
    painter.drawRoundedRect(box.adjusted(-1, 1, 1, 4), 7, 7);
    painter.setPen(QPen(theme.ink(Ink::Rule), 1));
    painter.setBrush(theme.surface());
    painter.drawRoundedRect(box, 6, 6);
    QRectF at(box.left() + 12, box.top() + 7, box.width() - 24, row);
    painter.setFont(bold);
    painter.setPen(theme.ink(Ink::Text));
    QString title = rack ? toText(rack->name) : QString();
    if (const auto* place = std::get_if<InRack>(&*m_target))
        title += QStringLiteral(" · U%1").arg(place->unit);
    painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, title);
    for (const CardLine& line : lines) {
        at.translate(0, row);
        painter.setFont(plain);
        painter.setPen(theme.ink(Ink::Subdued));
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, line.name);
        painter.setFont(bold);
        painter.setPen(theme.ink(line.after.startsWith(QLatin1Char('-')) ? Ink::Bad
                                 : line.after.isEmpty()                  ? Ink::Text
                                                                         : Ink::Accent));
        painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter, valueOf(line));
    }
}

void RackView::paintRefusal(QPainter& painter) const {
    if (m_refusal.isEmpty())
        return;
    painter.setFont(studioFont(12));
    QRectF box = painter.fontMetrics().boundingRect(QRect(0, 0, 280, 200), Qt::TextWordWrap, m_refusal);
    box = box.adjusted(-10, -7, 10, 7);
    QPointF at = toView(m_atWorld) + (m_carried && m_carried->newPart ? QPointF(52, 14) : QPointF(14, 18));
    at.setX(std::clamp(at.x(), 6.0, std::max(6.0, width() - box.width() - 6)));
    at.setY(std::clamp(at.y(), 6.0, std::max(6.0, height() - box.height() - 6)));
    box.moveTo(at);
    painter.setPen(Theme::current().ink(Ink::Bad));
    painter.setBrush(Theme::current().ink(Ink::BadWash));
    painter.drawRoundedRect(box, 5, 5);
    painter.drawText(box.adjusted(10, 7, -10, -7), Qt::TextWordWrap, m_refusal);
}

} // namespace rackwright
