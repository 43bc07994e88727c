// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// UnplacedTray: the devices that have no place yet, to be dragged into racks. Devices that are dragged onto it lose
// their place; the view from which they come does that.

#include "ui/document/studio_document.h"
#include "ui/text/texts.h"

#include <QWidget>

class QLabel;
class QListWidget;

namespace rackwright {

class UnplacedTray : public QWidget {
    Q_OBJECT
public:
    UnplacedTray(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

    QListWidget* list() const { return m_list; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    StudioDocument& m_document;
    const Texts& m_texts;
    QLabel* m_title = nullptr;
    QLabel* m_hint = nullptr;
    QListWidget* m_list = nullptr;
};

} // namespace rackwright
