// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include "model/design/geometry.h"
#include "model/file/design_file.h"
#include "model/file/disk.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/floor_plan.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/flow_layout.h"

#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace rackwright {

namespace {

constexpr QSize kPicture(200, 120);
constexpr int kPictureMargin = 14; ///< doors open outwards
constexpr int kMostRecent = 12;
constexpr auto kRecentKey = "files/recent";

/// What a card shows of a file.
struct Glance {
    QImage picture;
    QString size; ///< racks and extent of the first room
};

// The plan of the first room as it fits into a card; nothing when the file cannot be read.
Glance glanceAt(const std::filesystem::path& path, const Texts& texts, const Theme& theme, double ratio) {
    const Result<Document> document = readDesign(path);
    if (!document)
        return {};
    const Design& design = *activeOption(*document->project).design;
    if (design.rooms.isEmpty() || design.rooms.begin()->outline.empty())
        return {};
    const Room& room = *design.rooms.begin();
    FloorPlanOptions options;
    options.showGrid = options.showReferences = options.showNorth = options.showDimensions = options.showLegend = false;
    options.legibleSize = 99;
    const Box box = boundingBox(room.outline);
    if (box.high.x <= box.low.x || box.high.y <= box.low.y)
        return {};
    const QSizeF world((box.high.x - box.low.x).inMillimetres(), (box.high.y - box.low.y).inMillimetres());
    const double zoom = std::min((kPicture.width() - 2 * kPictureMargin) / world.width(),
                                 (kPicture.height() - 2 * kPictureMargin) / world.height());
    options.scale = zoom * 25.4 / 96;
    const Drawing drawing = floorPlanDrawing(*document->project, design, room, Overlay{}, texts, options);
    QImage image(kPicture * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(theme.surface());
    QPainter painter(&image);
    QTransform transform;
    transform.translate(kPicture.width() / 2.0, kPicture.height() / 2.0);
    transform.scale(zoom, zoom);
    transform.translate(-(box.low.x.inMillimetres() + world.width() / 2),
                        -(box.low.y.inMillimetres() + world.height() / 2));
    paintDrawing(painter, drawing, transform, theme.palette());
    return {image, toText(texts.sentence(Message("start.glance")
                                             .with("racks", design.racks.size())
                                             .with("width", UnitNumber{world.width() / 1000, "m"})
                                             .with("depth", UnitNumber{world.height() / 1000, "m"})))};
}

// A card that one can press: picture above, name below.
class PictureCard : public QToolButton {
public:
    PictureCard(const QString& name, const QString& detail) : m_name(name), m_detail(detail) {
        setAccessibleName(name);
        setAccessibleDescription(detail);
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
    }
    QSize sizeHint() const override { return {kPicture.width() + 16, kPicture.height() + 60}; }
    void show(const Glance& glance) {
        m_picture = glance.picture;
        if (m_detail.isEmpty())
            m_detail = glance.size;
        setToolTip(m_detail);
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus() || underMouse() ? theme.ink(Ink::Accent) : theme.ink(Ink::Rule), 1));
        painter.setBrush(underMouse() ? theme.hover() : theme.surface());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
        if (!m_picture.isNull())
            painter.drawImage(QPoint(8, 8), m_picture);
        const QRect words = rect().adjusted(12, kPicture.height() + 12, -12, -8);
        painter.setPen(theme.ink(Ink::Text));
        painter.setFont(studioFont(13, QFont::Medium));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                         painter.fontMetrics().elidedText(m_name, Qt::ElideMiddle, words.width()));
        painter.setPen(theme.ink(Ink::Subdued));
        painter.setFont(studioFont(11));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignBottom,
                         painter.fontMetrics().elidedText(m_detail, Qt::ElideRight, words.width()));
    }

private:
    QString m_name;
    QString m_detail;
    QImage m_picture;
};

// A recipe: its name and what it makes.
class SentenceCard : public QToolButton {
public:
    SentenceCard(const QString& name, const QString& sentence) : m_name(name), m_sentence(sentence) {
        setAccessibleName(name);
        setAccessibleDescription(sentence);
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
    }
    QSize sizeHint() const override { return {kPicture.width() + 16, 104}; }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = Theme::current();
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus() || underMouse() ? theme.ink(Ink::Accent) : theme.ink(Ink::Rule), 1));
        painter.setBrush(underMouse() ? theme.hover() : theme.surface());
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
        const QRect words = rect().adjusted(12, 10, -12, -8);
        painter.setPen(theme.ink(Ink::Text));
        painter.setFont(studioFont(13, QFont::Medium));
        painter.drawText(words, Qt::AlignLeft | Qt::AlignTop,
                         painter.fontMetrics().elidedText(m_name, Qt::ElideRight, words.width()));
        painter.setPen(theme.ink(Ink::Subdued));
        painter.setFont(studioFont(12));
        painter.drawText(words.adjusted(0, 22, 0, 0), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, m_sentence);
    }

private:
    QString m_name;
    QString m_sentence;
};

void clearCards(FlowLayout& cards) {
    while (QLayoutItem* item = cards.takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
}

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(studioFont(15, QFont::Medium));
    return label;
}

} // namespace

std::vector<std::filesystem::path> recentFiles(QSettings& preferences) {
    std::vector<std::filesystem::path> files;
    std::error_code problem;
    for (const QString& path : preferences.value(QLatin1String(kRecentKey)).toStringList())
        if (std::filesystem::path file(path.toStdString()); std::filesystem::is_regular_file(file, problem))
            files.push_back(std::move(file));
    return files;
}

void addRecentFile(QSettings& preferences, const std::filesystem::path& path) {
    preferences.sync(); // what other windows have opened since stays listed
    QStringList files = preferences.value(QLatin1String(kRecentKey)).toStringList();
    const QString added = toText(std::filesystem::absolute(path).string());
    files.removeAll(added);
    files.prepend(added);
    while (files.size() > kMostRecent)
        files.removeLast();
    preferences.setValue(QLatin1String(kRecentKey), files);
}

StartPage::StartPage(StudioServices& services, QWidget* parent) : QWidget(parent), m_services(services) {
    setObjectName(QStringLiteral("start"));
    const Texts& texts = services.texts();
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(40, 32, 40, 32);
    column->setSpacing(12);
    auto* title = new QLabel(QStringLiteral("Rackwright"));
    title->setFont(studioFont(28, QFont::Bold));
    auto* promise = new QLabel(toText(texts.text("start.promise")));
    promise->setProperty("subdued", true);
    promise->setFont(studioFont(14));
    column->addWidget(title);
    column->addWidget(promise);

    auto* buttons = new QHBoxLayout;
    auto* fresh = new QPushButton(toText(texts.text("start.new-design")));
    fresh->setObjectName(QStringLiteral("start.new-room"));
    fresh->setProperty("primary", true);
    connect(fresh, &QPushButton::clicked, this, &StartPage::newRoomChosen);
    auto* open = new QPushButton(toText(texts.text("start.open")));
    open->setObjectName(QStringLiteral("start.open"));
    connect(open, &QPushButton::clicked, this, &StartPage::openAsked);
    m_back = new QPushButton;
    m_back->setObjectName(QStringLiteral("start.back"));
    m_back->hide();
    connect(m_back, &QPushButton::clicked, this, &StartPage::backAsked);
    auto* size = new QPushButton(toText(texts.text("start.size")));
    size->setObjectName(QStringLiteral("start.size"));
    connect(size, &QPushButton::clicked, this, &StartPage::sizingAsked);
    buttons->addWidget(m_back);
    buttons->addWidget(fresh);
    buttons->addWidget(size);
    auto* calculators = new QPushButton(toText(texts.text("start.calculators")));
    calculators->setObjectName(QStringLiteral("start.calculators"));
    connect(calculators, &QPushButton::clicked, this, &StartPage::calculatorsAsked);
    buttons->addWidget(open);
    buttons->addWidget(calculators);
    buttons->addStretch();
    column->addSpacing(8);
    column->addLayout(buttons);
    auto* sentence = new QHBoxLayout;
    auto* said = new QLineEdit;
    said->setObjectName(QStringLiteral("start.sentence"));
    said->setAccessibleName(toText(texts.text("start.sentence")));
    said->setPlaceholderText(toText(texts.text("start.sentence.hint")));
    said->setClearButtonEnabled(true);
    said->setMaxLength(20'000);
    auto* sized = new QPushButton(toText(texts.text("start.sentence.size")));
    sized->setObjectName(QStringLiteral("start.sentence.size"));
    sized->setEnabled(false);
    const auto give = [this, said] {
        if (const QString text = said->text().trimmed(); !text.isEmpty())
            Q_EMIT sentenceGiven(text);
    };
    connect(said, &QLineEdit::returnPressed, this, give);
    connect(sized, &QPushButton::clicked, this, give);
    connect(said, &QLineEdit::textChanged, sized,
            [sized](const QString& text) { sized->setEnabled(!text.trimmed().isEmpty()); });
    sentence->addWidget(said, 1);
    sentence->addWidget(sized);
    column->addLayout(sentence);

    m_recentBox = new QWidget;
    auto* recent = new QVBoxLayout(m_recentBox);
    recent->setContentsMargins(0, 16, 0, 0);
    recent->addWidget(heading(toText(texts.text("start.recent"))));
    auto* recentCards = new QWidget;
    m_recent = new FlowLayout(12, recentCards);
    recent->addWidget(recentCards);
    column->addWidget(m_recentBox);

    column->addSpacing(12);
    column->addWidget(heading(toText(texts.text("start.samples"))));
    auto* samples = new QWidget;
    m_samples = new FlowLayout(12, samples);
    showSamples();
    column->addWidget(samples);

    column->addSpacing(12);
    column->addWidget(heading(toText(texts.text("start.recipes"))));
    auto* recipeBox = new QWidget;
    auto* recipeCards = new FlowLayout(12, recipeBox);
    for (const Recipe& recipe : recipes()) {
        auto* button =
            new SentenceCard(toText(texts.text("recipe.title." + recipe.name)), toText(texts.text(recipe.makes)));
        button->setObjectName(QStringLiteral("start.recipe.") + toText(recipe.name));
        connect(button, &QToolButton::clicked, this, [this, name = toText(recipe.name)] { Q_EMIT recipeChosen(name); });
        recipeCards->addWidget(button);
    }
    column->addWidget(recipeBox);
    column->addStretch();

    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);
    refresh();
}

void StartPage::showSamples() {
    clearCards(*m_samples);
    for (const std::filesystem::path& path : m_services.samples())
        m_samples->addWidget(fileCard(path, true));
}

// A name may be longer than the page is wide.
void StartPage::setOpenDesign(const QString& name) {
    constexpr int most = 280;
    const auto named = [this](const QString& shown) {
        return toText(m_services.texts().sentence(Message("start.back").with("name", shown.toStdString())));
    };
    QString shown = m_back->fontMetrics().elidedText(name, Qt::ElideMiddle, most);
    m_back->setText(named(shown.replace(QLatin1Char('&'), QStringLiteral("&&"))));
    m_back->setAccessibleName(named(name));
    m_back->setToolTip(name);
    m_back->setVisible(!name.isEmpty());
}

void StartPage::showAnew() {
    // What is still to be read would be shown in the units of before.
    Background::instance().drop(this, "pictures");
    showSamples();
    refresh();
}

void StartPage::refresh() {
    clearCards(*m_recent);
    const std::vector<std::filesystem::path> files = recentFiles(m_services.preferences());
    m_recentBox->setVisible(!files.empty());
    for (const std::filesystem::path& path : files)
        m_recent->addWidget(fileCard(path, false));
}

QWidget* StartPage::fileCard(const std::filesystem::path& path, bool isSample) {
    const QString stem = toText(path.filename().string()).section(QLatin1Char('.'), 0, 0);
    const QString name = isSample ? toText(m_services.texts().text("sample." + stem.toStdString()))
                                  : toText(shownPath(stem.toStdString()));
    const QString detail = isSample ? QString() : toText(shownPath(path.parent_path()));
    auto* card = new PictureCard(name, detail);
    card->setObjectName((isSample ? QStringLiteral("start.sample.") : QStringLiteral("start.recent.")) + stem);
    connect(card, &QToolButton::clicked, this, [this, path, isSample] {
        if (isSample)
            Q_EMIT sampleChosen(path);
        else
            Q_EMIT fileChosen(path);
    });
    // Pictures are drawn beside, so that the page stands at once.
    const auto work = [path, texts = m_services.texts(), theme = Theme::current(), ratio = devicePixelRatioF()](
                          const Background::Run&) { return glanceAt(path, texts, theme, ratio); };
    const auto show = [target = QPointer<PictureCard>(card)](const auto& glance) {
        if (target)
            target->show(glance);
    };
    // One at a time. A card without a picture still opens its file.
    Background::instance().queue({this, "pictures", path.filename().string()}, work, show, [](const Error&) {});
    return card;
}

} // namespace rackwright
