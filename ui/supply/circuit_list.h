// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CircuitList: the circuits that feed one power element or cooling unit, in the inspector: from where, and breaker,
// poles, connector and whip of each.

#include "model/design/design.h"
#include "solvers/engine/subject.h"

#include <QWidget>

#include <functional>
#include <map>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace rackwright {

class CommitField;
class ProblemLabel;
class QuantityField;
class StudioDocument;
class Texts;

class CircuitList : public QWidget {
    Q_OBJECT
public:
    CircuitList(Subject fed, StudioDocument& document, const Texts& texts, QWidget* parent = nullptr);

private:
    struct Fields {
        QuantityField* breaker = nullptr;
        CommitField* poles = nullptr;
        CommitField* connector = nullptr;
        QuantityField* whip = nullptr;
    };

    void refresh();
    void rebuild(const std::vector<PowerLink>& circuits);
    Fields addFields(const PowerLink& circuit, QVBoxLayout& column);
    Done change(Id<PowerLink> circuit, const std::function<void(PowerLink&)>& change);

    Subject m_fed;
    StudioDocument& m_document;
    const Texts& m_texts;
    QWidget* m_rows = nullptr;
    ProblemLabel* m_problem = nullptr;
    std::vector<std::pair<Id<PowerLink>, QString>> m_shown;
    std::map<std::uint64_t, Fields> m_fields;
    bool m_isShown = false;
};

/// Circuits that lead to a power element or cooling unit, in the order of their ids.
std::vector<PowerLink> circuitsTo(const Design& design, Subject fed);

} // namespace rackwright
