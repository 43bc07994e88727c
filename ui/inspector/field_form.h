// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FieldForm: labelled fields of what is selected, one thing or many: each reads all things and shows one value or
// "several values"; a change is one commit for all. What the fields are is the inspector's business.

#include "ui/document/studio_services.h"
#include "ui/widgets/quantity_field.h"

#include <QWidget>

#include <functional>
#include <vector>

class QGridLayout;

namespace rackwright {

class FieldForm : public QWidget {
    Q_OBJECT
public:
    explicit FieldForm(const Texts& texts, QWidget* parent = nullptr);

    using Words = std::function<std::vector<QString>()>;
    using Numbers = std::function<std::vector<std::optional<double>>()>;
    using Numerals = std::function<std::vector<int>()>;

    /// `id` names the message "inspector.<id>" and the field "inspector.<id>".
    void addText(const std::string& id, Words read, CommitField::Commit commit);
    /// `step`, where it is given, takes what is typed behind a "+": how far all things go.
    QuantityField& addQuantity(const std::string& id, std::string_view unit, QuantityField::Empty empty, Numbers read,
                               QuantityField::CommitValue commit, QuantityField::CommitValue step = {});
    void addChoice(const std::string& id, const std::vector<QString>& choices, Numerals read,
                   std::function<Done(int)> commit);
    /// What is yes (1) or no (0).
    void addSwitch(const std::string& id, Numerals read, std::function<Done(bool)> commit);
    /// Read only.
    void addFact(const std::string& id, std::function<QString()> read);
    /// A figure: a click asks for its derivation.
    void addFigure(const QString& title, const QString& label, std::function<QString()> read);
    void addSection(const std::string& id);
    void addWidget(QWidget* widget);

    /// Reads all fields again.
    void refresh();

Q_SIGNALS:
    void figureAsked(const QString& label);

private:
    void addRow(const QString& title, QWidget* field);

    const Texts& m_texts;
    QGridLayout* m_grid = nullptr;
    std::vector<std::function<void()>> m_refreshers;
};

} // namespace rackwright
