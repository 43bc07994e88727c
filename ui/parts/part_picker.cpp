// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_picker.h"

#include "ui/panels/catalogue_panel.h"
#include "ui/panels/part_delegate.h"
#include "ui/widgets/dialog_buttons.h"

#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace rackwright {

PartPicker::PartPicker(StudioServices& services, std::vector<PartCategory> categories, QWidget* parent)
    : QDialog(parent), m_services(services), m_categories(std::move(categories)) {
    setObjectName(QStringLiteral("dialog.part-picker"));
    const auto text = [&services](const char* id) { return QString::fromStdString(services.texts().text(id)); };
    setWindowTitle(text("part-picker.title"));
    resize(460, 560);
    m_words = new QLineEdit;
    m_words->setObjectName(QStringLiteral("part-picker.search"));
    m_words->setAccessibleName(text("catalogue.search"));
    m_words->setPlaceholderText(text("catalogue.search"));
    m_words->setClearButtonEnabled(true);
    m_model = new PartListModel(services.library(), services.texts(), this);
    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("part-picker.parts"));
    m_list->setAccessibleName(text("part-picker.title"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PartDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("part-picker.choose"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(m_words, &QLineEdit::textChanged, this, &PartPicker::search);
    connect(m_list, &QListView::doubleClicked, this, &QDialog::accept);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& index) { m_ok->setEnabled(index.isValid()); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addWidget(m_words);
    column->addWidget(m_list, 1);
    column->addWidget(buttons);
    search();
}

void PartPicker::search() {
    m_model->setFilter(m_words->text(), m_categories);
    m_list->setCurrentIndex(m_model->index(0));
    m_ok->setEnabled(m_list->currentIndex().isValid());
}

PartPtr PartPicker::part() const {
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid() || !m_services.library())
        return nullptr;
    const Result<PartPtr> part = m_services.library()->part(index.data(PartListModel::IdRole).toString().toStdString());
    return part ? *part : nullptr;
}

} // namespace rackwright
