// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// HeadlineStrip: the figures that a role looks at first, each against its requirement or limit, on top of the window.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/features/studio_features.h"
#include "ui/widgets/figure_card.h"

#include <QWidget>

#include <vector>

class QToolButton;

namespace rackwright {

class HeadlineStrip : public QWidget {
    Q_OBJECT
public:
    HeadlineStrip(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setRole(Role role);
    /// Cards of title and value alone.
    void setCompact(bool isCompact);
    const std::vector<FigureCard*>& cards() const { return m_cards; }
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void figureAsked(const QString& label);
    /// Which lines of the bill came and went where that moved the price.
    void hinted(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Shows the cards that have room; the others stand in a menu behind them.
    void fitCards();
    void listHidden();
    void rebuild();
    void refresh();
    CardContent contentOf(const QString& label) const;
    void explainPrice();

    StudioDocument& m_document;
    StudioServices& m_services;
    Role m_role = Role::Architect;
    std::vector<FigureCard*> m_cards;
    QToolButton* m_more = nullptr;
    bool m_isCompact = false;
    SolutionPtr m_explained; ///< the committed solution that the last change of price was told of
    QString m_priceChange;   ///< lines that came and went in what is shown
    ProjectPtr m_toldBeside; ///< what stood while the line told of a drag; null: it tells of none
    QString m_priceReason;   ///< with those that changed
};

} // namespace rackwright
