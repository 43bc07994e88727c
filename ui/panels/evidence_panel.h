// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EvidencePanel: how a figure came about: definition, formula with numbers put in, inputs as a tree down to sources and
// assumptions. It works out the traced form of the one figure that a person asked about.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QToolButton;

namespace rackwright {

class EvidencePanel : public QWidget {
    Q_OBJECT
public:
    EvidencePanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// "rack.power.peak@rack:A07"
    void show(const QString& figureLabel);
    /// The whole derivation as text.
    QString asText() const { return m_text; }

private:
    void refresh();

    StudioDocument& m_document;
    StudioServices& m_services;
    QString m_label;
    QString m_text;
    QLabel* m_title = nullptr;
    QLabel* m_definition = nullptr;
    QLabel* m_formula = nullptr;
    QTreeWidget* m_tree = nullptr;
    QToolButton* m_copy = nullptr;
};

} // namespace rackwright
