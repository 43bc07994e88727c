// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PartEditor: a catalogue part as a part of one's own: its names, facts with units, powers and ports, with the front that
// these ports make. It makes a part; keeping it is the overlay's business.

#include "catalog/catalog.h"
#include "catalog/overlay.h"
#include "ui/text/texts.h"

#include <QDialog>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace rackwright {

class ProblemLabel;

class FaceplateView;

class PartEditor : public QDialog {
    Q_OBJECT
public:
    /// An own part is edited under its id; another is duplicated.
    PartEditor(const PartPtr& original, bool isOwn, const Catalog& catalog, const Texts& texts, QWidget* parent = nullptr);

    /// The part as it is typed now, or what is wrong.
    Result<Part> part() const;

private:
    QLineEdit* addLine(QFormLayout* form, const char* id, const std::string& value);
    QWidget* factsPage();
    QWidget* portsPage();
    void addFact(const std::string& key, const QString& value, const QString& source);
    void addPorts(const PortGroup& group);
    Done readFacts(Part& part) const;
    Done readPorts(Part& part) const;
    void check();
    QString text(const std::string& id) const;

    PartPtr m_original;
    bool m_isOwn;
    const Catalog& m_catalog;
    const Texts& m_texts;
    QLineEdit* m_id = nullptr;
    QLineEdit* m_vendor = nullptr;
    QLineEdit* m_model = nullptr;
    QLineEdit* m_description = nullptr;
    QLineEdit* m_number = nullptr;
    QLineEdit* m_source = nullptr;
    QComboBox* m_lifecycle = nullptr;
    QComboBox* m_grade = nullptr;
    QComboBox* m_property = nullptr;
    QTableWidget* m_facts = nullptr;
    QTableWidget* m_ports = nullptr;
    FaceplateView* m_face = nullptr;
    ProblemLabel* m_problem = nullptr;
    QLabel* m_doubts = nullptr;
    QPushButton* m_save = nullptr;
};

} // namespace rackwright
