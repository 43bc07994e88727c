// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LosslessPanel: the checklist for Ethernet that carries accelerators' traffic without loss: what each step is, whether
// somebody has signed it off, and a field for the name. Signatures are settings of the project.

#include "solvers/network/lossless_checklist.h"
#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <array>

class QLabel;
class QVBoxLayout;

namespace rackwright {

class CommitField;

class LosslessPanel : public QWidget {
    Q_OBJECT
public:
    LosslessPanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Row {
        QLabel* state = nullptr;
        CommitField* signedBy = nullptr;
    };
    Row addStep(QVBoxLayout* column, std::string_view key, std::size_t number);
    Done sign(std::string_view key, const QString& name);
    void refresh();
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QLabel* m_sum = nullptr;
    std::array<Row, kLosslessSteps.size()> m_rows{};
};

} // namespace rackwright
