// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RecoveryDialog: asks what to do with work that a dead process left: a list with name, time and number of changes, and
// recover, discard or not now. It touches no file; who opened it does.

#include "ui/document/recovery_store.h"
#include "ui/text/texts.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace rackwright {

class RecoveryDialog : public QDialog {
    Q_OBJECT
public:
    RecoveryDialog(std::vector<LeftBehind> found, const Texts& texts, QWidget* parent = nullptr);

Q_SIGNALS:
    void recoverAsked(const rackwright::LeftBehind& left);
    void discardAsked(const rackwright::LeftBehind& left);

private:
    void check();
    const LeftBehind* current() const;

    std::vector<LeftBehind> m_found;
    QTreeWidget* m_list = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_recover = nullptr;
    QPushButton* m_discard = nullptr;
};

} // namespace rackwright
