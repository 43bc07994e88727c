// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// NodeEditor: a server of the catalogue as a buyer configures it: processors, memory, network cards, drives, supplies,
// support and rails within what its data sheet allows, with the change of power, weight and price beside it. It makes a
// part of one's own; keeping it is the overlay's business.

#include "catalog/node_configuration.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableWidget;

namespace rackwright {

class FaceplateView;
class ProblemLabel;

/// Processors and network cards of a library.
ComponentShelf componentShelf(const PartLibrary& library);

class NodeEditor : public QDialog {
    Q_OBJECT
public:
    NodeEditor(PartPtr chassis, StudioServices& services, QWidget* parent);

    /// The node as it is chosen now, or what is wrong.
    Result<ConfiguredNode> node() const;
    /// Only what differs from the chassis.
    NodeConfiguration wanted() const;

private:
    QWidget* cardsTable();
    QSpinBox* spin(QFormLayout& form, const char* name, std::int64_t value, std::optional<std::int64_t> most);
    QComboBox* sizes(QFormLayout& form, const char* name, std::span<const double> sizes, std::optional<double> bytes);
    void check();
    QString text(const std::string& id) const;

    PartPtr m_chassis;
    StudioServices& m_services;
    ComponentShelf m_shelf;
    NodeConfiguration m_standing;
    NodeLimits m_limits;
    QLineEdit* m_id = nullptr;
    QComboBox* m_processor = nullptr;
    QSpinBox* m_processors = nullptr;
    QSpinBox* m_modules = nullptr;
    QComboBox* m_moduleSize = nullptr;
    QSpinBox* m_drives = nullptr;
    QComboBox* m_driveSize = nullptr;
    QSpinBox* m_supplies = nullptr;
    QSpinBox* m_support = nullptr;
    QCheckBox* m_rails = nullptr;
    QTableWidget* m_cards = nullptr; ///< a row a role
    QTableWidget* m_changes = nullptr;
    QLabel* m_sum = nullptr;
    QLabel* m_notes = nullptr;
    FaceplateView* m_face = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace rackwright
