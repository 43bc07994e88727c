// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/proposal/report_workspace.h"

#include "ui/proposal/page_view.h"
#include "ui/proposal/report_setup.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <array>

namespace rackwright {

namespace {

constexpr int kSettleMilliseconds = 120;

QFrame* card(QLayout* inside) {
    auto* frame = new QFrame;
    frame->setProperty("panel", true);
    frame->setLayout(inside);
    return frame;
}

} // namespace

ReportWorkspace::ReportWorkspace(StudioDocument& document, StudioServices& services, QWidget* parent)
    : Workspace(parent), m_document(document), m_services(services) {
    const auto text = [&services](const char* id) { return toText(services.texts().text(id)); };
    m_list = new QListWidget;
    m_list->setObjectName(QStringLiteral("report.list"));
    m_list->setAccessibleName(text("report.contents"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_pages = new PageView;
    m_pages->setAccessibleName(text("report.preview"));
    m_setup = new ReportSetup(document, services);

    m_state = new QLabel;
    m_state->setObjectName(QStringLiteral("report.state"));
    m_state->setProperty("subdued", true);
    m_page = new QLabel;
    m_page->setObjectName(QStringLiteral("report.page"));
    m_page->setMinimumWidth(96);
    m_zoom = new QLabel;
    m_zoom->setObjectName(QStringLiteral("report.zoom"));
    m_zoom->setMinimumWidth(48);
    m_zoom->setAlignment(Qt::AlignCenter);
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("report.progress"));
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(120, 8);
    m_progress->hide();
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(12, 6, 8, 6);
    bar->setSpacing(6);
    bar->addWidget(m_page);
    bar->addSpacing(kSpace);
    bar->addWidget(m_state);
    bar->addWidget(m_progress);
    bar->addStretch();
    struct ZoomButton {
        const char* name;
        const char* label;
        ZoomStep step;
    };
    constexpr std::array<ZoomButton, 3> buttons = {{{"report.zoom-out", "−", ZoomStep::Out},
                                                    {"report.zoom-in", "+", ZoomStep::In},
                                                    {"report.zoom-fit", "", ZoomStep::Fit}}};
    for (const ZoomButton& each : buttons) {
        auto* button = new QToolButton;
        button->setObjectName(QLatin1String(each.name));
        button->setText(*each.label ? QString::fromUtf8(each.label) : text("report.fit"));
        button->setAccessibleName(text(each.name));
        button->setToolTip(text(each.name));
        connect(button, &QToolButton::clicked, this, [this, step = each.step] { zoom(step); });
        bar->addWidget(button);
        if (each.step == ZoomStep::Out)
            bar->addWidget(m_zoom);
    }
    auto* listColumn = new QVBoxLayout;
    listColumn->setContentsMargins(4, 8, 4, 4);
    auto* listTitle = new QLabel(text("report.contents"));
    listTitle->setProperty("title", true);
    listTitle->setContentsMargins(8, 0, 0, 4);
    listColumn->addWidget(listTitle);
    listColumn->addWidget(m_list);
    auto* middle = new QVBoxLayout;
    middle->setContentsMargins(1, 1, 1, 1);
    middle->setSpacing(0);
    middle->addLayout(bar);
    middle->addWidget(m_pages, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_setup);
    scroll->setMinimumWidth(m_setup->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    // The card shows through.
    m_setup->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto* right = new QVBoxLayout;
    right->setContentsMargins(1, 1, 1, 1);
    right->addWidget(scroll);
    auto* splitter = new QSplitter;
    splitter->setObjectName(QStringLiteral("report.splitter"));
    splitter->setHandleWidth(kSpace);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(card(listColumn));
    splitter->addWidget(card(middle));
    splitter->addWidget(card(right));
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({190, 640, 320});
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(splitter);

    m_wait.setSingleShot(true);
    m_wait.setInterval(kSettleMilliseconds);
    connect(&m_wait, &QTimer::timeout, this, &ReportWorkspace::refresh);
    const auto ask = [this] {
        m_pages->setStale(m_made && !isUpToDate());
        if (isVisible())
            m_wait.start();
    };
    connect(&m_document, &StudioDocument::solved, this, ask);
    connect(m_setup, &ReportSetup::optionsChanged, this, ask);
    connect(&m_document, &StudioDocument::opened, this, [this] {
        m_made.reset();
        m_askedFor.reset();
        m_maker.stop();
        m_pages->setPages({});
        m_list->clear();
        showState({});
        refreshPage();
    });
    connect(&m_maker, &ProposalMaker::pagesMade, this, &ReportWorkspace::take);
    connect(&m_maker, &ProposalMaker::failed, this, [this](const Error& error) {
        m_progress->hide();
        showState(toText(m_services.texts().sentence(error.message)));
    });
    connect(&m_maker, &ProposalMaker::progressed, this, [this](const ReportProgress& progress) {
        m_progress->setRange(0, progress.total);
        m_progress->setValue(progress.done);
    });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int entry) {
        if (const QListWidgetItem* item = m_list->item(entry))
            m_pages->showPage(item->data(Qt::UserRole).toInt());
    });
    connect(m_pages, &PageView::currentPageChanged, this, &ReportWorkspace::refreshPage);
    connect(m_pages, &PageView::zoomChanged, this,
            [this](double zoom) { m_zoom->setText(QStringLiteral("%1 %").arg(zoom * 100, 0, 'f', 0)); });
}

bool ReportWorkspace::isUpToDate() const {
    return m_made && m_made->request.solution == m_document.solution() && !m_document.isStale() &&
           m_made->request.options == m_setup->options() && m_made->request.volume == m_setup->volume();
}

ProposalRequest ReportWorkspace::request() const {
    ProposalRequest request;
    request.solution = m_document.solution();
    request.domains = m_services.domains();
    request.options = m_setup->options();
    request.options.units = m_services.texts().units().system;
    request.edition = request.options.edition;
    request.volume = m_setup->volume();
    const std::string& date = m_document.project()->quote.date;
    request.date = date.empty() ? m_services.today() : date;
    return request;
}

void ReportWorkspace::showEvent(QShowEvent* event) {
    Workspace::showEvent(event);
    m_wait.start();
}

void ReportWorkspace::refresh() {
    if (!isVisible() || m_document.isPreviewing() || m_document.isStale() || !m_document.solution() || isUpToDate())
        return;
    if (m_maker.isBusy() && m_askedFor == m_document.solution() && m_askedOptions == m_setup->options() &&
        m_askedVolume == m_setup->volume())
        return;
    m_askedFor = m_document.solution();
    m_askedOptions = m_setup->options();
    m_askedVolume = m_setup->volume();
    m_pages->setStale(m_made != nullptr);
    m_progress->setRange(0, 0);
    m_progress->show();
    showState(toText(m_services.texts().text("report.making")));
    m_maker.makePages(request(), m_services.texts());
}

void ReportWorkspace::take(const ProposalPagesPtr& pages) {
    m_progress->hide();
    // Another document begins at its beginning.
    const int page = m_made && m_made->request.volume == pages->request.volume ? m_pages->currentPage() : 0;
    m_made = pages;
    m_pages->setPages(pages);
    if (page > 0)
        m_pages->showPage(page);
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    for (const OutlineEntry& entry : pages->pages.outline)
        if (entry.level <= 1) {
            // Figure spaces are as wide as digits, so that titles stand in one line.
            const QString number = QString::number(entry.page + 1).rightJustified(2, QChar(0x2007));
            auto* item = new QListWidgetItem(number + QStringLiteral("  ") + entry.text, m_list);
            item->setData(Qt::UserRole, entry.page);
            item->setToolTip(entry.text);
        }
    showState({});
    refreshPage();
    m_pages->setStale(!isUpToDate());
}

void ReportWorkspace::showState(const QString& text) { m_state->setText(text); }

void ReportWorkspace::refreshPage() {
    m_page->setText(m_pages->pageCount() == 0
                        ? QString()
                        : toText(m_services.texts().sentence(Message("report.page-of")
                                                                 .with("page", m_pages->currentPage() + 1)
                                                                 .with("pages", m_pages->pageCount()))));
}

bool ReportWorkspace::canZoom(ZoomStep step) const { return m_pages->pageCount() > 0 && step != ZoomStep::Selection; }

void ReportWorkspace::zoom(ZoomStep step) {
    constexpr double factor = 1.25;
    if (step == ZoomStep::Fit)
        m_pages->fitWidth();
    else if (step != ZoomStep::Selection)
        m_pages->setZoom(m_pages->zoom() * (step == ZoomStep::In ? factor : 1 / factor));
}

std::optional<Shareable> ReportWorkspace::shareable() {
    if (!m_made || m_pages->pageCount() == 0)
        return std::nullopt;
    constexpr int dotsWide = 1654; // an A4 page at 200 dots an inch
    Shareable what;
    what.name = QString::fromStdString(m_services.texts().text("report.share.page")) +
                QString::number(m_pages->currentPage() + 1);
    what.picture = [this] { return m_pages->picture(m_pages->currentPage(), dotsWide); };
    return what;
}

WorkspaceFeature reportFeature() {
    return {"report",
            {"view.show.report", MenuId::View, "Ctrl+8", ""},
            WorkspaceRoom::Document,
            "report",
            {},
            [](const WorkspaceSite& site) -> Workspace* { return new ReportWorkspace(site.document, site.services); }};
}

} // namespace rackwright