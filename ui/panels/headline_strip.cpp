// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/headline_strip.h"

#include "solvers/cooling/figures.h"
#include "solvers/cost/figures.h"
#include "solvers/power/figures.h"
#include "solvers/requirements/requirements.h"
#include "solvers/space/figures.h"
#include "ui/report/typeset.h"
#include "ui/text/figure_title.h"
#include "ui/text/price_change.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr std::size_t kMostCards = 9;

CardContent::Mood moodOf(Compliance compliance) {
    return compliance == Compliance::Met      ? CardContent::Mood::Good
           : compliance == Compliance::NotMet ? CardContent::Mood::Bad
                                              : CardContent::Mood::Warning;
}

// The range, how much of a lower bound is missing, else how good the figure is; nothing is as good as it gets.
QString detailOf(const Value& value, const ShortFigure& shown, const Texts& texts) {
    if (value.isUnknown() || (!value.isRange() && value.typical() == 0))
        return {};
    if (value.isLowerBound())
        if (const auto comma = shown.spread.find(", "); comma != std::string::npos)
            return toText(shown.spread.substr(comma + 2));
    return toText(shown.spread.empty() ? texts.grade(value.grade()) : shown.spread);
}

} // namespace

HeadlineStrip::HeadlineStrip(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("headlines"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_more = new QToolButton;
    m_more->setObjectName(QStringLiteral("headlines.more"));
    m_more->setToolTip(toText(services.texts().text("headlines.more")));
    m_more->setAccessibleName(m_more->toolTip());
    m_more->setText(QStringLiteral("»"));
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setMenu(new QMenu(m_more));
    m_more->hide();
    connect(m_more->menu(), &QMenu::aboutToShow, this, &HeadlineStrip::listHidden);
    row->addWidget(m_more);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_explained.reset();
        rebuild();
    });
    connect(&m_document, &StudioDocument::solved, this, &HeadlineStrip::refresh);
    rebuild();
}

void HeadlineStrip::setRole(Role role) {
    m_role = role;
    rebuild();
}

// What the role looks at first, then other figures that requirements ask for.
void HeadlineStrip::rebuild() {
    // Out of the row at once: cards that only wait for their end would still claim their room, and widen the window.
    for (FigureCard* card : m_cards) {
        layout()->removeWidget(card);
        card->hide();
        card->deleteLater();
    }
    m_cards.clear();
    std::vector<const FigureDefinition*> order;
    const auto add = [&](std::string_view name) {
        const FigureDefinition* definition = m_services.domains()->findFigure(name);
        if (definition && definition->subject == SubjectKind::Design &&
            std::ranges::find(order, definition) == order.end())
            order.push_back(definition);
    };
    for (const FigureHandle figure : headlinesOf(m_role))
        add(figure);
    for (const Requirement& requirement : m_document.project()->requirements)
        add(requirement.figure);
    if (order.size() > kMostCards)
        order.resize(kMostCards);
    for (const FigureDefinition* definition : order) {
        auto* card = new FigureCard(toText(definition->name), this);
        connect(card, &FigureCard::asked, this, &HeadlineStrip::figureAsked);
        card->setCompact(m_isCompact);
        static_cast<QHBoxLayout*>(layout())->insertWidget(static_cast<int>(m_cards.size()), card);
        m_cards.push_back(card);
    }
    refresh();
}

void HeadlineStrip::setCompact(bool isCompact) {
    m_isCompact = isCompact;
    for (FigureCard* card : m_cards)
        card->setCompact(isCompact);
}

void HeadlineStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitCards();
}

// The strip never widens the window: a card that has no room for its words is read in the menu.
QSize HeadlineStrip::minimumSizeHint() const {
    const QSize one = m_cards.empty() ? QSize(0, 0) : m_cards.front()->minimumSizeHint();
    return {3 * one.width(), one.height()};
}

void HeadlineStrip::fitCards() {
    if (m_cards.empty())
        return;
    const int gap = layout()->spacing();
    int wanted = -gap;
    for (FigureCard* card : m_cards) {
        card->setMinimumWidth(card->wholeWidth());
        wanted += card->minimumWidth() + gap;
    }
    const bool fitsAll = wanted <= width();
    const int room = fitsAll ? width() : width() - m_more->sizeHint().width() - gap;
    int at = 0;
    bool isFull = false;
    for (FigureCard* card : m_cards) {
        isFull = isFull || at + card->minimumWidth() > room;
        card->setVisible(!isFull);
        at += card->minimumWidth() + gap;
    }
    m_more->setVisible(!fitsAll);
}

void HeadlineStrip::listHidden() {
    m_more->menu()->clear();
    for (const FigureCard* card : m_cards)
        if (card->isHidden())
            m_more->menu()->addAction(QString(card->content().title + QStringLiteral(": ") + card->content().value)
                                          .replace(QLatin1Char('&'), QStringLiteral("&&")),
                                      this, [this, label = card->figureLabel()] { Q_EMIT figureAsked(label); });
}

// A drag tells what it would bring, a step what it brought.
void HeadlineStrip::explainPrice() {
    const SolutionPtr& committed = m_document.solution();
    const SolutionPtr& shown = m_document.newestSolution();
    const SolutionPtr before = m_document.isPreviewing() ? committed : std::exchange(m_explained, committed);
    const QString told = std::exchange(m_priceChange, QString());
    m_priceReason.clear();
    if (before && shown && before != shown) {
        const auto text = [&](PriceChangeLines which) {
            return toText(priceChangeText(before->context(), shown->context(), m_services.texts(), which));
        };
        m_priceChange = text(PriceChangeLines::CameAndWent);
        m_priceReason = text(PriceChangeLines::All);
    }
    // What a drag would have brought is no news once it is given up or refused.
    if (m_toldBeside && !m_document.isPreviewing()) {
        const bool isGivenUp = m_toldBeside == m_document.project();
        m_toldBeside.reset();
        if (isGivenUp)
            Q_EMIT hinted(QString());
    }
    if (!m_priceChange.isEmpty() && m_priceChange != told) {
        m_toldBeside = m_document.isPreviewing() ? m_document.project() : nullptr;
        Q_EMIT hinted(m_priceChange);
    }
}

void HeadlineStrip::refresh() {
    explainPrice();
    for (FigureCard* card : m_cards)
        card->setContent(contentOf(card->figureLabel()));
    fitCards();
}

CardContent HeadlineStrip::contentOf(const QString& label) const {
    const Texts& texts = m_services.texts();
    const std::string name = label.toStdString();
    const FigureDefinition* definition = m_services.domains()->findFigure(name);
    CardContent content;
    content.title = toText(figureTitle(name, texts));
    content.value = QStringLiteral("…");
    content.isStale = m_document.isStale();
    const SolutionPtr& committed = m_document.solution();
    const FigureResult* result = committed ? committed->find(name) : nullptr;
    if (!result)
        return content;
    const double factor = siPerUnit(definition->unit);
    const std::string unit = unitText(committed->context(), definition->unit);
    const ShortFigure shown = shortFigureOf(name, result->value, unit, factor, texts);
    content.value = toText(result->error ? texts.sentence(result->error->message) : shown.amount);
    // What a drag would bring is what the target is held against.
    SolutionPtr judged = committed;
    if (m_document.isPreviewing() && m_document.shownSolution())
        if (const FigureResult* candidate = m_document.shownSolution()->find(name); candidate && !candidate->error) {
            content.candidate = toText(shortFigureOf(name, candidate->value, unit, factor, texts).amount);
            judged = m_document.shownSolution();
        }
    // Nothing is unknown about racks that are not there.
    if (result->value.isUnknown() && m_document.design().racks.isEmpty())
        content.value = QStringLiteral("–");
    content.value = typeset(content.value);
    content.detail = detailOf(result->value, shown, texts);
    const std::vector<RequirementAnswer> answers = requirementAnswers(judged->context(), *judged);
    if (const RequirementAnswer* answer = worstAnswer(answers, name)) {
        const Requirement& requirement = *answer->requirement;
        content.mood = moodOf(answer->compliance);
        content.detail = toText(texts.sentence(
            Message("card.target")
                .with("comparison", texts.text("comparison." + std::string(enumName(requirement.comparison))))
                .with("target",
                      shortTarget(requirement.target, requirement.unit, siPerUnit(requirement.unit), texts))));
    }
    if (name == figure_of::costPriceTotal && !content.candidate.isEmpty() && !m_priceReason.isEmpty())
        content.detail = m_priceReason;
    return content;
}

} // namespace rackwright
