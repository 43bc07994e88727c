// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// HistoryPanel: the steps of the open project by name; a click or Enter goes to one. Steps after the present are faint
// until an edit replaces them.

#include "ui/document/studio_document.h"
#include "ui/text/texts.h"

#include <QWidget>

#include <cstddef>

class QListWidget;

namespace rackwright {

class HistoryPanel : public QWidget {
    Q_OBJECT
public:
    HistoryPanel(StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

Q_SIGNALS:
    void stepAsked(std::size_t step);

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    StudioDocument& m_document;
    const Texts& m_texts;
    QListWidget* m_steps = nullptr;
};

} // namespace rackwright
