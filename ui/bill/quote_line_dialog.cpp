// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bill/quote_line_dialog.h"

#include "model/edits/quote_edits.h"
#include "model/edits/quote_words.h"
#include "ui/bill/decimal_mark.h"
#include "ui/text/to_text.h"
#include "ui/widgets/bounded_scroll.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

constexpr int kFieldWidth = 224;
/// What is counted by a derived line follows from the design.
constexpr std::array<std::string_view, 3> kOwnLinesOnly = {"section", "per", "per-month"};
/// The first field of the second column.
constexpr std::string_view kSecondColumn = "discount";

template <NamedEnum E>
std::vector<std::pair<std::string, QString>> words(const std::string& prefix, const Texts& texts) {
    std::vector<std::pair<std::string, QString>> all;
    for (const std::string_view name : EnumNames<E>::names)
        all.emplace_back(std::string(name), toText(texts.text(prefix + std::string(name))));
    return all;
}

QString lineName(const BillLine& line, const Texts& texts) {
    return QString::number(line.number) + QStringLiteral("  ") +
           toText(line.text.id.empty() ? line.description : texts.sentence(line.text));
}

} // namespace

QuoteLineDialog::QuoteLineDialog(const QuoteLine& line, const Bill& bill, ProjectPtr project, StudioServices& services,
                                 QWidget* parent)
    : QDialog(parent), m_line(line), m_project(std::move(project)), m_services(services) {
    const bool isNew = !line.id && line.derivedKey.empty();
    setObjectName(QStringLiteral("dialog.quote-line"));
    setWindowTitle(text(isNew ? "quote.line-dialog.add" : "quote.line-dialog.change"));
    auto* left = new QFormLayout;
    auto* right = new QFormLayout;
    QFormLayout* form = left;
    for (const std::string_view key : lineKeys()) {
        form = key == kSecondColumn ? right : form;
        const bool isOfOwnLines = std::ranges::find(kOwnLinesOnly, key) != kOwnLinesOnly.end();
        if (line.derivedKey.empty() || !isOfOwnLines)
            addField(*form, std::string(key), bill);
    }
    m_problem = new ProblemLabel(QStringLiteral("quote-line.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("quote.line-dialog.put"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    auto* fields = new QWidget;
    auto* columns = new QHBoxLayout(fields);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(24);
    columns->addLayout(left);
    columns->addLayout(right);
    auto* column = new QVBoxLayout(this);
    constexpr QSize most{780, 380}; // of a small screen, beside the title and the buttons
    auto* scroll = new BoundedScroll(fields, most);
    scroll->setObjectName(QStringLiteral("quote-line.scroll"));
    // Beside the fields stands the bar of a page that is higher than its room; it takes no width of theirs.
    scroll->setMinimumWidth(fields->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    column->addWidget(scroll, 1);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    check();
}

QString QuoteLineDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

void QuoteLineDialog::addField(QFormLayout& form, const std::string& key, const Bill& bill) {
    const Texts& texts = m_services.texts();
    if (key == "section")
        return addChoice(form, key, words<QuoteSection>("section.", texts));
    if (key == "per")
        return addChoice(form, key, words<QuantityRule>("quote.per.", texts));
    if (key == "of")
        return addChoice(form, key, words<ShareBasis>("quote.of.", texts));
    if (key == "supplied-by")
        return addChoice(form, key, words<Party>("party.", texts));
    if (key == "per-month" || key == "net" || key == "optional")
        return addSwitch(form, key);
    if (key != "alternate-to")
        return addText(form, key);
    std::vector<std::pair<std::string, QString>> lines = {{std::string(), text("quote.line-dialog.no-alternate")}};
    for (const BillLine& line : bill.lines)
        if (line.key != m_line.derivedKey && line.key != "line:" + std::to_string(m_line.id.value))
            lines.emplace_back(line.key, lineName(line, texts));
    if (!m_line.alternateTo.empty() && !bill.find(m_line.alternateTo))
        lines.emplace_back(m_line.alternateTo, toText(m_line.alternateTo));
    addChoice(form, key, lines);
}

void QuoteLineDialog::addText(QFormLayout& form, const std::string& key) {
    auto* edit = new QLineEdit(toText(withMarks(lineWord(m_line, key), m_services.texts().numbers())));
    const bool isNumber = key == "quantity" || key == "price" || key == "percent" || key == "discount" ||
                          key == "margin" || key == "mark-up";
    if (!isNumber)
        edit->setText(toText(lineWord(m_line, key)));
    edit->setMinimumWidth(kFieldWidth);
    connect(edit, &QLineEdit::textChanged, this, &QuoteLineDialog::check);
    m_fields.push_back({key, edit, [edit] { return edit->text().trimmed().toStdString(); }});
    edit->setObjectName(QStringLiteral("quote-line.") + toText(key));
    edit->setAccessibleName(text("quote.line." + key));
    form.addRow(text("quote.line." + key), edit);
}

void QuoteLineDialog::addSwitch(QFormLayout& form, const std::string& key) {
    auto* box = new QCheckBox(text("quote.line." + key));
    box->setObjectName(QStringLiteral("quote-line.") + toText(key));
    box->setChecked(lineWord(m_line, key) == "yes");
    connect(box, &QCheckBox::toggled, this, &QuoteLineDialog::check);
    m_fields.push_back({key, box, [box] { return std::string(box->isChecked() ? "yes" : "no"); }});
    form.addRow(QString(), box);
}

void QuoteLineDialog::addChoice(QFormLayout& form, const std::string& key,
                                const std::vector<std::pair<std::string, QString>>& words) {
    auto* box = new QComboBox;
    box->setObjectName(QStringLiteral("quote-line.") + toText(key));
    box->setAccessibleName(text("quote.line." + key));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumWidth(kFieldWidth);
    for (const auto& [value, said] : words)
        box->addItem(said, toText(value));
    box->setCurrentIndex(std::max(0, box->findData(toText(lineWord(m_line, key)))));
    connect(box, &QComboBox::currentIndexChanged, this, &QuoteLineDialog::check);
    m_fields.push_back({key, box, [box] { return box->currentData().toString().toStdString(); }});
    form.addRow(text("quote.line." + key), box);
}

// Of margin and mark-up the line has one: what is empty takes back only its own word.
Result<QuoteLine> QuoteLineDialog::line() const {
    Result<QuoteLine> made = m_line;
    made->margin = {};
    made->marginKind = MarginKind::Margin;
    bool hasMargin = false;
    for (const Field& field : m_fields) {
        const std::string word = field.read();
        const bool isMargin = field.key == "margin" || field.key == "mark-up";
        if (isMargin && word.empty())
            continue;
        if (isMargin && hasMargin)
            return inputError(Message("quote.margin-and-markup"));
        hasMargin = hasMargin || isMargin;
        made = withLineWord(std::move(*made), field.key, word, m_project->quote.currency,
                            decimalMarkOf(m_services.texts()));
        if (!made)
            return made.error();
    }
    if (made->percent.ppb != 0 && !made->derivedKey.empty())
        made->quantityRule = QuantityRule::Percent;
    else if (!made->derivedKey.empty())
        made->quantityRule = QuantityRule::Fixed;
    return made;
}

void QuoteLineDialog::check() {
    if (!m_ok)
        return;
    const Result<QuoteLine> made = line();
    Done done = made ? rackwright::done() : Done(made.error());
    if (made) {
        IdSource ids(1);
        const Result<ProjectPtr> put =
            edits::putQuoteLine(edits::activeTarget(*m_project), *made).apply(*m_project, ids);
        done = put ? rackwright::done() : Done(put.error());
    }
    m_problem->say(done ? QString() : toText(m_services.texts().sentence(done.error().message)));
    m_ok->setEnabled(bool(done));
}

} // namespace rackwright
