// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/underlay_layers_dialog.h"

#include "ui/text/to_text.h"
#include "ui/widgets/dialog_buttons.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace rackwright {

namespace {

struct DrawingUnit {
    const char* name;
    double millimetres;
};
constexpr std::array<DrawingUnit, 5> kDrawingUnits = {
    {{"mm", 1}, {"cm", 10}, {"m", 1000}, {"in", 25.4}, {"ft", 304.8}}};

} // namespace

UnderlayLayersDialog::UnderlayLayersDialog(const Texts& texts, const DxfDrawing& drawing, QWidget* parent)
    : QDialog(parent), m_texts(texts), m_drawing(drawing) {
    setObjectName(QStringLiteral("dialog.underlay-layers"));
    const auto text = [&texts](const std::string& id) { return toText(texts.text(id)); };
    setWindowTitle(text("underlay-layers.title"));
    resize(560, 460);
    m_units = new QComboBox;
    m_units->setObjectName(QStringLiteral("underlay-layers.units"));
    m_units->setAccessibleName(text("underlay-layers.units"));
    const double usual = usualUnit(drawing);
    for (const DrawingUnit& unit : kDrawingUnits) {
        m_units->addItem(QString::fromLatin1(unit.name), unit.millimetres);
        if (std::abs(unit.millimetres - usual) < 1e-9)
            m_units->setCurrentIndex(m_units->count() - 1);
    }
    auto* form = new QFormLayout;
    form->addRow(text("underlay-layers.units"), m_units);
    m_table = new QTableWidget(static_cast<int>(drawing.layers.size()), 3);
    m_table->setObjectName(QStringLiteral("underlay-layers.table"));
    m_table->setAccessibleName(windowTitle());
    m_table->setHorizontalHeaderLabels(
        {text("underlay-layers.layer"), text("underlay-layers.lines"), text("underlay-layers.use")});
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    std::vector<int> counts(drawing.layers.size());
    for (const DxfLine& line : drawing.lines)
        ++counts[line.layer];
    for (std::size_t i = 0; i < drawing.layers.size(); ++i) {
        const int row = static_cast<int>(i);
        auto* name = new QTableWidgetItem(toText(drawing.layers[i]));
        auto* count = new QTableWidgetItem(QString::number(counts[i]));
        for (QTableWidgetItem* item : {name, count})
            item->setFlags(item->flags() & ~Qt::ItemIsEditable);
        m_table->setItem(row, 0, name);
        m_table->setItem(row, 1, count);
        auto* use = new QComboBox;
        use->setObjectName(QStringLiteral("underlay-layers.use.%1").arg(row));
        use->setAccessibleName(toText(drawing.layers[i]));
        for (const char* word : {"below", "walls", "columns", "leave-out"})
            use->addItem(text(std::string("underlay-layers.use.") + word));
        use->setCurrentIndex(static_cast<int>(usualUse(drawing.layers[i])));
        connect(use, &QComboBox::currentIndexChanged, this, &UnderlayLayersDialog::check);
        m_table->setCellWidget(row, 2, use);
    }
    m_size = new QLabel;
    m_size->setObjectName(QStringLiteral("underlay-layers.size"));
    m_size->setWordWrap(true);
    connect(m_units, &QComboBox::currentIndexChanged, this, &UnderlayLayersDialog::check);
    QDialogButtonBox* buttons = doOrCancel(*this, texts, text("underlay-layers.take"));
    m_take = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_table, 1);
    column->addWidget(m_size);
    column->addWidget(buttons);
    check();
}

DrawingPlan UnderlayLayersDialog::plan() const {
    DrawingPlan plan;
    plan.unit = m_units->currentData().toDouble();
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (const auto* use = qobject_cast<const QComboBox*>(m_table->cellWidget(row, 2)))
            plan.uses.push_back(static_cast<LayerUse>(use->currentIndex()));
    return plan;
}

void UnderlayLayersDialog::check() {
    const DrawingPlan chosen = plan();
    const auto [width, depth] = sizeOf(m_drawing, chosen);
    std::size_t walls = 0, columns = 0;
    for (std::uint32_t i = 0; i < chosen.uses.size(); ++i) {
        walls += chosen.uses[i] == LayerUse::Walls ? objectsOf(m_drawing, i, LayerUse::Walls) : 0;
        columns += chosen.uses[i] == LayerUse::Columns ? objectsOf(m_drawing, i, LayerUse::Columns) : 0;
    }
    m_size->setText(toText(m_texts.sentence(Message("underlay-layers.size")
                                                .with("width", UnitNumber{width.inMetres(), "m"})
                                                .with("depth", UnitNumber{depth.inMetres(), "m"})
                                                .with("walls", walls)
                                                .with("columns", columns))));
    m_take->setEnabled(width > Length() && depth > Length());
}

} // namespace rackwright
