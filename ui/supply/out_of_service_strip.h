// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OutOfServiceStrip: the line above a drawing that says what is out of service, what that takes, and how to put it
// back; hidden while everything is in service.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QFrame>

class QLabel;

namespace rackwright {

class OutOfServiceStrip : public QFrame {
    Q_OBJECT
public:
    OutOfServiceStrip(const QString& name, StudioDocument& document, StudioServices& services,
                      QWidget* parent = nullptr);

private:
    void refresh();

    StudioDocument& m_document;
    StudioServices& m_services;
    QLabel* m_words = nullptr;
};

} // namespace rackwright
