// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartDetails: all that is known of one part: facts with grade and source, where sources disagree, ports, powers,
// prices and life cycle. It reads; the part editor writes.

#include "catalog/catalog_rows.h"
#include "model/parts/part.h"
#include "ui/text/texts.h"

#include <QByteArray>
#include <QWidget>

#include <set>

class QLabel;
class QTextBrowser;

namespace rackwright {

class FaceplateView;

class PartDetails : public QWidget {
    Q_OBJECT
public:
    PartDetails(const Texts& texts, const std::vector<AttributeKey>* keys, QWidget* parent = nullptr);

    void setPart(const PartPtr& part);
    const PartPtr& part() const { return m_part; }
    QString asText() const;
    /// The page as it stands, in black on white: all fields with grades, sources and what other sources say.
    QByteArray asPdf() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void write();

    /// The page; with what other sources say always, or only where it is open.
    QString page(bool isAllOpen) const;

    const Texts& m_texts;
    const std::vector<AttributeKey>* m_keys;
    PartPtr m_part;
    std::set<QString> m_open; ///< facts whose other values are shown
    QLabel* m_name = nullptr;
    FaceplateView* m_face = nullptr;
    QTextBrowser* m_facts = nullptr;
};

} // namespace rackwright
