// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/power_workspace.h"

#include "solvers/facility/room_limits.h"
#include "solvers/power/drawn_utility.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "solvers/power/upstream.h"
#include "ui/plan/subject_name.h"
#include "ui/report/feed_headroom.h"
#include "ui/report/loss_overlay.h"
#include "ui/report/power_readings.h"
#include "ui/supply/connections.h"
#include "ui/supply/out_of_service.h"
#include "ui/supply/pointer_words.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_reading.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr const char* kColumnNames[] = {"name",   "kind",  "side",       "fed-from", "load",
                                        "rating", "share", "other-lost", "headroom"};

std::optional<double> numberOf(const StudioDocument& document, FigureHandle figure, Subject subject) {
    const SolutionPtr& solution = document.newestSolution();
    const FigureResult* result = solution ? solution->find(figure, subject) : nullptr;
    if (!result || result->error || !result->value.isKnown())
        return std::nullopt;
    return result->value.typical();
}

std::optional<double> headroomOf(const StudioDocument& document, const PowerElement& element) {
    const SolutionPtr& solution = document.newestSolution();
    return solution ? feedHeadroom(*solution, *document.shownProject(), element) : std::nullopt;
}

QString powerText(double si, const Texts& texts) { return toText(texts.figure(Value(si), "kW", 1000, {3})); }
QString powerText(const Value& si, const Texts& texts) { return toText(texts.figure(si, "kW", 1000, {3})); }

/// What an element carries while something is out of service, beside its rating.
struct PowerThen {
    const LoadAfterLoss* load = nullptr; ///< null: what it carries otherwise
    std::optional<double> rating;
    bool isBad() const { return rating && load->watts.typical() > *rating; }
    Value share() const { return rating && *rating > 0 ? load->watts / Value(*rating) : Value::unknown(); }
    /// Of what is dark nothing can be drawn.
    Value left() const { return rating && !load->isDark ? Value(*rating) - load->watts : Value::unknown(); }
};

PowerThen powerThen(const StudioDocument& document, const OutOfService& out, Subject subject) {
    const LoadAfterLoss* load = out.loadOf(subject);
    return {load, load ? numberOf(document, figure_of::feedRating, subject) : std::nullopt};
}

/// Out of service itself, or dark with it.
std::string darkWords(const OutOfService& out, Subject subject, const Texts& texts) {
    const auto& loss = out.loss();
    return texts.text(loss && std::ranges::count(loss->lost, subject) > 0 ? "single-line.out" : "single-line.dark");
}

bool isDarkUnit(const HallLoss& loss, Id<CoolingUnit> unit) {
    return std::ranges::count(loss.taken.darkUnits, unit) > 0 || std::ranges::count(loss.lost, Subject(unit)) > 0;
}

} // namespace

SingleLineView::SingleLineView(StudioDocument& document, const Texts& texts, QWidget* parent)
    : SupplyView(QStringLiteral("power.line"), toText(texts.text("single-line.title")), document, texts, parent) {}

// What the person looks at stays where it is; until somebody zooms or pans, all is shown.
void SingleLineView::show(std::shared_ptr<const SingleLine> line, SingleLineReadings readings) {
    const bool isElsewhere = line->bounds != m_line->bounds;
    m_line = std::move(line);
    m_readings = std::move(readings);
    if (isElsewhere) {
        setReadable(kReadableZoom, m_line->boxes.empty() ? QPointF() : m_line->boxes.front().box.center());
        setWorldBounds(m_line->bounds);
    }
    setMaker([line = m_line, project = m_document.shownProject(), readings = m_readings, texts = m_texts](double) {
        return singleLineDrawing(*line, *activeOption(*project).design, readings, texts);
    });
    update();
}

Drawing SingleLineView::drawing() const { return singleLineDrawing(*m_line, m_document.design(), m_readings, m_texts); }

void SingleLineView::paintOver(QPainter& painter) {
    painter.setRenderHint(QPainter::Antialiasing);
    for (const SingleLineBox& box : m_line->boxes)
        if (std::ranges::any_of(box.subjects(), [this](Subject each) { return m_document.isSelected(each); }))
            paintSelected(painter, box.box);
    if (m_isConnecting)
        paintConnection(painter);
}

void SingleLineView::paintConnection(QPainter& painter) const {
    const bool isRefused = !m_words.isEmpty() && !m_canConnect;
    const QColor ink = Theme::current().ink(isRefused ? Ink::Bad : Ink::Accent);
    painter.setPen(QPen(ink, 2));
    if (m_from)
        painter.drawLine(m_pressed, m_pointer);
    paintPointerWords(painter, *this, m_pointer, m_words, isRefused ? PointerMood::Refused : PointerMood::Plain);
}

void SingleLineView::setConnecting(bool isConnecting) {
    m_isConnecting = isConnecting;
    m_from.reset();
    m_words.clear();
    m_canConnect = false;
    if (isConnecting)
        setCursor(Qt::CrossCursor);
    else
        unsetCursor();
    update();
}

// Of a box of several elements the one that is chosen.
void SingleLineView::beginConnection(QPointF place) {
    m_from.reset();
    m_canConnect = false;
    m_words.clear();
    m_pointer = place;
    if (const SingleLineBox* box = m_line->at(toWorld(place))) {
        std::vector<Subject> meant = box->subjects();
        if (meant.size() > 1)
            std::erase_if(meant, [this](Subject each) { return !m_document.isSelected(each); });
        if (meant.size() == 1)
            m_from = meant.front();
        else
            m_words = toText(m_texts.text("single-line.connect-one"));
    }
    update();
}

std::optional<Result<Edit>> SingleLineView::connectionTo(QPointF place) const {
    const SingleLineBox* box = m_from ? m_line->at(toWorld(place)) : nullptr;
    std::vector<Subject> to = box ? box->subjects() : std::vector<Subject>();
    std::erase_if(to, [this](Subject each) { return each == *m_from; });
    if (to.empty())
        return std::nullopt;
    return connectionOf(edits::activeTarget(*m_document.project()), *m_from, to);
}

void SingleLineView::aim(QPointF place) {
    m_pointer = place;
    update();
    if (!m_from)
        return;
    m_words.clear();
    const auto edit = connectionTo(place);
    m_canConnect = edit && *edit;
    if (!edit)
        return;
    const SingleLineBox& box = *m_line->at(toWorld(place));
    const auto name = [this](Subject subject) {
        return subjectName(m_document.design(), subject, m_texts).toStdString();
    };
    m_words = toText(*edit ? m_texts.sentence(Message("supply.connects")
                                                  .with("from", name(*m_from))
                                                  .with("to", name(box.subjects().front()))
                                                  .with("count", box.subjects().size()))
                           : m_texts.sentence(edit->error().message));
}

// What is refused stays said until the next drag.
void SingleLineView::connectAt(QPointF place) {
    aim(place);
    const auto edit = connectionTo(place);
    m_from.reset();
    m_canConnect = false;
    if (!edit || *edit)
        m_words.clear();
    if (edit && *edit) {
        if (const Done made = m_document.commit(**edit); !made)
            m_words = toText(m_texts.sentence(made.error().message));
        m_document.closeMerge();
    }
    update();
}

void SingleLineView::mouseMoveEvent(QMouseEvent* event) {
    if (m_isConnecting && (event->buttons() & Qt::LeftButton))
        return aim(event->position());
    DrawingView::mouseMoveEvent(event);
}

void SingleLineView::keyPressEvent(QKeyEvent* event) {
    if (m_isConnecting && event->key() == Qt::Key_Escape) {
        Q_EMIT connectLeft();
        return;
    }
    DrawingView::keyPressEvent(event);
}

void SingleLineView::mousePressEvent(QMouseEvent* event) {
    m_pressed = event->position();
    if (m_isConnecting && event->button() == Qt::LeftButton)
        return beginConnection(m_pressed);
    SupplyView::mousePressEvent(event);
}

void SingleLineView::mouseReleaseEvent(QMouseEvent* event) {
    if (m_isConnecting && event->button() == Qt::LeftButton)
        return connectAt(event->position());
    SupplyView::mouseReleaseEvent(event);
}

std::optional<SupplyView::Box> SingleLineView::boxAt(QPointF world) const {
    const SingleLineBox* box = m_line->at(world);
    if (!box)
        return std::nullopt;
    return Box{box->box, box->subjects()};
}

std::optional<QRectF> SingleLineView::placeOf(Subject subject) const {
    const SingleLineBox* box = m_line->of(subject);
    return box ? std::optional(box->box) : std::nullopt;
}

void PowerTable::refresh() {
    const Design& design = m_document.shownDesign();
    m_feeders.clear();
    for (const PowerLink& link : design.powerLinks)
        if (const PowerElement* from = design.powerElements.find(link.from)) {
            QString& names = m_feeders[link.to ? Subject(link.to) : Subject(link.unit)];
            names += (names.isEmpty() ? QString() : QStringLiteral(", ")) + toText(from->name);
        }
    std::vector<const PowerElement*> rows;
    for (const PowerElement& element : design.powerElements)
        rows.push_back(&element);
    const auto isUnfed = [this](const PowerElement* element) {
        return needsFeed(element->kind) && !m_feeders.contains(Subject(element->id));
    };
    std::ranges::stable_sort(rows, [&isUnfed](const PowerElement* a, const PowerElement* b) {
        return std::pair(!isUnfed(a), a->kind) < std::pair(!isUnfed(b), b->kind);
    });
    m_unfed = static_cast<std::size_t>(std::ranges::count_if(rows, isUnfed));
    std::vector<Subject> elements;
    for (const PowerElement* element : rows)
        elements.push_back(Subject(element->id));
    for (const CoolingUnit& unit : design.coolingUnits)
        elements.push_back(Subject(unit.id));
    setRows(std::move(elements));
}

int PowerTable::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QVariant PowerTable::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole && section >= Load)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (m_out.loss() && !m_out.loss()->taken.loads.empty()) {
        if (section == Load)
            return toText(m_services.texts().text("power.column.load-then"));
        if (section == Headroom)
            return toText(m_services.texts().text("power.column.headroom-then"));
    }
    if (section == Headroom && !isLossBorne(*m_document.shownProject()))
        return toText(m_services.texts().text("power.column.headroom-shared"));
    return toText(m_services.texts().text(std::string("power.column.") + kColumnNames[section]));
}

QVariant PowerTable::data(const QModelIndex& index, int role) const {
    const auto column = static_cast<Column>(index.column());
    if (const CoolingUnit* unit = findRow<CoolingUnit>(m_document.shownDesign(), subject(index.row())))
        return dataOf(*unit, column, role);
    const PowerElement* element = findRow<PowerElement>(m_document.shownDesign(), subject(index.row()));
    if (!element)
        return {};
    if (role == Qt::TextAlignmentRole && column >= Load)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole) {
        const bool isUnfed = needsFeed(element->kind) && !m_feeders.contains(Subject(element->id));
        return (column == FedFrom && isUnfed) || isTooMuch(*element, column) ? QVariant(Theme::current().ink(Ink::Bad))
                                                                             : QVariant();
    }
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(*element, column);
    return {};
}

bool PowerTable::isTooMuch(const PowerElement& element, Column column) const {
    const Subject subject(element.id);
    if (column < Load)
        return false;
    if (const PowerThen then = powerThen(m_document, m_out, subject); then.load)
        return (column == Share || column == Headroom) && then.isBad();
    const auto number = [&](FigureHandle figure) { return numberOf(m_document, figure, subject); };
    if (column == Share)
        return number(figure_of::feedShare).value_or(0) > 1;
    if (column == Headroom)
        return headroomOf(m_document, element).value_or(0) < 0;
    if (column != OtherLost)
        return false;
    const auto lost = number(figure_of::feedPowerOtherLost), rating = number(figure_of::feedRating);
    return lost && rating && *lost > *rating;
}

QString PowerTable::text(const PowerElement& element, Column column) const {
    const Texts& texts = m_services.texts();
    const Subject subject(element.id);
    if (const PowerThen then = column == Name ? PowerThen() : powerThen(m_document, m_out, subject); then.load) {
        const auto orUnknown = [&texts](const Value& value, const QString& known) {
            return value.isUnknown() ? toText(texts.text("power.unknown")) : known;
        };
        if (column == Load)
            return then.load->isDark ? toText(darkWords(m_out, subject, texts)) : powerText(then.load->watts, texts);
        if (column == Share)
            return orUnknown(then.share(), toText(texts.figure(then.share(), "%", 0.01, {3})));
        if (column == Headroom && then.load->isDark)
            return {};
        if (column == Headroom) // of a load that is at least so much, no number is what is left
            return then.left().isKnown() ? powerText(then.left(), texts) : toText(texts.text("power.unknown"));
        if (column == OtherLost) // of the hall as it is designed
            return {};
    }
    const auto amount = [&](FigureHandle figure) { return readFigure(m_document, m_services, figure, subject).amount; };
    switch (column) {
    case Name:
        return toText(element.name);
    case Kind:
        return toText(texts.text("power-kind." + std::string(enumName(element.kind))));
    case Side:
        return element.side == FeedSide::None
                   ? QString()
                   : toText(texts.text("inspector.feed." + std::string(enumName(element.side))));
    case FedFrom: {
        const auto found = m_feeders.find(subject);
        if (found != m_feeders.end())
            return found->second;
        return needsFeed(element.kind) ? toText(texts.text("single-line.unfed")) : QString();
    }
    case Load:
        return amount(figure_of::feedPowerPeak);
    case Rating:
        return amount(figure_of::feedRating);
    case Share:
        return amount(figure_of::feedShare);
    case OtherLost:
        return amount(figure_of::feedPowerOtherLost);
    case Headroom: {
        const auto left = headroomOf(m_document, element);
        return left ? powerText(*left, texts) : toText(texts.text("power.unknown"));
    }
    case Columns:
        break;
    }
    return {};
}

QVariant PowerTable::dataOf(const CoolingUnit& unit, Column column, int role) const {
    if (role == Qt::TextAlignmentRole && column >= Load)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole)
        return text(unit, column);
    return {};
}

QString PowerTable::text(const CoolingUnit& unit, Column column) const {
    const Texts& texts = m_services.texts();
    const Subject subject(unit.id);
    const SolutionPtr& solution = m_document.newestSolution();
    switch (column) {
    case Name:
        return toText(unit.name);
    case Kind:
        return toText(texts.text("cooling-unit." + std::string(enumName(unit.kind))));
    case FedFrom: {
        const auto found = m_feeders.find(subject);
        return found != m_feeders.end() ? found->second : toText(texts.text("single-line.unit-unfed"));
    }
    case Load: {
        if (m_out.loss() && isDarkUnit(*m_out.loss(), unit.id))
            return toText(darkWords(m_out, subject, texts));
        const Value draw = solution ? unitDraw<Value>(solution->context(), unit).si() : Value::unknown();
        return draw.isUnknown() ? toText(texts.text("power.unknown")) : powerText(draw, texts);
    }
    case Side: // its circuits have them, and it is rated by the heat that it takes
    case Rating:
    case Share:
    case OtherLost:
    case Headroom:
    case Columns:
        break;
    }
    return {};
}

PowerWorkspace::PowerWorkspace(StudioDocument& document, StudioServices& services, Actions& actions, QWidget* parent)
    : SupplyPage({QStringLiteral("power"), QStringLiteral("single-line")}, document, services, actions, parent) {
    const Texts& texts = services.texts();
    const Words words = {toText(texts.text("single-line.title")), toText(texts.text("power.list")),
                         toText(texts.text("power.empty"))};
    m_unfed = new QLabel;
    m_unfed->setObjectName(QStringLiteral("power.unfed"));
    m_unfed->setProperty("pill", QStringLiteral("bad"));
    m_view = new SingleLineView(document, texts);
    m_view->setMinimumHeight(120);
    m_table = new PowerTable(document, services, this);
    QTableView& list = makeList(*m_view, *m_table, words);
    list.setMinimumHeight(80);
    list.horizontalHeader()->resizeSection(PowerTable::Name, 170);
    list.horizontalHeader()->resizeSection(PowerTable::FedFrom, 170);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(m_view);
    split->addWidget(&list);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    m_utility = new ElidedLabel;
    m_utility->setObjectName(QStringLiteral("power.utility"));
    layOut(words, *m_unfed, *split, m_utility);
    connect(&document, &StudioDocument::opened, m_view, &DrawingView::showFitted);
}

void PowerWorkspace::showEvent(QShowEvent* event) {
    if (!m_connect) { // the plan brings it
        m_connect = m_actions.action("supply.connect");
        connect(m_connect, &QAction::toggled, m_view, &SingleLineView::setConnecting);
        connect(m_view, &SingleLineView::connectLeft, m_connect, &QAction::trigger);
    }
    SupplyPage::showEvent(event);
}

// The tool ends with the page it was taken on.
void PowerWorkspace::hideEvent(QHideEvent* event) {
    SupplyPage::hideEvent(event);
    if (!event->spontaneous() && m_connect && m_connect->isChecked())
        m_connect->trigger();
}

void PowerWorkspace::showLoads() {
    m_unfed->setVisible(m_table->unfed() > 0);
    m_unfed->setText(toText(m_services.texts().sentence(Message("power.unfed").with("count", m_table->unfed()))));
    m_view->show(std::make_shared<const SingleLine>(singleLineOf(m_document.shownDesign())), readings());
    showUtility();
}

// The utility power of the site and what the feeds of the diagram carry are one where the plant is drawn whole; else
// the first rests on an annual PUE, and what the drawing lacks for the second is told.
void PowerWorkspace::showUtility() {
    const SolutionPtr& solution = m_document.newestSolution();
    const auto reading = [&](FigureHandle figure) { return readFigure(m_document, m_services, figure, Subject()); };
    const FigureReading site = reading(figure_of::powerUtilityPeak), drawn = reading(figure_of::powerUtilityDrawn);
    m_utility->setVisible(solution && site.value);
    if (!solution || !site.value)
        return;
    const Texts& texts = m_services.texts();
    const auto& plant = solution->context().lookUp<DrawnUtility>();
    const char* id = plant.isWhole()                    ? "power.utility-drawn"
                     : isMoreDrawn(solution->context()) ? "power.utility-more-drawn"
                     : drawn.value                      ? "power.utility-both"
                                                        : "power.utility-pue";
    std::string words =
        texts.sentence(Message(id).with("site", site.amount.toStdString()).with("drawn", drawn.amount.toStdString()));
    if (!plant.isWhole())
        words += " " + texts.sentence(Message("power.utility-lacks").with("what", plant.open()));
    m_utility->setText(toText(words));
}

SingleLineReadings PowerWorkspace::readings() const {
    const SolutionPtr& solution = m_document.newestSolution();
    SingleLineReadings found = solution ? singleLineReadingsOf(*solution, m_services.texts()) : SingleLineReadings();
    addLoss(found);
    return found;
}

// What is out of service, dark or overloaded says so; what carries more or less than before is shown with its
// nameplates, as losses are worked out, and the rest keeps its load.
void PowerWorkspace::addLoss(SingleLineReadings& readings) const {
    const std::shared_ptr<const HallLoss>& loss = OutOfService::of(m_document).loss();
    if (!loss)
        return;
    const Texts& texts = m_services.texts();
    const auto put = [&readings](Subject subject, Ink fill, const std::string& words) {
        if (subject.kind != SubjectKind::PowerElement && subject.kind != SubjectKind::CoolingUnit)
            return;
        SingleLineReading& reading = readings[subject];
        reading.fill = fill;
        reading.words = toText(words);
        reading.share.reset();
        reading.lostShare.reset();
        reading.left.clear();
    };
    for (const LoadAfterLoss& each : loss->taken.loads) {
        if (each.isDark || each.subject.kind != SubjectKind::PowerElement)
            continue;
        const PowerThen then = powerThen(m_document, OutOfService::of(m_document), each.subject);
        SingleLineReading reading;
        if (!then.share().isUnknown()) {
            reading.share = then.share().typical();
            reading.words = toText(texts.sentence(Message("single-line.load-then")
                                                      .with("load", powerText(each.watts, texts).toStdString())
                                                      .with("rating", powerText(*then.rating, texts).toStdString())
                                                      .with("share", texts.figure(then.share(), "%", 0.01, {3}))));
            if (const Value left = then.left(); left.isKnown())
                reading.left = toText(
                    texts.sentence(Message(left.typical() < 0 ? "single-line.short" : "single-line.left")
                                       .with("power", powerText(std::abs(left.typical()), texts).toStdString())));
        } else {
            reading.words = toText(texts.sentence(
                Message("single-line.unrated-then").with("load", powerText(each.watts, texts).toStdString())));
        }
        readings[each.subject] = std::move(reading);
    }
    for (const Subject each : loss->taken.darkElements)
        put(each, Ink::Column, texts.text("single-line.dark"));
    for (const Id<CoolingUnit> each : loss->taken.darkUnits)
        put(Subject(each), Ink::Column, texts.text("single-line.dark"));
    for (const LossOverload& each : loss->taken.overloads) {
        if (each.subject.kind != SubjectKind::PowerElement)
            continue; // of heat
        put(each.subject, Ink::LoadRed,
            texts.sentence(Message("single-line.overloaded")
                               .with("after", powerText(each.asKnown(each.after), texts).toStdString())
                               .with("rating", powerText(each.rating, texts).toStdString())));
        if (each.rating > 0)
            readings[each.subject].share = each.after / each.rating;
    }
    for (const Subject each : loss->lost)
        put(each, Ink::RackEmpty, texts.text("single-line.out"));
}

std::vector<Subject> PowerWorkspace::everything() const {
    std::vector<Subject> all;
    for (const PowerElement& element : m_document.design().powerElements)
        all.push_back(Subject(element.id));
    for (const CoolingUnit& unit : m_document.design().coolingUnits)
        all.push_back(Subject(unit.id));
    return all;
}

WorkspaceFeature powerFeature() {
    return {"power",
            {"view.show.power", MenuId::View, "Ctrl+Alt+7", ""},
            WorkspaceRoom::WideDrawing,
            "power",
            {},
            [](const WorkspaceSite& site) -> Workspace* {
                return new PowerWorkspace(site.document, site.services, site.actions);
            }};
}

} // namespace rackwright
