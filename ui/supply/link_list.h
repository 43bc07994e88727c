// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LinkList: what the selected things are connected with, line by line in the inspector: a click on a name selects it, ×
// takes the connection away, and a button below adds one. It follows the document; what the lines are its maker says.

#include "solvers/engine/subject.h"

#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace rackwright {

class ProblemLabel;
class StudioDocument;
class Texts;

/// A line of a list.
struct LinkEntry {
    QString name;
    QString note; ///< behind the name: of how many it is
    Subject subject;
    std::function<Done()> remove;
};

class LinkList : public QWidget {
    Q_OBJECT
public:
    using Read = std::function<std::vector<LinkEntry>()>;
    LinkList(const QString& name, StudioDocument& document, const Texts& texts, Read read, QWidget* parent = nullptr);

    /// A button "inspector.<name>.add" below the lines.
    void setAdd(const QString& words, std::function<void()> add);
    void say(const Done& done);

private:
    void rebuild();

    QString m_name;
    StudioDocument& m_document;
    const Texts& m_texts;
    Read m_read;
    QWidget* m_rows = nullptr;
    QVBoxLayout* m_column = nullptr;
    QToolButton* m_add = nullptr;
    ProblemLabel* m_problem = nullptr;
    std::vector<std::pair<QString, Subject>> m_shown;
    bool m_isShown = false;
};

} // namespace rackwright
