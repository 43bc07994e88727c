// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/array_dialog.h"

#include "model/design/floor_space.h"
#include "model/edits/clip_edits.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"
#include "ui/widgets/quantity_field.h"

#include <QFormLayout>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace rackwright {

namespace {

struct CautionRow {
    std::string_view refusal;
    const char* caution;
};
constexpr std::array kCautions = {
    CautionRow{"edit.floor.column", "array.over.column"},     CautionRow{"edit.floor.door", "array.over.door"},
    CautionRow{"edit.floor.keep-out", "array.over.keep-out"}, CautionRow{"edit.floor.outside", "array.over.outside"},
    CautionRow{"edit.floor.service", "array.over.service"},   CautionRow{"edit.floor.thing", "array.over.thing"},
    CautionRow{"edit.floor.wall", "array.over.wall"}};

// Where a single rack is refused the copies of an array go all the same: what becomes of them is said.
Message cautionOf(Message refusal) {
    if (const auto row = std::ranges::find(kCautions, refusal.id, &CautionRow::refusal); row != kCautions.end())
        refusal.id = row->caution;
    return refusal;
}

} // namespace

ArrayDialog::ArrayDialog(StudioDocument& document, StudioServices& services, std::vector<Id<Rack>> racks, Point pitch,
                         QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_racks(std::move(racks)), m_proposed(pitch) {
    setObjectName(QStringLiteral("dialog.array"));
    const auto text = [&services](const char* id) { return QString::fromStdString(services.texts().text(id)); };
    setWindowTitle(text("array.title"));
    setMinimumWidth(320);
    m_count = new QSpinBox;
    m_count->setObjectName(QStringLiteral("array.count"));
    m_count->setRange(1, 500);
    m_count->setValue(m_racks.size() == 1 ? 5 : 1);
    m_x = new QLineEdit(lengthText(pitch.x, "mm", services.texts()));
    m_x->setObjectName(QStringLiteral("array.x"));
    m_y = new QLineEdit(lengthText(pitch.y, "mm", services.texts()));
    m_y->setObjectName(QStringLiteral("array.y"));
    for (QLineEdit* each : {m_x, m_y})
        showUnitOfPlainNumber(*each, "mm", services.texts());
    constexpr int keptLines = 3; // the dialog is narrow
    m_problem = new ProblemLabel(QStringLiteral("array.problem"), keptLines);
    m_caution = new ProblemLabel(QStringLiteral("array.caution"), keptLines);
    m_caution->setProperty("problem", false);
    m_caution->setProperty("doubt", true);
    auto* form = new QFormLayout;
    form->addRow(text("array.count"), m_count);
    form->addRow(text("array.x"), m_x);
    form->addRow(text("array.y"), m_y);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("array.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    connect(m_count, &QSpinBox::valueChanged, this, &ArrayDialog::check);
    connect(m_x, &QLineEdit::textChanged, this, &ArrayDialog::check);
    connect(m_y, &QLineEdit::textChanged, this, &ArrayDialog::check);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->addLayout(form);
    // One of them at most is there at a time.
    auto* said = new QGridLayout;
    said->addWidget(m_problem, 0, 0);
    said->addWidget(m_caution, 0, 0);
    column->addLayout(said);
    column->addWidget(buttons);
    m_count->setFocus();
    m_count->selectAll();
    check();
}

ArrayDialog::~ArrayDialog() { m_document.dropPreview(); }

Result<Point> ArrayDialog::pitch() const {
    const Result<Length> x = typedLength(m_x->text(), "mm", m_services.texts(), m_proposed.x);
    if (!x)
        return x.error();
    const Result<Length> y = typedLength(m_y->text(), "mm", m_services.texts(), m_proposed.y);
    if (!y)
        return y.error();
    return Point{*x, *y};
}

Result<Edit> ArrayDialog::edit() const {
    const Result<Point> step = pitch();
    if (!step)
        return step.error();
    return edits::arrayRacks(edits::activeTarget(*m_document.project()), m_racks, m_count->value(), *step);
}

void ArrayDialog::check() {
    const Result<Edit> made = edit();
    const Done shown = made ? m_document.preview(*made) : Done(made.error());
    m_ok->setEnabled(bool(shown));
    const auto text = [this](const Message& message) {
        return QString::fromStdString(m_services.texts().sentence(message));
    };
    m_problem->say(shown ? QString() : text(shown.error().message));
    const Done free = shown ? standFree() : rackwright::done();
    m_caution->say(free ? QString() : text(cautionOf(free.error().message)));
}

// What is in the way is said; a row may be laid out first and cleared later.
Done ArrayDialog::standFree() const {
    const Project& project = *m_document.project();
    const Design& design = m_document.design();
    const Rack* first = m_racks.empty() ? nullptr : design.racks.find(m_racks.front());
    const Result<Point> step = pitch();
    if (!first || !step)
        return rackwright::done();
    std::vector<Footprint> things;
    for (const Id<Rack> id : m_racks)
        if (const Rack* rack = design.racks.find(id))
            if (const auto footprint = footprintOf(project, *rack))
                things.push_back(*footprint);
    const FloorSpace space(project, design, first->room);
    for (int i = 1; i <= m_count->value(); ++i)
        if (const Done fits = space.fits(things, {step->x * i, step->y * i}); !fits)
            return fits;
    return rackwright::done();
}

} // namespace rackwright
