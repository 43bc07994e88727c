// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// SiteForm: the site record: each field known, assumed or unknown, with its value, basis, and who said so when and in
// which document. A change of a field is one step of the history.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <functional>

class QGridLayout;
class QLabel;

namespace rackwright {

struct SiteFieldDefinition;

class SiteForm : public QWidget {
    Q_OBJECT
public:
    SiteForm(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    void refresh();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void addField(const SiteFieldDefinition& field, int row);
    void addValue(const SiteFieldDefinition& field, int row);
    SiteField current(std::string_view key) const;
    Done put(SiteField field);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QGridLayout* m_grid = nullptr;
    QLabel* m_counts = nullptr;
    std::vector<std::function<void()>> m_refreshers;
};

} // namespace rackwright
