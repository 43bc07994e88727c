// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/room_fit_dialog.h"

#include "catalog/part_library.h"
#include "model/parts/part_title.h"
#include "ui/sizing/fit_text.h"
#include "ui/text/to_text.h"
#include "ui/widgets/background.h"
#include "ui/widgets/dialog_buttons.h"
#include "ui/widgets/problem_label.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// Of a room that is drawn these are given.
constexpr int kFewLetters = 18; // of a combo box, whose list shows the whole titles
constexpr auto kNotAsked = std::to_array<std::string_view>({"room", "width", "depth"});

} // namespace

RoomFitDialog::RoomFitDialog(StudioDocument& document, StudioServices& services, Id<Room> room,
                             std::vector<Id<Rack>> selected, QWidget* parent)
    : QDialog(parent), m_document(document), m_services(services), m_room(room), m_base(document.project()) {
    setObjectName(QStringLiteral("dialog.room-fit"));
    setWindowTitle(text("fit.title"));
    resize(520, 640);
    auto* content = new QWidget;
    auto* form = new QFormLayout(content);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    for (const std::string_view key : fitKeys())
        if (std::ranges::find(kNotAsked, key) == kNotAsked.end())
            addField(*form, std::string(key));
    QString kept;
    for (const Id<Rack> id : selected)
        if (const Rack* rack = document.design().racks.find(id))
            kept += (kept.isEmpty() ? QString() : QStringLiteral(", ")) + toText(rack->name);
    const auto keep = std::ranges::find(m_fields, std::string("keep"), &Field::key);
    if (!kept.isEmpty())
        keep->edit->setText(kept);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    m_answer = new QLabel;
    m_answer->setObjectName(QStringLiteral("fit.answer"));
    m_answer->setTextFormat(Qt::PlainText);
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problem = new ProblemLabel(QStringLiteral("fit.problem"));
    QDialogButtonBox* buttons = doOrCancel(*this, services.texts(), text("fit.make"));
    m_ok = buttons->button(QDialogButtonBox::Ok);
    m_ok->setObjectName(QStringLiteral("fit.make"));
    auto* column = new QVBoxLayout(this);
    column->addWidget(scroll, 1);
    column->addWidget(m_answer);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    typed();
}

RoomFitDialog::~RoomFitDialog() {
    Background::instance().drop(this, "fit");
    m_document.dropPreview();
}

QString RoomFitDialog::text(const std::string& id) const { return toText(m_services.texts().text(id)); }

// A rack that is chosen by name stands for its id.
QString RoomFitDialog::Field::text() const {
    if (edit)
        return edit->text().trimmed();
    const QVariant id = words->currentData();
    return id.isValid() ? id.toString() : words->currentText();
}

QComboBox* RoomFitDialog::rackChoice() const {
    auto* choice = new QComboBox;
    choice->setMaxVisibleItems(16);
    for (const PartSummary& part : m_services.library()->parts())
        if (part.category == PartCategory::Rack)
            choice->addItem(toText(partTitle(part)), toText(part.id));
    choice->setCurrentIndex(choice->findData(toText(fitDefault("rack"))));
    return choice;
}

void RoomFitDialog::addField(QFormLayout& form, const std::string& key) {
    Field field{key};
    const QString name = text("fit.field." + key), meaning = text("fit.key." + key);
    const QString standard = toText(fitDefault(key));
    const std::vector<std::string> words = fitWords(key);
    if (key == "rack" && m_services.library()) {
        field.words = rackChoice();
    } else if (!words.empty()) {
        field.words = new QComboBox;
        for (const std::string& word : words)
            field.words->addItem(toText(word));
        field.words->setCurrentText(standard);
    } else {
        field.edit = new QLineEdit(standard);
        field.edit->setPlaceholderText(meaning);
        field.edit->setMaxLength(400);
        connect(field.edit, &QLineEdit::textChanged, this, &RoomFitDialog::typed);
    }
    if (field.words) {
        // A long title must not make the form wider than its window.
        field.words->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        field.words->setMinimumContentsLength(kFewLetters);
        connect(field.words, &QComboBox::currentIndexChanged, this, &RoomFitDialog::typed);
    }
    QWidget* box = field.edit ? static_cast<QWidget*>(field.edit) : field.words;
    box->setObjectName(QStringLiteral("fit.field.") + toText(key));
    box->setAccessibleName(name);
    box->setToolTip(meaning);
    form.addRow(name, box);
    m_fields.push_back(field);
}

// The layout is made beside; what was shown before is gone with the first key.
void RoomFitDialog::typed() {
    if (!m_ok)
        return;
    m_made.reset();
    m_ok->setEnabled(false);
    std::vector<Parameter> said;
    for (const Field& field : m_fields)
        if (const QString word = field.text(); !word.isEmpty())
            said.push_back({field.key, word.toStdString()});
    const Design& design = *activeOption(*m_base).design;
    Result<FitWords> words = readFitWords(said);
    if (words && design.rooms.contains(m_room))
        words->room = design.rooms.find(m_room)->name;
    Result<RoomLayoutRequest> request = words ? fitRequestIn(*words, design) : Result<RoomLayoutRequest>(words.error());
    const auto refuse = [this](const Error& error) {
        Background::instance().drop(this, "fit");
        m_document.dropPreview();
        m_answer->setText({});
        m_problem->say(toText(m_services.texts().sentence(error.message)));
    };
    if (!request)
        return refuse(request.error());
    request->room = m_room;
    m_problem->say({});
    m_answer->setText(text("fit.working"));
    using Answer = Result<std::shared_ptr<const Made>>;
    const auto work = [base = m_base, request = *request, nextId = m_document.history().nextId(),
                       make = m_services.sizingSourceMaker(),
                       domains = m_services.domains()](const Background::Run&) -> Answer {
        const Result<SizingSource> source = make();
        if (!source)
            return source.error();
        IdSource ids(nextId);
        Result<RoomLayout> layout = layOutRoom(*base, activeOption(*base).id, ids, request, source->recipes, domains);
        if (!layout)
            return layout.error();
        auto made = std::make_shared<Made>();
        made->base = base;
        made->layout = std::move(*layout);
        made->request = request;
        made->nextId = ids.next();
        return std::shared_ptr<const Made>(std::move(made));
    };
    const auto take = [this, refuse](const Answer& answer) {
        if (!answer)
            return refuse(answer.error());
        show(*answer);
    };
    Background::instance().ask({this, "fit", text("fit.title").toStdString()}, work, take, refuse);
}

void RoomFitDialog::show(const std::shared_ptr<const Made>& made) {
    m_made = made;
    QStringList said;
    for (const std::string& sentence : fitSentences(made->layout, made->request, m_services.texts()))
        said += toText(sentence);
    m_answer->setText(said.join(QLatin1Char('\n')));
    const std::optional<Edit> shown = edit();
    const Done previewed = shown ? m_document.preview(*shown) : Done(inputError(Message("fit.no-room")));
    m_problem->say(previewed ? QString() : toText(m_services.texts().sentence(previewed.error().message)));
    m_ok->setEnabled(bool(previewed));
}

std::optional<Edit> RoomFitDialog::edit() const {
    if (!m_made)
        return std::nullopt;
    auto apply = [made = m_made](const Project& project, IdSource& ids) -> Result<ProjectPtr> {
        if (&project != made->base.get())
            return inputError(Message("fit.changed"));
        ids = IdSource(made->nextId);
        return made->layout.project;
    };
    const Room* room = activeOption(*m_base).design->rooms.find(m_room);
    return Edit{Message("undo.room.fit")
                    .with("count", m_made->layout.fit.places.size())
                    .with("name", room ? room->name : std::string()),
                {},
                std::move(apply)};
}

} // namespace rackwright
