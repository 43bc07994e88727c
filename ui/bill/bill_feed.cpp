// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/bill_feed.h"

#include "solvers/cost/cost_kernels.h"
#include "ui/widgets/guarded_work.h"

#include <QMetaObject>
#include <QWidget>

#include <algorithm>

namespace rackwright {

BillFeed::BillFeed(StudioDocument& document, QObject* parent) : QObject(parent), m_document(document) {
    m_pool.setMaxThreadCount(1);
    connect(&m_document, &StudioDocument::solved, this, &BillFeed::refresh);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_committed = {};
        m_candidate = {};
        Q_EMIT changed();
    });
}

BillFeed::~BillFeed() {
    m_pool.clear();
    m_pool.waitForDone();
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
    m_pool.clear();
    const auto work = [this, solution, place] {
        // The bill lives in the look-ups of the solution's context.
        BillPtr bill(solution, &billIn(solution->context()));
        QMetaObject::invokeMethod(
            this,
            [this, solution, place, bill] {
                if (solution == m_asked)
                    m_asked.reset();
                const bool isWanted = solution == m_document.solution() || solution == m_document.shownSolution();
                if (!isWanted)
                    return;
                this->*place = {solution, bill};
                refresh();
            },
            Qt::QueuedConnection);
    };
    startGuarded(m_pool, this, "bill", work, [this, solution](const Error&) {
        if (solution == m_asked)
            m_asked.reset();
    });
}

} // namespace rackwright
