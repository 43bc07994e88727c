// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/rack_meters.h"

#include "ui/paint/overlay.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kTextPixels = 12;
constexpr int kBarHeight = 6;

QString numberOf(const RackReading& reading, const Texts& texts) {
    if (reading.value.isUnknown())
        return toText(texts.text("meter.unknown"));
    const std::string bare = texts.figure(Value(reading.value.typical()), "", reading.factor);
    return toText((reading.value.isLowerBound() ? "≥ " : "") + bare);
}

} // namespace

QString MeterContent::text() const {
    const QString number = candidate.isEmpty() ? value : value + QStringLiteral(" → ") + candidate;
    return number + limit;
}

namespace {

// Numbers on meters stand apart from their unit, so the reading itself turns into the reader's.
RackReading inReadersUnit(RackReading reading, const Texts& texts) {
    ReadableUnit unit = rackwright::inReadersUnit(reading.unit, reading.factor, texts);
    reading.unit = std::move(unit.symbol);
    reading.factor = unit.factor;
    return reading;
}

} // namespace

MeterContent meterContent(const RackReading& given, const RackReading* candidate, bool isStale, const Texts& texts) {
    const RackReading reading = inReadersUnit(given, texts);
    MeterContent content;
    const std::string title = "meter." + std::string(enumName(reading.measure));
    content.title = toText(texts.sentence(Message(title).with("of", reading.of)));
    content.value = numberOf(reading, texts);
    if (reading.limit)
        content.limit =
            QStringLiteral(" / ") + toText(texts.figure(Value(*reading.limit), reading.unit, reading.factor));
    else if (!reading.value.isUnknown())
        content.limit = QStringLiteral(" ") + toText(reading.unit == "m3/h" ? "m³/h" : reading.unit);
    content.share = reading.share();
    content.isLowerBound = reading.value.isLowerBound() || reading.value.isUnknown();
    content.mayBeFull = reading.measure == RackMeasure::Units;
    content.isStale = isStale;
    content.detail = toText(texts.figure(reading.value, reading.unit, reading.factor));
    if (candidate) {
        const RackReading next = inReadersUnit(*candidate, texts);
        const QString number = numberOf(next, texts);
        if (number != content.value)
            content.candidate = number;
        // A rack that is moved may come under another limit, which is said as well.
        if (reading.limit && next.limit && *reading.limit != *next.limit) {
            const auto limitOf = [&texts](const RackReading& of, std::string_view unit) {
                return QStringLiteral(" / ") + toText(texts.figure(Value(*of.limit), std::string(unit), of.factor));
            };
            content.value += limitOf(reading, {});
            content.candidate = number;
            content.limit = limitOf(next, next.unit);
        }
        content.candidateShare = candidate->share();
    }
    return content;
}

QColor meterColour(const MeterContent& content, const Theme& theme) {
    const auto share = content.candidateShare ? content.candidateShare : content.share;
    if (share && *share > 1)
        return theme.ink(Ink::LoadRed);
    if (share && *share >= 0.8 && !content.mayBeFull)
        return theme.ink(Ink::LoadAmber);
    return theme.ink(content.isLowerBound ? Ink::Faint : Ink::Good);
}

RackMeter::RackMeter(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::TabFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RackMeter::show(const QString& figureLabel, const MeterContent& content) {
    if (figureLabel == m_label && content == m_content)
        return;
    m_label = figureLabel;
    m_content = content;
    setObjectName(QStringLiteral("meter:") + figureLabel.section(QLatin1Char('@'), 0, 0));
    setAccessibleName(content.title + QStringLiteral(": ") + content.text());
    setAccessibleDescription(content.detail);
    setToolTip(content.title + QStringLiteral("\n") + content.detail);
    updateGeometry();
    update();
}

QSize RackMeter::sizeHint() const { return {220, 27}; }
QSize RackMeter::minimumSizeHint() const { return {120, 27}; }

void RackMeter::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::current();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isHovered || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.ink(Ink::Accent), 1) : QPen(Qt::NoPen));
        painter.setBrush(theme.hover());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    if (m_content.isStale)
        painter.setOpacity(0.45);
    const QRect inner = rect().adjusted(4, 2, -4, -4);
    const QRect words = inner.adjusted(0, 0, 0, -kBarHeight);
    const bool changes = !m_content.candidate.isEmpty();
    const auto share = m_content.candidateShare ? m_content.candidateShare : m_content.share;
    painter.setFont(studioFont(kTextPixels, QFont::Medium));
    painter.setPen(changes ? theme.ink(Ink::Accent) : share && *share > 1 ? theme.ink(Ink::Bad) : theme.ink(Ink::Text));
    const int taken = std::min(painter.fontMetrics().horizontalAdvance(m_content.text()), words.width());
    painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, m_content.text());
    painter.setFont(studioFont(kTextPixels));
    painter.setPen(theme.ink(Ink::Text));
    const int room = words.width() - taken - kSpace;
    if (room > 16)
        painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(m_content.title, Qt::ElideRight, room));

    const QRectF bar(inner.left(), inner.bottom() - kBarHeight + 1, inner.width(), kBarHeight);
    if (!share)
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.ink(Ink::Rule));
    painter.drawRoundedRect(bar, kBarHeight / 2.0, kBarHeight / 2.0);
    const auto upTo = [&bar](double part) { return bar.width() * std::clamp(part, 0.0, 1.0); };
    painter.setBrush(meterColour(m_content, theme));
    if (const double width = upTo(*share); width > 0)
        painter.drawRoundedRect(QRectF(bar.topLeft(), QSizeF(std::max<double>(width, kBarHeight), kBarHeight)),
                                kBarHeight / 2.0, kBarHeight / 2.0);
    if (changes && m_content.share) {
        painter.setBrush(theme.ink(Ink::Text));
        painter.drawRect(QRectF(bar.left() + upTo(*m_content.share) - 1, bar.top() - 1, 2, kBarHeight + 2));
    }
}

void RackMeter::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        Q_EMIT asked(m_label);
}

void RackMeter::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        Q_EMIT asked(m_label);
    else
        QWidget::keyPressEvent(event);
}

void RackMeter::enterEvent(QEnterEvent*) {
    m_isHovered = true;
    update();
}

void RackMeter::leaveEvent(QEvent*) {
    m_isHovered = false;
    update();
}

RackMeters::RackMeters(StudioDocument& document, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("rack.meters"));
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(2);
    connect(&m_document, &StudioDocument::opened, this, &RackMeters::refresh);
    connect(&m_document, &StudioDocument::changed, this, &RackMeters::refresh);
    connect(&m_document, &StudioDocument::solved, this, &RackMeters::refresh);
}

void RackMeters::setRack(Id<Rack> rack) {
    m_rack = rack;
    refresh();
}

std::vector<const RackMeter*> RackMeters::meters() const {
    std::vector<const RackMeter*> shown;
    for (const RackMeter* meter : m_meters)
        if (!meter->isHidden())
            shown.push_back(meter);
    return shown;
}

void RackMeters::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void RackMeters::refresh() {
    if (!isVisible())
        return;
    const SolutionPtr& committed = m_document.solution();
    const SolutionPtr candidate = m_document.isPreviewing() ? m_document.shownSolution() : SolutionPtr();
    const std::vector<RackReading> readings = committed ? rackReadings(*committed, m_rack) : std::vector<RackReading>{};
    const std::vector<RackReading> after = candidate ? rackReadings(*candidate, m_rack) : std::vector<RackReading>{};
    while (m_meters.size() < readings.size()) {
        auto* meter = new RackMeter(this);
        connect(meter, &RackMeter::asked, this, &RackMeters::figureAsked);
        m_column->addWidget(meter);
        m_meters.push_back(meter);
    }
    for (std::size_t i = 0; i < m_meters.size(); ++i) {
        m_meters[i]->setVisible(i < readings.size());
        if (i >= readings.size())
            continue;
        const auto same = std::ranges::find(after, readings[i].measure, &RackReading::measure);
        m_meters[i]->show(toText(readings[i].figure), meterContent(readings[i], same == after.end() ? nullptr : &*same,
                                                                   m_document.isStale(), m_texts));
    }
}

} // namespace rackwright
