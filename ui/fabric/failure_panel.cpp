// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/failure_panel.h"

#include "ui/fabric/short_names.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kKindRole = Qt::UserRole, kExampleRole = Qt::UserRole + 1; ///< of the first cell of a row
constexpr int kRowHeight = 44;

/// The kind of what is lost and its figures on one line, below it over the whole row how many there are and an example.
class LossDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QString kind = index.data(kKindRole).toString();
        QStyleOptionViewItem item(option);
        initStyleOption(&item, index); // with the font that it is painted in
        return {QFontMetrics(item.font).horizontalAdvance(kind.isEmpty() ? item.text : kind) + 2 * margin + 2,
                kRowHeight};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem item(option);
        initStyleOption(&item, index);
        const QString kind = index.data(kKindRole).toString();
        const QString upper = kind.isEmpty() ? item.text : kind;
        item.text.clear();
        const QStyle* style = item.widget ? item.widget->style() : QApplication::style();
        style->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
        const auto* table = qobject_cast<const QTableView*>(option.widget);
        if (!table)
            return;
        const Theme& theme = Theme::current();
        const QVariant ink = index.data(Qt::ForegroundRole);
        painter->save();
        painter->setClipRect(option.rect);
        painter->setFont(item.font);
        painter->setPen(ink.isValid() ? ink.value<QBrush>().color() : theme.ink(Ink::Text));
        QRect line = option.rect.adjusted(margin, 4, -margin, 0);
        line.setHeight(option.rect.height() / 2 - 4);
        const Qt::Alignment aligned = Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight);
        painter->drawText(line, static_cast<int>(aligned),
                          painter->fontMetrics().elidedText(upper, Qt::ElideRight, line.width()));
        // Each cell draws its part of the line that runs through all.
        painter->setFont(studioFont(11));
        painter->setPen(theme.ink(Ink::Subdued));
        const QRect below(margin, line.bottom(), table->viewport()->width() - 2 * margin, option.rect.height() / 2 - 4);
        painter->drawText(below, Qt::AlignVCenter | Qt::AlignLeft,
                          painter->fontMetrics().elidedText(index.siblingAtColumn(0).data(kExampleRole).toString(),
                                                            Qt::ElideMiddle, below.width()));
        painter->restore();
    }

private:
    static constexpr int margin = 10;
};

// "leaf-1-1 – spine-3": what the names of both ends begin with tells nothing.
QString joined(const QString& a, const QString& b) {
    const qsizetype same = sharedHead(a, b);
    return a.mid(same) + QStringLiteral(" – ") + b.mid(same);
}

} // namespace

FailurePanel::FailurePanel(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("fabric.failures"));
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
    m_table->setWordWrap(false);
    m_table->setItemDelegate(new LossDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
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
        setLoss({});
    });
    take(0, std::make_shared<const Answer>());
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
    const int number = ++m_asked;
    m_progress->setVisible(true);
    const auto work = [solution, network = m_network, loss = m_loss, isTableNew,
                       known = isTableNew ? FailureTable() : m_failures](const Background::Run& run) {
        auto answer = std::make_shared<Answer>();
        answer->of = solution;
        answer->network = network;
        answer->isTableNew = isTableNew;
        const NetworkFabric fabric = networkFabric(solution->context(), network, run.stop);
        answer->table = isTableNew ? failureTable(solution->context(), fabric, run.stop) : known;
        if (!loss.switches.empty() || !loss.cables.empty())
            answer->under = remainderOf(fabric, loss, run.stop);
        return std::shared_ptr<const Answer>(answer);
    };
    const auto takeIt = [this, number](const std::shared_ptr<const Answer>& answer) { take(number, answer); };
    const auto failed = [this, number](const Error& failure) {
        m_answered = number;
        m_progress->setVisible(false);
        m_under->setText(QString::fromStdString(m_services.texts().sentence(failure.message)));
    };
    Background::instance().ask({this, "failures", accessibleName().toStdString()}, work, takeIt, failed);
}

void FailurePanel::take(int number, const std::shared_ptr<const Answer>& answer) {
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
        QStringList hints{m_failures.unsolved > 0
                              ? text(Message("failures.hint-unsolved").with("count", m_failures.unsolved))
                              : text(Message("failures.hint"))};
        if (m_failures.level != BisectionLevel::Endpoint)
            hints.append(
                text(Message(m_failures.level == BisectionLevel::Node ? "failures.by-nodes" : "failures.by-routers")));
        m_under->setText(hints.join(QLatin1Char(' ')));
        return;
    }
    const QStringList left = figures(*answer->under);
    m_under->setText(text(Message("failures.under")
                              .with("endpoints", left[0].toStdString())
                              .with("bisection", left[1].toStdString())
                              .with("load", left[2].toStdString())));
}

// Of a large fabric one loss takes less than what is printed.
QString FailurePanel::shareText(double part, double whole) const {
    if (whole <= 0)
        return {};
    const Texts& texts = m_services.texts();
    const auto printed = [&texts](double share) { return texts.figure(Value(share), "%", siPerUnit("%")); };
    const std::string text = printed(part / whole);
    return QString::fromStdString(part < whole && text == printed(1) ? texts.text("failures.just-below") : text);
}

QStringList FailurePanel::figures(const Remainder& left) const {
    const Texts& texts = m_services.texts();
    const auto amount = [&texts](double gbps) {
        return QString::fromStdString(texts.figure(Value(gbps * 1.25e8), "Tb/s", siPerUnit("Tb/s")));
    };
    const QString least = shareText(bisectionLeft(m_failures.whole, left), 1);
    QString bisection = amount(left.lowerGbps);
    if (left.upperGbps > left.lowerGbps)
        bisection += QStringLiteral("–") + amount(left.upperGbps);
    return {text(Message("failures.share")
                     .with("amount", text(Message("network.count").with("count", left.endpoints)).toStdString())
                     .with("share", shareText(static_cast<double>(left.endpoints),
                                              static_cast<double>(m_failures.whole.endpoints))
                                        .toStdString())),
            text(Message("failures.share").with("amount", bisection.toStdString()).with("share", least.toStdString())),
            left.worstLoad ? QString::fromStdString(texts.figure(Value(*left.worstLoad), "%", siPerUnit("%")))
                           : text(Message("failures.apart"))};
}

QString FailurePanel::nameText(const LossClass& each) const {
    const QString name = QString::fromStdString(each.name), other = QString::fromStdString(each.other);
    if (each.kind == LossKind::Cage)
        return text(Message("failures.module")
                        .with("name", each.name)
                        .with("count", static_cast<std::int64_t>(each.example.cables.size())));
    if (each.kind == LossKind::Rail || each.kind == LossKind::Plane)
        return kindText(each);
    return other.isEmpty() ? name : joined(name, other);
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
    const auto addRow = [this](const QString& what, const QString& kind, const QString& example, const QString& tip,
                               const Remainder& left) {
        const int row = m_table->rowCount();
        m_table->insertRow(row);
        const QStringList whole = figures(left);
        const auto percent = [this](double share) { return shareText(share, 1); };
        const double ends = static_cast<double>(m_failures.whole.endpoints);
        const double bisection = bisectionLeft(m_failures.whole, left);
        const QStringList cells = {what, ends > 0 ? percent(static_cast<double>(left.endpoints) / ends) : QString(),
                                   m_failures.whole.lowerGbps > 0 ? percent(bisection) : QString(), whole[2]};
        const QStringList tips = {tip, whole[0], whole[1], whole[2]};
        for (int column = 0; column < cells.size(); ++column) {
            auto* item = new QTableWidgetItem(cells[column]);
            item->setToolTip(tips[column]);
            if (column == 0) {
                item->setData(kKindRole, kind);
                item->setData(kExampleRole, example);
            } else {
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            const bool isLess = column == 2 && m_failures.whole.lowerGbps > 0 && bisection < 0.5;
            if (isLess)
                item->setForeground(Theme::current().ink(Ink::Bad));
            m_table->setItem(row, column, item);
        }
    };
    const QString nothing = text(Message("failures.nothing"));
    if (m_failures.whole.endpoints > 0)
        addRow(nothing, nothing, text(Message("failures.nothing.detail")), nothing, m_failures.whole);
    for (const LossClass& each : m_failures.classes) {
        const std::string count = text(Message("network.count").with("count", each.alike)).toStdString();
        const auto counted = [&](const std::string& lost) {
            return text(Message("failures.row").with("count", count).with("lost", lost));
        };
        const std::string kind = m_services.texts().text("failures.kind." + std::string(enumName(each.kind)));
        const QString name = nameText(each);
        addRow(counted(kind), QString::fromStdString(kind),
               each.alike == 1 ? name
                               : text(Message("failures.like").with("count", count).with("name", name.toStdString())),
               counted(kindText(each).toStdString()), each.left);
    }
    m_table->setVisible(m_table->rowCount() > 0);
}

} // namespace rackwright
