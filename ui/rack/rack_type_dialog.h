// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RackTypeDialog: the slots of a rack type, and, before anything is applied, the list of what a change rewrites in its
// racks and which overrides it keeps. Whoever asks commits the changed type.

#include "model/edits/rack_type_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace rackwright {

class RackTypeDialog : public QDialog {
    Q_OBJECT
public:
    RackTypeDialog(StudioDocument& document, StudioServices& services, Id<RackType> type, QWidget* parent = nullptr);
    ~RackTypeDialog() override;

    /// The change as it stands in the dialog, with the parts that it brings; nothing while it cannot be applied or
    /// changes nothing.
    std::optional<Edit> edit() const;

private:
    bool hasSides(const RackSlot& slot) const;
    void fillSlots();
    void takeSlots();
    void addSlot();
    bool fitSlot(RackSlot& slot) const;
    void anew();
    void removeSlot();
    void showEffects();
    void pickPart(int row);
    QString effectText(const edits::TypeEffectRow& row, const Design& after) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    ProjectPtr m_project; ///< the committed one with the parts that were picked
    std::vector<PartPtr> m_picked;
    std::uint64_t m_nextId;
    RackType m_type;
    std::optional<RackType> m_changed;
    bool m_isFilling = false;
    QLineEdit* m_name = nullptr;
    QTableWidget* m_slots = nullptr;
    QTableWidget* m_effects = nullptr;
    QLabel* m_summary = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
