// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FieldProblem: what is wrong with what stands in a field, said at the field and over its neighbours, so that nothing
// in the form moves while one types or clicks.

#include <QObject>
#include <QPointer>

class QLabel;
class QWidget;

namespace rackwright {

/// Goes with its field. The sentence shows while the field has focus or pointer, and after a refusal until the person
/// acts elsewhere; the field's frame (property "invalid") and its accessible description keep it meanwhile.
class FieldProblem : public QObject {
    Q_OBJECT
public:
    /// `name` is that of the label.
    FieldProblem(QWidget& field, const QString& name);
    ~FieldProblem() override;

    /// Empty: nothing is wrong.
    void say(const QString& problem);
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void beginTelling();
    void endTelling();
    /// Shows or hides the sentence as the field stands now.
    void place();
    /// What scrolls with the field, or its window.
    QWidget& host() const;

    QWidget& m_field;
    QPointer<QLabel> m_label; ///< a child of host() once it was shown
    bool m_isTold = false;    ///< refused just now, and nobody has acted since
};

} // namespace rackwright
