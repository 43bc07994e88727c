// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/replace_dialog.h"

#include "model/parts/part_title.h"
#include "solvers/cooling/figures.h"
#include "solvers/cost/figures.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/part_delegate.h"
#include "ui/text/accelerator_words.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace rackwright {

namespace {

// Parts that can stand in for one another.
std::vector<PartCategory> likeCategories(PartCategory category) {
    switch (category) {
    case PartCategory::GpuNode:
    case PartCategory::PcieGpuNode:
    case PartCategory::CpuNode:
    case PartCategory::HeadNode:
    case PartCategory::ManagementNode:
        return {PartCategory::GpuNode, PartCategory::PcieGpuNode, PartCategory::CpuNode, PartCategory::HeadNode,
                PartCategory::ManagementNode};
    case PartCategory::StorageNode:
    case PartCategory::StorageSystem:
        return {PartCategory::StorageNode, PartCategory::StorageSystem};
    default:
        return {category};
    }
}

std::int64_t suppliesOf(const Part& part) {
    std::int64_t count = 0;
    for (const PowerInput& input : part.powerInputs)
        count += input.count;
    return count;
}

constexpr std::array kFigures = {figure_of::powerItPeak,  figure_of::heatAir,        figure_of::heatLiquid,
                                 figure_of::designWeight, figure_of::costPriceTotal, figure_of::designAccelerators};

} // namespace

QString ReplaceDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QString ReplaceDialog::amount(double si, std::string_view unit) const {
    return toText(m_services.texts().figure(Value(si), unit, siPerUnit(unit)));
}

ReplaceDialog::ReplaceDialog(std::vector<Id<Device>> devices, StudioDocument& document, StudioServices& services,
                             QWidget* parent)
    : QDialog(parent), m_devices(std::move(devices)), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.replace"));
    setWindowTitle(text("replace.title"));
    resize(980, 620);
    const Device* first = m_devices.empty() ? nullptr : document.design().devices.find(m_devices.front());
    const PartRow* row = first ? document.project()->parts.find(first->part) : nullptr;
    m_before = row ? row->part : nullptr;

    m_search = new QLineEdit;
    m_search->setObjectName(QStringLiteral("replace.search"));
    m_search->setAccessibleName(text("replace.search"));
    m_search->setPlaceholderText(text("replace.search"));
    m_search->setClearButtonEnabled(true);
    m_model = new PartListModel(services.library(), services.texts(), this);
    const auto filter = [this] {
        m_model->setFilter(m_search->text(),
                           m_before ? likeCategories(m_before->category) : std::vector<PartCategory>{});
    };
    connect(m_search, &QLineEdit::textChanged, this, filter);
    filter();
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("replace.parts"));
    m_list->setAccessibleName(text("replace.search"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PartDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (index.isValid())
            choose(index.data(PartListModel::IdRole).toString());
    });
    auto* left = new QVBoxLayout;
    left->addWidget(m_search);
    left->addWidget(m_list, 1);

    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("replace.what"));
    m_title->setProperty("title", true);
    m_title->setWordWrap(true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("replace.comparison"));
    m_table->setAccessibleName(text("replace.title"));
    m_table->setColumnCount(3);
    m_table->setHeaderLabels({text("replace.column.what"), text("replace.column.now"), text("replace.column.then")});
    for (const int numbers : {1, 2})
        m_table->headerItem()->setTextAlignment(numbers, Qt::AlignRight | Qt::AlignVCenter);
    m_table->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->header()->setStretchLastSection(false);
    m_table->header()->resizeSection(1, 125);
    m_table->header()->resizeSection(2, 165);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setFocusPolicy(Qt::NoFocus);
    m_table->setRootIsDecorated(false);
    m_table->setIndentation(14);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("replace.problem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("replace.progress"));
    m_progress->setRange(0, 0);
    m_progress->setFixedHeight(6);
    m_progress->setTextVisible(false);
    auto* right = new QVBoxLayout;
    right->addWidget(m_title);
    right->addWidget(m_table, 1);
    right->addWidget(m_problem);
    right->addWidget(m_progress);

    QDialogButtonBox* buttons = doOrCancel(*this, m_services.texts(), text("replace.apply"));
    m_apply = buttons->button(QDialogButtonBox::Ok);
    m_apply->setObjectName(QStringLiteral("replace.apply"));
    auto* halves = new QHBoxLayout;
    halves->setSpacing(16);
    halves->addLayout(left, 2);
    halves->addLayout(right, 3);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addLayout(halves, 1);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::solved, this, &ReplaceDialog::refresh);
    refresh();
}

void ReplaceDialog::choose(const QString& partId) {
    const PartLibrary* library = m_services.library();
    const Result<PartPtr> part = library ? library->part(partId.toStdString()) : Result<PartPtr>(PartPtr());
    if (!part || !*part)
        return;
    m_part = *part;
    const Project& project = *m_document.project();
    IdSource ids(m_document.history().nextId());
    Result<edits::ReplacementOutcome> outcome =
        edits::withReplacedPart(project, m_document.option(), m_devices, m_part, ids);
    if (!outcome) {
        m_outcome.reset();
        m_document.dropPreview();
        m_problem->setText(toText(m_services.texts().sentence(outcome.error().message)));
        return refresh();
    }
    m_problem->clear();
    m_outcome = std::move(*outcome);
    if (const Done shown = m_document.preview(edits::replaceDevices(edits::activeTarget(project), m_devices, m_part));
        !shown)
        m_problem->setText(toText(m_services.texts().sentence(shown.error().message)));
    refresh();
}

void ReplaceDialog::done(int result) {
    if (result == Accepted && m_part) {
        const Edit edit = edits::replaceDevices(edits::activeTarget(*m_document.project()), m_devices, m_part);
        if (const Done committed = m_document.commit(edit); !committed) {
            m_problem->setText(toText(m_services.texts().sentence(committed.error().message)));
            return;
        }
    } else {
        m_document.dropPreview();
    }
    QDialog::done(result);
}

QTreeWidgetItem* ReplaceDialog::addRow(QTreeWidgetItem* parent, const QString& what, const QString& now,
                                       const QString& then) {
    auto* item = new QTreeWidgetItem({what, now, then});
    for (const int column : {1, 2})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    if (now != then && !then.isEmpty() && !now.isEmpty())
        item->setForeground(2, Theme::current().ink(Ink::Accent));
    if (parent)
        parent->addChild(item);
    else
        m_table->addTopLevelItem(item);
    return item;
}

void ReplaceDialog::refresh() {
    m_table->clear();
    const bool isChosen = m_part && m_outcome;
    const bool isSolved = isChosen && m_document.isPreviewing() && m_document.shownSolution();
    m_progress->setVisible(isChosen && !isSolved);
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_apply->setEnabled(isChosen);
    m_title->setText(toText(m_services.texts().sentence(
        isChosen ? Message("replace.what")
                       .with("count", m_devices.size())
                       .with("before", m_before ? m_before->model : std::string("?"))
                       .with("after", partTitle(*m_part))
                 : Message(m_devices.size() == 1 ? "replace.choose.one" : "replace.choose.many")
                       .with("count", m_devices.size()))));
    if (!isChosen)
        return;
    const auto count = static_cast<double>(m_devices.size());
    const auto total = [count](std::int64_t each) { return QString::number(static_cast<std::int64_t>(count) * each); };
    std::map<edits::PlaceEffect, int> places;
    std::int64_t lost = 0;
    for (const edits::ReplacedDevice& device : m_outcome->devices) {
        ++places[device.place];
        lost += device.cablesLost;
    }
    addAccelerators();
    const auto units = [](const PartPtr& part) { return part ? rackUnitsOf(*part) : 0; };
    addRow(nullptr, text("replace.units"), total(units(m_before)) + QStringLiteral(" U"),
           total(units(m_part)) + QStringLiteral(" U"));
    QTreeWidgetItem* place =
        addRow(nullptr, text("replace.places"), QString::number(m_devices.size()),
               QString::number(static_cast<int>(m_devices.size()) - places[edits::PlaceEffect::Unplaced]));
    addRow(place, text("replace.places.kept"), {}, QString::number(places[edits::PlaceEffect::Kept]));
    addRow(place, text("replace.places.moved"), {}, QString::number(places[edits::PlaceEffect::Moved]));
    QTreeWidgetItem* tray =
        addRow(place, text("replace.places.unplaced"), {}, QString::number(places[edits::PlaceEffect::Unplaced]));
    if (places[edits::PlaceEffect::Unplaced] > 0) {
        tray->setForeground(2, Theme::current().ink(Ink::Bad));
        for (const edits::ReplacedDevice& device : m_outcome->devices)
            if (device.place == edits::PlaceEffect::Unplaced)
                if (const Device* found = m_document.design().devices.find(device.device))
                    addRow(tray, toText(found->name), {}, {});
    }
    QTreeWidgetItem* ports = addRow(nullptr, text("replace.ports"), {}, {});
    for (const edits::PortBalance& balance : m_outcome->ports) {
        QTreeWidgetItem* row =
            addRow(ports, text("part.port." + std::string(enumName(balance.role))),
                   toText(m_services.texts().sentence(
                       Message("replace.ports.now").with("count", balance.before).with("used", balance.used))),
                   toText(m_services.texts().sentence(
                       Message("replace.ports.then").with("count", balance.after).with("lost", balance.lost))));
        if (balance.lost > 0)
            row->setForeground(2, Theme::current().ink(Ink::Bad));
    }
    addRow(nullptr, text("replace.cables-lost"), {}, QString::number(lost));
    addRow(nullptr, text("replace.cords"), total(m_before ? suppliesOf(*m_before) : 0), total(suppliesOf(*m_part)));
    const auto power = [&](const PartPtr& part) {
        const auto watts = part ? powerIn(*part, PowerModeKind::Maximum).typical() : std::nullopt;
        return watts ? amount(count * watts->si(), "kW") : text("figure.unknown");
    };
    addRow(nullptr, text("replace.power"), power(m_before), power(m_part));
    const auto weight = [&](const PartPtr& part) {
        const auto mass = part ? fact(*part, attribute::weight).typical() : std::nullopt;
        return mass ? amount(count * mass->si(), "kg") : text("figure.unknown");
    };
    addRow(nullptr, text("replace.weight"), weight(m_before), weight(m_part));
    const SolutionPtr& now = m_document.solution();
    if (now)
        addFigures(*now, isSolved ? m_document.shownSolution().get() : nullptr);
    if (now && isSolved)
        addFindings(*now, *m_document.shownSolution());
    m_table->expandAll();
}

// What the systems are bought for stands first.
void ReplaceDialog::addAccelerators() {
    const Texts& texts = m_services.texts();
    const auto held = [&](const PartPtr& part) {
        return part ? acceleratorsIn(*part, m_document.project().get(), m_services.library()) : std::nullopt;
    };
    const auto before = held(m_before), after = held(m_part);
    if (!before && !after)
        return;
    const auto devices = static_cast<double>(m_devices.size());
    const auto models = [&](const std::optional<HeldAccelerators>& of) {
        return of ? acceleratorWords(*of, devices, texts) : text("replace.accelerators.none");
    };
    const auto memory = [&](const std::optional<HeldAccelerators>& of) {
        if (!of)
            return text("replace.accelerators.none");
        const auto all = of->memory();
        return all ? amount(devices * all->si(), "GB") : text("figure.unknown");
    };
    addRow(nullptr, text("replace.accelerators"), models(before), models(after));
    addRow(nullptr, text("replace.memory"), memory(before), memory(after));
}

void ReplaceDialog::addFigures(const Solution& now, const Solution* then) {
    QTreeWidgetItem* whole = addRow(nullptr, text("inspector.section.whole"), {}, {});
    const auto shown = [this](const Solution& solution, const FigureDefinition& definition) {
        const FigureResult* result = solution.find(definition.name, Subject{});
        if (!result || result->error)
            return text("figure.unknown");
        return toText(shortFigureOf(definition.name, result->value, unitText(solution.context(), definition.unit),
                                    siPerUnit(definition.unit), m_services.texts())
                          .amount);
    };
    for (const FigureHandle name : kFigures)
        if (const FigureDefinition* definition = m_services.domains()->findFigure(name))
            addRow(whole, text(std::string("report.card.").append(name)), shown(now, *definition),
                   then ? shown(*then, *definition) : QStringLiteral("…"));
}

void ReplaceDialog::addFindings(const Solution& now, const Solution& then) {
    const auto keysOf = [](const Solution& solution) {
        std::map<std::string, const Finding*> failed;
        for (const Finding& finding : solution.report().findings)
            if (finding.state == RuleState::Failed)
                failed[finding.key] = &finding;
        return failed;
    };
    const auto before = keysOf(now), after = keysOf(then);
    const auto list = [this](const char* id, const auto& some, const auto& others, Ink ink) {
        QTreeWidgetItem* group = addRow(nullptr, text(id), {}, {});
        int count = 0;
        for (const auto& [key, finding] : some)
            if (!others.contains(key)) {
                QTreeWidgetItem* row = addRow(
                    group, toText(finding->rule->id + "  " + m_services.texts().sentence(finding->message)), {}, {});
                row->setForeground(0, Theme::current().ink(ink));
                row->setToolTip(0, row->text(0));
                ++count;
            }
        group->setText(2, QString::number(count));
    };
    list("replace.findings.gained", after, before, Ink::Bad);
    list("replace.findings.closed", before, after, Ink::Good);
}

} // namespace rackwright
