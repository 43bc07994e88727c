// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// EvidencePanel: how a figure came about: definition, formula with numbers put in, inputs as a tree down to sources and
// assumptions. An input that is a figure can be followed, one that is ours can be changed here, and everything follows.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;
class QToolButton;

namespace rackwright {

/// What a line of the bill is asked by: this and the key of the line.
inline constexpr auto kBillLineLabel = "bill-line:";

class EvidencePanel : public QWidget {
    Q_OBJECT
public:
    EvidencePanel(StudioDocument& document, StudioServices& services, QWidget* parent = nullptr);

    /// "rack.power.peak@rack:A07"
    void show(const QString& figureLabel);
    using QWidget::show;
    const QString& figureLabel() const { return m_label; }
    /// The whole derivation as text.
    QString asText() const { return m_text; }

Q_SIGNALS:
    /// Something went wrong or was done; one sentence.
    void hinted(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QToolButton* addButton(const char* id, QLayout* row);
    void go(std::size_t place);
    void refresh();
    void clear(const QString& title);
    void showBillLine(const Solution& solution, const std::string& key);
    /// The root's formula with numbers put in, behind a line break.
    QString fill(const Derivation& root, const Solution& solution);
    void refreshButtons();
    void changeInput(QTreeWidgetItem* item);
    void follow(QTreeWidgetItem* item);
    QString text(const std::string& id) const;

    StudioDocument& m_document;
    StudioServices& m_services;
    QString m_fittedLabel; ///< whose steps the first column was fitted to
    QString m_label;
    QString m_text;
    std::vector<QString> m_trail; ///< figures in the order in which they were looked at
    std::size_t m_place = 0;
    SolutionPtr m_shown;
    QString m_shownLabel;
    QLabel* m_title = nullptr;
    QLabel* m_amount = nullptr;
    QLabel* m_definition = nullptr;
    QLabel* m_formula = nullptr;
    QTreeWidget* m_tree = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QToolButton* m_change = nullptr;
    QToolButton* m_follow = nullptr;
    QToolButton* m_copy = nullptr;
};

} // namespace rackwright
