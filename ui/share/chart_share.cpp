// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/share/chart_share.h"

#include "ui/charts/chart_canvas.h"

#include <QMenu>

namespace rackwright {

void shareChart(ChartCanvas& chart, const QString& name, StudioServices& services,
                std::function<void(const QString&)> say) {
    QObject::connect(&chart, &ChartCanvas::menuAsked, &chart,
                     [&chart, name, &services, say = std::move(say)](QPoint at) {
                         QMenu menu(&chart);
                         menu.setObjectName(QStringLiteral("chart.menu"));
                         Shareable what;
                         what.name = name;
                         what.table = [&chart] { return chart.table(); };
                         what.picture = [&chart] { return chart.picture(); };
                         what.svg = [&chart] { return chart.svg(); };
                         addShareEntries(menu, what, services, &chart, say);
                         menu.exec(at);
                     });
}

} // namespace rackwright
