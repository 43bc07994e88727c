// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// BillFeed: the bill of what is shown, and of what is committed while a drag previews, worked out on a thread of its own
// for whoever looks at it. It holds the solutions that its bills belong to and edits nothing.

#include "solvers/cost/bill.h"
#include "ui/document/studio_document.h"

#include <QObject>

#include <memory>
#include <vector>

class QWidget;

namespace rackwright {

class BillFeed : public QObject {
    Q_OBJECT
public:
    using BillPtr = std::shared_ptr<const Bill>;

    explicit BillFeed(StudioDocument& document, QObject* parent = nullptr);

    /// Bills are worked out while one of the viewers is visible. A viewer calls refresh() when it is shown.
    void addViewer(QWidget* viewer) { m_viewers.push_back(viewer); }
    void refresh();

    /// The newest bill of the committed design; null before the first.
    const BillPtr& committed() const { return m_committed.bill; }
    /// Of the candidate while a drag previews, else the committed one.
    const BillPtr& shown() const { return isPreviewing() ? m_candidate.bill : m_committed.bill; }
    bool isPreviewing() const { return m_candidate.bill && m_document.isPreviewing(); }
    /// The shown bill is older than the shown design.
    bool isStale() const;
    /// The solution of the committed bill.
    const SolutionPtr& solution() const { return m_committed.solution; }

Q_SIGNALS:
    void changed();

private:
    struct Worked {
        SolutionPtr solution;
        BillPtr bill;
    };
    void ask(const SolutionPtr& solution, Worked BillFeed::*place);

    StudioDocument& m_document;
    std::vector<QWidget*> m_viewers;
    Worked m_committed;
    Worked m_candidate;
    SolutionPtr m_asked; ///< the newest that the worker has
};

} // namespace rackwright
