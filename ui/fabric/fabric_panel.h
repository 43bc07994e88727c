// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FabricPanel: beside the drawing, the port map of the selected device or the cables of the chosen bundles. It reads
// the shown design and changes nothing but the selection.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"
#include "ui/paint/fabric_layout.h"

#include <QPoint>
#include <QWidget>

#include <optional>

class QLabel;
class QTableWidget;
class QToolButton;

namespace rackwright {

class FabricPanel : public QWidget {
    Q_OBJECT
public:
    /// So many rows are listed; the line above says how many there are.
    static constexpr std::size_t kMostRows = 500;

    FabricPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void showHint();
    /// All ports of a device, in faceplate order, and what they are joined to.
    void showPorts(const Device& device);
    void showCables(const FabricLayout& layout, const std::vector<std::size_t>& bundles);
    /// The cables that a cut into halves goes through.
    void showCut(const std::vector<Id<Cable>>& cables);

    QTableWidget* table() const { return m_table; }

Q_SIGNALS:
    /// A port is dragged out of the list: a free one begins a cable, another moves the end of its cable.
    void portDragged(const rackwright::PortRef& port, rackwright::Id<rackwright::Cable> cable, QPoint globalPlace);
    void portMoved(QPoint globalPlace);
    void portDropped();
    /// Wants these shown where they stand.
    void placeAsked(const std::vector<rackwright::Subject>& subjects);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void selectRows();
    void showReason(Id<Cable> cable);
    void listCables(const QString& title, const QString& detail, const std::vector<Id<Cable>>& cables);
    std::vector<Subject> waysOf(const std::vector<Id<Cable>>& cables) const;
    void begin(const QString& title, const QString& detail, const std::vector<const char*>& columns);
    void addRow(const QStringList& cells, Id<Device> leadsTo, Id<Cable> cable = {}, const PortRef& port = {});
    QString text(const Message& message) const;
    QString nameOf(Id<Device> device) const;
    QString portName(const PortRef& end) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QLabel* m_title = nullptr;
    QLabel* m_detail = nullptr;
    QLabel* m_reason = nullptr; ///< of the one cable that is chosen
    Id<Cable> m_reasoned;
    QToolButton* m_place = nullptr;
    QTableWidget* m_table = nullptr;
    std::vector<Subject> m_places;
    std::vector<Id<Cable>> m_listed; ///< whose ways are shown instead
    std::optional<QPoint> m_pressedAt;
    int m_pressedRow = -1;
    bool m_isDragging = false;
    bool m_isFilling = false;
};

} // namespace rackwright
