// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/print/print_dialog.h"

#include "ui/print/page_printer.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QPrinterInfo>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace rackwright {

QString PrintDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

QPushButton* PrintDialog::addButton(const char* id, Goal goal) {
    auto* button = new QPushButton(text(std::string("print.") + id));
    button->setObjectName(QStringLiteral("print.") + QLatin1String(id));
    connect(button, &QPushButton::clicked, this, [this, goal] { begin(goal); });
    m_buttons.push_back(button);
    return button;
}

PrintDialog::PrintDialog(ProposalRequest request, StudioServices& services, QWidget* parent)
    : QDialog(parent), m_request(std::move(request)), m_services(services),
      m_hasPrinter(!QPrinterInfo::availablePrinterNames().isEmpty()) {
    setObjectName(QStringLiteral("print"));
    setWindowTitle(text("print.title"));
    setMinimumWidth(440);
    m_content = new QComboBox;
    m_content->setObjectName(QStringLiteral("print.content"));
    for (const std::string_view name : EnumNames<PrintContent>::names)
        m_content->addItem(text("print.content." + std::string(name)));
    m_paper = new QComboBox;
    m_paper->setObjectName(QStringLiteral("print.paper"));
    m_paper->addItems(
        {QStringLiteral("A4"), QStringLiteral("A3"), QStringLiteral("Letter"), QStringLiteral("Tabloid")});
    m_paper->setCurrentIndex(static_cast<int>(m_request.options.paper));
    m_edition = new QComboBox;
    m_edition->setObjectName(QStringLiteral("print.edition"));
    m_edition->addItem(text("export.edition.customer"), static_cast<int>(Edition::Customer));
    m_edition->addItem(text("export.edition.internal"), static_cast<int>(Edition::Internal));
    m_edition->setCurrentIndex(std::max(0, m_edition->findData(static_cast<int>(m_request.edition))));
    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("print.state"));
    m_state->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("print.progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(8);
    m_progress->hide();
    auto* form = new QFormLayout;
    form->addRow(text("print.content"), m_content);
    form->addRow(text("print.paper"), m_paper);
    form->addRow(text("export.edition"), m_edition);
    auto* cancel = new QPushButton(text("dialog.close"));
    cancel->setObjectName(QStringLiteral("print.close"));
    connect(cancel, &QPushButton::clicked, this, &PrintDialog::reject);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(cancel);
    buttons->addStretch();
    buttons->addWidget(addButton("preview", Goal::Preview));
    buttons->addWidget(addButton("pdf", Goal::Pdf));
    buttons->addWidget(addButton("do", Goal::Printer));
    QPushButton* usual = m_hasPrinter ? m_buttons.back() : m_buttons[1];
    usual->setProperty("primary", true);
    usual->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(12);
    column->addLayout(form);
    column->addWidget(m_state);
    column->addWidget(m_progress);
    column->addLayout(buttons);
    connect(&m_maker, &ProposalMaker::progressed, this, [this](const ReportProgress& progress) {
        m_progress->setRange(0, progress.total);
        m_progress->setValue(progress.done);
    });
    connect(&m_maker, &ProposalMaker::pagesMade, this, &PrintDialog::show);
    connect(&m_maker, &ProposalMaker::failed, this, [this](const Error& error) {
        say(toText(m_services.texts().sentence(error.message)));
        refresh();
    });
    connect(&m_maker, &ProposalMaker::written, this, [this](const std::vector<std::filesystem::path>& files) {
        refresh();
        say(toText(m_services.texts().sentence(Message("print.written").with("file", files.front().string()))));
    });
    say(m_hasPrinter ? QString() : text("print.no-printer"));
    refresh();
}

Paper PrintDialog::paper() const { return static_cast<Paper>(m_paper->currentIndex()); }

PrintContent PrintDialog::content() const { return static_cast<PrintContent>(m_content->currentIndex()); }

QString PrintDialog::contentName() const { return text("print.content." + std::string(enumName(content()))); }

void PrintDialog::say(const QString& words) { m_state->setText(words); }

void PrintDialog::refresh() {
    const bool isBusy = m_maker.isBusy();
    m_progress->setVisible(isBusy);
    for (QWidget* each : {m_content, m_paper, m_edition})
        each->setEnabled(!isBusy);
    for (QPushButton* button : m_buttons)
        button->setEnabled(!isBusy && m_request.solution && (button != m_buttons.back() || m_hasPrinter));
}

void PrintDialog::begin(Goal goal) {
    m_goal = goal;
    QString file;
    if (goal == Goal::Pdf) {
        file = m_services.dialogs().saveFile(this, text("print.pdf"), contentName() + QStringLiteral(".pdf"),
                                             QStringLiteral("PDF (*.pdf)"));
        if (file.isEmpty())
            return;
    }
    ProposalRequest request = m_request;
    request.print = content();
    request.options.paper = paper();
    request.edition = request.options.edition = static_cast<Edition>(m_edition->currentData().toInt());
    say(text("print.making"));
    m_progress->setRange(0, 0);
    if (goal == Goal::Pdf)
        m_maker.makePdf(std::move(request), m_services.texts(), file.toStdString());
    else
        m_maker.makePages(std::move(request), m_services.texts());
    refresh();
}

void PrintDialog::show(const ProposalPagesPtr& pages) {
    refresh();
    if (m_goal == Goal::Printer)
        print(pages->pages);
    else
        preview(pages->pages);
}

void PrintDialog::preview(const Pages& pages) {
    say({});
    QPrinter printer(QPrinter::HighResolution);
    setPaper(printer, paper());
    QPrintPreviewDialog dialog(&printer, this);
    dialog.setObjectName(QStringLiteral("print.preview"));
    dialog.setWindowTitle(text("print.preview-of"));
    dialog.resize(1000, 760);
    connect(&dialog, &QPrintPreviewDialog::paintRequested, this,
            [&pages](QPrinter* target) { printPages(*target, pages); });
    dialog.exec();
}

void PrintDialog::print(const Pages& pages) {
    QPrinter printer(QPrinter::HighResolution);
    setPaper(printer, paper());
    printer.setDocName(contentName());
    QPrintDialog dialog(&printer, this);
    dialog.setObjectName(QStringLiteral("print.printer"));
    dialog.setOption(QAbstractPrintDialog::PrintPageRange);
    dialog.setMinMax(1, static_cast<int>(pages.pages.size()));
    if (dialog.exec() != QDialog::Accepted)
        return say({});
    const Message failed = Message("print.failed").with("printer", printer.printerName().toStdString());
    const Message sent =
        Message("print.sent").with("count", pages.pages.size()).with("printer", printer.printerName().toStdString());
    say(toText(m_services.texts().sentence(printPages(printer, pages) ? sent : failed)));
}

// While pages are made the button stops the work; else it closes.
void PrintDialog::reject() {
    if (!m_maker.isBusy())
        return QDialog::reject();
    m_maker.stop();
    say({});
    refresh();
}

} // namespace rackwright
