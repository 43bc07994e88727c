// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/failure_panel.h"

#include "ui/theme/theme.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

FailurePanel::FailurePanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.failures"));
    m_pool.setMaxThreadCount(1);
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("fabric.failures.title"));
    m_title->setProperty("title", true);
    m_under = new QLabel;
    m_under->setObjectName(QStringLiteral("fabric.failures.under"));
    m_under->setWordWrap(true);
    m_restore = new QToolButton;
    m_restore->setObjectName(QStringLiteral("fabric.failures.restore"));
    m_restore->setText(text(Message("failures.restore")));
    m_restore->setProperty("chip", true);
    connect(m_restore, &QToolButton::clicked, this, &FailurePanel::restoreAll);
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_progress->setFixedHeight(4);
    m_progress->setTextVisible(false);
    m_table = new QTableWidget;
    m_table->setObjectName(QStringLiteral("fabric.failures.table"));
    m_table->setAccessibleName(text(Message("failures.table")));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    // What is lost tells one line from the next, so that its words are never cut.
    m_table->setWordWrap(true);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(26);
    connect(m_table->horizontalHeader(), &QHeaderView::sectionResized, m_table, &QTableWidget::resizeRowsToContents);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setColumnCount(4);
    QStringList heads;
    for (const char* id :
         {"failures.column.lost", "failures.column.endpoints", "failures.column.bisection", "failures.column.load"})
        heads.append(text(Message(id)));
    m_table->setHorizontalHeaderLabels(heads);
    m_table->horizontalHeader()->setMinimumSectionSize(48);
    for (int column = 0; column < heads.size(); ++column)
        m_table->horizontalHeader()->setSectionResizeMode(column, column == 0 ? QHeaderView::Stretch
                                                                              : QHeaderView::ResizeToContents);
    for (int column = 0; column < heads.size(); ++column)
        m_table->horizontalHeaderItem(column)->setTextAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter
                                                                            : Qt::AlignRight | Qt::AlignVCenter);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, [this] {
        const QList<QModelIndex> rows = m_table->selectionModel()->selectedRows();
        const std::size_t row = rows.isEmpty() ? 0 : static_cast<std::size_t>(rows.front().row());
        if (row > 0 && row - 1 < m_failures.classes.size())
            setLoss(m_failures.classes[row - 1].example);
    });
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 8, 8, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_restore);
    auto* below = new QHBoxLayout;
    below->setContentsMargins(12, 0, 12, kHalfSpace);
    below->addWidget(m_under);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kHalfSpace);
    column->addLayout(head);
    column->addLayout(below);
    column->addWidget(m_progress);
    column->addWidget(m_table, 1);
    connect(&document, &StudioDocument::solved, this, [this] { ask(true); });
    connect(&document, &StudioDocument::opened, this, [this] {
        m_of.reset();
        m_loss = {};
    });
    take(0, std::make_shared<const Answer>());
}

FailurePanel::~FailurePanel() {
    *m_stop = true;
    m_pool.clear();
    m_pool.waitForDone();
}

QString FailurePanel::text(const Message& message) const {
    return QString::fromStdString(m_services.texts().sentence(message));
}

void FailurePanel::setNetwork(Id<Network> network) {
    if (m_network == network)
        return;
    m_network = network;
    setLoss({});
    ask(true);
}

void FailurePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask(true);
}

void FailurePanel::toggle(Id<Device> device) {
    Loss loss = m_loss;
    loss.cables.clear();
    if (std::erase(loss.switches, device) == 0)
        loss.switches.push_back(device);
    setLoss(std::move(loss));
}

void FailurePanel::restoreAll() {
    const QSignalBlocker blocker(m_table);
    m_table->clearSelection();
    setLoss({});
}

void FailurePanel::setLoss(Loss loss) {
    m_loss = std::move(loss);
    Q_EMIT lossChanged(m_loss);
    ask(false);
}

// What was asked for before is stopped; the table is asked for again only where the figures are new.
void FailurePanel::ask(bool isTableWanted) {
    const SolutionPtr solution = m_document.solution();
    if (!isVisible() || !solution || m_document.isStale() || !m_network)
        return;
    const bool isTableNew = m_of != solution || m_ofNetwork != m_network;
    if (isTableWanted && !isTableNew)
        return;
    // Cables are chosen by their places in the table's fabric; in another they would be other cables.
    if (isTableNew && !m_loss.cables.empty()) {
        m_loss = {};
        Q_EMIT lossChanged(m_loss);
    }
    *m_stop = true;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_pool.clear();
    const int number = ++m_asked;
    m_progress->setVisible(true);
    m_pool.start([this, number, solution, network = m_network, loss = m_loss, stop = m_stop, isTableNew,
                  known = isTableNew ? FailureTable() : m_failures] {
        auto answer = std::make_shared<Answer>();
        answer->of = solution;
        answer->network = network;
        answer->isTableNew = isTableNew;
        const NetworkFabric fabric = networkFabric(solution->context(), network);
        answer->table = isTableNew ? failureTable(solution->context(), fabric, [stop] { return stop->load(); }) : known;
        if (!loss.switches.empty() || !loss.cables.empty())
            answer->under = remainderOf(fabric, loss);
        if (*stop)
            return;
        QMetaObject::invokeMethod(
            this, [this, number, answer] { take(number, answer); }, Qt::QueuedConnection);
    });
}

void FailurePanel::take(int number, const std::shared_ptr<const Answer>& answer) {
    if (number != m_asked)
        return;
    m_answered = number;
    m_progress->setVisible(false);
    m_of = answer->of;
    m_ofNetwork = answer->network;
    m_failures = answer->table;
    // A table that is as it was keeps its selected row.
    if (answer->isTableNew || !answer->under)
        showTable();
    m_restore->setVisible(answer->under.has_value());
    m_title->setText(text(Message(answer->under ? "failures.title.under" : "failures.title")));
    if (!answer->under) {
        m_under->setText(text(Message("failures.hint")));
        return;
    }
    const QStringList left = figures(*answer->under);
    m_under->setText(text(Message("failures.under")
                              .with("endpoints", left[0].toStdString())
                              .with("bisection", left[1].toStdString())
                              .with("load", left[2].toStdString())));
}

QStringList FailurePanel::figures(const Remainder& left) const {
    const Texts& texts = m_services.texts();
    const auto amount = [&texts](double gbps) {
        return QString::fromStdString(texts.figure(Value(gbps * 1.25e8), "Tb/s", siPerUnit("Tb/s")));
    };
    const auto share = [&texts](double part, double whole) {
        return whole > 0 ? QString::fromStdString(texts.figure(Value(part / whole), "%", siPerUnit("%"))) : QString();
    };
    QString bisection = amount(left.lowerGbps);
    if (left.upperGbps > left.lowerGbps)
        bisection += QStringLiteral("–") + amount(left.upperGbps);
    return {text(Message("failures.share")
                     .with("amount", text(Message("network.count").with("count", left.endpoints)).toStdString())
                     .with("share",
                           share(static_cast<double>(left.endpoints), static_cast<double>(m_failures.whole.endpoints))
                               .toStdString())),
            text(Message("failures.share")
                     .with("amount", bisection.toStdString())
                     .with("share", share(left.lowerGbps, m_failures.whole.lowerGbps).toStdString())),
            left.worstLoad ? share(*left.worstLoad, 1) : text(Message("failures.apart"))};
}

QString FailurePanel::kindText(const LossClass& each) const {
    return text(Message("failures.lost." + std::string(enumName(each.kind)))
                    .with("name", each.name)
                    .with("other", each.other)
                    .with("count", static_cast<std::int64_t>(each.example.cables.size())));
}

void FailurePanel::showTable() {
    const QSignalBlocker blocker(m_table);
    m_table->setRowCount(0);
    const auto addRow = [this](const QString& what, const QString& alike, const Remainder& left) {
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        const QStringList whole = figures(left);
        const auto share = [this](double part, double of) {
            return of > 0 ? QString::fromStdString(m_services.texts().figure(Value(part / of), "%", siPerUnit("%")))
                          : QString();
        };
        const QStringList cells = {
            alike.isEmpty()
                ? what
                : text(Message("failures.row").with("count", alike.toStdString()).with("lost", what.toStdString())),
            share(static_cast<double>(left.endpoints), static_cast<double>(m_failures.whole.endpoints)),
            share(left.lowerGbps, m_failures.whole.lowerGbps), whole[2]};
        const QStringList tips = {cells[0], whole[0], whole[1], whole[2]};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setToolTip(tips[column]);
            if (column > 0)
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            const bool isLess =
                column == 2 && m_failures.whole.lowerGbps > 0 && left.lowerGbps < 0.5 * m_failures.whole.lowerGbps;
            if (isLess)
                item->setForeground(Theme::current().ink(Ink::Bad));
            m_table->setItem(row, column, item);
        }
    };
    if (m_failures.whole.endpoints > 0)
        addRow(text(Message("failures.nothing")), QString(), m_failures.whole);
    for (const LossClass& each : m_failures.classes)
        addRow(kindText(each), text(Message("network.count").with("count", each.alike)), each.left);
    m_table->resizeRowsToContents();
    m_table->setVisible(m_table->rowCount() > 0);
}

} // namespace rackwright
