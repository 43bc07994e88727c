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

    /// The list anew; closes where nothing is left. What is chosen stays chosen.
    void show(std::vector<LeftBehind> found);
    /// Puts the one of the stem in front, where it is listed.
    void choose(const std::filesystem::path& stem);
    using QDialog::show;

Q_SIGNALS:
    void recoverAsked(const rackwright::LeftBehind& left);
    /// The person was told what goes, and said yes.
    void discardAsked(const rackwright::LeftBehind& left);

private:
    void check();
    void askToDiscard();
    void discard(const LeftBehind& left);
    const LeftBehind* current() const;

    const Texts& m_texts;
    std::vector<LeftBehind> m_found;
    QTreeWidget* m_list = nullptr;
    QLabel* m_state = nullptr;
    QPushButton* m_recover = nullptr;
    QPushButton* m_discard = nullptr;
};

} // namespace rackwright
