// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackMeters: the figures of one rack as bars against their limits. While something previews each shows old -> new;
// what is older than the design is faint; a click asks for the derivation.

#include "ui/document/studio_document.h"
#include "ui/report/rack_readings.h"
#include "ui/text/texts.h"
#include "ui/theme/theme.h"

#include <QString>
#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace rackwright {

/// One reading in words, with its share of the limit before and after.
struct MeterContent {
    QString title;
    QString value;     ///< "41.2"
    QString candidate; ///< "51.4"; empty: no other than `value`
    QString limit;     ///< "40 kW", or only the unit where there is no limit
    QString detail;    ///< what a careful reader adds
    std::optional<double> share;
    std::optional<double> candidateShare;
    bool isLowerBound = false;
    bool mayBeFull = false; ///< a full one is no warning
    bool isStale = false;
    bool operator==(const MeterContent&) const = default;

    QString text() const;
};

/// A reading and, while previewing, the reading that would follow.
MeterContent meterContent(const RackReading& reading, const RackReading* candidate, bool isStale, const Texts& texts);

/// Red over the limit, amber near it, grey while terms are unknown.
QColor meterColour(const MeterContent& content, const Theme& theme);

class RackMeter : public QWidget {
    Q_OBJECT
public:
    explicit RackMeter(QWidget* parent = nullptr);

    void show(const QString& figureLabel, const MeterContent& content);
    const QString& figureLabel() const { return m_label; }
    const MeterContent& content() const { return m_content; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void asked(const QString& figureLabel);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_label;
    MeterContent m_content;
    bool m_isHovered = false;
};

class RackMeters : public QWidget {
    Q_OBJECT
public:
    RackMeters(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    void setRack(Id<Rack> rack);
    Id<Rack> rack() const { return m_rack; }
    /// Those that are shown now.
    std::vector<const RackMeter*> meters() const;

Q_SIGNALS:
    void figureAsked(const QString& figureLabel);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    StudioDocument& m_document;
    const Texts& m_texts;
    Id<Rack> m_rack;
    QVBoxLayout* m_column = nullptr;
    std::vector<RackMeter*> m_meters;
};

} // namespace rackwright
