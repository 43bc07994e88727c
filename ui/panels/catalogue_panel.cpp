// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/catalogue_panel.h"

#include "model/parts/part_title.h"
#include "ui/panels/part_delegate.h"
#include "ui/plan/plan_view.h"
#include "ui/rack/rack_drops.h"
#include "ui/text/accelerator_words.h"
#include "ui/text/to_text.h"
#include "ui/widgets/empty_note.h"
#include "ui/widgets/flow_layout.h"

#include <QButtonGroup>
#include <QDrag>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>

namespace rackwright {

namespace {

struct PartGroup {
    const char* id; ///< message "catalogue.group.<id>"
    std::vector<PartCategory> categories;
};

const std::vector<PartGroup>& partGroups() {
    using C = PartCategory;
    static const std::vector<PartGroup> groups = {
        {"compute",
         {C::GpuNode, C::PcieGpuNode, C::RackScaleSystem, C::CpuNode, C::HeadNode, C::ManagementNode, C::Tray}},
        {"accelerators", {C::Accelerator, C::Processor}},
        {"network", {C::Switch, C::Nic, C::Transceiver, C::CopperCable, C::OpticalCable, C::Fibre}},
        {"storage", {C::StorageNode, C::StorageSystem, C::Drive}},
        {"cooling",
         {C::Cdu, C::Crah, C::FanWall, C::InRowCooler, C::RearDoorExchanger, C::Manifold, C::PumpUnit, C::Chiller,
          C::DryCooler, C::ImmersionTank, C::Containment}},
        {"power",
         {C::RackPdu, C::PowerShelf, C::BatteryShelf, C::BuswayTapOff, C::Busway, C::RemotePowerPanel, C::Ups,
          C::Battery, C::Transformer, C::Switchgear, C::Generator, C::DcPower}},
        {"racks", {C::Rack, C::CableManagement}},
        {"software", {C::Software, C::Service, C::CloudInstance, C::Other}},
    };
    return groups;
}

QString text(const Texts& texts, const std::string& id) { return QString::fromStdString(texts.text(id)); }

// "8U · 10.2 kW": what decides whether a part comes into question.
void addFigure(QStringList& words, const Texts& texts, const Fact<double>& fact, std::string_view unit, double factor) {
    if (!fact.isUnknown())
        words << QString::fromStdString(texts.figure(Value(*fact.typical()), unit, factor));
}

// What it is sold as, and beside it what rules hold the load against where that is less.
void addRating(QStringList& words, const Texts& texts, const Part& part) {
    const Fact<double> rated = numberFact(part, attribute::ratedPower.key);
    const Fact<double> continuous = numberFact(part, attribute::continuousPower.key);
    const auto most = rated.typical(), lasting = continuous.typical();
    if (most && lasting && *lasting < *most)
        words << QString::fromStdString(
            texts.sentence(Message("catalogue.continuous")
                               .with("rated", texts.figure(Value(*most), "kW", 1000))
                               .with("continuous", texts.figure(Value(*lasting), "kW", 1000))));
    else
        addFigure(words, texts, most ? rated : continuous, "kW", 1000);
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

void PartListModel::setFilter(const QString& words, const std::vector<PartCategory>& categories, Others listed) {
    beginResetModel();
    m_parts.clear();
    m_othersFrom.reset();
    const auto isOfGroup = [&categories](const PartSummary& part) {
        return categories.empty() || std::ranges::find(categories, part.category) != categories.end();
    };
    if (m_library && words.trimmed().isEmpty()) {
        m_parts = m_library->parts();
    } else if (m_library) {
        if (auto found = m_library->search(words.toStdString()))
            m_parts = std::move(*found);
    }
    // What is looked for is mostly to be placed: what takes no place comes behind that.
    if (!words.trimmed().isEmpty())
        std::ranges::stable_partition(m_parts, [this](const PartSummary& part) { return takesPlace(part); });
    // A choice that one looks through stands group by group, each by name.
    else if (listed == Others::Left)
        std::ranges::stable_sort(m_parts, {}, [&categories](const PartSummary& part) {
            return std::tuple(std::ranges::find(categories, part.category) - categories.begin(), part.category,
                              part.isPlanningClass, toText(partTitle(part)).toCaseFolded());
        });
    const auto others = std::ranges::stable_partition(m_parts, isOfGroup);
    if (words.trimmed().isEmpty() || listed == Others::Left)
        m_parts.erase(others.begin(), others.end());
    else if (!others.empty())
        m_othersFrom = static_cast<int>(others.begin() - m_parts.begin());
    endResetModel();
}

bool PartListModel::takesPlace(const PartSummary& summary) const {
    const auto [known, isNew] = m_takesPlace.try_emplace(summary.id, true);
    if (isNew)
        if (const Result<PartPtr> part = m_library->part(summary.id))
            known->second = !whyNotPlaced(**part);
    return known->second;
}

const PartSummary& PartListModel::partAt(int row) const {
    return m_parts[static_cast<std::size_t>(m_othersFrom && row > *m_othersFrom ? row - 1 : row)];
}

void PartListModel::setOwnParts(const PartOverlay* overlay) {
    m_own = overlay;
    m_details.clear();
    m_takesPlace.clear();
}

int PartListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count() + (m_othersFrom ? 1 : 0);
}

QString PartListModel::detail(const PartSummary& summary) const {
    if (const auto it = m_details.find(summary.id); it != m_details.end())
        return it->second;
    QStringList words;
    if (const auto part = m_library->part(summary.id)) {
        if (!takesPlace(summary))
            words << text(m_texts, "catalogue.no-place");
        // What a system is bought for, before its size: two of one name may differ in nothing else.
        if (const auto held = acceleratorsIn(**part, nullptr, m_library)) {
            words << acceleratorWords(*held, 1, m_texts);
            if (const auto memory = held->memory())
                words << toText(m_texts.figure(Value(memory->si()), "GB", 1e9));
        }
        if (const std::int64_t units = rackUnitsOf(**part); units > 0)
            words << QStringLiteral("%1U").arg(units);
        Fact<double> power{Unknown{}, Grade::Measured, {}};
        if (const auto watts = powerIn(**part, PowerModeKind::Maximum).typical())
            power.state = Known<double>{watts->si()};
        addFigure(words, m_texts, power, "kW", 1000);
        addFigure(words, m_texts, numberFact(**part, attribute::coolingCapacity.key), "kW", 1000);
        addRating(words, m_texts, **part);
        for (const PortGroup& group : (*part)->portGroups)
            if (group.role == PortRole::Compute || (*part)->category == PartCategory::Switch) {
                if (const auto speed = group.speed.typical())
                    words << QStringLiteral("%1 × %2G")
                                 .arg(group.count)
                                 .arg(speed->in(unit::gigabitPerSecond), 0, 'f', 0);
                break;
            }
    }
    if (words.isEmpty() || (words.size() == 1 && !takesPlace(summary)))
        words << QString::fromStdString(summary.description).left(60);
    if (summary.isPlanningClass)
        words << text(m_texts, "catalogue.planning");
    return m_details[summary.id] = words.join(QStringLiteral(" · "));
}

QVariant PartListModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    if (isHeading(index.row()))
        return role == HeadingRole ? QVariant(true)
               : role == Qt::DisplayRole || role == Qt::AccessibleTextRole
                   ? QVariant(QString::fromStdString(m_texts.sentence(
                         Message(*m_othersFrom > 0 ? "catalogue.more-elsewhere" : "catalogue.only-elsewhere")
                             .with("count", count() - *m_othersFrom))))
                   : QVariant();
    const PartSummary& part = partAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        // That it is a planning class stands in the line below, so that names keep their ends.
        return QString::fromStdString(part.isPlanningClass ? part.model : partTitle(part));
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
    if (index.isValid() && isHeading(index.row()))
        return Qt::NoItemFlags;
    return QAbstractListModel::flags(index) | (index.isValid() ? Qt::ItemIsDragEnabled : Qt::NoItemFlags);
}

CataloguePanel::CataloguePanel(StudioServices& services, QWidget* parent) : QWidget(parent), m_services(services) {
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
    auto* choice = new QButtonGroup(this);
    chips->addWidget(addChip("all", texts));
    for (const PartGroup& group : partGroups())
        chips->addWidget(addChip(group.id, texts));
    for (QToolButton* chip : m_chips)
        choice->addButton(chip);
    m_chips[1]->setChecked(true); // nodes first: most builds begin with them
    connect(choice, &QButtonGroup::buttonToggled, this, [this](QAbstractButton*, bool isOn) {
        if (isOn)
            applyFilter();
    });

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

    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        if (const QString id = index.data(PartListModel::IdRole).toString(); !id.isEmpty())
            Q_EMIT placeAsked(id);
    });
    // From the search one goes on into what it found.
    connect(m_search, &QLineEdit::returnPressed, this, [this] {
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->flags(m_model->index(row)) & Qt::ItemIsSelectable) {
                m_list->setCurrentIndex(m_model->index(row));
                return m_list->setFocus();
            }
    });
    m_empty = new EmptyNote(m_list, QString());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace, kSpace, kSpace, kSpace);
    column->addWidget(m_search);
    column->addLayout(chips);
    column->addWidget(m_list, 1);
    applyFilter();
}

QToolButton* CataloguePanel::addChip(const char* id, const Texts& texts) {
    auto* chip = new QToolButton;
    chip->setObjectName(QStringLiteral("catalogue.group.") + QString::fromLatin1(id));
    chip->setText(text(texts, std::string("catalogue.group.") + id));
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    m_chips.push_back(chip);
    return chip;
}

int CataloguePanel::count() const { return m_model->count(); }

void CataloguePanel::showPart(const QString& partId) {
    m_chips.front()->setChecked(true);
    m_search->clear();
    const QModelIndexList found = m_model->match(m_model->index(0), PartListModel::IdRole, partId, 1, Qt::MatchExactly);
    if (found.isEmpty())
        return;
    m_list->setCurrentIndex(found.front());
    m_list->scrollTo(found.front(), QAbstractItemView::PositionAtCenter);
    m_list->setFocus(); // Enter places it
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
    for (std::size_t i = 1; i < m_chips.size(); ++i)
        if (m_chips[i]->isChecked())
            categories = partGroups()[i - 1].categories;
    m_model->setFilter(m_search->text(), categories, PartListModel::Others::Listed);
    m_list->scrollToTop(); // the place was one of other parts
    m_empty->setText(emptyText());
    Q_EMIT countChanged(count());
}

// Why nothing is listed, with the words of the catalogue that come nearest to those typed.
QString CataloguePanel::emptyText() const {
    const Texts& texts = m_services.texts();
    const std::string words = m_search->text().trimmed().toStdString();
    if (!m_model->hasLibrary())
        return text(texts, "catalogue.empty.unread");
    if (words.empty())
        return text(texts, "catalogue.empty.group");
    const std::vector<std::string> nearest =
        m_services.catalog() ? m_services.catalog()->nearestSearchWords(words) : std::vector<std::string>();
    return QString::fromStdString(nearest.empty()
                                      ? texts.sentence(Message("catalogue.empty.search").with("words", words))
                                      : texts.sentence(Message("catalogue.empty.nearest")
                                                           .with("words", words)
                                                           .with("nearest", ArgumentValue(WordList{nearest}))));
}

} // namespace rackwright
