// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricCards: the figures of the shown network over its drawing: bisection with its proof and share of injection,
// oversubscription, loads, counts. A click asks how a figure came about; it works out nothing itself.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/widgets/figure_card.h"

#include <QWidget>

#include <vector>

namespace rackwright {

class FabricCards : public QWidget {
    Q_OBJECT
public:
    FabricCards(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setNetwork(Id<Network> network);
    const std::vector<FigureCard*>& cards() const { return m_cards; }

Q_SIGNALS:
    void figureAsked(const QString& label);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    CardContent contentOf(const std::string& name) const;
    const FigureResult* find(const std::string& name) const;
    QString amountOf(const std::string& name) const;
    /// "exact, 100 % of injection", or how far the upper bound lies above.
    QString proofOf() const;
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Network> m_network;
    std::vector<FigureCard*> m_cards;
};

} // namespace rackwright
