// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BuswaysDialog: busways of the feeds A and B over a row: how high each hangs, how far from the row's middle, what it
// carries, and whether it is tapped over each rack. The plan shows them while one types.

#include "model/edits/pathway_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class BuswaysDialog : public QDialog {
    Q_OBJECT
public:
    BuswaysDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, QWidget* parent);
    ~BuswaysDialog() override;

    /// The edit, or what is wrong with what was typed.
    Result<Edit> edit() const;

private:
    void check();
    void readParts();
    void offerParts();
    PartPtr chosenPart() const;
    Result<std::optional<double>> numberIn(const QLineEdit& field, std::string_view unit) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Id<Rack>> m_racks;
    QLineEdit* m_nameA = nullptr;
    QLineEdit* m_nameB = nullptr;
    QLineEdit* m_heightA = nullptr;
    QLineEdit* m_heightB = nullptr;
    QLineEdit* m_aside = nullptr;
    std::vector<PartPtr> m_parts; ///< busways of the catalogue
    QComboBox* m_part = nullptr;
    QLineEdit* m_rating = nullptr;
    QLineEdit* m_voltage = nullptr;
    QCheckBox* m_taps = nullptr;
    QCheckBox* m_feeds = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

/// The racks that a command over a row means: the selected ones when several are, else the row of the one.
std::vector<Id<Rack>> rackRowOf(const Design& design, const std::vector<Id<Rack>>& selected);

} // namespace rackwright
