// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/profile_panel.h"

#include "solvers/power/figures.h"
#include "solvers/power/rack_limit.h"
#include "ui/charts/rack_profile_chart.h"
#include "ui/report/rack_readings.h"
#include "ui/share/chart_share.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

namespace rackwright {

namespace {

constexpr double kWattsPerUnit = 1000;

const FigureResult* figureOf(const Solution& solution, FigureHandle name, const Rack& rack) {
    const FigureResult* found = solution.find(name, Subject(rack.id));
    return found && !found->error && !found->value.isUnknown() ? found : nullptr;
}

// What a rack may draw at its peak: its cap, or less by the site's limit; without either what serves it takes of air
// and liquid.
std::optional<double> limitOf(const Solution& solution, const Rack& rack) {
    for (const RackLimit& each : rackLimits(solution.context(), rack))
        if (each.hasBasis && each.kind == LoadKind::Peak && each.value.isKnown())
            return each.value.typical() / kWattsPerUnit;
    std::optional<double> limit;
    for (const HeatKind kind : {HeatKind::Air, HeatKind::Liquid})
        if (const auto served = coolingLimit(solution, rack.id, kind))
            limit = limit.value_or(0) + *served / kWattsPerUnit;
    return limit;
}

RackProfile profileOf(const Solution& solution, const Texts& texts) {
    RackProfile profile;
    profile.title = toText(texts.text("panel.profile"));
    profile.unit = QStringLiteral("kW");
    profile.valueName = toText(texts.text("profile.power"));
    profile.limitName = toText(texts.text("profile.limit"));
    std::vector<const Rack*> racks = solution.context().racks();
    std::ranges::stable_sort(racks, [](const Rack* a, const Rack* b) {
        return std::tuple(a->room, a->row, a->centre.x.inMillimetres(), a->centre.y.inMillimetres()) <
               std::tuple(b->room, b->row, b->centre.x.inMillimetres(), b->centre.y.inMillimetres());
    });
    for (const Rack* rack : racks) {
        ProfileBar bar;
        bar.name = toText(rack->name);
        bar.row = toText(rack->row);
        bar.subject = rack->id.value;
        const FigureResult* power = figureOf(solution, figure_of::rackPowerPeak, *rack);
        bar.value = power ? power->value.typical() / kWattsPerUnit : 0;
        bar.isKnown = power && !power->value.isLowerBound();
        bar.limit = limitOf(solution, *rack);
        const std::string amount = power ? texts.figure(power->value, "kW", kWattsPerUnit)
                                         : texts.figure(Value::unknown(Grade::Estimate), "kW", 1);
        bar.reading = toText(
            bar.limit
                ? texts.sentence(Message("profile.reading")
                                     .with("rack", rack->name)
                                     .with("power", amount)
                                     .with("limit", UnitNumber{*bar.limit, "kW"}))
                : texts.sentence(Message("profile.reading.no-limit").with("rack", rack->name).with("power", amount)));
        profile.bars.push_back(std::move(bar));
    }
    return profile;
}

} // namespace

ProfilePanel::ProfilePanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.profile"));
    m_chart = new RackProfileChart(QStringLiteral("profile.chart"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kHalfSpace, kSpace, kSpace);
    column->addWidget(m_chart);
    connect(&m_document, &StudioDocument::solved, this, &ProfilePanel::refresh);
    connect(&m_document, &StudioDocument::selectionChanged, this, &ProfilePanel::refreshSelection);
    connect(m_chart, &RackProfileChart::chosen, this, [this](int index) {
        Q_EMIT placeAsked({{SubjectKind::Rack, m_chart->profile().bars[static_cast<std::size_t>(index)].subject}});
    });
    shareChart(*m_chart, QStringLiteral("rack-power"), m_services,
               [this](const QString& said) { Q_EMIT hinted(said); });
}

void ProfilePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
    refreshSelection();
}

void ProfilePanel::refresh() {
    const SolutionPtr& solution = m_document.newestSolution();
    m_chart->setEnabled(!m_document.isStale());
    if (!isVisible() || solution == m_shown)
        return;
    m_shown = solution;
    m_chart->setProfile(solution ? profileOf(*solution, m_services.texts()) : RackProfile{});
}

void ProfilePanel::refreshSelection() {
    if (!isVisible())
        return;
    std::vector<std::uint64_t> racks;
    for (const Subject subject : m_document.selection())
        if (subject.kind == SubjectKind::Rack)
            racks.push_back(subject.id);
    m_chart->setSelected(std::move(racks));
}

} // namespace rackwright
