// SPDX-License-Identifier: GPL-3.0-or-later
// bench_size CATALOGUE-FOLDER: the search of sizing for jobs of 8 to 131,072 accelerators: candidates, designs solved
// whole, and seconds.
#include "app/session.h"
#include "solvers/sizing/search.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>
#include <string>

using namespace rackwright;

int main(int count, char** words) {
    QCoreApplication application(count, words);
    Places places;
    places.programFolder = count > 1 ? words[1] : QCoreApplication::applicationDirPath().toStdString();
    places.today = "2026-01-15";
    Session session(Texts::of("en"), places);
    const Result<SizingSource> source = session.sizingSource();
    if (!source) {
        std::fprintf(stderr, "%s\n", session.texts().sentence(source.error().message).c_str());
        return 1;
    }
    std::printf("%12s %10s %10s %10s %8s\n", "at most", "considered", "solved", "answers", "s");
    // The tokens grow with the accelerators, so that about half of those allowed are needed.
    for (const std::int64_t most : {8, 64, 512, 4096, 16'384, 131'072}) {
        const double tokens = 1.2e9 * static_cast<double>(most);
        const Result<SizingQuestion> question =
            readSizingQuestion({{"model", most < 64 ? "Llama 3.1 8B" : "Llama 3.1 70B"},
                                {"tokens", std::to_string(tokens)},
                                {"deadline", "60 days"},
                                {"most accelerators", std::to_string(most)}});
        if (!question)
            return 1;
        const auto begin = std::chrono::steady_clock::now();
        const SizingResult result = size(*question, *source, session.domains());
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        std::printf("%12lld %10zu %10zu %10zu %8.2f\n", static_cast<long long>(most), result.considered, result.solved,
                    result.answers.size(), taken.count());
    }
    return 0;
}
