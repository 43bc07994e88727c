// SPDX-License-Identifier: GPL-3.0-or-later
// How the fabric workspace is put together; what it does stands in fabric_workspace.cpp.
#include "ui/fabric/fabric_workspace.h"

#include "ui/fabric/fabric_cards.h"
#include "ui/fabric/fabric_panel.h"
#include "ui/fabric/fabric_view.h"
#include "ui/fabric/failure_panel.h"
#include "ui/fabric/label_dialog.h"
#include "ui/fabric/level_chips.h"
#include "ui/fabric/lossless_panel.h"
#include "ui/fabric/scale_up_panel.h"
#include "ui/fabric/scale_up_stage.h"
#include "ui/fabric/traffic_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

namespace {

QFrame* framed(QWidget* content) {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    auto* inside = new QVBoxLayout(frame);
    inside->setContentsMargins(1, 1, 1, 1);
    inside->addWidget(content);
    return frame;
}

/// Networks to be cabled by hand; each has its action.
struct HandNetwork {
    const char* action;
    NetworkRole role;
};
constexpr std::array<HandNetwork, 4> kHandNetworks = {{{"design.empty-network.compute", NetworkRole::Compute},
                                                       {"design.empty-network.storage", NetworkRole::Storage},
                                                       {"design.empty-network.in-band", NetworkRole::InBand},
                                                       {"design.empty-network.out-of-band", NetworkRole::OutOfBand}}};

constexpr std::array<ActionRow, 6> kFabricActions = {
    {{"design.generate-network", MenuId::Insert, "Ctrl+G", "", false, true},
     {kHandNetworks[0].action, MenuId::Insert, "", "", false, false, "empty-network"},
     {kHandNetworks[1].action, MenuId::Insert, "", "", false, false, "empty-network"},
     {kHandNetworks[2].action, MenuId::Insert, "", "", false, false, "empty-network"},
     {kHandNetworks[3].action, MenuId::Insert, "", "", false, false, "empty-network"},
     {"design.cable-labels", MenuId::Tools, "", "", false, false}}};

} // namespace

std::span<const ActionRow> fabricActions() { return kFabricActions; }

FabricWorkspace::FabricWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services), m_actions(actions) {
    takeActions();
    m_view = new FabricView(document, services);
    m_panel = new FabricPanel(document, services);
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(framed(makeDrawing()));
    m_beside = new QStackedWidget;
    m_beside->addWidget(makeSide());
    makeScaleUp();
    splitter->addWidget(framed(m_beside));
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({700, 300});
    m_cards = new FabricCards(document, services);
    connect(m_cards, &FabricCards::figureAsked, this, &FabricWorkspace::figureAsked);
    connect(m_cards, &FabricCards::refined, this, [this] {
        if (m_question.colouring == FabricColouring::Cut)
            refreshReadings();
    });
    auto* whole = new QWidget;
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(kSpace);
    rows->addWidget(m_cards);
    rows->addWidget(splitter, 1);
    m_pages = new QStackedWidget;
    m_pages->addWidget(framed(makeEmptyPage()));
    m_pages->addWidget(whole);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_pages);
    followDrawing();
    followDocument();
}

void FabricWorkspace::takeActions() {
    m_actions.add(fabricActions());
    m_actions.connectTo("design.generate-network", this, [this] { generate(); });
    for (const HandNetwork& each : kHandNetworks)
        m_actions.connectTo(each.action, this, [this, role = each.role] { addEmptyNetwork(role); });
    m_actions.connectTo("design.cable-labels", this, [this] {
        LabelDialog dialog(m_document, m_services, window());
        if (dialog.exec() != QDialog::Accepted)
            return;
        if (const Done done = dialog.commit(); !done)
            Q_EMIT hinted(QString::fromStdString(m_services.texts().sentence(done.error().message)));
    });
}

// The drawing below the chips of the levels, its summary and what it is coloured by.
QWidget* FabricWorkspace::makeDrawing() {
    m_summary = new ElidedLabel;
    m_summary->setObjectName(QStringLiteral("fabric.summary"));
    m_summary->setProperty("subdued", true);
    m_levels = new LevelChips(m_services);
    connect(m_levels, &LevelChips::levelChosen, this, &FabricWorkspace::showLevel);
    connect(m_levels, &LevelChips::menuAsked, this, &FabricWorkspace::showMenu);
    makeColours();
    m_levels->setFollowedBy(m_colouring);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(12, 8, 8, 0);
    head->setSpacing(kHalfSpace);
    head->addWidget(m_levels);
    m_summaryRow = new QHBoxLayout;
    m_summaryRow->setSpacing(kSpace);
    m_summaryRow->addWidget(m_summary, 1);
    for (QWidget* each :
         {static_cast<QWidget*>(m_colouring), static_cast<QWidget*>(m_pattern), static_cast<QWidget*>(m_generate)})
        m_summaryRow->addWidget(each);
    head->addLayout(m_summaryRow);
    auto* drawing = new QWidget;
    auto* column = new QVBoxLayout(drawing);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kHalfSpace);
    column->addLayout(head);
    m_views = new QStackedWidget;
    m_views->addWidget(m_view);
    setFocusProxy(m_view);
    column->addWidget(m_views, 1);
    return drawing;
}

// Of a design without a network or anything to join by one.
QWidget* FabricWorkspace::makeEmptyPage() {
    const Texts& texts = m_services.texts();
    auto* empty = new QLabel(QString::fromStdString(texts.text("fabric.empty")));
    empty->setObjectName(QStringLiteral("fabric.empty"));
    empty->setProperty("subdued", true);
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    auto* first = new QPushButton(QString::fromStdString(texts.text("action.design.generate-network")));
    first->setObjectName(QStringLiteral("fabric.generate.first"));
    first->setProperty("primary", true);
    connect(first, &QPushButton::clicked, this, &FabricWorkspace::generate);
    auto* nothing = new QWidget;
    auto* middle = new QVBoxLayout(nothing);
    middle->setSpacing(2 * kSpace);
    middle->addStretch();
    middle->addWidget(empty);
    middle->addWidget(first, 0, Qt::AlignHCenter);
    middle->addStretch();
    return nothing;
}

// What the drawing is coloured by, and the way to a new network.
void FabricWorkspace::makeColours() {
    const Texts& texts = m_services.texts();
    const auto choice = [&texts](const char* name, const char* prefix, const auto& names) {
        auto* box = new QComboBox;
        box->setObjectName(QString::fromLatin1(name));
        box->setAccessibleName(QString::fromStdString(texts.text(name)));
        box->setToolTip(box->accessibleName());
        for (const std::string_view each : names)
            box->addItem(QString::fromStdString(texts.text(std::string(prefix).append(each))));
        return box;
    };
    m_colouring = choice("fabric.colour", "fabric.colour.", EnumNames<FabricColouring>::names);
    connect(m_colouring, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_question.colouring = static_cast<FabricColouring>(index);
        refreshReadings();
    });
    // Who chooses a colour by hand keeps it.
    connect(m_colouring, &QComboBox::activated, this, [this] { m_colourBefore.reset(); });
    m_pattern = choice("fabric.pattern", "fabric.pattern.", EnumNames<TrafficPattern>::names);
    m_pattern->hide();
    connect(m_pattern, &QComboBox::currentIndexChanged, this, [this](int index) {
        m_question.pattern = static_cast<TrafficPattern>(index);
        refreshReadings();
    });
    m_generate = makeChip(QStringLiteral("fabric.generate"), QString::fromStdString(texts.text("fabric.generate")));
    m_generate->setToolTip(QString::fromStdString(texts.text("action.design.generate-network")));
    m_generate->setCheckable(false);
    connect(m_generate, &QToolButton::clicked, this, &FabricWorkspace::generate);
}

// Beside the drawing: port map and cables, traffic, failures, or the checklist, chosen by chips.
QWidget* FabricWorkspace::makeSide() {
    const Texts& texts = m_services.texts();
    m_failures = new FailurePanel(m_document, m_services);
    m_side = new QStackedWidget;
    m_side->addWidget(m_panel);
    m_side->addWidget(m_failures);
    m_traffic = new TrafficPanel(m_document, m_services);
    connect(m_traffic, &TrafficPanel::figureAsked, this, &FabricWorkspace::figureAsked);
    connect(m_traffic, &TrafficPanel::assumptionChanged, this, [this] {
        if (m_question.colouring == FabricColouring::Load)
            refreshReadings();
    });
    m_side->addWidget(m_traffic);
    m_checklist = new LosslessPanel(m_document, m_services);
    m_side->addWidget(m_checklist);
    auto* chips = new QButtonGroup(this);
    auto* row = new FlowLayout(kHalfSpace);
    auto* above = new QVBoxLayout;
    above->setContentsMargins(12, 8, 8, 0);
    above->addLayout(row);
    struct SidePage {
        const char* name;
        QWidget* widget;
    };
    for (const auto& [name, widget] : {SidePage{"ports", m_panel}, SidePage{"traffic", m_traffic},
                                       SidePage{"failures", m_failures}, SidePage{"checklist", m_checklist}}) {
        const std::string id = std::string("fabric.side.").append(name);
        QToolButton* chip = makeChip(QString::fromStdString(id), QString::fromStdString(texts.text(id)));
        chip->setChecked(widget == m_panel);
        connect(chip, &QToolButton::clicked, this, [this, side = widget] { showSide(side); });
        chips->addButton(chip);
        row->addWidget(chip);
        if (widget == m_panel)
            m_portsChip = chip;
        if (widget == m_checklist) {
            m_checklistChip = chip;
            chip->hide(); // till a network asks for it
        }
    }
    connect(m_view, &FabricView::failureToggled, m_failures, &FailurePanel::toggle);
    connect(m_failures, &FailurePanel::lossChanged, this, [this](const Loss& loss) {
        m_view->setFailed(loss.switches);
        m_question.loss = loss;
        showLoss();
    });
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(above);
    column->addWidget(m_side, 1);
    return side;
}

// The level below all networks: its domains, and what is known of the chosen one.
void FabricWorkspace::makeScaleUp() {
    m_stage = new ScaleUpStage(m_document, m_services);
    m_scaleUp = m_stage->domains();
    m_views->addWidget(m_stage);
    m_summaryRow->insertWidget(1, m_stage->chips());
    m_scaleUpPanel = new ScaleUpPanel(m_document, m_services);
    m_beside->addWidget(m_scaleUpPanel);
    connect(m_scaleUp, &ScaleUpView::chosenChanged, this, &FabricWorkspace::refreshScaleUp);
    connect(m_scaleUp, &ScaleUpView::kindChosen, this, [this](std::size_t kind) {
        m_kind = kind;
        refreshScaleUp();
    });
    connect(m_scaleUpPanel, &ScaleUpPanel::figureAsked, this, &FabricWorkspace::figureAsked);
    connect(m_scaleUpPanel, &ScaleUpPanel::placeAsked, this, &FabricWorkspace::placeAsked);
}

} // namespace rackwright
