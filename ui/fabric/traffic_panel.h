// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// TrafficPanel: what traffic makes of the shown network: loads and throughput by pattern under the chosen way of
// spreading flows, hops and latency, and the all-reduce of a message of the chosen size. Each figure is traced; it
// works out none itself.

#include "solvers/graph/traffic.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QVBoxLayout;

namespace rackwright {

class FigureRows;
class QuantityField;

class TrafficPanel : public QWidget {
    Q_OBJECT
public:
    TrafficPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void setNetwork(Id<Network> network);
    void setSpreading(Spreading spreading);
    Spreading spreading() const { return m_spreading; }
    double flowsPerPair() const;
    FigureRows* loads() const { return m_loads; }
    FigureRows* collectives() const { return m_collectives; }
    QuantityField* message() const { return m_message; }

Q_SIGNALS:
    void figureAsked(const QString& label);
    /// Of the way of spreading or of the flows that are hashed.
    void assumptionChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    FigureRows* addGroup(QVBoxLayout* column, const char* name);
    QuantityField* addSetting(QVBoxLayout* column, const char* name, std::string_view key, std::string_view unit);
    void addSharp(QVBoxLayout* column);
    void refreshSharp();
    void refreshInterconnect();
    void refresh();
    /// The rows of those figures that the subject has.
    void fill(FigureRows* rows, Subject subject, const std::vector<std::string>& names) const;
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Network> m_network;
    Spreading m_spreading = Spreading::Ideal;
    QComboBox* m_choice = nullptr;
    QLabel* m_assumed = nullptr;
    QWidget* m_flowsRow = nullptr;
    QuantityField* m_flows = nullptr;
    QuantityField* m_message = nullptr;
    QCheckBox* m_sharp = nullptr;
    QLabel* m_sharpNote = nullptr;
    QLabel* m_interconnect = nullptr;
    FigureRows* m_loads = nullptr;
    FigureRows* m_ways = nullptr;
    FigureRows* m_collectives = nullptr;
    FigureRows* m_scaleUp = nullptr;
};

} // namespace rackwright
