// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/catalogue_panel.h"

#include "ui/panels/part_delegate.h"
#include "ui/plan/plan_view.h"
#include "ui/widgets/flow_layout.h"

#include <QDrag>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

struct PartGroup {
    const char* id; ///< message "catalogue.group.<id>"
    std::vector<PartCategory> categories;
};

const std::vector<PartGroup>& partGroups() {
    using C = PartCategory;
    static const std::vector<PartGroup> groups = {
        {"compute", {C::GpuNode, C::PcieGpuNode, C::RackScaleSystem, C::CpuNode, C::HeadNode, C::ManagementNode, C::Tray}},
        {"network", {C::Switch, C::Nic, C::Transceiver, C::CopperCable, C::OpticalCable, C::Fibre}},
        {"storage", {C::StorageNode, C::StorageSystem, C::Drive}},
        {"cooling",
         {C::Cdu, C::Crah, C::FanWall, C::InRowCooler, C::RearDoorExchanger, C::Manifold, C::PumpUnit, C::Chiller,
          C::DryCooler, C::ImmersionTank, C::Containment}},
        {"power",
         {C::RackPdu, C::PowerShelf, C::BatteryShelf, C::BuswayTapOff, C::Busway, C::RemotePowerPanel, C::Ups, C::Battery,
          C::Transformer, C::Switchgear, C::Generator, C::DcPower}},
        {"racks", {C::Rack, C::CableManagement}},
    };
    return groups;
}

QString text(const Texts& texts, const std::string& id) { return QString::fromStdString(texts.text(id)); }

// "8U · 10.2 kW": what decides whether a part comes into question.
void addFigure(QStringList& words, const Texts& texts, const Fact<double>& fact, std::string_view unit, double factor) {
    if (!fact.isUnknown())
        words << QString::fromStdString(texts.figure(Value(*fact.typical()), unit, factor));
}

// Carries the small picture of the part below the pointer, so that the place under it stays in sight.
class PartListView : public QListView {
protected:
    void startDrag(Qt::DropActions actions) override {
        const QModelIndex index = currentIndex();
        if (!index.isValid())
            return;
        constexpr int side = 32;
        QPixmap picture(QSize(side, side) * devicePixelRatio());
        picture.setDevicePixelRatio(devicePixelRatio());
        picture.fill(Qt::transparent);
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        PartDelegate::paintGlyph(painter, QRectF(0, 0, side, side),
                                 static_cast<PartCategory>(index.data(PartListModel::CategoryRole).toInt()));
        painter.end();
        auto* drag = new QDrag(this);
        drag->setMimeData(model()->mimeData({index}));
        drag->setPixmap(picture);
        drag->setHotSpot(QPoint(-12, -14));
        drag->exec(actions, Qt::CopyAction);
    }
};

} // namespace

PartListModel::PartListModel(const PartLibrary* library, const Texts& texts, QObject* parent)
    : QAbstractListModel(parent), m_library(library), m_texts(texts) {}

void PartListModel::setFilter(const QString& words, const std::vector<PartCategory>& categories) {
    beginResetModel();
    m_parts.clear();
    if (m_library) {
        if (words.trimmed().isEmpty())
            m_parts = m_library->parts();
        else if (auto found = m_library->search(words.toStdString()))
            m_parts = std::move(*found);
        if (!categories.empty())
            std::erase_if(m_parts, [&categories](const PartSummary& part) {
                return std::ranges::find(categories, part.category) == categories.end();
            });
    }
    endResetModel();
}

void PartListModel::setOwnParts(const PartOverlay* overlay) {
    m_own = overlay;
    m_details.clear();
}

int PartListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_parts.size());
}

QString PartListModel::detail(const PartSummary& summary) const {
    if (const auto it = m_details.find(summary.id); it != m_details.end())
        return it->second;
    QStringList words;
    if (const auto part = m_library->part(summary.id)) {
        if (const std::int64_t units = rackUnitsOf(**part); units > 0)
            words << QStringLiteral("%1U").arg(units);
        Fact<double> power{Unknown{}, Grade::Measured, {}};
        if (const auto watts = powerIn(**part, PowerModeKind::Maximum).typical())
            power.state = Known<double>{watts->si()};
        addFigure(words, m_texts, power, "kW", 1000);
        addFigure(words, m_texts, numberFact(**part, attribute::coolingCapacity.key), "kW", 1000);
        addFigure(words, m_texts, numberFact(**part, attribute::ratedPower.key), "kW", 1000);
        for (const PortGroup& group : (*part)->portGroups)
            if (group.role == PortRole::Compute || (*part)->category == PartCategory::Switch) {
                if (const auto speed = group.speed.typical())
                    words << QStringLiteral("%1 × %2G").arg(group.count).arg(speed->in(unit::gigabitPerSecond), 0, 'f', 0);
                break;
            }
    }
    if (words.isEmpty())
        words << QString::fromStdString(summary.description).left(60);
    if (summary.isPlanningClass)
        words << text(m_texts, "catalogue.planning");
    return m_details[summary.id] = words.join(QStringLiteral(" · "));
}

QVariant PartListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PartSummary& part = m_parts[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        // That it is a planning class stands in the line below, so that names keep their ends.
        return QString::fromStdString(part.isPlanningClass ? part.model : part.vendor + " " + part.model);
    case IdRole:
        return QString::fromStdString(part.id);
    case DetailRole:
        return detail(part);
    case CategoryRole:
        return static_cast<int>(part.category);
    case OwnRole:
        return m_own && std::ranges::find(m_own->parts(), part.id, &PartSummary::id) != m_own->parts().end()
                   ? text(m_texts, "catalogue.own")
                   : QString();
    case Qt::ToolTipRole:
        return QString::fromStdString(part.description);
    default:
        return {};
    }
}

QStringList PartListModel::mimeTypes() const { return {QString::fromLatin1(kPartMime)}; }

QMimeData* PartListModel::mimeData(const QModelIndexList& indexes) const {
    auto* data = new QMimeData;
    if (!indexes.isEmpty())
        data->setData(QString::fromLatin1(kPartMime), indexes.front().data(IdRole).toString().toUtf8());
    return data;
}

Qt::ItemFlags PartListModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

CataloguePanel::CataloguePanel(StudioServices& services, QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("panel.catalogue"));
    const Texts& texts = services.texts();
    m_model = new PartListModel(services.library(), texts, this);
    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("catalogue.search"));
    m_search->setAccessibleName(text(texts, "catalogue.search"));
    m_search->setPlaceholderText(text(texts, "catalogue.search"));
    m_search->setClearButtonEnabled(true);
    connect(m_search, &QLineEdit::textChanged, this, &CataloguePanel::applyFilter);

    auto* chips = new FlowLayout(kHalfSpace);
    for (const PartGroup& group : partGroups()) {
        auto* chip = new QToolButton;
        chip->setObjectName(QStringLiteral("catalogue.group.") + QString::fromLatin1(group.id));
        chip->setText(text(texts, std::string("catalogue.group.") + group.id));
        chip->setCheckable(true);
        chip->setChecked(m_chips.empty()); // nodes first: most builds begin with them
        chip->setProperty("chip", true);
        connect(chip, &QToolButton::toggled, this, &CataloguePanel::applyFilter);
        chips->addWidget(chip);
        m_chips.push_back(chip);
    }

    m_list = new PartListView;
    m_list->setObjectName(QStringLiteral("catalogue.parts"));
    m_list->setAccessibleName(text(texts, "panel.catalogue"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PartDelegate(m_list));
    m_list->setDragEnabled(true);
    m_list->setDragDropMode(QAbstractItemView::DragOnly);
    m_list->setDropIndicatorShown(false); // nothing is dropped here; an empty indicator would leave a dot
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            Q_EMIT partChosen(index.data(PartListModel::IdRole).toString());
    });

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    column->addWidget(m_search);
    column->addLayout(chips);
    column->addWidget(m_list, 1);
    applyFilter();
}

int CataloguePanel::count() const { return m_model->rowCount(); }

void CataloguePanel::showPart(const QString& partId) {
    for (QToolButton* chip : m_chips)
        chip->setChecked(false);
    m_search->clear();
    const QModelIndexList found =
        m_model->match(m_model->index(0), PartListModel::IdRole, partId, 1, Qt::MatchExactly);
    if (found.isEmpty())
        return;
    m_list->setCurrentIndex(found.front());
    m_list->scrollTo(found.front(), QAbstractItemView::PositionAtCenter);
}

QString CataloguePanel::currentPart() const {
    return m_list->currentIndex().isValid() ? m_list->currentIndex().data(PartListModel::IdRole).toString() : QString();
}

void CataloguePanel::setOwnParts(const PartOverlay* overlay) {
    m_own = overlay;
    m_model->setOwnParts(overlay);
}

void CataloguePanel::reload() {
    m_model->setOwnParts(m_own);
    applyFilter();
}

void CataloguePanel::applyFilter() {
    std::vector<PartCategory> categories;
    for (std::size_t i = 0; i < m_chips.size(); ++i)
        if (m_chips[i]->isChecked())
            categories.insert(categories.end(), partGroups()[i].categories.begin(), partGroups()[i].categories.end());
    m_model->setFilter(m_search->text(), categories);
    Q_EMIT countChanged(count());
}

} // namespace rackwright
