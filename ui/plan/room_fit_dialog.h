// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RoomFitDialog: how many racks the shown room takes and what stops the next one, with what is laid out: aisles,
// containment, cooling, rack PDUs, busways and trays. The plan shows the layout while one types; racks that are kept,
// and existing ones, stay where they stand.

#include "solvers/recipes/room_layout.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QFormLayout;
class QLabel;
class QComboBox;
class QLineEdit;
class QPushButton;

namespace rackwright {

class ProblemLabel;

class RoomFitDialog : public QDialog {
    Q_OBJECT
public:
    /// `selected`: racks that are offered as those to keep.
    RoomFitDialog(StudioDocument& document, StudioServices& services, Id<Room> room, std::vector<Id<Rack>> selected,
                  QWidget* parent);
    ~RoomFitDialog() override;

    /// The layout that is shown; nothing while none is.
    std::optional<Edit> edit() const;

private:
    struct Field {
        std::string key;
        QLineEdit* edit = nullptr;
        QComboBox* words = nullptr; ///< of what is chosen instead of typed
        QString text() const;
    };
    /// A layout with the project that it was made of and the ids that it took.
    struct Made {
        ProjectPtr base;
        RoomLayout layout;
        RoomLayoutRequest request;
        std::uint64_t nextId = 0;
    };
    QComboBox* rackChoice() const;
    void addField(QFormLayout& form, const std::string& key);
    void typed();
    void show(const std::shared_ptr<const Made>& made);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    Id<Room> m_room;
    ProjectPtr m_base; ///< that the layout is made of
    std::vector<Field> m_fields;
    std::shared_ptr<const Made> m_made;
    QLabel* m_answer = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
