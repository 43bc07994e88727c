// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/generate_dialog.h"

#include "model/edits/cable_edits.h"
#include "model/parts/part_family.h"
#include "model/parts/part_title.h"
#include "model/parts/port_list.h"
#include "solvers/fabric/technology_rules.h"
#include "solvers/generation/network_drawer.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <span>

namespace rackwright {

namespace {

constexpr std::array kRoles = {NetworkRole::Compute, NetworkRole::Storage, NetworkRole::InBand, NetworkRole::OutOfBand};

template <class E>
QComboBox* choiceOf(const char* prefix, const Texts& texts) {
    auto* box = new QComboBox;
    for (const std::string_view name : EnumNames<E>::names)
        box->addItem(toText(texts.text(std::string(prefix).append(name))), toText(std::string(name)));
    return box;
}

template <class E>
E chosen(const QComboBox& box) {
    return static_cast<E>(box.currentIndex());
}

QSpinBox* countOf(int least, int most, const QString& atLeast = {}) {
    auto* box = new QSpinBox;
    box->setRange(least, most);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setSpecialValueText(atLeast);
    return box;
}

QDoubleSpinBox* ratioField() {
    auto* box = new QDoubleSpinBox;
    box->setRange(0.1, 64);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setDecimals(2);
    box->setSingleStep(0.5);
    box->setSuffix(QStringLiteral(" : 1"));
    return box;
}

/// What the field shows; its two places stand for the whole ratio as long as nobody changes them.
double shown(const QDoubleSpinBox& box, double ratio) {
    return std::abs(box.value() - ratio) < 0.005 + 1e-9 ? ratio : box.value();
}

PartPtr partAt(const QComboBox& box, const std::vector<PartPtr>& parts) {
    const QString id = box.currentData().toString();
    const auto found = std::ranges::find_if(parts, [&id](const PartPtr& part) { return toText(part->id) == id; });
    return found == parts.end() ? nullptr : *found;
}

bool isOf(const Part& part, FabricProtocol protocol) {
    return protocol == FabricProtocol::Either ||
           std::ranges::any_of(part.portGroups, [protocol](const PortGroup& group) {
               return group.role == PortRole::Data && group.protocol == protocol;
           });
}

/// Whether cables join two switches: of one technology, with a speed that both have.
bool fitTogether(const Part& leaf, const Part& upper) {
    return protocolOf(leaf) == protocolOf(upper) && !trunkSpeeds(leaf, upper).empty();
}

/// Whether the ends speak what a switch does at their speed.
bool speaks(const Part& part, const NetworkMembers& members) {
    return members.canBeEthernet || protocolOf(part) != FabricProtocol::Ethernet;
}

/// Whether a switch has ports for all ends, in a protocol that they speak at their speed.
bool takes(const Part& part, const NetworkMembers& members) {
    return speaks(part, members) && isOf(part, members.protocol) &&
           std::ranges::all_of(members.speeds, [&part](double gbps) {
               return portRun(part, PortRole::Data, rateOf(gbps)).has_value();
           });
}

/// How well a switch suits the nodes of a new network, what weighs more first.
struct LeafWorth {
    bool isSpoken = false;    ///< else the plan refuses it at once
    bool takesAll = false;    ///< the ports of all devices
    bool isWaiting = false;   ///< stands there unused
    bool isOrderable = false; ///< with cables of the catalogue
    bool isWhole = false;     ///< no port is wasted on a slower speed
    bool isOwn = false;       ///< the project has it already
    bool isEnough = false;    ///< one holds all ends and as many cables up
    std::int64_t size = 0;    ///< the smallest that is enough, else the largest
    auto operator<=>(const LeafWorth&) const = default;
};

LeafWorth worthOf(const Part& part, const PortRun& run, const NetworkMembers* members) {
    const std::int64_t needed = members ? 2 * static_cast<std::int64_t>(members->ends.size()) : 0;
    LeafWorth worth;
    worth.isSpoken = members && speaks(part, *members);
    worth.takesAll = members && takes(part, *members);
    worth.isOrderable = !hasCoPackagedOptics(part);
    worth.isWhole = run.split == 1;
    worth.isEnough = needed > 0 && run.links() >= needed;
    worth.size = worth.isEnough ? -run.links() : run.links();
    return worth;
}

} // namespace

GenerateDialog::GenerateDialog(Id<Network> network, StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.generate"));
    setWindowTitle(text("network.generate"));
    resize(980, 600);
    auto* fields = new QWidget;
    m_form = new QFormLayout(fields);
    m_form->setContentsMargins(0, 0, 0, 0);
    m_form->setVerticalSpacing(kSpace - 2); // a small screen holds all rows
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    buildForm(*m_form);
    fields->setFixedWidth(460);

    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("generate.plan"));
    m_table->setAccessibleName(text("network.plan"));
    m_table->setColumnCount(2);
    m_table->setHeaderHidden(true);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setRootIsDecorated(false);
    m_table->setIndentation(12);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("generate.problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_problem->setMinimumHeight(40);
    m_problem->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_progress->setFixedHeight(4);
    m_progress->setTextVisible(false);
    auto* right = new QVBoxLayout;
    right->addWidget(m_table, 1);
    right->addWidget(m_problem);
    right->addWidget(m_progress);
    auto* halves = new QHBoxLayout;
    halves->setSpacing(2 * kSpace);
    halves->addWidget(fields);
    halves->addLayout(right, 1);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_apply = buttons->button(QDialogButtonBox::Ok);
    m_apply->setObjectName(QStringLiteral("generate.apply"));
    m_apply->setText(text("network.apply"));
    m_apply->setProperty("primary", true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(halves, 1);
    column->addWidget(buttons);

    const QSignalBlocker blocker(m_network);
    for (const Network& each : document.design().networks)
        if (each.role != NetworkRole::ScaleUp)
            m_network->addItem(sentence(Message("network.again").with("name", each.name)),
                               QVariant::fromValue(each.id.value));
    for (const NetworkRole role : kRoles)
        m_network->addItem(text("network.new." + std::string(enumName(role))), QVariant(static_cast<int>(role)));
    const int place = m_network->findData(QVariant::fromValue(network.value));
    m_network->setCurrentIndex(network && place >= 0 ? place : 0);
    chooseNetwork();
}

QString GenerateDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }
QString GenerateDialog::sentence(const Message& message) const { return toText(m_services.texts().sentence(message)); }

void GenerateDialog::buildForm(QFormLayout& form) {
    const Texts& texts = m_services.texts();
    const QString automatic = text("network.automatic");
    m_network = new QComboBox;
    m_nodes = new QListWidget;
    m_nodes->setSelectionMode(QAbstractItemView::SingleSelection);
    m_nodes->setTextElideMode(Qt::ElideMiddle);
    m_nodes->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_family = choiceOf<NetworkFamily>("network.family.", texts);
    m_meaning = new QLabel;
    m_meaning->setObjectName(QStringLiteral("generate.meaning"));
    m_meaning->setProperty("subdued", true);
    m_meaning->setWordWrap(true);
    m_leaf = new QComboBox;
    m_upper = new QComboBox;
    m_speed = new QComboBox;
    for (QComboBox* box : {m_leaf, m_upper})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_ports = countOf(0, 144, text("network.all"));
    m_devices = countOf(0, 100'000, automatic);
    m_ratio = ratioField();
    m_spineRatio = ratioField();
    m_rule = choiceOf<SpineRule>("network.rule.", texts);
    m_planes = countOf(2, 8);
    m_shape = new QLineEdit;
    m_shape->setPlaceholderText(automatic);
    m_trunk = countOf(1, 64);
    m_spines = countOf(0, 4096, automatic);
    m_groupLinks = countOf(0, 4096, automatic);
    m_leafSpineLinks = countOf(1, 64);
    m_placing = choiceOf<SwitchPlacing>("network.placing.", texts);
    struct Row {
        QWidget* field;
        const char* id;
    };
    for (const auto& [field, id] :
         {Row{m_network, "network"}, Row{m_nodes, "nodes"}, Row{m_family, "family"}, Row{m_leaf, "leaf"},
          Row{m_upper, "upper"}, Row{m_speed, "trunk-speed"}, Row{m_ports, "ports"}, Row{m_devices, "devices"},
          Row{m_ratio, "ratio"}, Row{m_spineRatio, "spine-ratio"}, Row{m_rule, "rule"}, Row{m_spines, "spines"},
          Row{m_planes, "planes"}, Row{m_shape, "shape"}, Row{m_trunk, "trunk"}, Row{m_groupLinks, "group-links"},
          Row{m_leafSpineLinks, "leaf-spine-links"}, Row{m_placing, "placing"}}) {
        const QString label = text(std::string("network.field.").append(id));
        field->setObjectName(QStringLiteral("generate.") + QString::fromLatin1(id));
        field->setAccessibleName(label);
        form.addRow(label, field);
        if (field == m_family)
            form.addRow(QString(), m_meaning);
    }
    connect(m_network, &QComboBox::currentIndexChanged, this, &GenerateDialog::chooseNetwork);
    connect(m_nodes, &QListWidget::itemChanged, this, &GenerateDialog::chooseNodes);
    connect(m_family, &QComboBox::currentIndexChanged, this, &GenerateDialog::chooseFamily);
    for (QComboBox* box : {m_leaf, m_upper})
        connect(box, &QComboBox::currentIndexChanged, this,
                [this] { m_isSwitchChosen = m_isSwitchChosen || !m_isFilling; });
    connect(m_leaf, &QComboBox::currentIndexChanged, this, &GenerateDialog::bringUpper);
    connect(m_upper, &QComboBox::currentIndexChanged, this, &GenerateDialog::bringLeaf);
    for (QComboBox* box : {m_leaf, m_upper})
        connect(box, &QComboBox::currentIndexChanged, this,
                [this] { listTrunkSpeeds(m_speed->currentData().toDouble()); });
    for (QComboBox* box : {m_leaf, m_upper, m_speed, m_rule, m_placing})
        connect(box, &QComboBox::currentIndexChanged, this, &GenerateDialog::ask);
    for (QSpinBox* box : {m_ports, m_devices, m_planes, m_trunk, m_spines, m_groupLinks, m_leafSpineLinks})
        connect(box, &QSpinBox::valueChanged, this, &GenerateDialog::ask);
    for (QDoubleSpinBox* box : {m_ratio, m_spineRatio})
        connect(box, &QDoubleSpinBox::valueChanged, this, &GenerateDialog::ask);
    connect(m_shape, &QLineEdit::textChanged, this, &GenerateDialog::ask);
}

// What the network was drawn from, or the habits of a new one, fill the fields.
void GenerateDialog::chooseNetwork() {
    const QVariant what = m_network->currentData();
    const bool isNew = what.typeId() == QMetaType::Int;
    m_request = isNew ? requestFor(static_cast<NetworkRole>(what.toInt()))
                      : requestOf(*m_document.project(), m_document.design(), {what.toULongLong()});
    beginNodes(isNew);
    // A pair of leaves is for devices of several ports.
    if (const auto members = membersOf(*m_document.project(), m_document.design(), m_request);
        isNew && m_request.family == NetworkFamily::DualTor && members && members->mostEnds < 2)
        m_request.family = NetworkFamily::LeafSpine;
    m_isFilling = true;
    m_family->setCurrentIndex(static_cast<int>(m_request.family));
    m_ports->setValue(static_cast<int>(m_request.portsPerDevice));
    m_devices->setValue(static_cast<int>(m_request.devicesPerUnit));
    m_ratio->setValue(m_request.oversubscription);
    m_spineRatio->setValue(m_request.spineOversubscription);
    m_rule->setCurrentIndex(static_cast<int>(m_request.spineRule));
    m_planes->setValue(static_cast<int>(m_request.planes));
    QStringList shape;
    for (const std::int64_t side : m_request.shape)
        shape.append(QString::number(side));
    m_shape->setText(shape.join(QLatin1Char('x')));
    m_trunk->setValue(static_cast<int>(m_request.trunk));
    m_spines->setValue(static_cast<int>(m_request.spines));
    m_groupLinks->setValue(static_cast<int>(m_request.groupLinks));
    m_leafSpineLinks->setValue(static_cast<int>(m_request.leafSpineLinks));
    m_placing->setCurrentIndex(static_cast<int>(m_request.placing));
    listNodes();
    m_isSwitchChosen = m_request.leaf != nullptr;
    listSwitches(m_request);
    listTrunkSpeeds(m_request.trunkGbps);
    m_request.cabling = orderableCabling();
    m_isFilling = false;
    chooseFamily();
}

// Which nodes the fields begin with: those that the network was drawn for, and others of their part as they are now;
// else those of one speed for compute, and all for what manages and stores where one switch can take them.
void GenerateDialog::beginNodes(bool isNew) {
    m_groups = nodeGroups(*m_document.project(), m_document.design(), m_request);
    if (m_request.nodes) {
        const auto isOfKeptPart = [kept = *m_request.nodes](const NodeGroup& group) {
            return std::ranges::any_of(
                kept, [&group](const std::string& key) { return key.substr(0, key.rfind('*')) == group.part->id; });
        };
        for (const NodeGroup& group : m_groups)
            if (group.isOnNetwork && isOfKeptPart(group) &&
                std::ranges::find(*m_request.nodes, group.key) == m_request.nodes->end())
                m_request.nodes->push_back(group.key);
        return;
    }
    const bool isForAll = m_request.role != NetworkRole::Compute && (!isNew || canTakeAll(m_request));
    if (!isForAll)
        m_request.nodes = usualNodes(m_groups, m_request);
}

// Whether one switch of the project or catalogue has ports for all nodes of the request.
bool GenerateDialog::canTakeAll(const NetworkRequest& request) const {
    const auto members = membersOf(*m_document.project(), m_document.design(), request);
    if (!members)
        return true; // what the plan then says hinders any choice
    for (const PartRow& row : m_document.project()->parts)
        if (row.part && row.part->category == PartCategory::Switch && takes(*row.part, *members))
            return true;
    if (const PartLibrary* library = m_services.library())
        for (const PartSummary& each : library->parts())
            if (each.category == PartCategory::Switch)
                if (const auto part = library->part(each.id); part && takes(**part, *members))
                    return true;
    return false;
}

// A row for each group, checked where it is to hang on the network. Where all ports are cabled elsewhere there is no
// choice.
void GenerateDialog::listNodes() {
    const QSignalBlocker blocker(m_nodes);
    m_nodes->clear();
    for (const NodeGroup& group : m_groups) {
        const bool isChosen =
            !m_request.nodes || std::ranges::find(*m_request.nodes, group.key) != m_request.nodes->end();
        auto* item = new QListWidgetItem(sentence(Message("network.node-group")
                                                      .with("count", group.devices)
                                                      .with("part", partTitle(*group.part))
                                                      .with("ports", group.freePorts)
                                                      .with("speed", UnitNumber{group.gbps, "Gb/s"})),
                                         m_nodes);
        item->setData(Qt::UserRole, toText(group.key));
        item->setToolTip(item->text());
        item->setSizeHint({1, 3 * kSpace}); // as wide as the list, which shortens long names
        item->setFlags(group.freePorts > 0 ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                           : Qt::ItemFlags());
        item->setCheckState(isChosen && group.freePorts > 0 ? Qt::Checked : Qt::Unchecked);
    }
    constexpr int kMostRows = 4;
    if (m_nodes->count() > 0) {
        m_nodes->setCurrentRow(0);
        m_nodes->setFixedHeight(std::min(m_nodes->count(), kMostRows) * m_nodes->sizeHintForRow(0) +
                                2 * m_nodes->frameWidth() + kSpace);
    }
    const bool isChoice = m_nodes->count() > 1;
    m_nodes->setVisible(isChoice);
    m_form->labelForField(m_nodes)->setVisible(isChoice);
}

// Nothing where all are chosen that can be: then nodes that are placed later join as well.
std::optional<std::vector<std::string>> GenerateDialog::chosenNodes() const {
    std::vector<std::string> chosen;
    bool areAll = true;
    for (int row = 0; row < m_nodes->count(); ++row) {
        const QListWidgetItem& item = *m_nodes->item(row);
        if (item.checkState() == Qt::Checked)
            chosen.push_back(item.data(Qt::UserRole).toString().toStdString());
        else if (item.flags().testFlag(Qt::ItemIsUserCheckable))
            areAll = false;
    }
    return areAll ? std::nullopt : std::optional(std::move(chosen));
}

// The chosen switch stays as long as it has ports for the nodes; a proposal is made anew, so that it is that of the
// nodes and not of the order in which they were ticked.
void GenerateDialog::chooseNodes() {
    NetworkRequest asked = request();
    NetworkRequest open = asked; // a switch that some of the nodes refuse is no reason to keep it
    open.leaf = nullptr;
    const auto members = membersOf(*m_document.project(), m_document.design(), open);
    m_isFilling = true;
    m_request.nodes = asked.nodes;
    if (members && !(m_isSwitchChosen && asked.leaf && takes(*asked.leaf, *members))) {
        asked.leaf = nullptr;
        asked.upper = nullptr;
        m_isSwitchChosen = false;
    }
    if (members)
        listSwitches(asked);
    listTrunkSpeeds(m_speed->currentData().toDouble());
    m_isFilling = false;
    ask();
}

std::vector<PartPtr> GenerateDialog::orderableCabling() const {
    std::vector<PartPtr> parts;
    if (const PartLibrary* library = m_services.library())
        for (const PartSummary& each : library->parts())
            if (familyOf(each.category) == PartFamily::Cabling)
                if (const auto part = library->part(each.id))
                    parts.push_back(*part);
    return parts;
}

// Catalogue ids of the switches in the design that carry nothing yet.
std::set<std::string> GenerateDialog::switchesWaiting() const {
    std::set<std::string> waiting;
    for (const Device& device : m_document.design().devices)
        if (const Part* part = findPart(*m_document.project(), device.part);
            part && part->category == PartCategory::Switch && !waiting.contains(part->id) &&
            isFreeSwitch(*m_document.project(), m_document.design(), device))
            waiting.insert(part->id);
    return waiting;
}

// Switches whose ports run at the speed of the devices, those of the project first; the one that suits them best is
// proposed, of equals the first.
void GenerateDialog::listSwitches(const NetworkRequest& request) {
    const auto members = membersOf(*m_document.project(), m_document.design(), request);
    const DataRate speed = rateOf(members ? members->fastestGbps : 0);
    const std::set<std::string> waiting = switchesWaiting();
    const FabricProtocol protocol = members ? members->protocol : FabricProtocol::Either;
    m_switches.clear();
    const auto has = [this](const Part& part) {
        return std::ranges::any_of(m_switches, [&part](const PartPtr& each) { return each->id == part.id; });
    };
    for (const PartPtr& part : {request.leaf, request.upper})
        if (part && !has(*part))
            m_switches.push_back(part);
    for (const PartRow& row : m_document.project()->parts)
        if (row.part && row.part->category == PartCategory::Switch && !has(*row.part))
            m_switches.push_back(row.part);
    const std::size_t own = m_switches.size();
    if (const PartLibrary* library = m_services.library())
        for (const PartSummary& each : library->parts())
            if (each.category == PartCategory::Switch)
                if (const auto part = library->part(each.id); part && !has(**part))
                    m_switches.push_back(*part);
    std::stable_sort(m_switches.begin() + static_cast<std::ptrdiff_t>(own), m_switches.end(),
                     [](const PartPtr& a, const PartPtr& b) {
                         return std::pair(a->vendor, a->model) < std::pair(b->vendor, b->model);
                     });
    m_leaf->clear();
    m_upper->clear();
    int proposed = -1;
    std::optional<LeafWorth> most;
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        const Part& part = *m_switches[i];
        const QString name = toText(partTitle(part));
        m_upper->addItem(name, toText(part.id));
        const auto run = portRun(part, PortRole::Data, speed);
        if (!(run && isOf(part, protocol)) && m_switches[i] != request.leaf)
            continue;
        m_leaf->addItem(name, toText(part.id));
        if (!run)
            continue;
        LeafWorth worth = worthOf(part, *run, members ? &*members : nullptr);
        worth.isWaiting = waiting.contains(part.id);
        worth.isOwn = i < own;
        if (!most || *most < worth) {
            most = worth;
            proposed = m_leaf->count() - 1;
        }
    }
    if (request.leaf)
        proposed = m_leaf->findData(toText(request.leaf->id));
    m_leaf->setCurrentIndex(proposed);
    const PartPtr leaf = partAt(*m_leaf, m_switches);
    PartPtr upper = request.upper ? request.upper : leaf ? upperFor(*leaf) : nullptr;
    if (!upper)
        upper = leaf; // the plan says that they do not fit
    m_upper->setCurrentIndex(upper ? m_upper->findData(toText(upper->id)) : -1);
}

// The switch above a leaf: its own kind, which has ports for its uplinks unless those are faster, else the first that
// fits, at the speed of the uplinks if there is one and with cables that can be ordered.
PartPtr GenerateDialog::upperFor(const Part& leaf) const {
    const auto fast = fastestPort(leaf, PortRole::Uplink);
    const auto worth = [&](const Part& part) {
        if (!fitTogether(leaf, part))
            return 0;
        const bool isFast = !fast || portRun(part, PortRole::Data, *fast).has_value();
        return (isFast ? 8 : 4) + (part.id == leaf.id ? 2 : 0) + (hasCoPackagedOptics(part) ? 0 : 1);
    };
    const auto best = std::ranges::max_element(m_switches, {}, [&](const PartPtr& part) { return worth(*part); });
    return best == m_switches.end() || worth(**best) == 0 ? nullptr : *best;
}

// A leaf takes a switch above that fits with it.
void GenerateDialog::bringUpper() {
    const PartPtr leaf = partAt(*m_leaf, m_switches), upper = partAt(*m_upper, m_switches);
    if (m_isFilling || !leaf || (upper && fitTogether(*leaf, *upper)))
        return;
    const PartPtr fits = upperFor(*leaf);
    if (!fits)
        return;
    const QSignalBlocker blocker(m_upper);
    m_upper->setCurrentIndex(m_upper->findData(toText(fits->id)));
}

// So does the switch above a leaf: its own kind where that takes the nodes, else the first of the list.
void GenerateDialog::bringLeaf() {
    const PartPtr leaf = partAt(*m_leaf, m_switches), upper = partAt(*m_upper, m_switches);
    if (m_isFilling || !upper || (leaf && fitTogether(*leaf, *upper)))
        return;
    int fits = m_leaf->findData(toText(upper->id));
    for (int row = 0; fits < 0 && row < m_leaf->count(); ++row) {
        const QVariant id = m_leaf->itemData(row);
        const auto part =
            std::ranges::find_if(m_switches, [&id](const PartPtr& each) { return toText(each->id) == id.toString(); });
        if (part != m_switches.end() && fitTogether(**part, *upper))
            fits = row;
    }
    if (fits < 0)
        return;
    const QSignalBlocker blocker(m_leaf);
    m_leaf->setCurrentIndex(fits);
}

// What both switches can; what was chosen stays where it still can be.
void GenerateDialog::listTrunkSpeeds(double chosenGbps) {
    const QSignalBlocker blocker(m_speed);
    m_speed->clear();
    m_speed->addItem(text("network.automatic"), 0.0);
    const PartPtr leaf = partAt(*m_leaf, m_switches), upper = partAt(*m_upper, m_switches);
    if (leaf && upper)
        for (const DataRate speed : trunkSpeeds(*leaf, *upper)) {
            const double gbps = speed.in(unit::gigabitPerSecond);
            m_speed->addItem(sentence(Message("fabric.speed").with("speed", UnitNumber{gbps, "Gb/s"})), gbps);
        }
    for (int i = 0; i < m_speed->count(); ++i)
        if (std::abs(m_speed->itemData(i).toDouble() - chosenGbps) < 1e-6)
            m_speed->setCurrentIndex(i);
}

void GenerateDialog::chooseFamily() {
    const auto family = chosen<NetworkFamily>(*m_family);
    const bool isTiered = !isDirect(family);
    const bool hasSpines = isTiered && family != NetworkFamily::RailOnly;
    const auto show = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        m_form->labelForField(field)->setVisible(isShown);
    };
    show(m_upper, hasSpines);
    show(m_speed, hasSpines);
    show(m_ratio, hasSpines);
    show(m_spineRatio, family == NetworkFamily::ThreeTier || family == NetworkFamily::RailOptimised);
    show(m_rule, hasSpines);
    show(m_planes, family == NetworkFamily::MultiPlane);
    show(m_shape, !isTiered);
    show(m_trunk, !isTiered);
    show(m_spines, hasSpines);
    show(m_groupLinks, hasGroups(family));
    show(m_leafSpineLinks, family == NetworkFamily::DragonflyPlus);
    showMeaning();
    if (!isTiered)
        static_cast<QLabel*>(m_form->labelForField(m_shape))
            ->setText(text(std::string("network.shape.").append(enumName(family))));
    ask();
}

// What the family is, and whether tables list it for the switch's technology; what they do not is drawn all the same.
void GenerateDialog::showMeaning() {
    const PartPtr leaf = partAt(*m_leaf, m_switches);
    const auto family = chosen<NetworkFamily>(*m_family);
    const TopologyKind topology = topologyOf(family);
    std::optional<FabricProtocol> technology;
    bool isAnyListed = false;
    for (const PortGroup& group : leaf ? leaf->portGroups : std::vector<PortGroup>()) {
        if (group.role != PortRole::Data)
            continue;
        isAnyListed = isAnyListed || isListed(group.protocol, topology);
        technology = technology.value_or(group.protocol);
    }
    QString meaning = text(std::string("network.meaning.").append(enumName(family)));
    if (technology && !isAnyListed)
        meaning += QLatin1Char(' ') + text(technology == FabricProtocol::InfiniBand ? "network.technology.infiniband"
                                                                                    : "network.technology.ethernet");
    m_meaning->setText(meaning);
}

NetworkRequest GenerateDialog::request() const {
    NetworkRequest asked = m_request;
    asked.family = chosen<NetworkFamily>(*m_family);
    asked.leaf = partAt(*m_leaf, m_switches);
    asked.upper = isDirect(asked.family) ? nullptr : partAt(*m_upper, m_switches);
    asked.nodes = chosenNodes();
    asked.trunkGbps = m_speed->currentData().toDouble();
    asked.portsPerDevice = m_ports->value();
    asked.devicesPerUnit = m_devices->value();
    asked.oversubscription = shown(*m_ratio, m_request.oversubscription);
    asked.spineOversubscription = shown(*m_spineRatio, m_request.spineOversubscription);
    asked.spineRule = chosen<SpineRule>(*m_rule);
    asked.planes = m_planes->value();
    asked.trunk = m_trunk->value();
    asked.spines = m_spines->value();
    asked.groupLinks = m_groupLinks->value();
    asked.leafSpineLinks = m_leafSpineLinks->value();
    asked.placing = chosen<SwitchPlacing>(*m_placing);
    asked.shape.clear();
    if (const QString shape = m_shape->text().trimmed(); isDirect(asked.family) && !shape.isEmpty())
        for (const QString& side : shape.split(QLatin1Char('x'), Qt::KeepEmptyParts, Qt::CaseInsensitive))
            asked.shape.push_back(side.trimmed().toLongLong());
    return asked;
}

void GenerateDialog::ask() {
    if (m_isFilling)
        return;
    showMeaning();
    const int number = ++m_asked;
    m_apply->setEnabled(false);
    m_progress->setVisible(true);
    const auto work = [asked = request(), project = m_document.project(), option = m_document.option(),
                       next = m_document.history().nextId()](const Background::Run&) {
        IdSource ids(next);
        auto answer = std::make_shared<Answer>(Answer{planNetwork(*project, option, asked, ids), {}, {}});
        if (answer->plan) {
            answer->bisection = bisectionOf(*answer->plan);
            answer->ratio = oversubscriptionNote(*answer->plan, asked);
        }
        return std::shared_ptr<const Answer>(answer);
    };
    Background::instance().ask(
        {this, "plan", windowTitle().toStdString()}, work,
        [this, number](const std::shared_ptr<const Answer>& answer) { take(number, answer); },
        [this, number](const Error& failure) {
            take(number, std::make_shared<const Answer>(Answer{Result<NetworkPlan>(failure), {}, {}}));
        });
}

void GenerateDialog::take(int number, std::shared_ptr<const Answer> answer) {
    m_answered = number;
    m_progress->setVisible(false);
    m_table->clear();
    m_head = nullptr;
    m_apply->setEnabled(answer->plan.has_value() && !answer->plan->changesNothing());
    if (answer->plan)
        showPlan(*answer);
    else
        tell(sentence(answer->plan.error().message), true);
}

// What hinders is red; what is only to be known is not.
void GenerateDialog::tell(const QString& text, bool isProblem) {
    m_problem->setProperty("problem", isProblem);
    m_problem->setProperty("subdued", !isProblem);
    m_problem->style()->unpolish(m_problem);
    m_problem->style()->polish(m_problem);
    m_problem->setText(text);
}

void GenerateDialog::addHead(const char* id) {
    m_head = new QTreeWidgetItem(m_table, {text(id), QString()});
    m_head->setFont(0, studioFont(12, QFont::Medium));
    m_head->setExpanded(true);
}

void GenerateDialog::addRow(const char* id, const QString& value, bool isStrong) {
    auto* item = new QTreeWidgetItem({text(id), value});
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setData(0, Qt::UserRole, QString::fromLatin1(id));
    if (isStrong)
        item->setForeground(1, Theme::current().ink(Ink::Accent));
    m_head->addChild(item);
}

// Who could hang on the network and is not to.
void GenerateDialog::listNodesWithout() {
    const auto chosen = chosenNodes();
    std::vector<const NodeGroup*> without;
    for (const NodeGroup& group : m_groups) {
        const bool isChosen = !chosen || std::ranges::find(*chosen, group.key) != chosen->end();
        if (!isChosen || group.freePorts == 0)
            without.push_back(&group);
    }
    const std::vector<NodeGroup> unknown = nodesOfUnknownPorts(*m_document.project(), m_document.design(), m_request);
    if (without.empty() && unknown.empty())
        return;
    addHead("network.head.without");
    const auto list = [this](const NodeGroup& group, const char* count, const char* kind) {
        auto* item = new QTreeWidgetItem(
            {toText(partTitle(*group.part)), sentence(Message(count).with("count", group.devices))});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setData(0, Qt::UserRole, QString::fromLatin1(kind));
        m_head->addChild(item);
    };
    for (const NodeGroup* group : without)
        list(*group, "network.count", "without");
    for (const NodeGroup& group : unknown)
        list(group, "network.count-ports-unknown", "without-known-ports");
}

// Each cable by its two ports, so that one sees before it happens what a new drawing undoes.
void GenerateDialog::listCables(const char* head, const std::vector<Cable>& cables, const Project& project,
                                const Design& design) {
    constexpr std::size_t kMost = 200;
    if (cables.empty())
        return;
    addHead(head);
    for (const Cable& cable : std::span(cables).first(std::min(cables.size(), kMost))) {
        auto* item = new QTreeWidgetItem(
            {toText(edits::portLabel(project, design, cable.a)), toText(edits::portLabel(project, design, cable.b))});
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        m_head->addChild(item);
    }
    if (cables.size() > kMost)
        m_head->addChild(new QTreeWidgetItem(
            {sentence(Message("network.more-cables").with("count", cables.size() - kMost)), QString()}));
}

void GenerateDialog::showPlan(const Answer& answer) {
    const NetworkPlan& plan = *answer.plan;
    const std::optional<Bisection>& bisection = answer.bisection;
    const Texts& texts = m_services.texts();
    const auto count = [&texts](std::int64_t value) {
        return toText(texts.sentence(Message("network.count").with("count", value)));
    };
    const auto addCount = [&](const char* id, std::int64_t value) {
        if (value > 0)
            addRow(id, count(value));
    };
    addHead("network.head.becomes");
    addRow("network.row.devices",
           sentence(Message("network.devices-ends").with("devices", plan.devices).with("ends", plan.ends)));
    addCount("network.row.routers", plan.routers);
    addCount("network.row.leaves", plan.leaves);
    addCount("network.row.spines", plan.spines);
    addCount("network.row.cores", plan.cores);
    if (!plan.shape.empty()) {
        QStringList shape;
        for (const std::int64_t side : plan.shape)
            shape.append(QString::number(side));
        addRow("network.row.shape", shape.join(QStringLiteral(" × ")));
    }
    addRow("network.row.per-unit", count(plan.devicesPerUnit));
    addRow("network.row.ports",
           sentence(Message("network.ports-of").with("used", plan.portsUsed).with("ports", plan.ports)));
    if (plan.oversubscription > 0)
        addRow("network.row.oversubscription",
               sentence(Message("network.ratio-of").with("ratio", printedRatio(plan.oversubscription))));
    if (bisection) {
        const auto amount = [&](std::int64_t units) {
            return toText(texts.figure(Value(static_cast<double>(units) * plan.graph.unitGbps * 1.25e8), "Tb/s",
                                       siPerUnit("Tb/s")));
        };
        QString value = amount(bisection->lower);
        if (!bisection->isExact())
            value += QStringLiteral(" – ") + amount(bisection->upper);
        if (bisection->injection > 0)
            value = sentence(Message("network.share")
                                 .with("amount", value.toStdString())
                                 .with("share", toText(texts.figure(Value(static_cast<double>(bisection->lower) /
                                                                          static_cast<double>(bisection->injection)),
                                                                    "%", siPerUnit("%")))
                                                    .toStdString()));
        addRow("network.row.bisection", value, true);
    }
    listNodesWithout();
    addHead("network.head.cables");
    addRow("network.row.all", count(plan.cables()));
    addCount("network.row.end-cables", plan.endCables);
    addCount("network.row.leaf-cables", plan.leafCables);
    addCount("network.row.spine-cables", plan.spineCables);
    addCount("network.row.router-cables", plan.routerCables);
    addHead("network.head.changes");
    addRow("network.row.kept", count(plan.cablesKept));
    addRow("network.row.added", count(plan.cablesAdded), plan.cablesAdded > 0);
    addRow("network.row.removed", count(plan.cablesRemoved), plan.cablesRemoved > 0);
    addCount("network.row.by-hand", plan.cablesByHand);
    addCount("network.row.switches-kept", plan.switchesKept);
    addRow("network.row.switches-added", count(plan.switchesAdded), plan.switchesAdded > 0);
    addCount("network.row.switches-removed", plan.switchesRemoved);
    addCount("network.row.unplaced", plan.switchesUnplaced);
    addCount("network.row.parts-added", plan.partsAdded);
    listCables("network.head.going", plan.going, *m_document.project(), m_document.design());
    if (const Option* option = findOption(*plan.project, m_document.option()))
        listCables("network.head.coming", plan.coming, *plan.project, *option->design);
    QStringList notes;
    if (plan.changesNothing())
        notes.append(text("network.nothing-changes"));
    if (plan.cablesByHand > 0)
        notes.append(text("network.note.by-hand"));
    if (plan.endsTaken > 0)
        notes.append(sentence(Message("network.note.taken").with("count", plan.endsTaken)));
    if (plan.switchesUnplaced > 0)
        notes.append(sentence(Message("network.note.unplaced").with("count", plan.switchesUnplaced)));
    if (plan.mixedCages > 0)
        notes.append(sentence(Message("network.note.mixed-cages").with("count", plan.mixedCages)));
    if (plan.cablesWithoutPart > 0)
        notes.append(sentence(Message("network.note.without-part")
                                  .with("count", plan.cablesWithoutPart)
                                  .with("switch", plan.switchWithoutPart)));
    if (plan.moreUplinks > 0)
        notes.append(sentence(Message(plan.spinesOtherwise > 0 ? "network.note.even-trunks" : "network.note.even-only")
                                  .with("more", plan.moreUplinks)
                                  .with("spines", plan.spines)
                                  .with("otherwise", plan.spinesOtherwise)));
    if (answer.ratio)
        notes.append(sentence(*answer.ratio));
    tell(notes.join(QLatin1Char('\n')), false);
}

void GenerateDialog::done(int result) {
    if (result == Accepted) {
        if (!isUpToDate() || !m_apply->isEnabled())
            return;
        const NetworkRequest asked = request();
        const std::uint64_t first = m_document.history().nextId();
        if (const Done made = m_document.commit(generateNetwork(*m_document.project(), m_document.option(), asked));
            !made) {
            tell(sentence(made.error().message), true);
            return;
        }
        m_drawn = asked.network;
        for (const Network& each : m_document.design().networks)
            if (!m_drawn && each.id.value >= first)
                m_drawn = each.id;
    }
    QDialog::done(result);
}

} // namespace rackwright
