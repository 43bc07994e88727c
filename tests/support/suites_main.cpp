// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suite.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace rackwright::testing {

namespace {
std::map<std::string, Suite::Run>& suites() {
    static std::map<std::string, Suite::Run> all;
    return all;
}
} // namespace

Suite::Suite(const char* file, Run run) {
    if (!suites().emplace(std::filesystem::path(file).stem().string(), run).second)
        qFatal("two suites in %s", file);
}

} // namespace rackwright::testing

int main(int count, char** words) {
    using rackwright::testing::suites;
    const auto found = count > 1 ? suites().find(words[1]) : suites().end();
    if (found == suites().end()) {
        std::fprintf(stderr, "%s SUITE [words of Qt Test], with SUITE one of\n", words[0]);
        for (const auto& [name, run] : suites())
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    words[1] = words[0]; // Qt Test reads what follows the name of the program
    return found->second(count - 1, words + 1);
}
