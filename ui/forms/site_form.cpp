// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/site_form.h"

#include "model/edits/record_edits.h"
#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/quantity_field.h"
#include "ui/widgets/switch_box.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSettings>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

enum Column { NameColumn, KnowledgeColumn, ValueColumn, BasisColumn, PersonColumn, DateColumn, DocumentColumn };

// The wheel scrolls the form; it does not turn a choice that nobody meant to turn.
class StillChoice : public QComboBox {
public:
    using QComboBox::QComboBox;

protected:
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

constexpr std::string_view kYesOrNo = "yes|no";

// No figure or rule reads these: they are shown where a file says something of them, and not asked for.
constexpr std::array kNotAsked = {site::voltage, site::hasDock};

QStringList basesOf(std::string_view key) {
    if (key == site::powerLimit)
        return {QStringLiteral("IT"), QStringLiteral("utility"), QStringLiteral("contracted")};
    if (key == site::rackLimit)
        return {QStringLiteral("breaker"), QStringLiteral("contracted maximum"), QStringLiteral("measured average")};
    return {};
}

bool isAsked(std::string_view key) { return std::ranges::find(kNotAsked, key) == kNotAsked.end(); }

} // namespace

QString SiteForm::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

SiteForm::SiteForm(StudioDocument& document, StudioServices& services, QWidget* parent)
    : QWidget(parent), m_document(document), m_services(services) {
    setObjectName(QStringLiteral("page.site"));
    auto* title = new QLabel(text("basis.site"));
    title->setProperty("title", true);
    title->setFont(studioFont(15, QFont::Medium));
    auto* hint = new QLabel(text("basis.site.hint"));
    hint->setProperty("subdued", true);
    hint->setWordWrap(true);
    m_counts = new QLabel;
    m_counts->setObjectName(QStringLiteral("site.counts"));
    m_counts->setProperty("subdued", true);
    auto* body = new QWidget;
    body->setProperty("bare", true);
    m_grid = new QGridLayout(body);
    m_grid->setContentsMargins(0, 0, 12, 0);
    m_grid->setHorizontalSpacing(kSpace);
    m_grid->setVerticalSpacing(kHalfSpace);
    int column = 0;
    for (const char* head : {"field", "knowledge", "value", "basis", "person", "date", "document"}) {
        auto* label = new QLabel(text(std::string("record.") + head));
        label->setProperty("subdued", true);
        m_grid->addWidget(label, 0, column++);
    }
    for (const auto& [at, stretch] :
         {std::pair{NameColumn, 3}, {ValueColumn, 2}, {PersonColumn, 2}, {DocumentColumn, 3}})
        m_grid->setColumnStretch(at, stretch);
    for (const auto& [at, width] :
         {std::pair{NameColumn, 150}, {ValueColumn, 96}, {PersonColumn, 90}, {DateColumn, 92}, {DocumentColumn, 110}})
        m_grid->setColumnMinimumWidth(at, width);
    int row = 1;
    for (const SiteFieldDefinition& field : kSiteFields)
        addField(field, row++);
    m_grid->setRowStretch(row, 1);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(body);
    auto* column2 = new QVBoxLayout(this);
    column2->setContentsMargins(16, 12, 4, 12);
    column2->addWidget(title);
    column2->addWidget(hint);
    column2->addWidget(m_counts);
    column2->addWidget(scroll, 1);
    connect(&m_document, &StudioDocument::opened, this, &SiteForm::refresh);
    connect(&m_document, &StudioDocument::changed, this, &SiteForm::refresh);
}

void SiteForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void SiteForm::refresh() {
    if (!isVisible())
        return;
    for (const auto& each : m_refreshers)
        each();
    std::array<int, 3> counts{};
    int row = 0;
    for (const SiteFieldDefinition& field : kSiteFields) {
        ++row;
        const bool isShown = isAsked(field.key) || findSiteField(*m_document.shownProject(), field.key);
        for (int column = 0; column < m_grid->columnCount(); ++column)
            if (const QLayoutItem* item = m_grid->itemAtPosition(row, column))
                item->widget()->setVisible(isShown);
        if (isShown)
            ++counts[static_cast<std::size_t>(current(field.key).knowledge)];
    }
    m_counts->setText(toText(m_services.texts().sentence(
        Message("basis.site.counts").with("known", counts[0]).with("assumed", counts[1]).with("unknown", counts[2]))));
}

SiteField SiteForm::current(std::string_view key) const {
    if (const SiteField* field = findSiteField(*m_document.shownProject(), key))
        return *field;
    SiteField none;
    none.key = std::string(key);
    return none;
}

// What is said for the first time gets today's date and the person that is remembered.
Done SiteForm::put(SiteField field) {
    if (field.knowledge != Knowledge::Unknown && field.givenBy.date.empty())
        field.givenBy.date = m_services.today();
    if (field.knowledge != Knowledge::Unknown && field.givenBy.person.empty())
        field.givenBy.person = m_services.preferences().value(QStringLiteral("person/name")).toString().toStdString();
    const Done done = m_document.commit(edits::putSiteField(std::move(field)));
    m_document.closeMerge();
    return done;
}

void SiteForm::addField(const SiteFieldDefinition& field, int row) {
    const std::string key(field.key);
    const QString name = text("site-field." + key);
    auto* label = new QLabel(name);
    label->setWordWrap(true);
    m_grid->addWidget(label, row, NameColumn);

    auto* knowledge = new StillChoice;
    knowledge->setObjectName(toText(key) + QStringLiteral(".knowledge"));
    knowledge->setAccessibleName(name + QStringLiteral(": ") + text("record.knowledge"));
    for (const std::string_view word : EnumNames<Knowledge>::names)
        knowledge->addItem(text("basis.knowledge." + std::string(word)));
    connect(knowledge, &QComboBox::activated, this, [this, key](int index) {
        SiteField changed = current(key);
        changed.knowledge = static_cast<Knowledge>(index);
        if (!put(std::move(changed)))
            refresh();
    });
    m_refreshers.emplace_back([this, knowledge, label, key] {
        const QSignalBlocker blocker(knowledge);
        const SiteField now = current(key);
        knowledge->setCurrentIndex(static_cast<int>(now.knowledge));
        QPalette colours = label->palette();
        colours.setColor(QPalette::WindowText,
                         Theme::current().ink(now.knowledge == Knowledge::Unknown ? Ink::Subdued : Ink::Text));
        label->setPalette(colours);
    });
    m_grid->addWidget(knowledge, row, KnowledgeColumn, Qt::AlignTop);
    addValue(field, row);

    if (const QStringList bases = basesOf(field.key); !bases.isEmpty()) {
        auto* basis = new StillChoice;
        basis->setObjectName(toText(key) + QStringLiteral(".basis"));
        basis->setAccessibleName(name + QStringLiteral(": ") + text("record.basis"));
        basis->addItems(bases);
        connect(basis, &QComboBox::textActivated, this, [this, key](const QString& word) {
            SiteField changed = current(key);
            changed.basis = word.toStdString();
            if (!put(std::move(changed)))
                refresh();
        });
        m_refreshers.emplace_back([this, basis, key] {
            const QSignalBlocker blocker(basis);
            basis->setCurrentIndex(basis->findText(toText(current(key).basis)));
        });
        m_grid->addWidget(basis, row, BasisColumn, Qt::AlignTop);
    }
    const auto given = [&](const char* part, int column, std::string GivenBy::*member) {
        auto* line =
            new CommitField(toText(key) + QLatin1Char('.') + QLatin1String(part),
                            name + QStringLiteral(": ") + text(std::string("record.") + part), m_services.texts());
        line->setCommit([this, key, member](const QString& typed) {
            SiteField changed = current(key);
            changed.givenBy.*member = typed.trimmed().toStdString();
            return put(std::move(changed));
        });
        m_refreshers.emplace_back([this, line, key, member] { line->setShown(toText(current(key).givenBy.*member)); });
        m_grid->addWidget(line, row, column, Qt::AlignTop);
    };
    given("person", PersonColumn, &GivenBy::person);
    given("date", DateColumn, &GivenBy::date);
    given("document", DocumentColumn, &GivenBy::document);
}

void SiteForm::addValue(const SiteFieldDefinition& field, int row) {
    const std::string key(field.key);
    const QString name = toText(key) + QStringLiteral(".value");
    const QString accessible = text("site-field." + key) + QStringLiteral(": ") + text("record.value");
    // A value that is entered makes an unknown field known; one that is taken away makes it unknown.
    const auto enter = [this, key](const std::string& value) {
        SiteField changed = current(key);
        changed.value = value;
        if (value.empty())
            changed.knowledge = Knowledge::Unknown;
        else if (changed.knowledge == Knowledge::Unknown)
            changed.knowledge = Knowledge::Known;
        return put(std::move(changed));
    };
    switch (field.kind) {
    case SiteFieldKind::Number: {
        auto* number =
            new QuantityField(name, accessible, field.unit, QuantityField::Empty::Allowed, m_services.texts());
        if (key == site::clearHeight)
            number->readInFeet();
        number->setCommitValue(
            [enter](std::optional<double> si) { return enter(si ? shortestDigits(*si) : std::string()); });
        m_refreshers.emplace_back(
            [this, number, key] { number->setValue(siteNumber(*m_document.shownProject(), key)); });
        m_grid->addWidget(number, row, ValueColumn, Qt::AlignTop);
        break;
    }
    case SiteFieldKind::Word: {
        if (field.words == kYesOrNo) {
            auto* box =
                new SwitchBox({text("site-word.no"), text("site-word.yes"), text("basis.knowledge.not-stated")});
            box->setObjectName(name);
            box->setAccessibleName(accessible);
            connect(box, &QCheckBox::clicked, this, [this, enter, box] {
                if (!enter(box->isChecked() ? "yes" : "no"))
                    refresh();
            });
            m_refreshers.emplace_back([this, box, key] {
                const std::string word = siteText(*m_document.shownProject(), key);
                box->setState(word.empty() ? std::nullopt : std::optional(word == "yes"));
            });
            m_grid->addWidget(box, row, ValueColumn, Qt::AlignTop);
            break;
        }
        auto* words = new StillChoice;
        words->setObjectName(name);
        words->setAccessibleName(accessible);
        const QString all = QString::fromUtf8(field.words.data(), static_cast<int>(field.words.size()));
        for (const QString& word : all.split(QLatin1Char('|')))
            words->addItem(text("site-word." + word.toStdString()), word);
        connect(words, &QComboBox::activated, this, [this, enter, words](int index) {
            if (!enter(words->itemData(index).toString().toStdString()))
                refresh();
        });
        m_refreshers.emplace_back([this, words, key] {
            const QSignalBlocker blocker(words);
            words->setCurrentIndex(words->findData(toText(siteText(*m_document.shownProject(), key))));
        });
        m_grid->addWidget(words, row, ValueColumn, Qt::AlignTop);
        break;
    }
    case SiteFieldKind::Text: {
        auto* line = new CommitField(name, accessible, m_services.texts());
        line->setCommit([enter](const QString& typed) { return enter(typed.trimmed().toStdString()); });
        m_refreshers.emplace_back(
            [this, line, key] { line->setShown(toText(siteText(*m_document.shownProject(), key))); });
        m_grid->addWidget(line, row, ValueColumn, Qt::AlignTop);
        break;
    }
    }
}

} // namespace rackwright
