// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the two views of a workload's figures have in common: four cards, panels with a title, and pictures of charts
// that can be handed out. It draws nothing itself.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_reading.h"
#include "ui/widgets/workspace_parts.h"

namespace rackwright {

class ChartCanvas;

class Insight : public QWidget {
    Q_OBJECT
public:
    Insight(const QString& name, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void show(Id<Workload> workload);
    using QWidget::show;
    /// Figures and charts of the newest solution.
    virtual void refresh() = 0;
    /// Nothing is being worked out.
    virtual bool isIdle() const = 0;
    /// The four cards, for whoever lays them out.
    QWidget* cards() const { return m_cards; }

Q_SIGNALS:
    void figureAsked(const QString& label);
    void hinted(const QString& text);
    /// What holds where nothing is entered, by parameter.
    void chosen(const std::vector<Parameter>& parameters);

protected:
    enum Card { Fits, Fast, Long, Costs };

    StudioDocument& document() const { return m_document; }
    StudioServices& services() const { return m_services; }
    const Workload* workload() const { return m_document.shownDesign().workloads.find(m_workload); }
    Id<Workload> workloadId() const { return m_workload; }
    /// Forgets what is shown: another workload comes.
    virtual void reset() = 0;
    /// Keeps what holds where nothing is entered, and says it.
    void keepChosen(std::vector<Parameter> parameters);

    FigureReading figure(std::string_view name) const;
    void setCard(Card card, const FigureReading& figure, const QString& value, const QString& detail,
                 CardContent::Mood mood = CardContent::Mood::Plain);
    /// A framed panel with a title; what it holds goes into the returned column.
    QVBoxLayout* addPanel(const char* titleId, int row, int column, int columns = 1);
    /// Offers the chart's table and picture on a click with the right button.
    void share(ChartCanvas& chart, const char* name);
    QVBoxLayout& column() const { return *m_column; }
    QString text(const std::string& id) const;
    QString sentence(const Message& message) const;
    /// How sure a forecast is, in words: by how far its range reaches from what is likely.
    QString howSure(const Value& forecast) const;
    /// "61.2 GB"
    QString amount(double si, std::string_view unit, double factor) const;

private:
    void turnTo(Id<Workload> workload);

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Workload> m_workload;
    std::vector<Parameter> m_chosen; ///< said last, for this workload
    QVBoxLayout* m_column = nullptr;
    QGridLayout* m_grid = nullptr;
    CardRow* m_cards = nullptr;
};

} // namespace rackwright
