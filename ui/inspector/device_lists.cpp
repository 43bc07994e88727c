// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/device_lists.h"

#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "solvers/engine/solution.h"
#include "solvers/power/outlets.h"
#include "ui/parts/part_picker.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPointer>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

/// What is fitted into a device and chosen on its own.
const std::vector<PartCategory> kModules = {PartCategory::Nic,   PartCategory::Accelerator, PartCategory::Processor,
                                            PartCategory::Drive, PartCategory::Transceiver, PartCategory::Software};

std::vector<const Module*> modulesOf(const Design& design, Id<Device> device) {
    return design.modules.allWith<ModulesByDevice>(device);
}

int suppliesOf(const Project& project, const Design& design, Id<Device> device) {
    const Device* row = design.devices.find(device);
    const Part* part = row ? findPart(project, row->part) : nullptr;
    std::int64_t count = 0;
    if (part)
        for (const PowerInput& input : part->powerInputs)
            count += input.count;
    constexpr std::int64_t most = 24; // more are a power shelf's, which has no cords of its own
    return static_cast<int>(std::min(count, most));
}

std::vector<const PowerElement*> pdusOf(const Design& design, Id<Device> device) {
    std::vector<const PowerElement*> found;
    const Device* row = design.devices.find(device);
    if (const Id<Rack> rack = row ? rackOf(*row) : Id<Rack>())
        design.powerElements.forEachWith<PowerElementsByRack>(
            rack, [&](const PowerElement& each) { found.push_back(&each); });
    return found;
}

} // namespace

ModuleList::ModuleList(Id<Device> device, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_device(device), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("inspector.modules"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace / 2);
    m_rows = new QWidget;
    column->addWidget(m_rows);
    auto* add = new QToolButton;
    add->setObjectName(QStringLiteral("inspector.modules.add"));
    add->setText(toText(services.texts().text("inspector.modules.add")));
    add->setEnabled(services.library());
    connect(add, &QToolButton::clicked, this, [this] { this->add(); });
    column->addWidget(add);
    connect(&m_document, &StudioDocument::changed, this, &ModuleList::refresh);
    rebuild(modulesOf(m_document.shownDesign(), m_device));
}

void ModuleList::refresh() {
    const std::vector<const Module*> modules = modulesOf(m_document.shownDesign(), m_device);
    const bool isSame = std::ranges::equal(modules, m_shown, {}, &Module::id, &Shown::id);
    if (!isSame)
        return rebuild(modules);
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const QSignalBlocker blocker(m_shown[i].count);
        m_shown[i].count->setValue(static_cast<int>(modules[i]->count));
    }
}

void ModuleList::rebuild(const std::vector<const Module*>& modules) {
    // A row may be in the middle of its own change.
    auto* rows = new QWidget;
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(0, 1);
    m_shown.clear();
    for (const Module* module : modules) {
        const Part* part = findPart(*m_document.shownProject(), module->part);
        const QString name = part ? toText(part->model.empty() ? part->id : part->model)
                                  : toText(m_services.texts().text("inspector.modules.unknown"));
        const QString number = QString::number(module->id.value);
        auto* title = new ElidedLabel;
        title->setText(name);
        auto* count = new QSpinBox;
        count->setObjectName(QStringLiteral("inspector.module.count:") + number);
        count->setAccessibleName(name);
        count->setRange(1, 9999);
        count->setKeyboardTracking(false);
        count->setValue(static_cast<int>(module->count));
        connect(count, &QSpinBox::valueChanged, this, [this, id = module->id](int value) { setCount(id, value); });
        auto* remove = new QToolButton;
        remove->setObjectName(QStringLiteral("inspector.module.remove:") + number);
        remove->setText(QStringLiteral("×"));
        remove->setAccessibleName(
            toText(m_services.texts().sentence(Message("inspector.modules.remove").with("name", name.toStdString()))));
        remove->setToolTip(remove->accessibleName());
        connect(remove, &QToolButton::clicked, this, [this, id = module->id] { this->remove(id); });
        const int row = grid->rowCount();
        grid->addWidget(title, row, 0);
        grid->addWidget(count, row, 1);
        grid->addWidget(remove, row, 2);
        m_shown.push_back({module->id, count});
    }
    delete layout()->replaceWidget(m_rows, rows);
    m_rows->hide();
    m_rows->deleteLater();
    m_rows = rows;
}

void ModuleList::add() {
    // Another project may open while the part is chosen; the fields of this one, and this list, are gone then.
    const QPointer<ModuleList> still(this);
    PartPicker picker(m_services, kModules, window());
    if (picker.exec() != QDialog::Accepted || !still || !picker.part())
        return;
    Module module;
    module.device = m_device;
    const PartPtr part = picker.part();
    // More of what is there already is a higher count.
    for (const Module* each : modulesOf(m_document.design(), m_device))
        if (const Part* there = findPart(*m_document.project(), each->part); there && *there == *part) {
            module = *each;
            ++module.count;
        }
    (void)m_document.commit(edits::putModule(edits::activeTarget(*m_document.project()), std::move(module), part));
}

void ModuleList::setCount(Id<Module> module, int count) {
    const Module* row = m_document.design().modules.find(module);
    const PartRow* part = row ? m_document.project()->parts.find(row->part) : nullptr;
    if (!part)
        return refresh();
    Module next = *row;
    next.count = count;
    if (!m_document.commit(edits::putModule(edits::activeTarget(*m_document.project()), std::move(next), part->part)))
        refresh();
}

void ModuleList::remove(Id<Module> module) {
    if (!m_document.commit(edits::removeModules(edits::activeTarget(*m_document.project()), {module})))
        refresh();
}

bool CordList::isNeeded(const Project& project, const Design& design, Id<Device> device) {
    return suppliesOf(project, design, device) > 0 && !pdusOf(design, device).empty();
}

CordList::CordList(Id<Device> device, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_device(device), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("inspector.cords"));
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    const int supplies = suppliesOf(*document.project(), document.design(), device);
    for (int i = 0; i < supplies; ++i) {
        const QString title =
            toText(services.texts().sentence(Message("inspector.cords.supply").with("number", i + 1)));
        auto* choice = new QComboBox;
        choice->setObjectName(QStringLiteral("inspector.cord:") + QString::number(i));
        choice->setAccessibleName(title);
        // PDUs may be called by long names.
        choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        connect(choice, &QComboBox::activated, this, [this, i, choice] { plug(i, *choice); });
        grid->addWidget(new QLabel(title), i, 0);
        grid->addWidget(choice, i, 1);
        m_supplies.push_back(choice);
    }
    connect(&m_document, &StudioDocument::changed, this, &CordList::refresh);
    connect(&m_document, &StudioDocument::solved, this, &CordList::tellOutlets);
    refresh();
}

// Where the rule plugs each supply, as far as it is worked out; a hint where a person chose.
void CordList::tellOutlets() {
    std::vector<QString> rules(m_supplies.size(), toText(m_services.texts().text("inspector.cords.by-rule")));
    std::vector<QString> hints(m_supplies.size());
    const SolutionPtr& solution = m_document.newestSolution();
    const Device* device = solution ? solution->context().design().devices.find(m_device) : nullptr;
    if (device) {
        const Context& context = solution->context();
        for (const PluggedCord& cord : pluggedCords(context, context.contents(context.rackHolding(*device)))) {
            const auto at = static_cast<std::size_t>(cord.supply);
            if (cord.device != device || at >= m_supplies.size() || cord.outlet == OutletType::None)
                continue;
            const Message place = Message("inspector.cords.by-rule.outlet")
                                      .with("element", cord.pdu->name)
                                      .with("outlet", outletName(cord));
            rules[at] = toText(m_services.texts().sentence(place));
            hints[at] = QString::fromStdString(cord.pdu->name + ", " + outletName(cord));
        }
    }
    for (std::size_t i = 0; i < m_supplies.size(); ++i) {
        const bool isByRule = m_supplies[i]->currentIndex() == 0;
        m_supplies[i]->setItemText(0, isByRule ? rules[i] : toText(m_services.texts().text("inspector.cords.by-rule")));
        m_supplies[i]->setToolTip(hints[i]);
    }
}

void CordList::refresh() {
    const Design& design = m_document.shownDesign();
    const std::vector<const PowerElement*> pdus = pdusOf(design, m_device);
    for (std::size_t i = 0; i < m_supplies.size(); ++i) {
        QComboBox* choice = m_supplies[i];
        const QSignalBlocker blocker(choice);
        choice->clear();
        choice->addItem(toText(m_services.texts().text("inspector.cords.by-rule")), QVariant::fromValue(quint64(0)));
        for (const PowerElement* pdu : pdus)
            choice->addItem(toText(pdu->name), QVariant::fromValue(quint64(pdu->id.value)));
        for (const CordOverride& cord : design.cordOverrides)
            if (cord.device == m_device && cord.supply == static_cast<std::int64_t>(i)) {
                // It may be plugged into something outside of the rack.
                const PowerElement* element = design.powerElements.find(cord.element);
                if (choice->findData(QVariant::fromValue(quint64(cord.element.value))) < 0 && element)
                    choice->addItem(toText(element->name), QVariant::fromValue(quint64(cord.element.value)));
                choice->setCurrentIndex(choice->findData(QVariant::fromValue(quint64(cord.element.value))));
            }
    }
    tellOutlets();
}

void CordList::plug(int supply, const QComboBox& choice) {
    const edits::Target target = edits::activeTarget(*m_document.project());
    const Id<PowerElement> element{choice.currentData().toULongLong()};
    Done done = rackwright::done();
    if (element) {
        CordOverride cord;
        cord.device = m_device;
        cord.supply = supply;
        cord.element = element;
        done = m_document.commit(edits::plugCord(target, std::move(cord)));
    } else {
        for (const CordOverride& cord : m_document.design().cordOverrides)
            if (cord.device == m_device && cord.supply == supply) {
                done = m_document.commit(edits::unplugCord(target, cord.id));
                break;
            }
    }
    if (!done)
        refresh();
}

} // namespace rackwright
