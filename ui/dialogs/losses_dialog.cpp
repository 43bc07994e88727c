// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/losses_dialog.h"

#include "model/units/heat_unit.h"
#include "ui/report/loss_overlay.h"
#include "ui/report/schedule_files.h"
#include "ui/supply/out_of_service.h"
#include "ui/text/display_units.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>
#include <optional>
#include <variant>

namespace rackwright {

namespace {

/// Of the schedule, in its order.
constexpr std::array<const char*, 21> kLossColumns = {"lost",      "trade",
                                                      "kind",      "alike",
                                                      "dark",      "dark-accelerators",
                                                      "throttled", "throttled-accelerators",
                                                      "first",     "overloads",
                                                      "before",    "after",
                                                      "rating",    "heat",
                                                      "low",       "high",
                                                      "claim",     "reached",
                                                      "upkeep",    "lacks",
                                                      "lacks-more"};
constexpr int kLossNumber = Qt::UserRole, kLossPlace = Qt::UserRole + 1;

/// Numbers sort by size, what has none before them.
class LossItem : public QTreeWidgetItem {
public:
    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override {
        const int column = treeWidget()->sortColumn();
        const QVariant mine = data(column, kLossNumber), theirs = other.data(column, kLossNumber);
        if (mine.isValid() && theirs.isValid())
            return mine.toDouble() < theirs.toDouble();
        if (mine.isValid() != theirs.isValid())
            return theirs.isValid();
        return text(column).localeAwareCompare(other.text(column)) < 0;
    }
};

/// A lower bound sorts by what is known of it.
std::optional<double> sortNumber(const ScheduleColumn& column, const ScheduleCell& cell) {
    if (const auto* value = std::get_if<Value>(&cell))
        return value->isUnknown() ? std::nullopt : std::optional(inColumnUnit(column, value->typical()));
    return cellNumber(column, cell);
}

} // namespace

LossesDialog::LossesDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("dialog.losses"));
    setWindowTitle(text("schedule.losses"));
    resize(1240, 640);
    m_head = new QLabel;
    m_head->setObjectName(QStringLiteral("losses.head"));
    m_head->setWordWrap(true);
    m_head->setTextFormat(Qt::PlainText);
    m_notes = new QLabel; // how losses are worked out, and what is not in them
    m_notes->setObjectName(QStringLiteral("losses.notes"));
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setProperty("subdued", true);
    m_table = new QTreeWidget;
    m_table->setObjectName(QStringLiteral("losses.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setRootIsDecorated(false);
    m_table->setUniformRowHeights(true);
    m_table->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->setColumnCount(static_cast<int>(kLossColumns.size()));
    m_table->setSortingEnabled(true);
    m_table->header()->setSortIndicator(-1, Qt::DescendingOrder); // the worst first, until a column is clicked
    auto* buttons = new QDialogButtonBox;
    m_takeOut = buttons->addButton(text("action.supply.out"), QDialogButtonBox::ActionRole);
    m_takeOut->setObjectName(QStringLiteral("losses.take-out"));
    auto* close = buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole);
    for (QPushButton* button : {m_takeOut, close})
        button->setAutoDefault(false);
    connect(m_takeOut, &QPushButton::clicked, this, &LossesDialog::takeOut);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_table, &QTreeWidget::itemSelectionChanged, this, &LossesDialog::showRow);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_head);
    column->addWidget(m_table, 1);
    column->addWidget(m_notes);
    column->addWidget(buttons);
    connect(&m_document, &StudioDocument::solved, this, &LossesDialog::ask);
    connect(&m_document, &StudioDocument::opened, this, &QDialog::reject);
    showRow();
    ask();
}

QString LossesDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

// Beside the window, over the newest solution.
void LossesDialog::ask() {
    const SolutionPtr solution = m_document.newestSolution();
    if (!solution)
        return;
    using LossesPtr = std::shared_ptr<const Losses>;
    Background::instance().ask(
        {this, "losses", windowTitle().toStdString()},
        [solution](const Background::Run&) -> LossesPtr {
            return std::make_shared<const Losses>(allLosses(solution->context()));
        },
        [this, solution](const LossesPtr& losses) {
            m_losses = losses;
            m_cooling = fedCooling(solution->context());
            fill();
        },
        [this](const Error& failure) { m_head->setText(toText(m_services.texts().sentence(failure.message))); });
}

void LossesDialog::fill() {
    const Texts& texts = m_services.texts();
    Schedule schedule = lossSchedule(*m_losses, m_cooling);
    QStringList notes;
    for (const Message& note : schedule.notes)
        notes << toText(texts.sentence(note));
    m_notes->setText(notes.join(QLatin1Char('\n')));
    QStringList heads;
    for (std::size_t i = 0; i < kLossColumns.size(); ++i) {
        ScheduleColumn& column = schedule.columns[i];
        QString head = text(std::string("losses.column.") + kLossColumns[i]);
        if (!column.unit.empty()) {
            const std::string symbol = shownUnit(column.unit, texts.units()).symbol;
            if (symbol != writtenUnit(column.unit))
                column.unit = symbol;
            head += QStringLiteral(", ") + toText(symbol);
        }
        heads << head;
    }
    {
        const QSignalBlocker blocker(m_table);
        m_table->clear();
        m_table->setSortingEnabled(false);
        m_table->setHeaderLabels(heads);
        QList<QTreeWidgetItem*> items;
        for (std::size_t row = 0; row < schedule.rows.size(); ++row) {
            auto* item = new LossItem;
            for (std::size_t i = 0; i < kLossColumns.size(); ++i) {
                const auto column = static_cast<int>(i);
                const ScheduleCell& cell = schedule.rows[row].cells[i];
                item->setText(column, toText(cellText(schedule.columns[i], cell, texts)));
                if (schedule.columns[i].kind != ColumnKind::Number)
                    continue;
                item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
                if (const auto number = sortNumber(schedule.columns[i], cell))
                    item->setData(column, kLossNumber, *number);
            }
            item->setData(0, kLossPlace, QVariant::fromValue<qulonglong>(row));
            items << item;
        }
        m_table->addTopLevelItems(items);
        m_table->setSortingEnabled(true);
    }
    showRow();
}

const HallLoss* LossesDialog::currentLoss() const {
    const QList<QTreeWidgetItem*> chosen = m_table->selectedItems();
    if (chosen.isEmpty() || !m_losses)
        return nullptr;
    const auto place = static_cast<std::size_t>(chosen.front()->data(0, kLossPlace).toULongLong());
    return place < m_losses->size() ? &(*m_losses)[place] : nullptr;
}

// Of a whole feed nothing single can be taken out.
void LossesDialog::showRow() {
    const HallLoss* loss = currentLoss();
    const bool canBeTaken =
        loss && !loss->isWholeFeed && OutOfService::losable(m_document, loss->lost.front()).has_value();
    m_takeOut->setEnabled(canBeTaken);
    m_takeOut->setToolTip(canBeTaken ? QString() : text("losses.take-out.none"));
    if (!loss) {
        m_head->setText(text(m_losses && m_losses->empty() ? "losses.none" : "losses.hint"));
        return;
    }
    m_head->setText(toText(lossWords(*loss, m_services.texts())));
    Q_EMIT placeAsked(loss->lost);
}

void LossesDialog::takeOut() {
    const HallLoss* loss = currentLoss();
    if (!loss)
        return;
    if (const auto thing = OutOfService::losable(m_document, loss->lost.front()))
        OutOfService::of(m_document).take(*thing);
}

} // namespace rackwright
