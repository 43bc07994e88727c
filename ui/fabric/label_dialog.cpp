// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fabric/label_dialog.h"

#include "model/edits/combined.h"
#include "model/edits/record_edits.h"
#include "solvers/engine/setting_text.h"
#include "ui/paint/drawing_painter.h"
#include "ui/report/label_sheets.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/problem_label.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace rackwright {

namespace {

constexpr std::size_t kCablesShown = 3;
constexpr int kColumns = 2;
constexpr double kGap = 3; // mm

} // namespace

/// Labels as they are printed, in ink on white whatever the theme.
class LabelPreview : public QWidget {
public:
    void show(std::vector<std::vector<std::string>> labels) {
        m_labels = std::move(labels);
        update();
    }
    const std::vector<std::vector<std::string>>& shown() const { return m_labels; }
    QSize sizeHint() const override { return {600, 330}; }
    QSize minimumSizeHint() const override { return {420, 240}; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        Sketch sketch({}, 1);
        const QSizeF step(kLabelSize.width() + kGap, kLabelSize.height() + kGap);
        for (std::size_t i = 0; i < m_labels.size(); ++i) {
            const QRectF box(QPointF(static_cast<double>(i % kColumns) * step.width(),
                                     static_cast<double>(i / kColumns) * step.height()),
                             kLabelSize);
            sketch.rectangle(box, Ink::Paper, PaperPen{Ink::Rule, 0.2}, 1);
            sketchLabel(sketch, box, m_labels[i]);
        }
        const std::size_t rows = (kCablesShown * 2 + kColumns - 1) / kColumns;
        const QSizeF whole(step.width() * kColumns - kGap, step.height() * static_cast<double>(rows) - kGap);
        const double scale = std::min(width() / whole.width(), height() / whole.height());
        QTransform toDevice;
        toDevice.translate((width() - whole.width() * scale) / 2, 0);
        toDevice.scale(scale, scale);
        paintDrawing(painter, std::move(sketch).take(), toDevice, lightPalette());
    }

private:
    std::vector<std::vector<std::string>> m_labels;
};

LabelDialog::LabelDialog(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("labels"));
    setWindowTitle(text("labels.title"));
    setMinimumWidth(680);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(kSpace);
    auto* hint = new QLabel(text("labels.fields"));
    hint->setProperty("subdued", true);
    hint->setWordWrap(true);
    column->addWidget(hint);
    m_end = addPattern(column, "labels.end", kEndLabelKey, kEndLabel, kEndLabelFields);
    m_print = addPattern(column, "labels.print", kPrintLabelKey, kPrintLabel, kPrintLabelFields);
    m_problem = new ProblemLabel(QStringLiteral("labels.problem"), 0); // the preview gives the room away
    column->addWidget(m_problem);
    m_preview = new LabelPreview;
    m_preview->setObjectName(QStringLiteral("labels.preview"));
    m_preview->setAccessibleName(text("labels.preview"));
    column->addWidget(m_preview, 1);
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("labels.save"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setObjectName(QStringLiteral("labels.save"));
    QPushButton* usual = buttons->addButton(text("labels.usual"), QDialogButtonBox::ResetRole);
    usual->setObjectName(QStringLiteral("labels.usual"));
    usual->setAutoDefault(false);
    connect(usual, &QPushButton::clicked, this, [this] {
        m_end->setText(QString::fromUtf8(kEndLabel.data(), kEndLabel.size()));
        m_print->setText(QString::fromUtf8(kPrintLabel.data(), kPrintLabel.size()));
    });
    column->addWidget(buttons);
    check();
}

QString LabelDialog::text(const std::string& id) const { return QString::fromStdString(m_services.texts().text(id)); }

// A line for the pattern, and below it its fields to click.
QLineEdit* LabelDialog::addPattern(QVBoxLayout* column, const char* name, std::string_view key, std::string_view usual,
                                   std::span<const std::string_view> fields) {
    auto* title = new QLabel(text(name));
    title->setProperty("title", true);
    column->addWidget(title);
    const Setting* row = givenSetting(*m_document.project(), key);
    auto* line = new QLineEdit(QString::fromStdString(row ? row->value : std::string(usual)));
    line->setObjectName(QLatin1String(name));
    line->setAccessibleName(title->text());
    title->setBuddy(line);
    connect(line, &QLineEdit::textChanged, this, &LabelDialog::check);
    column->addWidget(line);
    auto* chips = new FlowLayout(kHalfSpace);
    for (const std::string_view field : fields) {
        const QString word = QString::fromUtf8(field.data(), static_cast<int>(field.size()));
        auto* chip = new QToolButton;
        chip->setObjectName(QLatin1String(name) + QLatin1Char('.') + word);
        chip->setText(word);
        chip->setProperty("chip", true);
        chip->setFocusPolicy(Qt::TabFocus);
        connect(chip, &QToolButton::clicked, line, [line, word] {
            line->insert(QLatin1Char('{') + word + QLatin1Char('}'));
            line->setFocus();
        });
        chips->addWidget(chip);
    }
    column->addLayout(chips);
    return line;
}

std::vector<std::vector<std::string>> LabelDialog::shown() const { return m_preview->shown(); }

// The first cable of each network, then further ones of the same networks.
void LabelDialog::check() {
    if (!m_end || !m_print || !m_ok)
        return;
    const Result<LabelPattern> end = endLabelPattern(m_end->text().toStdString());
    const Result<LabelPattern> print = printLabelPattern(m_print->text().toStdString());
    m_ok->setEnabled(end && print);
    const SolutionPtr& solution = m_document.newestSolution();
    const bool hasCables = solution && !solution->context().design().cables.isEmpty();
    const QString problem = !end        ? QString::fromStdString(m_services.texts().sentence(end.error().message))
                            : !print    ? QString::fromStdString(m_services.texts().sentence(print.error().message))
                            : hasCables ? QString()
                                        : text("labels.none");
    m_problem->say(problem);
    if (!end || !print || !hasCables)
        return;
    const Context& context = solution->context();
    std::vector<std::size_t> places, further;
    std::set<Id<Network>> seen;
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        const bool hasAll = seen.size() == context.design().networks.size();
        if (places.size() == kCablesShown || (hasAll && places.size() + further.size() >= kCablesShown))
            break;
        if (seen.insert(cable.network).second)
            places.push_back(index);
        else if (further.size() < kCablesShown)
            further.push_back(index);
        ++index;
    }
    further.resize(std::min(further.size(), kCablesShown - places.size()));
    places.insert(places.end(), further.begin(), further.end());
    std::vector<std::vector<std::string>> labels;
    for (const std::size_t place : places)
        for (CableLabel& label : cableLabels(context, {place, 1}, {*end, *print, {}}))
            labels.push_back(std::move(label.lines));
    m_preview->show(std::move(labels));
}

// A pattern that was left alone keeps its row, and a changed one where it is from.
Done LabelDialog::commit() {
    std::vector<Edit> changes;
    const auto put = [this, &changes](std::string_view key, const QLineEdit* line, std::string_view usual) {
        const std::string value = line->text().toStdString();
        const Setting* row = givenSetting(*m_document.project(), key);
        if (value != (row ? row->value : usual))
            changes.push_back(edits::putSetting(std::string(key), value == usual ? std::string() : value,
                                                row ? row->source : std::string()));
    };
    put(kEndLabelKey, m_end, kEndLabel);
    put(kPrintLabelKey, m_print, kPrintLabel);
    return changes.empty() ? rackwright::done()
                           : m_document.commit(edits::combined(Message("undo.labels.put"), std::move(changes)));
}

} // namespace rackwright
