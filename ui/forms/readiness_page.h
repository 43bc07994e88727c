// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ReadinessPage: the readiness checklist of the design basis: each row with what the design says of it and what a person
// answered, and what is stated of the software stack, all with owner, day and evidence. An answer is one edit.

#include "ui/forms/register_page.h"

namespace rackwright {

class ReadinessPage : public RegisterPage {
    Q_OBJECT
public:
    ReadinessPage(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

protected:
    void fill() override;
    void changeRow(QTreeWidgetItem* item) override;
    void removeRow(QTreeWidgetItem* item) override;
};

} // namespace rackwright
