// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackProfileChart: the racks side by side along their rows, the power of each as a bar and the limit of its cooling
// method as a line. It knows no design; who fills it says which rack a bar is.

#include "ui/charts/chart_canvas.h"

#include <cstdint>
#include <optional>

class QCPBars;

namespace rackwright {

struct ProfileBar {
    QString name;
    QString row;
    double value = 0; ///< in the unit of the profile
    std::optional<double> limit;
    bool isKnown = true; ///< else a lower bound
    QString reading;     ///< what the pointer reads
    std::uint64_t subject = 0;
    bool operator==(const ProfileBar&) const = default;
};

/// Bars in the order of the rows.
struct RackProfile {
    QString title;
    QString unit;
    QString valueName, limitName;
    std::vector<ProfileBar> bars;
    bool operator==(const RackProfile&) const = default;
};

class RackProfileChart : public ChartCanvas {
    Q_OBJECT
public:
    explicit RackProfileChart(const QString& name, QWidget* parent = nullptr);

    void setProfile(RackProfile profile);
    const RackProfile& profile() const { return m_profile; }
    /// Bars of these subjects are outlined.
    void setSelected(std::vector<std::uint64_t> subjects);

    std::vector<QStringList> table() const override;
    QPoint placeOf(int index) const override;

protected:
    int count() const override { return static_cast<int>(m_profile.bars.size()); }
    int indexAt(QPointF place) const override;
    QString readingOf(int index) const override;
    void rebuild() override;
    void mark(int index) override;

private:
    void drawSelection();

    RackProfile m_profile;
    std::vector<double> m_keys; ///< place of each bar along the axis, a gap between rows
    std::vector<std::uint64_t> m_selected;
    QCPBars* m_outline = nullptr;
    int m_marked = -1;
};

} // namespace rackwright
