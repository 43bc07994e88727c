// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What hangs on one device, as lists in the inspector: modules with their counts, and its power supplies with the PDU
// that each is plugged into. They follow the document and make one edit a change.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QGridLayout;
class QSpinBox;

namespace rackwright {

class ModuleList : public QWidget {
    Q_OBJECT
public:
    ModuleList(Id<Device> device, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

private:
    struct Shown {
        Id<Module> id;
        QSpinBox* count;
        bool operator==(const Shown&) const = default;
    };

    void refresh();
    void rebuild(const std::vector<const Module*>& modules);
    void add();
    void setCount(Id<Module> module, int count);
    void remove(Id<Module> module);

    Id<Device> m_device;
    StudioDocument& m_document;
    StudioServices& m_services;
    QWidget* m_rows = nullptr;
    std::vector<Shown> m_shown;
};

class CordList : public QWidget {
    Q_OBJECT
public:
    CordList(Id<Device> device, StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// Whether there is anything to choose: supplies, and PDUs in the device's rack.
    static bool isNeeded(const Project& project, const Design& design, Id<Device> device);

private:
    void refresh();
    void tellOutlets();
    void plug(int supply, const QComboBox& choice);

    Id<Device> m_device;
    StudioDocument& m_document;
    StudioServices& m_services;
    std::vector<QComboBox*> m_supplies;
};

} // namespace rackwright
