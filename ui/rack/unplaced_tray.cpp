// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rack/unplaced_tray.h"

#include "ui/actions/focus_keys.h"
#include "ui/rack/rack_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"

#include <QLabel>
#include <QListWidget>
#include <QMimeData>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <unordered_set>

namespace rackwright {

namespace {

constexpr int kIdRole = Qt::UserRole + 1;
constexpr int kMostItems = 400; // a design without any place yet lists no more

/// Gives the ids of the dragged devices.
class DeviceList : public QListWidget {
public:
    QStringList mimeTypes() const override { return {QLatin1String(kDevicesMime)}; }
    QMimeData* mimeData(const QList<QListWidgetItem*>& dragged) const override {
        QByteArray ids;
        for (const QListWidgetItem* each : dragged)
            ids += (ids.isEmpty() ? "" : ",") + QByteArray::number(each->data(kIdRole).toULongLong());
        auto* mime = new QMimeData;
        mime->setData(QLatin1String(kDevicesMime), ids);
        return mime;
    }
};

} // namespace

UnplacedTray::UnplacedTray(StudioDocument& document, const Texts& texts, QWidget* parent)
    : QWidget(parent), m_document(document), m_texts(texts) {
    setObjectName(QStringLiteral("rack.tray"));
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("rack.tray.title"));
    m_title->setProperty("title", true);
    m_hint = new ElidedLabel;
    m_hint->setText(QString::fromStdString(texts.text("rack.tray.hint")));
    m_hint->setProperty("subdued", true);
    m_list = new DeviceList;
    m_list->setObjectName(QStringLiteral("rack.tray.list"));
    m_list->setAccessibleName(QString::fromStdString(texts.text("rack.tray.list")));
    m_list->setFlow(QListView::LeftToRight);
    m_list->setWrapping(true);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setSpacing(2);
    m_list->setUniformItemSizes(false);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setDropIndicatorShown(false); // nothing is dropped here; an empty indicator would leave a dot
    m_list->setFixedHeight(58);
    FocusKeys::letChosenHear(m_list);
    auto* head = new QHBoxLayout;
    head->setSpacing(kSpace);
    head->addWidget(m_title);
    head->addWidget(m_hint, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 6, 8, 6);
    column->setSpacing(kHalfSpace);
    column->addLayout(head);
    column->addWidget(m_list);
    connect(&m_document, &StudioDocument::opened, this, &UnplacedTray::refresh);
    connect(&m_document, &StudioDocument::changed, this, &UnplacedTray::refresh);
    connect(m_list, &QListWidget::itemSelectionChanged, this, [this] {
        std::vector<Subject> devices;
        for (const QListWidgetItem* each : m_list->selectedItems())
            devices.push_back({SubjectKind::Device, each->data(kIdRole).toULongLong()});
        if (!devices.empty())
            m_document.select(std::move(devices));
    });
}

void UnplacedTray::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void UnplacedTray::refresh() {
    if (!isVisible())
        return;
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    std::int64_t count = 0;
    for (const Device& device : m_document.shownDesign().devices) {
        if (!std::holds_alternative<Unplaced>(device.placement) || !device.scope.isPresent())
            continue;
        if (++count > kMostItems)
            continue;
        const Part* part = findPart(*m_document.shownProject(), device.part);
        QString text = QString::fromStdString(device.name);
        if (part) {
            text += QStringLiteral(" · ") + QString::fromStdString(part->model);
            if (const std::int64_t units = rackUnitsOf(*part))
                text += QStringLiteral(" · %1U").arg(units);
        }
        auto* row = new QListWidgetItem(text, m_list);
        row->setData(kIdRole, QVariant::fromValue(device.id.value));
        row->setSelected(m_document.isSelected(Subject(device.id)));
    }
    m_title->setText(QString::fromStdString(
        m_texts.sentence(count == 0 ? Message("rack.tray.none") : Message("rack.tray.some").with("count", count))));
    m_list->setVisible(count > 0);
    m_hint->setText(QString::fromStdString(m_texts.text(count > 0 ? "rack.tray.hint" : "rack.tray.hint-none")));
}

} // namespace rackwright
