// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ScaleUpPanel: what is known of a scale-up domain: its figures and the ladder of its nodes, which explain themselves
// by a click, its link, switches and cables as the data sheets tell them, and where it stands. It changes nothing.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/scale_up_layout.h"

#include <QWidget>

#include <memory>

class QGridLayout;
class QLabel;
class QToolButton;

namespace rackwright {

class BarChart;
class FigureRows;

class ScaleUpPanel : public QWidget {
    Q_OBJECT
public:
    ScaleUpPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Of a kind, and of one of its domains where that is chosen.
    void show(std::shared_ptr<const ScaleUpLayout> layout, std::size_t kind, std::optional<std::size_t> domain);
    /// What is said of the link, switches and cables, each "title: text".
    QStringList facts() const;

Q_SIGNALS:
    void figureAsked(const QString& label);
    /// Wants these shown where they stand.
    void placeAsked(const std::vector<rackwright::Subject>& subjects);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Fact {
        const char* name;
        QString text;
    };
    void refresh();
    void refreshLadder(const ScaleUpKind& kind);
    void fillFacts(const std::vector<Fact>& facts);
    std::vector<Fact> factsOf(const ScaleUpKind& kind) const;
    QString placeOf(const ScaleUpDomain& domain) const;
    QString text(const Message& message) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::shared_ptr<const ScaleUpLayout> m_layout;
    std::size_t m_kind = 0;
    std::optional<std::size_t> m_domain;
    QLabel* m_title = nullptr;
    QLabel* m_detail = nullptr;
    QToolButton* m_place = nullptr;
    FigureRows* m_figures = nullptr;
    QLabel* m_ladderTitle = nullptr;
    BarChart* m_ladder = nullptr;
    std::vector<QString> m_rungs; ///< figures of its bars
    FigureRows* m_nodeFigures = nullptr;
    QLabel* m_note = nullptr;
    QGridLayout* m_facts = nullptr;
};

} // namespace rackwright
