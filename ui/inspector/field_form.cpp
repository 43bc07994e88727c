// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/field_form.h"

#include "ui/report/typeset.h"
#include "ui/theme/theme.h"
#include "ui/widgets/switch_box.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr int kTitleWidth = 96;
constexpr int kLeastLetters = 8; // of a choice

// The wheel scrolls the form; it does not turn a choice that nobody meant to turn.
class CalmChoice : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

template <class T>
bool isOne(const std::vector<T>& values) {
    return std::ranges::all_of(values, [&values](const T& value) { return value == values.front(); });
}

} // namespace

FieldForm::FieldForm(const Texts& texts, QWidget* parent) : QWidget(parent), m_texts(texts) {
    m_grid = new QGridLayout(this);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(kSpace);
    m_grid->setVerticalSpacing(kHalfSpace);
    m_grid->setColumnMinimumWidth(0, kTitleWidth);
    m_grid->setColumnStretch(1, 1);
}

void FieldForm::addRow(const QString& title, QWidget* field) {
    const int row = m_grid->rowCount();
    auto* label = new QLabel(title);
    label->setProperty("subdued", true);
    label->setWordWrap(true);
    label->setBuddy(field);
    m_grid->addWidget(label, row, 0, Qt::AlignLeft | Qt::AlignTop);
    label->setMinimumHeight(28);
    m_grid->addWidget(field, row, 1);
}

void FieldForm::addText(const std::string& id, Words read, CommitField::Commit commit) {
    const QString title = QString::fromStdString(m_texts.text("inspector." + id));
    auto* field = new CommitField(QStringLiteral("inspector.") + QString::fromStdString(id), title, m_texts);
    field->setCommit(std::move(commit));
    m_refreshers.emplace_back([field, read = std::move(read)] {
        const std::vector<QString> values = read();
        if (values.empty())
            field->setShown({});
        else if (isOne(values))
            field->setShown(values.front());
        else
            field->setMixed();
    });
    addRow(title, field);
}

QuantityField& FieldForm::addQuantity(const std::string& id, std::string_view unit, QuantityField::Empty empty,
                                      Numbers read, QuantityField::CommitValue commit,
                                      QuantityField::CommitValue step) {
    const QString title = QString::fromStdString(m_texts.text("inspector." + id));
    auto* field =
        new QuantityField(QStringLiteral("inspector.") + QString::fromStdString(id), title, unit, empty, m_texts);
    field->setCommitValue(std::move(commit), std::move(step));
    m_refreshers.emplace_back([field, read = std::move(read)] {
        const std::vector<std::optional<double>> values = read();
        if (values.empty())
            field->setValue({});
        else if (isOne(values))
            field->setValue(values.front());
        else
            field->setMixed();
    });
    addRow(title, field);
    return *field;
}

void FieldForm::addChoice(const std::string& id, const std::vector<QString>& choices, Numerals read,
                          std::function<Done(int)> commit) {
    const QString title = QString::fromStdString(m_texts.text("inspector." + id));
    auto* box = new CalmChoice;
    box->setObjectName(QStringLiteral("inspector.") + QString::fromStdString(id));
    box->setAccessibleName(title);
    box->setPlaceholderText(QString::fromStdString(m_texts.text("inspector.mixed")));
    // A choice may be called by a long name: it fills its place and never widens the form.
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(kLeastLetters);
    for (const QString& choice : choices) {
        box->addItem(choice);
        box->setItemData(box->count() - 1, choice, Qt::ToolTipRole);
    }
    m_refreshers.emplace_back([box, read = std::move(read)] {
        const QSignalBlocker blocker(box);
        const std::vector<int> values = read();
        box->setCurrentIndex(!values.empty() && isOne(values) ? values.front() : -1);
        box->setToolTip(box->currentText());
    });
    connect(box, &QComboBox::activated, this, [this, commit = std::move(commit)](int index) {
        if (const Done done = commit(index); !done)
            refresh();
    });
    addRow(title, box);
}

void FieldForm::addSwitch(const std::string& id, Numerals read, std::function<Done(bool)> commit) {
    const auto text = [this](const std::string& message) { return QString::fromStdString(m_texts.text(message)); };
    const QString title = text("inspector." + id);
    auto* box = new SwitchBox({text("inspector.no"), text("inspector.yes"), text("inspector.mixed")});
    box->setObjectName(QStringLiteral("inspector.") + QString::fromStdString(id));
    box->setAccessibleName(title);
    m_refreshers.emplace_back([box, read = std::move(read)] {
        const std::vector<int> values = read();
        box->setState(!values.empty() && isOne(values) ? std::optional(values.front() != 0) : std::nullopt);
    });
    connect(box, &QCheckBox::clicked, this, [this, box, commit = std::move(commit)] {
        if (const Done done = commit(box->isChecked()); !done)
            refresh();
    });
    addRow(title, box);
}

void FieldForm::addFact(const std::string& id, std::function<QString()> read) {
    auto* label = new QLabel;
    label->setObjectName(QStringLiteral("inspector.") + QString::fromStdString(id));
    label->setWordWrap(true);
    // A word that is longer than the line ends with it, and stands whole in the tool tip.
    QSizePolicy narrow = label->sizePolicy();
    narrow.setHorizontalPolicy(QSizePolicy::Ignored);
    label->setSizePolicy(narrow);
    label->setMinimumHeight(28);
    label->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_refreshers.emplace_back([label, read = std::move(read)] {
        label->setText(read());
        label->setToolTip(label->text());
    });
    addRow(QString::fromStdString(m_texts.text("inspector." + id)), label);
}

void FieldForm::addFigure(const QString& title, const QString& figure, std::function<QString()> read) {
    auto* button = new QPushButton;
    button->setObjectName(QStringLiteral("inspector.figure:") + figure);
    button->setAccessibleName(title);
    button->setProperty("link", true);
    button->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    button->setCursor(Qt::PointingHandCursor);
    connect(button, &QPushButton::clicked, this, [this, figure] { Q_EMIT figureAsked(figure); });
    m_refreshers.emplace_back([button, read = std::move(read)] { button->setText(typeset(read())); });
    addRow(title, button);
}

void FieldForm::addSection(const std::string& id) {
    const int row = m_grid->rowCount();
    auto* label = new QLabel(QString::fromStdString(m_texts.text("inspector.section." + id)));
    label->setProperty("title", true);
    label->setContentsMargins(0, row > 1 ? kSpace : 0, 0, 0);
    m_grid->addWidget(label, row, 0, 1, 2);
}

void FieldForm::addWidget(QWidget* widget) { m_grid->addWidget(widget, m_grid->rowCount(), 0, 1, 2); }

void FieldForm::refresh() {
    for (const auto& each : m_refreshers)
        each();
}

} // namespace rackwright
