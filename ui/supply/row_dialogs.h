// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ConnectRowDialog: what feeds and cools the racks of a row, chosen once for all of them. LiquidRowDialog: the row goes
// over to liquid: CDUs, their loop and manifolds. Both show what they would make while one chooses, and make one step.

#include "model/edits/supply_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace rackwright {

class ProblemLabel;

class RowDialog : public QDialog {
    Q_OBJECT
public:
    ~RowDialog() override;
    /// The edit, or what is wrong with what was chosen.
    virtual Result<Edit> edit() const = 0;

protected:
    RowDialog(const char* name, StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
              QWidget* parent);

    /// Fields in rows; `id` is their name and their message.
    QComboBox* addChoice(const char* id);
    QLineEdit* addLine(const char* id, const QString& value, std::string_view unit = {});
    QCheckBox* addBox(const char* id, bool isOn);
    void addRow(const char* id, QWidget* field);
    /// Behind the last field.
    void finish(const char* does);
    void check();
    virtual QString summary(const Design& before, const Design& after) const = 0;
    /// Why what was chosen cannot be made.
    virtual QString problem(const Error& error) const;
    /// Of an empty field nothing.
    Result<std::optional<double>> numberIn(const QLineEdit& field, std::string_view unit) const;
    QString text(const char* id) const;
    QString sentence(const Message& message) const;
    /// Parts of a category, each with its id; the first line is none.
    void offerParts(QComboBox& box, PartCategory category, bool canBeNone);
    PartPtr partIn(const QComboBox& box) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Id<Rack>> m_racks;

private:
    QFormLayout* m_form = nullptr;
    QLabel* m_summary = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

class ConnectRowDialog : public RowDialog {
    Q_OBJECT
public:
    ConnectRowDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, QWidget* parent);
    Result<Edit> edit() const override;

private:
    QString summary(const Design& before, const Design& after) const override;
    QString problem(const Error& error) const override;
    std::vector<Id<PowerElement>> feedersOfRow(FeedSide side) const;
    bool isWholeRowFed() const;
    void offerFeeders(QComboBox& box, FeedSide side);
    void offerCooling(QComboBox& box, HeatKind heat);
    void offerWater(QComboBox& box);

    QComboBox* m_feedA = nullptr;
    QComboBox* m_feedB = nullptr;
    QCheckBox* m_taps = nullptr;
    QComboBox* m_tapPart = nullptr;
    QLineEdit* m_breaker = nullptr;
    QComboBox* m_liquid = nullptr;
    QComboBox* m_air = nullptr;
    QComboBox* m_doors = nullptr;
};

class LiquidRowDialog : public RowDialog {
    Q_OBJECT
public:
    LiquidRowDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, QWidget* parent);
    Result<Edit> edit() const override;

private:
    QString summary(const Design& before, const Design& after) const override;
    void addWater();
    bool isNewWater() const;
    bool givesNothingToLiquid() const;
    Result<CoolingLoop> loopIn(CoolingLoop loop, const QLineEdit& supply, const QLineEdit& back) const;

    QComboBox* m_cdu = nullptr;
    QSpinBox* m_count = nullptr;
    QLineEdit* m_name = nullptr;
    QLineEdit* m_fluid = nullptr;
    QLineEdit* m_supply = nullptr;
    QLineEdit* m_return = nullptr;
    QLineEdit* m_redundancy = nullptr;
    QComboBox* m_water = nullptr;
    QLineEdit* m_waterSupply = nullptr;
    QLineEdit* m_waterReturn = nullptr;
    QComboBox* m_manifold = nullptr;
};

} // namespace rackwright
