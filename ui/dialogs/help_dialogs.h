// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dialogs of the help menu: what this program is and what it is built with, and every command with its shortcut as
// the table of actions has them.

#include "ui/actions/actions.h"
#include "ui/text/texts.h"

#include <QDialog>

namespace rackwright {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(const Texts& texts, QWidget* parent = nullptr);
};

class ShortcutsDialog : public QDialog {
    Q_OBJECT
public:
    ShortcutsDialog(const Actions& actions, const Texts& texts, QWidget* parent = nullptr);
};

} // namespace rackwright
