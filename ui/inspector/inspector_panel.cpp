// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/inspector_panel.h"

#include "catalog/node_configuration.h"
#include "model/file/disk.h"
#include "ui/features/studio_features.h"
#include "ui/inspector/field_form.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/parts/part_details.h"
#include "ui/plan/subject_name.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QShowEvent>
#include <QStackedWidget>
#include <QStringList>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr ActionRow kInspector[] = {
    {"design.replace", MenuId::Design, "Ctrl+Shift+R", "", false, false, "", KeyReach::Chosen},
    {"design.revisions", MenuId::Design, "", ""},
    {"tools.edit-part", MenuId::Tools, "", "", false, true},
    {"tools.configure-part", MenuId::Tools, "", ""},
    {"tools.compare-parts", MenuId::Tools, "", ""},
    {"tools.import-parts", MenuId::Tools, "", ""}};

bool isOnly(const std::vector<Subject>& selection, SubjectKind kind) {
    return !selection.empty() &&
           std::ranges::all_of(selection, [kind](const Subject& subject) { return subject.kind == kind; });
}

// "3 racks".
Message countOf(SubjectKind kind, std::size_t count, const Texts& texts) {
    const std::string name(enumName(kind));
    const std::string id = (count == 1 ? "inspector.single." : "inspector.many.") + name;
    return Message(texts.catalogue().find(id) ? id : "inspector.many").with("count", count);
}

} // namespace

std::span<const ActionRow> inspectorActions() { return kInspector; }

InspectorPanel::InspectorPanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("panel.inspector"));
    const Texts& texts = services.texts();
    m_title = new ElidedLabel;
    m_title->setObjectName(QStringLiteral("inspector.title"));
    m_title->setProperty("title", true);
    m_title->setFont(studioFont(14, QFont::Medium));
    m_errors = new QLabel;
    m_errors->setObjectName(QStringLiteral("inspector.errors"));
    m_errors->setProperty("pill", QStringLiteral("bad"));
    // The count comes and goes with each solve: the fields below stay where they are.
    m_errors->setText(QStringLiteral("1"));
    m_errors->ensurePolished();
    m_title->setMinimumHeight(m_errors->sizeHint().height());
    m_replace = new QToolButton;
    m_replace->setObjectName(QStringLiteral("inspector.replace"));
    m_replace->setText(toText(texts.text("inspector.replace")));
    connect(m_replace, &QToolButton::clicked, this, &InspectorPanel::replaceAsked);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_errors);
    head->addWidget(m_replace);

    m_body = new QWidget;
    m_body->setObjectName(QStringLiteral("inspector.body"));
    m_body->setProperty("bare", true);
    m_column = new QVBoxLayout(m_body);
    m_column->setContentsMargins(0, 0, kSpace, kSpace);
    m_column->addStretch();
    m_scroll = new QScrollArea;
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidget(m_body);

    auto* partPage = new QWidget;
    auto* partColumn = new QVBoxLayout(partPage);
    partColumn->setContentsMargins(0, 0, 0, 0);
    m_part = new PartDetails(texts, services.catalog() ? &services.catalog()->attributeKeys() : nullptr);
    auto* back = new QToolButton;
    back->setObjectName(QStringLiteral("inspector.back"));
    back->setText(toText(texts.text("inspector.back")));
    connect(back, &QToolButton::clicked, this, [this] { m_pages->setCurrentIndex(0); });
    auto* edit = new QToolButton;
    edit->setObjectName(QStringLiteral("inspector.edit-part"));
    edit->setText(toText(texts.text("inspector.edit-part")));
    connect(edit, &QToolButton::clicked, this, [this] {
        if (m_part->part())
            Q_EMIT partEditAsked(toText(m_part->part()->id));
    });
    m_configure = new QToolButton;
    m_configure->setObjectName(QStringLiteral("inspector.configure-part"));
    m_configure->setText(toText(texts.text("inspector.configure-part")));
    connect(m_configure, &QToolButton::clicked, this, [this] {
        if (m_part->part())
            Q_EMIT partConfigureAsked(toText(m_part->part()->id));
    });
    auto* compare = new QToolButton;
    compare->setObjectName(QStringLiteral("inspector.compare-part"));
    compare->setText(toText(texts.text("inspector.compare-part")));
    connect(compare, &QToolButton::clicked, this, [this] {
        if (m_part->part())
            Q_EMIT partCompareAsked(toText(m_part->part()->id));
    });
    auto* pdf = new QToolButton;
    pdf->setObjectName(QStringLiteral("inspector.part-pdf"));
    pdf->setText(toText(texts.text("inspector.part-pdf")));
    connect(pdf, &QToolButton::clicked, this, &InspectorPanel::savePartPage);
    auto* buttons = new FlowLayout(kSpace); // as narrow as the panel gets
    buttons->addWidget(back);
    buttons->addWidget(pdf);
    buttons->addWidget(compare);
    buttons->addWidget(m_configure);
    buttons->addWidget(edit);
    partColumn->addWidget(m_part, 1);
    partColumn->addLayout(buttons);

    auto* fieldsPage = new QWidget;
    auto* fieldsColumn = new QVBoxLayout(fieldsPage);
    fieldsColumn->setContentsMargins(0, 0, 0, 0);
    fieldsColumn->addLayout(head);
    fieldsColumn->addWidget(m_scroll, 1);
    m_pages = new QStackedWidget;
    m_pages->addWidget(fieldsPage);
    m_pages->addWidget(partPage);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, kSpace, kHalfSpace, kSpace);
    column->addWidget(m_pages);
    setMinimumWidth(316);

    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_isBuilt = false;
        m_pages->setCurrentIndex(0);
        rebuild();
    });
    connect(&m_document, &StudioDocument::selectionChanged, this, [this] {
        m_pages->setCurrentIndex(0);
        rebuild();
    });
    // Nothing selected shows the only room's fields: another room, or a second one, asks for other fields.
    connect(&m_document, &StudioDocument::changed, this, &InspectorPanel::rebuild);
    connect(&m_document, &StudioDocument::solved, this, &InspectorPanel::refresh);
    rebuild();
}

void InspectorPanel::savePartPage() {
    if (!m_part->part())
        return;
    const Texts& texts = m_services.texts();
    const QString path =
        m_services.dialogs().saveFile(this, toText(texts.text("share.save")), QStringLiteral("PDF (*.pdf)"),
                                      toText(m_part->part()->id) + QStringLiteral(".pdf"));
    if (path.isEmpty())
        return;
    const QByteArray bytes = m_part->asPdf();
    const Done written = writeAtomically(path.toStdString(),
                                         std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    Q_EMIT told(toText(
        texts.sentence(written ? Message("share.saved").with("file", path.toStdString()) : written.error().message)));
}

void InspectorPanel::showPart(const QString& partId) {
    const PartLibrary* library = m_services.library();
    const Result<PartPtr> part = library ? library->part(partId.toStdString()) : Result<PartPtr>(PartPtr());
    if (!part || !*part)
        return;
    m_part->setPart(*part);
    m_configure->setVisible(isConfigurable(**part));
    m_pages->setCurrentIndex(1);
}

void InspectorPanel::showSelection() { m_pages->setCurrentIndex(0); }

void InspectorPanel::setRackView(QWidget* view, std::function<void(Id<Rack>)> show) {
    m_rackView = view;
    m_showRack = std::move(show);
    m_column->insertWidget(0, view);
    m_isBuilt = false;
    rebuild();
}

void InspectorPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    rebuild();
}

void InspectorPanel::rebuild() {
    if (!isVisible() && m_isBuilt)
        return;
    const std::vector<Subject>& selection = m_document.selection();
    const Id<Room> room = selection.empty() ? onlyRoomOf(m_document.shownDesign()) : Id<Room>{};
    if (m_isBuilt && selection == m_builtFor && room == m_builtRoom)
        return refresh();
    m_builtFor = selection;
    m_builtRoom = room;
    m_isBuilt = true;
    if (m_form) {
        // What is half typed is not for what is selected now. A field may be in the middle of its commit.
        for (CommitField* field : m_form->findChildren<CommitField*>())
            field->setCommit({});
        m_form->hide();
        m_form->deleteLater();
    }
    m_form = new FieldForm(m_services.texts());
    m_form->setObjectName(QStringLiteral("inspector.fields"));
    connect(m_form, &FieldForm::figureAsked, this, &InspectorPanel::figureAsked);
    const bool isOneRack = selection.size() == 1 && selection.front().kind == SubjectKind::Rack;
    if (m_rackView) {
        m_rackView->setVisible(isOneRack);
        m_showRack(isOneRack ? Id<Rack>{selection.front().id} : Id<Rack>{});
    }
    if (selection.empty())
        addDesignFields(*m_form, m_document, m_services);
    else if (const InspectorFields* fields = inspectorFieldsOf(selection))
        fields->add(*m_form, m_document, m_services);
    else
        addSharedFields(*m_form, m_document, m_services);
    m_column->insertWidget(m_column->count() - 1, m_form);
    m_replace->setVisible(isOnly(selection, SubjectKind::Device));
    m_form->refresh();
    refreshHead();
    m_scroll->ensureVisible(0, 0);
}

void InspectorPanel::refresh() {
    if (!isVisible() || !m_form)
        return;
    m_form->refresh();
    refreshHead();
}

QString InspectorPanel::title() const {
    const Texts& texts = m_services.texts();
    const std::vector<Subject>& selection = m_document.selection();
    const Design& design = m_document.shownDesign();
    if (selection.empty())
        return toText(m_document.shownProject()->name);
    if (selection.size() > 1) {
        // Things lie by their kinds.
        QStringList kinds;
        for (auto at = selection.begin(); at != selection.end();) {
            const SubjectKind kind = at->kind;
            const auto next = std::ranges::find_if(at, selection.end(), [kind](Subject s) { return s.kind != kind; });
            kinds << toText(texts.sentence(countOf(kind, static_cast<std::size_t>(next - at), texts)));
            at = next;
        }
        return kinds.join(QStringLiteral(", "));
    }
    const auto named = [&texts](const char* id, const auto* row) {
        return toText(texts.sentence(Message(id).with("name", row ? row->name : std::string())));
    };
    const Subject only = selection.front();
    switch (only.kind) {
    case SubjectKind::Rack:
        return named("inspector.title.rack", design.racks.find({only.id}));
    case SubjectKind::Device:
        return named("inspector.title.device", design.devices.find({only.id}));
    case SubjectKind::PowerElement:
        return named("inspector.title.power", design.powerElements.find({only.id}));
    case SubjectKind::CoolingUnit:
        return named("inspector.title.cooling-unit", design.coolingUnits.find({only.id}));
    case SubjectKind::CoolingLoop:
        return named("inspector.title.cooling-loop", design.coolingLoops.find({only.id}));
    case SubjectKind::Room:
        return named("inspector.title.room", design.rooms.find({only.id}));
    case SubjectKind::Network:
    case SubjectKind::Cable:
    case SubjectKind::RoomObject:
    case SubjectKind::Pathway:
        return subjectName(design, only, texts);
    default:
        return toText(m_document.shownProject()->name);
    }
}

void InspectorPanel::refreshHead() {
    // The rack's own view names it and counts its findings.
    const bool isNamedBelow = m_rackView && m_builtFor.size() == 1 && m_builtFor.front().kind == SubjectKind::Rack;
    m_title->setVisible(!isNamedBelow);
    m_title->setText(title());
    std::size_t errors = 0;
    if (const SolutionPtr& solution = m_document.newestSolution())
        for (const Finding& finding : solution->report().findings) {
            const bool isAbout =
                m_document.selection().empty() ||
                std::ranges::any_of(finding.subjects, [this](Subject s) { return m_document.isSelected(s); });
            if (finding.state == RuleState::Failed && finding.severity == Severity::Error && isAbout)
                ++errors;
        }
    m_errors->setVisible(errors > 0 && !isNamedBelow);
    m_errors->setText(toText(m_services.texts().sentence(
        errors == 1 ? Message("inspector.errors.one") : Message("inspector.errors.many").with("count", errors))));
}

} // namespace rackwright
