// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/bill_feed.h"

#include "solvers/cost/cost_kernels.h"
#include "ui/widgets/background.h"

#include <QWidget>

#include <algorithm>

namespace rackwright {

BillFeed::BillFeed(StudioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    connect(&m_document, &StudioDocument::solved, this, &BillFeed::refresh);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_committed = {};
        m_candidate = {};
        Q_EMIT changed();
    });
}

bool BillFeed::isStale() const {
    const Worked& worked = isPreviewing() ? m_candidate : m_committed;
    return m_document.isStale() || worked.solution != m_document.shownSolution();
}

void BillFeed::refresh() {
    if (!m_document.isPreviewing())
        m_candidate = {};
    if (std::ranges::none_of(m_viewers, &QWidget::isVisible))
        return;
    if (m_document.solution() && m_document.solution() != m_committed.solution)
        ask(m_document.solution(), &BillFeed::m_committed);
    else if (m_document.isPreviewing() && m_document.shownSolution() &&
             m_document.shownSolution() != m_candidate.solution)
        ask(m_document.shownSolution(), &BillFeed::m_candidate);
    Q_EMIT changed();
}

void BillFeed::ask(const SolutionPtr& solution, Worked BillFeed::*place) {
    if (solution == m_asked)
        return;
    m_asked = solution;
    // The bill lives in the look-ups of the solution's context.
    const auto work = [solution](const Background::Run&) { return BillPtr(solution, &billIn(solution->context())); };
    const auto take = [this, solution, place](const BillPtr& bill) {
        m_asked.reset();
        if (solution != m_document.solution() && solution != m_document.shownSolution())
            return;
        this->*place = {solution, bill};
        refresh();
    };
    Background::instance().ask({this, "bill", "bill"}, work, take, [this](const Error&) { m_asked.reset(); });
}

} // namespace rackwright
