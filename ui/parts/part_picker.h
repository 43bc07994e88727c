// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartPicker: one part of the catalogue, found by words as in the catalogue panel.

#include "ui/document/studio_services.h"

#include <QDialog>

#include <vector>

class QLineEdit;
class QListView;
class QPushButton;

namespace rackwright {

class PartListModel;

class PartPicker : public QDialog {
    Q_OBJECT
public:
    /// Offers parts of these categories; none given: all.
    PartPicker(StudioServices& services, std::vector<PartCategory> categories, QWidget* parent);

    /// The chosen part; null while none is.
    PartPtr part() const;

private:
    void search();

    StudioServices& m_services;
    std::vector<PartCategory> m_categories;
    PartListModel* m_model = nullptr;
    QLineEdit* m_words = nullptr;
    QListView* m_list = nullptr;
    QPushButton* m_ok = nullptr;
};

} // namespace rackwright
