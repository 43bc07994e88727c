// SPDX-License-Identifier: GPL-3.0-or-later
// Size from workload in the real window: by the button of the start page and by the menu, a first answer while one
// types, the search, its stop, and its answers opened as the options of one project.
#include "tests/app/studio_fixture.h"
#include "ui/plan/room_fit_dialog.h"
#include "ui/sizing/sizing_page.h"
#include "ui/widgets/background.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QTimer>

using namespace rackwright;

class TestStudioSize : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_studio.emplace(); }
    void cleanup() { m_studio.reset(); }

    void typingShowsBoundsAndTheSearchOpensItsOptions() {
        QTest::mouseClick(&child<QPushButton>("start.size"), Qt::LeftButton);
        auto* page = m_studio->window().findChild<SizingPage*>();
        QVERIFY(page && page->isVisible());
        QVERIFY(!child<QPushButton>("sizing.find").isEnabled());
        type("job", "LoRA fine-tuning");
        type("model", "Llama 3.1 8B");
        type("tokens", "100M");
        type("deadline", "2 days");
        type("systems", "DGX H200");
        QTRY_VERIFY_WITH_TIMEOUT(child<QTextBrowser>("sizing.answer").toPlainText().contains(QStringLiteral("H200")),
                                 20000);
        QVERIFY(!child<QPushButton>("sizing.open").isEnabled());
        auto& find = child<QPushButton>("sizing.find");
        QVERIFY(find.isEnabled());
        find.setFocus();
        QTest::keyClick(&find, Qt::Key_Space);
        QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("sizing.open").isEnabled(), 60000);
        const QString answer = child<QTextBrowser>("sizing.answer").toPlainText();
        QVERIFY2(answer.contains(QStringLiteral("Cheapest")), qPrintable(answer));
        QTest::mouseClick(&child<QPushButton>("sizing.open"), Qt::LeftButton);
        m_studio->settle();
        QVERIFY(!m_studio->design().devices.isEmpty());
        const Project& project = *m_studio->document().project();
        QVERIFY(!project.options.empty() && project.options.size() <= 3);
        QVERIFY(project.options.front().name.find("DGX H200") != std::string::npos);
    }
    // A second job has fields of its own, and so has a model of one's own.
    void anotherJobAndAnOwnModelHaveFields() {
        m_studio->window().actions().action("file.size")->trigger();
        click("sizing.dimensions");
        for (const auto& [key, words] : {std::pair("model-layers", "32"), std::pair("model-hidden", "4096"),
                                         std::pair("model-heads", "32"), std::pair("model-kv-heads", "8"),
                                         std::pair("model-ffn", "14336"), std::pair("model-vocabulary", "128256")})
            type(key, words);
        type("tokens", "100M");
        type("deadline", "2 days");
        type("systems", "DGX H200");
        click("sizing.another-job");
        type("job 2", "serve");
        type("users 2", "8");
        type("share 2", "later");
        QVERIFY2(child<QLabel>("sizing.problem").text().isEmpty(), qPrintable(child<QLabel>("sizing.problem").text()));
        click("sizing.find");
        QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("sizing.open").isEnabled(), 60000);
        click("sizing.open");
        m_studio->settle();
        QCOMPARE(std::ranges::distance(m_studio->design().workloads), 2);
    }
    // What a customer wrote fills the form; what was not read is told, and what was typed and not said stays.
    void aCustomersMailFillsTheForm() {
        m_studio->window().actions().action("file.size")->trigger();
        type("region", "Germany");
        QVERIFY(!child<QPushButton>("sizing.customer-text.read").isEnabled());
        auto& mail = child<QPlainTextEdit>("sizing.customer-text");
        mail.setFocus();
        QTest::keyClicks(&mail,
                         QStringLiteral("LoRA of Llama 3.1 8B on 100M tokens in 2 days with DGX H200. Our cat is 17"));
        click("sizing.customer-text.read");
        QTRY_COMPARE_WITH_TIMEOUT(child<QLineEdit>("sizing.field.model").text(), QStringLiteral("Llama 3.1 8B"), 20000);
        QCOMPARE(child<QLineEdit>("sizing.field.job").text(), QStringLiteral("LoRA fine-tuning"));
        QCOMPARE(child<QLineEdit>("sizing.field.tokens").text(), QStringLiteral("100M"));
        QCOMPARE(child<QLineEdit>("sizing.field.deadline").text(), QStringLiteral("2 days"));
        QCOMPARE(child<QLineEdit>("sizing.field.systems").text(), QStringLiteral("DGX H200"));
        QCOMPARE(child<QLineEdit>("sizing.field.region").text(), QStringLiteral("Germany"));
        QVERIFY(child<QLabel>("sizing.unread").text().contains(QStringLiteral("cat")));
        QVERIFY(child<QPushButton>("sizing.find").isEnabled());
    }
    // A sentence typed on the start page is read there and then, and its answers come without a further step.
    void aSentenceOnTheStartPageIsSized() {
        auto& line = child<QLineEdit>("start.sentence");
        QVERIFY(!child<QPushButton>("start.sentence.size").isEnabled());
        line.setFocus();
        QTest::keyClicks(&line, QStringLiteral("LoRA of Llama 3.1 8B on 100M tokens in 2 days with DGX H200, 3 M EUR"));
        QTest::keyClick(&line, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_studio->window().findChild<QPushButton*>(QStringLiteral("sizing.open")) &&
                                     child<QPushButton>("sizing.open").isEnabled(),
                                 60000);
        QCOMPARE(child<QLineEdit>("sizing.field.systems").text(), QStringLiteral("DGX H200"));
        QCOMPARE(child<QLineEdit>("sizing.field.budget").text(), QStringLiteral("3 M EUR"));
        click("sizing.open");
        m_studio->settle();
        QVERIFY(!m_studio->design().racks.isEmpty());
        QVERIFY(!m_studio->document().project()->requirements.isEmpty());
    }
    // A drawn room is filled from the Design menu; what is proposed is shown before it is made, and one step undoes it.
    void aRoomIsFilled() {
        QTest::mouseClick(&child<QPushButton>("start.new-room"), Qt::LeftButton);
        QTest::mouseClick(m_studio->window().findChild<QPushButton*>(QStringLiteral("room.make")), Qt::LeftButton);
        QTRY_COMPARE(m_studio->design().rooms.size(), std::size_t{1});
        bool isShown = false;
        QTimer::singleShot(0, [&] {
            auto* dialog = m_studio->window().findChild<RoomFitDialog*>();
            QVERIFY(dialog);
            auto* racks = dialog->findChild<QLineEdit*>(QStringLiteral("fit.field.racks"));
            racks->setFocus();
            racks->selectAll();
            QTest::keyClicks(racks, QStringLiteral("6"));
            auto* make = dialog->findChild<QPushButton*>(QStringLiteral("fit.make"));
            QTRY_VERIFY_WITH_TIMEOUT(make->isEnabled(), 20000);
            isShown = m_studio->document().isPreviewing() && m_studio->document().shownDesign().racks.size() == 6;
            QTest::mouseClick(make, Qt::LeftButton);
        });
        m_studio->window().actions().action("plan.room.fit")->trigger();
        QVERIFY(isShown);
        QCOMPARE(m_studio->design().racks.size(), std::size_t{6});
        m_studio->document().undo();
        QVERIFY(m_studio->design().racks.isEmpty());
    }
    // What is wrong is said while one types, and nothing can be searched for.
    void aWordThatCannotBeReadIsNamed() {
        m_studio->window().actions().action("file.size")->trigger();
        type("model", "Llama 3.1 8B");
        type("tokens", "1B");
        type("deadline", "soon");
        QVERIFY(child<QLabel>("sizing.problem").text().contains(QStringLiteral("soon")));
        QVERIFY(!child<QPushButton>("sizing.find").isEnabled());
        child<QLineEdit>("sizing.field.deadline").clear();
        QVERIFY(child<QPushButton>("sizing.find").isEnabled());
        QVERIFY(child<QLabel>("sizing.problem").text().isEmpty());
    }
    // Stopped, nothing comes any more, and the same may be asked again; typing stops it too.
    void aSearchCanBeStopped() {
        m_studio->window().actions().action("file.size")->trigger();
        type("model", "Llama 3.1 70B");
        type("tokens", "1T");
        type("deadline", "60 days");
        QTest::mouseClick(&child<QPushButton>("sizing.find"), Qt::LeftButton);
        QVERIFY(child<QPushButton>("sizing.stop").isEnabled());
        QTest::mouseClick(&child<QPushButton>("sizing.stop"), Qt::LeftButton);
        QVERIFY(!child<QPushButton>("sizing.stop").isEnabled());
        QVERIFY(child<QPushButton>("sizing.find").isEnabled());
        QVERIFY(!child<QPushButton>("sizing.open").isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(Background::instance().isIdle(), 20000);
        QVERIFY(!child<QPushButton>("sizing.open").isEnabled());
    }

private:
    template <class Widget>
    Widget& child(const char* name) {
        return m_studio->child<Widget>(QString::fromLatin1(name));
    }
    void click(const char* name) {
        auto& button = child<QPushButton>(name);
        button.setFocus();
        QTest::keyClick(&button, Qt::Key_Space);
    }
    void type(const char* key, const char* words) {
        auto& edit = m_studio->child<QLineEdit>(QStringLiteral("sizing.field.") + QString::fromLatin1(key));
        edit.setFocus();
        edit.clear();
        QTest::keyClicks(&edit, QString::fromLatin1(words));
    }

    std::optional<Studio> m_studio;
};

RW_WINDOW_SUITE(TestStudioSize)
#include "tst_studio_size.moc"
