// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/fill_dialog.h"

#include "model/design/occupancy.h"
#include "model/edits/rack_type_edits.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/part_delegate.h"
#include "ui/rack/rack_drops.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QVBoxLayout>

#include <utility>

namespace rackwright {

namespace {

constexpr int kMostInARack = 120;

// What is usually put into racks in numbers.
const std::vector<PartCategory> kFillable = {PartCategory::GpuNode,      PartCategory::PcieGpuNode,
                                             PartCategory::CpuNode,      PartCategory::HeadNode,
                                             PartCategory::StorageNode,  PartCategory::StorageSystem,
                                             PartCategory::Switch,       PartCategory::ManagementNode,
                                             PartCategory::BatteryShelf, PartCategory::RackPdu,
                                             PartCategory::PowerShelf,   PartCategory::RearDoorExchanger,
                                             PartCategory::Manifold,     PartCategory::Cdu};

// What finds its place by itself: beside the rails, on the rear, or where a shelf goes.
bool placesItself(const Part& part) { return edits::occupantKindOf(part) != OccupantKind::Device || hangsBeside(part); }

// Two PDUs are a pair of feeds; of doors and manifolds a rack has one.
int usualCount(const Part& part) { return part.category == PartCategory::RackPdu ? 2 : placesItself(part) ? 1 : 4; }

} // namespace

std::optional<std::string> askName(QWidget* parent, const Texts& texts, const char* dialogName, const QString& title,
                                   const QString& proposal) {
    QDialog dialog(parent);
    dialog.setObjectName(QLatin1String(dialogName));
    dialog.setWindowTitle(title);
    dialog.setMinimumWidth(360);
    auto* name = new QLineEdit(proposal);
    name->setObjectName(QStringLiteral("name"));
    name->setAccessibleName(toText(texts.text("rack.name")));
    name->selectAll();
    QDialogButtonBox* buttons = doOrCancel(dialog, texts, toText(texts.text("rack.name.keep")));
    QPushButton* ok = buttons->button(QDialogButtonBox::Ok);
    const auto check = [name, ok] { ok->setEnabled(!name->text().trimmed().isEmpty()); };
    QObject::connect(name, &QLineEdit::textChanged, &dialog, check);
    check();
    auto* form = new QFormLayout;
    form->addRow(toText(texts.text("rack.name")), name);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(2 * kSpace);
    column->addLayout(form);
    column->addWidget(buttons);
    if (dialog.exec() != QDialog::Accepted)
        return std::nullopt;
    return name->text().trimmed().toStdString();
}

std::optional<std::uint64_t> pickFrom(QWidget* parent, const Texts& texts, const QString& title,
                                      const std::vector<std::pair<std::string, std::uint64_t>>& choices) {
    QDialog dialog(parent);
    dialog.setObjectName(QStringLiteral("dialog.pick"));
    dialog.setWindowTitle(title);
    dialog.setMinimumSize(340, 240);
    auto* list = new QListWidget;
    list->setObjectName(QStringLiteral("choices"));
    list->setAccessibleName(title);
    for (const auto& [name, number] : choices)
        list->addItem(toText(name));
    list->setCurrentRow(0);
    QDialogButtonBox* buttons = doOrCancel(dialog, texts, toText(texts.text("rack.pick")));
    buttons->button(QDialogButtonBox::Ok)->setEnabled(!choices.empty());
    QObject::connect(list, &QListWidget::itemActivated, &dialog, &QDialog::accept);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(kSpace);
    column->addWidget(list);
    column->addWidget(buttons);
    if (dialog.exec() != QDialog::Accepted || list->currentRow() < 0)
        return std::nullopt;
    return choices[static_cast<std::size_t>(list->currentRow())].second;
}

FillDialog::FillDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_racks(std::move(racks)) {
    setObjectName(QStringLiteral("dialog.fill"));
    const Texts& texts = services.texts();
    const auto text = [&texts](const char* id) { return toText(texts.text(id)); };
    const Rack* only = m_racks.size() == 1 ? document.design().racks.find(m_racks.front()) : nullptr;
    setWindowTitle(toText(texts.sentence(only ? Message("rack.fill.one").with("name", only->name)
                                              : Message("rack.fill.many").with("count", m_racks.size()))));
    setMinimumSize(460, 520);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("fill.search"));
    m_search->setAccessibleName(text("rack.fill.search"));
    m_search->setPlaceholderText(text("rack.fill.search"));
    m_search->setClearButtonEnabled(true);
    m_model = new PartListModel(services.library(), texts, this);
    m_model->setFilter({}, kFillable);
    m_parts = new QListView;
    m_parts->setObjectName(QStringLiteral("fill.parts"));
    m_parts->setAccessibleName(text("rack.fill.part"));
    m_parts->setModel(m_model);
    m_parts->setItemDelegate(new PartDelegate(m_parts));
    m_parts->setUniformItemSizes(true);
    m_count = new QSpinBox;
    m_count->setObjectName(QStringLiteral("fill.count"));
    m_count->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_count->setRange(1, kMostInARack);
    m_count->setValue(4);
    m_role = new QComboBox;
    m_role->setObjectName(QStringLiteral("fill.role"));
    m_role->setEditable(true);
    m_role->addItems({QStringLiteral("compute"), QStringLiteral("leaf"), QStringLiteral("spine"),
                      QStringLiteral("storage"), QStringLiteral("head"), QStringLiteral("management")});
    m_face = new QComboBox;
    m_face->setObjectName(QStringLiteral("fill.face"));
    m_face->addItem(text("rack.face.front"), static_cast<int>(Face::Front));
    m_face->addItem(text("rack.face.rear"), static_cast<int>(Face::Rear));
    m_outcome = new QLabel;
    m_outcome->setObjectName(QStringLiteral("fill.outcome"));
    m_outcome->setWordWrap(true);
    m_outcome->setMinimumHeight(36);
    auto* form = new QFormLayout;
    form->addRow(text("rack.fill.count"), m_count);
    form->addRow(text("rack.fill.role"), m_role);
    form->addRow(text("rack.fill.face"), m_face);
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("rack.fill.do"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(kSpace);
    column->addWidget(m_search);
    column->addWidget(m_parts, 1);
    column->addLayout(form);
    column->addWidget(m_outcome);
    column->addWidget(buttons);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& words) {
        m_model->setFilter(words, kFillable);
        if (m_model->rowCount() > 0)
            m_parts->setCurrentIndex(m_model->index(0, 0));
        previewNow();
    });
    connect(m_parts->selectionModel(), &QItemSelectionModel::currentChanged, this, &FillDialog::previewNow);
    connect(m_count, &QSpinBox::valueChanged, this, [this] {
        m_hasOwnCount = true;
        previewNow();
    });
    connect(m_role, &QComboBox::currentTextChanged, this, &FillDialog::previewNow);
    connect(m_face, &QComboBox::currentIndexChanged, this, &FillDialog::previewNow);
    m_search->setFocus();
    previewNow();
}

FillDialog::~FillDialog() { m_document.dropPreview(); }

// Racks that take none are left out and named, instead of refusing them all.
void FillDialog::previewNow() {
    m_edit.reset();
    m_ok->setEnabled(false);
    const Texts& texts = m_services.texts();
    const QModelIndex chosen = m_parts->currentIndex();
    const PartLibrary* library = m_services.library();
    if (!chosen.isValid() || !library) {
        m_document.dropPreview();
        m_outcome->setText(toText(texts.text("rack.fill.choose")));
        return;
    }
    const Result<PartPtr> part = library->part(chosen.data(PartListModel::IdRole).toString().toStdString());
    if (!part) {
        m_document.dropPreview();
        m_outcome->setText(toText(texts.sentence(part.error().message)));
        return;
    }
    const bool isPlacedByItself = placesItself(**part);
    for (QWidget* each : {static_cast<QWidget*>(m_role), static_cast<QWidget*>(m_face)})
        each->setEnabled(!isPlacedByItself);
    if (m_proposedFor != (*part)->id) {
        m_proposedFor = (*part)->id;
        const QSignalBlocker blocker(m_count);
        if (!m_hasOwnCount)
            m_count->setValue(usualCount(**part));
    }
    if (isPlacedByItself)
        return previewDrop(*part);
    const Design& design = m_document.design();
    const Face face = static_cast<Face>(m_face->currentData().toInt());
    std::vector<Id<Rack>> taking;
    std::int64_t full = 0;
    for (const Id<Rack> id : m_racks) {
        const Rack* rack = design.racks.find(id);
        if (rack && firstFreeUnit(*m_document.project(), design, *rack, **part, face))
            taking.push_back(id);
        else
            ++full;
    }
    if (taking.empty()) {
        m_document.dropPreview();
        m_outcome->setText(toText(texts.sentence(Message("rack.fill.none").with("part", (*part)->model))));
        return;
    }
    const edits::Target target = edits::activeTarget(*m_document.project());
    const edits::Filling filling{*part, m_count->value(), m_role->currentText().trimmed().toStdString(), face};
    const Edit edit = edits::fillRacks(target, taking, filling);
    if (const Done shown = m_document.preview(edit); !shown) {
        m_outcome->setText(toText(texts.sentence(shown.error().message)));
        return;
    }
    const auto placed = static_cast<std::int64_t>(m_document.shownDesign().devices.size() - design.devices.size());
    take(edit, placed, taking.size(), full);
}

void FillDialog::previewDrop(const PartPtr& part) {
    const Texts& texts = m_services.texts();
    const BulkDrop bulk = dropIntoAll(*m_document.project(), part, m_racks, m_count->value());
    // One rack says why; of several each may have a reason of its own.
    const auto refused = [&]() -> Done {
        if (m_racks.size() != 1)
            return inputError(Message("rack.fill.none").with("part", part->model));
        return m_document.preview(dropPartInRack(edits::activeTarget(*m_document.project()), part, m_racks.front()));
    };
    const Done shown = bulk.edit ? m_document.preview(*bulk.edit) : refused();
    if (!shown) {
        m_document.dropPreview();
        m_outcome->setText(toText(texts.sentence(shown.error().message)));
        return;
    }
    take(*bulk.edit, static_cast<std::int64_t>(bulk.placed), bulk.taken,
         static_cast<std::int64_t>(bulk.refused.size()));
}

// Says how many fit where, and what is left out.
void FillDialog::take(const Edit& edit, std::int64_t placed, std::size_t racks, std::int64_t full) {
    const Texts& texts = m_services.texts();
    const auto asked = static_cast<std::int64_t>(racks) * m_count->value();
    QString outcome = toText(texts.sentence(
        Message(racks == 1 ? "rack.fill.fits-one" : "rack.fill.fits").with("count", placed).with("racks", racks)));
    if (placed < asked)
        outcome += QLatin1Char(' ') + toText(texts.sentence(Message("rack.fill.fewer").with("asked", asked)));
    if (full > 0)
        outcome += QLatin1Char(' ') + toText(texts.sentence(Message("rack.fill.full").with("count", full)));
    m_outcome->setText(outcome);
    m_edit = edit;
    m_ok->setEnabled(true);
}

} // namespace rackwright
