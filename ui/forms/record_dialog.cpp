// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/record_dialog.h"

#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <utility>

namespace rackwright {

RecordDialog::RecordDialog(const QString& name, const QString& title, const Texts& texts, QWidget* parent)
    : QDialog(parent), m_texts(texts) {
    setObjectName(name);
    setWindowTitle(title);
    setMinimumWidth(520);
    m_form = new QFormLayout;
    m_form->setVerticalSpacing(kSpace);
    m_problem = new ProblemLabel(QStringLiteral("record.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, texts, QString::fromStdString(texts.text("value.enter")));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setObjectName(QStringLiteral("record.enter"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(m_form);
    column->addWidget(m_problem);
    column->addWidget(buttons);
}

// The focus leaves the fields while they are destroyed, after all that judges them.
RecordDialog::~RecordDialog() { disconnect(qApp, nullptr, this, nullptr); }

void RecordDialog::setEnterText(const QString& text) { m_ok->setText(text); }

void RecordDialog::add(const std::string& field, QWidget* widget) {
    const QString label = QString::fromStdString(m_texts.text("record." + field));
    widget->setObjectName(QStringLiteral("record.") + QString::fromStdString(field));
    widget->setAccessibleName(label);
    m_form->addRow(label, widget);
    m_fields[field] = widget;
}

void RecordDialog::addLine(const std::string& field, const QString& value, const QString& hint) {
    auto* line = new QLineEdit(value);
    line->setPlaceholderText(hint);
    connect(line, &QLineEdit::textChanged, this, [this, line] { touch(line); });
    add(field, line);
}

void RecordDialog::addParagraph(const std::string& field, const QString& value) {
    auto* paragraph = new QPlainTextEdit(value);
    paragraph->setTabChangesFocus(true);
    paragraph->setFixedHeight(72);
    // It says so of a new font, too, such as when it is shown.
    connect(paragraph, &QPlainTextEdit::textChanged, this, [this, paragraph, before = value]() mutable {
        if (std::exchange(before, paragraph->toPlainText()) != before)
            touch(paragraph);
    });
    add(field, paragraph);
}

void RecordDialog::addChoice(const std::string& field, const QStringList& choices, int current) {
    auto* box = new QComboBox;
    box->addItems(choices);
    box->setCurrentIndex(current);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box] { touch(box); });
    add(field, box);
}

void RecordDialog::addNames(const std::string& field, const QStringList& names, const QString& value,
                            std::function<QStringList(const QString& typed)> find) {
    auto* box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->addItems(names);
    // The list below the field is what was found, not what begins with the letters typed.
    auto* found = new QStringListModel(names, box);
    auto* completer = new QCompleter(found, box);
    completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    box->setCompleter(completer);
    connect(box->lineEdit(), &QLineEdit::textEdited, this,
            [found, find = std::move(find)](const QString& typed) { found->setStringList(find(typed)); });
    box->setCurrentText(value);
    connect(box, &QComboBox::currentTextChanged, this, [this, box] { touch(box); });
    add(field, box);
}

void RecordDialog::chooseAfter(const std::string& names, const std::string& choice,
                               std::function<int(const QString&)> usual) {
    auto* name = qobject_cast<QComboBox*>(m_fields.at(names));
    auto* box = qobject_cast<QComboBox*>(m_fields.at(choice));
    auto isChosen = std::make_shared<bool>(false);
    connect(box, &QComboBox::activated, this, [isChosen] { *isChosen = true; });
    connect(name, &QComboBox::currentTextChanged, this, [box, isChosen, usual = std::move(usual)](const QString& text) {
        if (!*isChosen)
            box->setCurrentIndex(usual(text));
    });
}

void RecordDialog::proposeAfter(const std::string& paragraph, std::function<Proposal(const QString&)> propose) {
    auto* source = qobject_cast<QPlainTextEdit*>(m_fields.at(paragraph));
    auto proposed = std::make_shared<Proposal>();
    connect(source, &QPlainTextEdit::textChanged, this, [this, source, proposed, propose = std::move(propose)] {
        Proposal next = propose(source->toPlainText().trimmed());
        for (const auto& [field, old] : *proposed)
            next.try_emplace(field);
        for (const auto& [field, value] : next) {
            QWidget* widget = m_fields.at(field);
            if (text(field) != (*proposed)[field])
                continue; // a person's own
            if (auto* line = qobject_cast<QLineEdit*>(widget))
                line->setText(value);
            else if (auto* box = qobject_cast<QComboBox*>(widget))
                box->setCurrentText(value);
            (*proposed)[field] = value;
        }
    });
}

void RecordDialog::setCheck(std::function<Done()> check) {
    m_check = std::move(check);
    if (QLayoutItem* first = m_form->itemAt(0, QFormLayout::FieldRole))
        first->widget()->setFocus();
    this->check();
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* before) {
        leave(before);
        this->check();
    });
}

void RecordDialog::tellAfter(const std::string& field, std::string messageId) {
    m_toldAfter[std::move(messageId)] = m_fields.at(field);
}

void RecordDialog::leave(const QWidget* inner) {
    for (const auto& [name, field] : m_fields)
        if (inner && (field == inner || field->isAncestorOf(inner)))
            m_left.insert(field);
}

void RecordDialog::touch(QWidget* field) {
    m_touched.insert(field);
    check();
}

// Nobody is told what is missing before he is done with a field.
bool RecordDialog::mayTell(const Error& error) const {
    if (const auto told = m_toldAfter.find(error.message.id);
        told != m_toldAfter.end() && !m_hasTried && !m_left.contains(told->second))
        return false;
    const auto isLeft = [this](const QWidget* field) {
        const QWidget* focused = focusWidget();
        return focused != field && !field->isAncestorOf(focused);
    };
    return m_hasTried || std::ranges::any_of(m_touched, isLeft);
}

// The button is off while something is wrong; Enter asks why.
void RecordDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        m_hasTried = true;
        check();
        if (m_enterMovesOn && !qobject_cast<QPushButton*>(focusWidget())) {
            focusNextChild();
            return;
        }
    }
    QDialog::keyPressEvent(event);
}

void RecordDialog::check() {
    if (!m_check)
        return;
    const Done done = m_check();
    m_problem->say(done || !mayTell(done.error()) ? QString()
                                                  : QString::fromStdString(m_texts.sentence(done.error().message)));
    m_ok->setEnabled(done.has_value());
}

QString RecordDialog::text(const std::string& field) const {
    QWidget* widget = m_fields.at(field);
    if (const auto* line = qobject_cast<QLineEdit*>(widget))
        return line->text().trimmed();
    if (const auto* paragraph = qobject_cast<QPlainTextEdit*>(widget))
        return paragraph->toPlainText().trimmed();
    return qobject_cast<QComboBox*>(widget)->currentText().trimmed();
}

int RecordDialog::choice(const std::string& field) const {
    return qobject_cast<QComboBox*>(m_fields.at(field))->currentIndex();
}

} // namespace rackwright
