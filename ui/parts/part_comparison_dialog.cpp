// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_comparison_dialog.h"

#include "model/parts/part_title.h"
#include "ui/charts/bar_chart.h"
#include "ui/parts/part_facts.h"
#include "ui/parts/part_picker.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

namespace {

constexpr int kTitleWidth = 240, kPartWidth = 190;
constexpr int kLineHeight = 26;

// "8 × 400 Gb/s": the count of ports or supplies, or the date of a price, belongs to what is compared.
QString comparedText(const FactRow& row) {
    if (row.detail.isEmpty())
        return row.value;
    return row.section == FactSection::Prices ? row.value + QStringLiteral(" · ") + row.detail
                                              : row.detail + QLatin1Char(' ') + row.value;
}

QString comparedTitle(const FactRow& row) {
    QString title = row.title;
    if (row.section == FactSection::Prices)
        return title.section(QStringLiteral(", "), 0, 0);
    if (!row.detail.isEmpty() && title.startsWith(row.detail))
        title = title.mid(row.detail.size()).trimmed();
    return title;
}

} // namespace

bool PartComparisonDialog::Line::differs() const {
    return std::ranges::any_of(cells, [this](const QString& cell) { return cell != cells.front(); });
}

PartComparisonDialog::PartComparisonDialog(StudioServices& services, std::vector<PartPtr> parts, QWidget* parent)
    : QDialog(parent), m_services(services), m_parts(std::move(parts)) {
    setObjectName(QStringLiteral("dialog.part-comparison"));
    setWindowTitle(text("part-comparison.title"));
    resize(980, 680);
    auto* add = new QToolButton;
    add->setObjectName(QStringLiteral("part-comparison.add"));
    add->setText(text("part-comparison.add"));
    connect(add, &QToolButton::clicked, this, &PartComparisonDialog::askForPart);
    m_remove = new QToolButton;
    m_remove->setObjectName(QStringLiteral("part-comparison.remove"));
    m_remove->setText(text("part-comparison.remove"));
    connect(m_remove, &QToolButton::clicked, this, &PartComparisonDialog::removePart);
    m_onlyDifferent = new QCheckBox(text("part-comparison.only-different"));
    m_onlyDifferent->setObjectName(QStringLiteral("part-comparison.only-different"));
    connect(m_onlyDifferent, &QCheckBox::toggled, this, &PartComparisonDialog::write);
    auto* bar = new QHBoxLayout;
    bar->addWidget(add);
    bar->addWidget(m_remove);
    bar->addStretch();
    bar->addWidget(m_onlyDifferent);
    m_table = new QTableWidget;
    m_table->setObjectName(QStringLiteral("part-comparison.table"));
    m_table->setAccessibleName(text("part-comparison.title"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kLineHeight);
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row, int column, int before, int) {
        m_remove->setEnabled(column > 0 && m_parts.size() > 1);
        if (row != before)
            showChart();
    });
    m_chart = new BarChart(QStringLiteral("part-comparison.chart"));
    m_chart->setMinimumHeight(150);
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(text("dialog.close"), QDialogButtonBox::RejectRole)->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(bar);
    column->addWidget(m_table, 3);
    column->addWidget(m_chart, 1);
    column->addWidget(buttons);
    write();
}

QString PartComparisonDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void PartComparisonDialog::addPart(const PartPtr& part) {
    const bool isThere =
        !part || std::ranges::any_of(m_parts, [&](const PartPtr& each) { return each->id == part->id; });
    if (isThere)
        return;
    m_parts.push_back(part);
    write();
}

// Parts of the same category first come into question.
void PartComparisonDialog::askForPart() {
    std::vector<PartCategory> categories;
    if (!m_parts.empty())
        categories.push_back(m_parts.front()->category);
    PartPicker picker(m_services, categories, this);
    if (picker.exec() == QDialog::Accepted)
        addPart(picker.part());
}

void PartComparisonDialog::removePart() {
    const int column = m_table->currentColumn();
    if (column < 1 || m_parts.size() < 2)
        return;
    m_parts.erase(m_parts.begin() + (column - 1));
    write();
}

std::vector<PartComparisonDialog::Line> PartComparisonDialog::lines() const {
    static const std::vector<AttributeKey> noKeys;
    const std::vector<AttributeKey>& keys = m_services.catalog() ? m_services.catalog()->attributeKeys() : noKeys;
    std::vector<Line> compared;
    std::vector<FactSection> sections;
    for (std::size_t p = 0; p < m_parts.size(); ++p)
        for (const FactRow& row : factRows(*m_parts[p], keys, m_services.texts())) {
            // A second fact of a kind, as two groups of ports of a role, takes a line of its own.
            std::size_t at = 0;
            while (at < compared.size() && (compared[at].kind != row.kind || !compared[at].cells[p].isNull()))
                ++at;
            if (at == compared.size()) {
                // Behind the others of its section.
                at = static_cast<std::size_t>(std::ranges::upper_bound(sections, row.section) - sections.begin());
                Line line;
                line.title = comparedTitle(row);
                line.kind = row.kind;
                line.cells.resize(m_parts.size());
                line.notes.resize(m_parts.size());
                line.numbers.resize(m_parts.size());
                line.unit = row.unit;
                compared.insert(compared.begin() + static_cast<std::ptrdiff_t>(at), std::move(line));
                sections.insert(sections.begin() + static_cast<std::ptrdiff_t>(at), row.section);
            }
            Line& line = compared[at];
            line.cells[p] = comparedText(row);
            line.numbers[p] = row.number;
            QStringList note;
            for (const QString& words : {row.grade, row.source, row.note})
                if (!words.isEmpty())
                    note << words;
            line.notes[p] = note.join(QStringLiteral(" · "));
        }
    std::vector<Line> all;
    for (std::size_t i = 0; i < compared.size(); ++i) {
        if (i == 0 || sections[i] != sections[i - 1]) {
            Line heading;
            heading.title = text("part.section." + std::string(enumName(sections[i])));
            heading.isHeading = true;
            all.push_back(std::move(heading));
        }
        all.push_back(std::move(compared[i]));
    }
    return all;
}

void PartComparisonDialog::write() {
    const std::string chosen = m_table->currentRow() >= 0 && m_table->currentRow() < static_cast<int>(m_shown.size())
                                   ? m_shown[static_cast<std::size_t>(m_table->currentRow())].kind
                                   : std::string();
    m_shown = lines();
    if (m_onlyDifferent->isChecked())
        std::erase_if(m_shown, [](const Line& line) { return !line.isHeading && !line.differs(); });
    const QSignalBlocker blocker(m_table);
    m_table->clear();
    m_table->setRowCount(static_cast<int>(m_shown.size()));
    m_table->setColumnCount(static_cast<int>(m_parts.size()) + 1);
    QStringList heads{text("part-comparison.fact")};
    for (const PartPtr& part : m_parts)
        heads << toText(partTitle(*part));
    m_table->setHorizontalHeaderLabels(heads);
    m_table->setColumnWidth(0, kTitleWidth);
    int current = -1;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Line& line = m_shown[static_cast<std::size_t>(row)];
        auto* title = new QTableWidgetItem(line.title);
        m_table->setItem(row, 0, title);
        if (line.isHeading) {
            title->setFont(studioFont(13, QFont::Medium));
            title->setFlags(Qt::ItemIsEnabled);
            continue;
        }
        const bool isDrawn = std::ranges::count_if(line.numbers, [](const auto& each) { return each.has_value(); }) > 1;
        const bool isWanted = chosen.empty() ? isDrawn && line.differs() : line.kind == chosen;
        if (current < 0 && isWanted)
            current = row;
        for (std::size_t p = 0; p < m_parts.size(); ++p) {
            auto* cell = new QTableWidgetItem(line.cells[p].isNull() ? QStringLiteral("–") : line.cells[p]);
            cell->setToolTip(line.notes[p]);
            if (line.differs())
                cell->setFont(studioFont(13, QFont::Medium));
            m_table->setItem(row, static_cast<int>(p) + 1, cell);
        }
    }
    for (int column = 1; column < m_table->columnCount(); ++column)
        m_table->setColumnWidth(column, kPartWidth);
    if (current >= 0)
        m_table->setCurrentCell(current, 0);
    m_remove->setEnabled(false);
    showChart();
}

void PartComparisonDialog::showChart() {
    const int row = m_table->currentRow();
    Chart chart;
    if (row >= 0 && row < static_cast<int>(m_shown.size()) && !m_shown[static_cast<std::size_t>(row)].isHeading) {
        const Line& line = m_shown[static_cast<std::size_t>(row)];
        chart.title = line.unit.empty() ? line.title : QStringLiteral("%1, %2").arg(line.title, toText(line.unit));
        for (std::size_t p = 0; p < m_parts.size(); ++p)
            if (line.numbers[p])
                chart.bars.push_back({toText(partTitle(*m_parts[p])), *line.numbers[p], line.cells[p]});
    }
    m_chart->setVisible(!chart.bars.empty());
    m_chart->setChart(std::move(chart));
}

} // namespace rackwright
