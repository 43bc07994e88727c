// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Suites of one test program a folder. `tests_model tst_table [words of Qt Test]` runs one of them in a process of its
// own, as CTest does; without a name it lists them.

#include <QTest>

namespace rackwright::testing {

/// A suite is registered before main() begins, by one of the macros below, under the name of its file.
class Suite {
public:
    using Run = int (*)(int count, char** words);
    Suite(const char* file, Run run);
};

struct NoApplication {
    NoApplication(int&, char**) {}
};

template <class Test, class Application>
int runSuite(int count, char** words) {
    Application application(count, words);
    if constexpr (requires { application.setAttribute(Qt::AA_Use96Dpi, true); })
        application.setAttribute(Qt::AA_Use96Dpi, true);
    Test test;
    return QTest::qExec(&test, count, words);
}

} // namespace rackwright::testing

#define RW_SUITE_WITH(Test, Application)                                                                               \
    namespace {                                                                                                        \
    const ::rackwright::testing::Suite suite(__FILE__, &::rackwright::testing::runSuite<Test, Application>);           \
    }
/// Plain code, that needs no application.
#define RW_SUITE(Test) RW_SUITE_WITH(Test, ::rackwright::testing::NoApplication)
/// With an event loop, without fonts and windows.
#define RW_CORE_SUITE(Test) RW_SUITE_WITH(Test, QCoreApplication)
/// With fonts and windows.
#define RW_WINDOW_SUITE(Test) RW_SUITE_WITH(Test, QApplication)
