// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// OutOfService: the one thing that the reader has taken out of service to see what the hall does without it. Plan,
// single-line diagram and status bar show the same; the design stays as it is, and a newer solution is answered anew.

#include "solvers/engine/solution.h"
#include "solvers/facility/losses.h"

#include <QObject>

#include <memory>
#include <optional>
#include <unordered_map>

namespace rackwright {

class StudioDocument;

class OutOfService : public QObject {
    Q_OBJECT
public:
    /// That of a document; made at the first call.
    static OutOfService& of(StudioDocument& document);
    /// What of a design can be taken out of service by this subject: a stretch of a busway is its busway.
    static std::optional<Subject> losable(const StudioDocument& document, Subject subject);

    void take(Subject thing);
    void leave();
    const std::optional<Subject>& thing() const { return m_thing; }
    /// Null until it is worked out.
    const std::shared_ptr<const HallLoss>& loss() const { return m_loss; }
    /// What a power element or cooling unit carries then; null: what it does otherwise.
    const LoadAfterLoss* loadOf(Subject subject) const;
    /// That the loss is of.
    const SolutionPtr& solution() const { return m_solution; }

Q_SIGNALS:
    /// Another thing, none, or a newer answer.
    void changed();
    void failed(const rackwright::Message& why);

private:
    explicit OutOfService(StudioDocument& document);
    void ask();
    void show(std::shared_ptr<const HallLoss> loss);

    StudioDocument& m_document;
    std::optional<Subject> m_thing;
    std::shared_ptr<const HallLoss> m_loss;
    std::unordered_map<std::uint64_t, const LoadAfterLoss*> m_loads; ///< of the loss, by id
    SolutionPtr m_solution, m_asked;
};

} // namespace rackwright
