// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/fabric_cards.h"

#include "solvers/fabric/figures.h"
#include "solvers/graph/bisection.h"
#include "solvers/network/design_fabric.h"
#include "solvers/network/in_network_reduction.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QHBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr FigureHandle kBisectionCard = figure_of::fabricBisectionLower;

constexpr std::array kFabricCards = {kBisectionCard,
                                     figure_of::fabricOversubscriptionLeaf,
                                     figure_of::fabricLoadAllToAll,
                                     figure_of::fabricFaultBisection,
                                     figure_of::fabricThroughputAllToAll,
                                     figure_of::fabricAllreduceRing,
                                     figure_of::fabricEndpoints};

constexpr std::array kScaleUpCards = {figure_of::fabricScaleUpDomain, figure_of::fabricScaleUpBandwidth,
                                      figure_of::fabricScaleUpWhole, figure_of::fabricScaleUpHalf};

bool isOfScaleUp(std::string_view name) { return name.starts_with("fabric.scale-up."); }

} // namespace

FabricCards::FabricCards(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.cards"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kSpace);
    std::vector<FigureHandle> names(kFabricCards.begin(), kFabricCards.end());
    names.insert(names.end(), kScaleUpCards.begin(), kScaleUpCards.end());
    for (const FigureHandle name : names) {
        const QString called = toText(std::string(name));
        auto* card = new FigureCard(called);
        card->setObjectName(QStringLiteral("fabric.card.") + called);
        connect(card, &FigureCard::asked, this, [this](const QString& figure) {
            const SolutionPtr& solution = m_document.solution();
            const FigureDefinition* definition = m_services.domains()->findFigure(shownFigure(figure.toStdString()));
            if (solution && definition)
                Q_EMIT figureAsked(QString::fromStdString(figureLabel(solution->context(), *definition, subject())));
        });
        // Only one level's cards take part in the width of the row.
        card->setHidden(isOfScaleUp(name));
        m_cards.push_back(card);
        row->addWidget(card, name == kBisectionCard ? 3 : 2);
    }
    connect(&document, &StudioDocument::solved, this, &FabricCards::refresh);
    connect(&document, &StudioDocument::changed, this, &FabricCards::refresh);
}

void FabricCards::setNetwork(Id<Network> network) {
    m_network = network;
    refresh();
}

void FabricCards::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

QString FabricCards::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

const FigureResult* FabricCards::find(const std::string& name) const {
    const SolutionPtr& solution = m_document.newestSolution();
    const FigureResult* result = solution ? solution->find(name, subject()) : nullptr;
    return result && !result->error ? result : nullptr;
}

Subject FabricCards::subject() const { return m_network ? Subject(m_network) : Subject{}; }

BisectionLevel FabricCards::level() const {
    const SolutionPtr& solution = m_document.newestSolution();
    const NetworkReport* report =
        solution && m_network ? solution->context().lookUp<NetworkReports>().find(m_network) : nullptr;
    return report ? report->level() : BisectionLevel::Endpoint;
}

std::string FabricCards::boundFigure(const char* bound) const {
    const BisectionLevel shown = level();
    std::string name = "fabric.bisection.";
    if (shown != BisectionLevel::Endpoint)
        name.append(shown == BisectionLevel::Node ? "nodes." : "routers.");
    return name.append(bound);
}

std::string FabricCards::shownFigure(const std::string& card) const {
    if (card == kBisectionCard)
        return boundFigure("lower");
    if (card != figure_of::fabricAllreduceRing)
        return card;
    std::vector<FigureHandle> others = {figure_of::fabricAllreduceTree};
    if (const SolutionPtr& solution = m_document.newestSolution(); solution && isSharpOn(solution->context()))
        others.push_back(figure_of::fabricAllreduceInNetwork);
    std::string fastest = card;
    for (const FigureHandle other : others) {
        const FigureResult *least = find(fastest), *result = find(other);
        if (least && result && least->value.isKnown() && result->value.isKnown() &&
            result->value.typical() < least->value.typical())
            fastest = other;
    }
    return fastest;
}

QString FabricCards::amountOf(const std::string& name) const {
    const FigureDefinition* definition = m_services.domains()->findFigure(name);
    const FigureResult* result = definition ? find(name) : nullptr;
    if (!result)
        return QStringLiteral("–");
    return QString::fromStdString(shortFigureOf(name, result->value,
                                                unitText(m_document.newestSolution()->context(), definition->unit),
                                                siPerUnit(definition->unit), m_services.texts())
                                      .amount);
}

QString FabricCards::proofOf() const {
    const FigureResult* lower = find(boundFigure("lower"));
    const FigureResult* upper = find(boundFigure("upper"));
    if (!lower || !upper || lower->value.isUnknown() || upper->value.isUnknown())
        return {};
    const std::string highest = amountOf(boundFigure("upper")).toStdString();
    const bool isExact = upper->value.typical() <= lower->value.typical() * (1 + 1e-9);
    // Also where more time gave nothing better: then that is what is known.
    const bool isRefined = m_refined && m_refined->interval == shownInterval();
    if (!isExact && isRefined) {
        const FigureDefinition* definition = m_services.domains()->findFigure(boundFigure("lower"));
        const auto amount = [&](double si) {
            return shortFigureOf(definition->name, Value(si),
                                 unitText(m_document.newestSolution()->context(), definition->unit),
                                 siPerUnit(definition->unit), m_services.texts())
                .amount;
        };
        return text(Message("fabric.card.refined")
                        .with("lower", amount(std::max(m_refined->lower, lower->value.typical())))
                        .with("upper", amount(std::min(m_refined->upper, upper->value.typical()))));
    }
    if (!isExact && m_asked != m_answered && m_wanted == shownInterval())
        return text(Message("fabric.card.refining").with("upper", highest));
    const std::string share = amountOf(figure_of::fabricBisectionShare).toStdString();
    // Ports of one rail never meet those of another: the figure of the ports is said beside that of the nodes.
    if (isExact && level() == BisectionLevel::Node)
        return text(Message("fabric.card.exact-nodes")
                        .with("share", share)
                        .with("ports", amountOf(figure_of::fabricBisectionLower).toStdString()));
    return text(isExact ? Message("fabric.card.exact").with("share", share)
                        : Message("fabric.card.interval").with("upper", highest).with("share", share));
}

// Only what is shown and still open is refined, once a solution; candidates of a drag are gone before it would end.
void FabricCards::refine() {
    if (m_document.isPreviewing() || m_document.isStale() || m_wanted == shownInterval())
        return;
    Background::instance().drop(this, "refine");
    m_wanted = shownInterval();
    m_answered = m_asked;
    const FigureResult* lower = find(boundFigure("lower"));
    const FigureResult* upper = find(boundFigure("upper"));
    const bool isOpen = lower && upper && lower->value.isKnown() && upper->value.isKnown() &&
                        upper->value.typical() > lower->value.typical() * (1 + 1e-9);
    if (!isOpen)
        return;
    const int number = ++m_asked;
    const auto work = [wanted = m_wanted, at = level()](const Background::Run& run) {
        const FabricGraph graph = graphAt(networkFabric(wanted.of->context(), wanted.network, run.stop), at);
        std::optional<Refined> refined;
        if (const auto bisection = bisectionOf(graph, Effort::Thorough, std::nullopt, run.stop)) {
            constexpr double bytesPerGigabit = 1.25e8;
            const double unit = graph.unitGbps * bytesPerGigabit;
            refined = {wanted, static_cast<double>(bisection->lower) * unit,
                       static_cast<double>(bisection->upper) * unit, std::make_shared<const Cut>(bisection->witness)};
        }
        return refined;
    };
    Background::instance().ask(
        {this, "refine", "fabric.bisection"}, work,
        [this, number](const std::optional<Refined>& refined) { take(number, refined); },
        [this, number](const Error&) { take(number, std::nullopt); });
}

void FabricCards::take(int number, const std::optional<Refined>& refined) {
    m_answered = number;
    m_refined = refined;
    refresh();
    Q_EMIT this->refined();
}

std::shared_ptr<const Cut> FabricCards::refinedCut() const {
    const FigureResult* upper = find(boundFigure("upper"));
    const bool isShown = m_refined && m_refined->interval == shownInterval() && upper && upper->value.isKnown();
    return isShown && m_refined->upper < upper->value.typical() * (1 - 1e-9) ? m_refined->cut : nullptr;
}

CardContent FabricCards::contentOf(const std::string& name) const {
    CardContent content;
    const std::string shown = shownFigure(name);
    content.title = text(Message(name == kBisectionCard ? "fabric.card.bisection." + std::string(enumName(level()))
                                                        : "fabric.card." + name));
    content.value = amountOf(shown);
    content.isStale = m_document.isStale();
    const FigureResult* result = find(name);
    if (name == kBisectionCard)
        content.detail = proofOf();
    else
        content.detail = text(Message("fabric.card." + shown + ".detail"));
    if (name == figure_of::fabricOversubscriptionLeaf && result && !result->value.isUnknown())
        content.mood = result->value.typical() > 1 + 1e-9 ? CardContent::Mood::Warning : CardContent::Mood::Good;
    return content;
}

void FabricCards::refresh() {
    if (!isVisible())
        return;
    refine();
    // Accelerators reduce over their own network only.
    // Rails alone and direct networks have no tier that goes up.
    const bool hasTiers = level() == BisectionLevel::Endpoint;
    const auto isShown = [this, hasTiers](const std::string& name) {
        return isOfScaleUp(name) == !m_network && (name != figure_of::fabricAllreduceRing || find(name)) &&
               (name != figure_of::fabricOversubscriptionLeaf || hasTiers);
    };
    // What goes is gone before another comes: cards of both levels side by side would widen the window for good.
    for (const bool isComing : {false, true})
        for (FigureCard* card : m_cards)
            if (const std::string name = card->figureLabel().toStdString(); isShown(name) == isComing) {
                card->setVisible(isComing);
                card->setContent(contentOf(name));
            }
}

} // namespace rackwright
