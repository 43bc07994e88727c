// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scalable units: one made of racks that stand together, and the dialog that places one in a room with a preview on the
// plan. Pure function and dialog; whoever asks commits the edit.

#include "model/design/design.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace rackwright {

/// A unit of the racks' types at their places, measured from the first; like racks at even steps become one member.
/// An error names a rack that is of no type.
Result<ScalableUnit> scalableUnitOf(const Design& design, const std::vector<Id<Rack>>& racks, std::string name);

class PlaceUnitDialog : public QDialog {
    Q_OBJECT
public:
    PlaceUnitDialog(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);
    ~PlaceUnitDialog() override;

    const std::optional<Edit>& edit() const { return m_edit; }

private:
    void previewNow();

    StudioDocument& m_document;
    StudioServices& m_services;
    std::optional<Edit> m_edit;
    QComboBox* m_unit = nullptr;
    QComboBox* m_room = nullptr;
    QLineEdit* m_x = nullptr;
    QLineEdit* m_y = nullptr;
    Point m_proposed;
    QLineEdit* m_row = nullptr;
    QLabel* m_outcome = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
