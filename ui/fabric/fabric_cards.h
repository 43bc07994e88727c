// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricCards: the figures of the shown network over its drawing: bisection with its proof and share of injection,
// oversubscription, loads, counts. A click asks how a figure came about; it works out nothing itself.

#include "solvers/network/network_report.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_card.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace rackwright {

class FabricCards : public QWidget {
    Q_OBJECT
public:
    FabricCards(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Null: the figures of the scale-up level.
    void setNetwork(Id<Network> network);
    const std::vector<FigureCard*>& cards() const { return m_cards; }
    /// No interval is being refined.
    bool isUpToDate() const { return m_asked == m_answered; }
    /// The level at which the bisection is shown: the one that says most of the network.
    BisectionLevel level() const;
    /// The cut of the upper bound that is shown, where it was refined below that of the figure; null otherwise.
    std::shared_ptr<const Cut> refinedCut() const;

Q_SIGNALS:
    void figureAsked(const QString& label);
    void refined();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    CardContent contentOf(const std::string& name) const;
    /// "lower" or "upper": the figure of that bound at the level.
    std::string boundFigure(const char* bound) const;
    /// The figure that a card shows: the bisection of the level, of the all-reduce the fastest way.
    std::string shownFigure(const std::string& card) const;
    const FigureResult* find(const std::string& name) const;
    /// The network, or the whole design for the scale-up level.
    Subject subject() const;
    QString amountOf(const std::string& name) const;
    /// "exact, 100 % of injection", or how far the upper bound lies above.
    QString proofOf() const;
    /// An interval of bounds: of which network, in which solution.
    struct Interval {
        SolutionPtr of;
        Id<Network> network;
        bool operator==(const Interval&) const = default;
    };
    /// Its bounds, which took longer than a figure may.
    struct Refined {
        Interval interval;
        double lower = 0, upper = 0; ///< B/s
        std::shared_ptr<const Cut> cut;
    };
    Interval shownInterval() const { return {m_document.newestSolution(), m_network}; }
    /// Works the bounds of an interval out anew with more time, on a thread of its own.
    void refine();
    /// Nothing: there are no bounds.
    void take(int number, const std::optional<Refined>& refined);
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Network> m_network;
    Interval m_wanted;
    std::optional<Refined> m_refined;
    int m_asked = 0, m_answered = 0;
    std::vector<FigureCard*> m_cards;
};

} // namespace rackwright
