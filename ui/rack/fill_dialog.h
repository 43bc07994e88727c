// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FillDialog: so many devices of one part into each of some racks. What is entered is previewed in the design behind
// the dialog, and a line says how many fit; whoever asks commits the edit.

#include "model/edits/device_edits.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QSpinBox;

namespace rackwright {

class PartListModel;

/// A name that a person gives; nothing when they turn back.
std::optional<std::string> askName(QWidget* parent, const Texts& texts, const char* dialogName, const QString& title,
                                   const QString& proposal);

/// The number of one of several named things; nothing when a person turns back.
std::optional<std::uint64_t> pickFrom(QWidget* parent, const Texts& texts, const QString& title,
                                      const std::vector<std::pair<std::string, std::uint64_t>>& choices);

class FillDialog : public QDialog {
    Q_OBJECT
public:
    FillDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks,
               QWidget* parent = nullptr);
    ~FillDialog() override;

    /// What to do; nothing while no device fits.
    const std::optional<Edit>& edit() const { return m_edit; }

private:
    void previewDrop(const PartPtr& part);
    void take(const Edit& edit, std::int64_t placed, std::size_t racks, std::int64_t full);
    void previewNow();

    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<Id<Rack>> m_racks;
    std::string m_proposedFor;  ///< id of the part that the count was proposed for
    bool m_hasOwnCount = false; ///< a person entered one
    std::optional<Edit> m_edit;
    PartListModel* m_model = nullptr;
    QLineEdit* m_search = nullptr;
    QListView* m_parts = nullptr;
    QSpinBox* m_count = nullptr;
    QComboBox* m_role = nullptr;
    QComboBox* m_face = nullptr;
    QLabel* m_outcome = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
