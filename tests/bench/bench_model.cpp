// SPDX-License-Identifier: GPL-3.0-or-later
// What an edit, a copy, a comparison, a save and an opening cost: with 20,000 rows (a design of 1,024 accelerators),
// and with 400,000 cables (131,072 accelerators).
#include "model/file/design_database.h"
#include "model/file/design_file.h"
#include "model/file/design_hash.h"
#include "model/file/design_text.h"
#include "model/file/journal_text.h"
#include "model/project/history.h"

#include <benchmark/benchmark.h>

#include <filesystem>
#include <unistd.h>

using namespace rackwright;

namespace {

// Nodes in racks and cables from each to the next, in the proportions of a full build.
Document build(std::uint64_t cables) {
    IdSource ids(2);
    Document document = emptyDocument("bench");
    Design design;
    Room room;
    room.id = ids.take<Room>();
    design.rooms = design.rooms.with(room);
    std::vector<Rack> racks;
    std::vector<Device> devices;
    for (std::uint64_t i = 0; i < cables / 24; ++i) {
        if (i % 4 == 0) {
            Rack rack;
            rack.id = ids.take<Rack>();
            rack.name = "R" + std::to_string(racks.size() + 1);
            rack.room = room.id;
            rack.centre = {Length::millimetres(600) * static_cast<std::int64_t>(racks.size() % 40),
                           Length::metres(3) * static_cast<std::int64_t>(racks.size() / 40)};
            racks.push_back(rack);
        }
        Device device;
        device.id = ids.take<Device>();
        device.name = racks.back().name + "-n" + std::to_string(i % 4 + 1);
        device.placement = InRack{racks.back().id, static_cast<std::int64_t>(1 + 8 * (i % 4)), Face::Front, 0};
        device.role = "compute";
        devices.push_back(device);
    }
    std::vector<Cable> all;
    for (std::uint64_t i = 0; i < cables; ++i) {
        const Device& a = devices[i % devices.size()];
        const Device& b = devices[(i * 7 + 1) % devices.size()];
        const auto port = static_cast<std::uint16_t>(i / devices.size());
        all.push_back({ids.take<Cable>(), {a.id, port, 0}, {b.id, static_cast<std::uint16_t>(port + 32), 0}, {}, 1});
    }
    design.racks = design.racks.with(std::move(racks));
    design.devices = design.devices.with(std::move(devices));
    design.cables = design.cables.with(std::move(all));
    return {withDesign(*document.project, 1, std::make_shared<const Design>(std::move(design))), ids.next()};
}

const Document& document(const benchmark::State& state) {
    static const Document small = build(19'000);
    static const Document large = build(400'000);
    return state.range(0) < 100'000 ? small : large;
}

const Design& design(const Document& of) { return *of.project->options.front().design; }

Design moved(const Design& before) {
    Rack rack = *std::next(before.racks.begin(), 100);
    rack.centre.x += Length::millimetres(1);
    Design next = before;
    next.racks = next.racks.with(rack);
    return next;
}

std::filesystem::path temporary(const char* name) {
    return std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + name);
}

void copyDesign(benchmark::State& state) {
    const Design& original = design(document(state));
    for (auto _ : state) {
        Design copy = original;
        benchmark::DoNotOptimize(copy);
    }
}

void editOneRack(benchmark::State& state) {
    const Design& before = design(document(state));
    for (auto _ : state)
        benchmark::DoNotOptimize(moved(before));
}

void editOneCable(benchmark::State& state) {
    const Design& before = design(document(state));
    const Cable cable = *std::next(before.cables.begin(), 5000);
    for (auto _ : state) {
        Design next = before;
        next.cables = next.cables.with(cable);
        benchmark::DoNotOptimize(next);
    }
}

void compareTwo(benchmark::State& state) {
    const Design& before = design(document(state));
    const Design after = moved(before);
    for (auto _ : state)
        benchmark::DoNotOptimize(changes(before, after));
}

void commitToHistory(benchmark::State& state) {
    History history(document(state));
    const Edit edit = designEdit(
        Message("move"), 1,
        [](const Project&, const Design& before, IdSource&) -> Result<Design> { return moved(before); }, "move");
    for (auto _ : state)
        benchmark::DoNotOptimize(history.commit(edit));
}

void journalRecord(benchmark::State& state) {
    const Document& before = document(state);
    const Document after{withDesign(*before.project, 1, std::make_shared<const Design>(moved(design(before)))),
                         before.nextId};
    for (auto _ : state)
        benchmark::DoNotOptimize(differenceText(before, after));
}

void save(benchmark::State& state, const char* name) {
    const auto path = temporary(name);
    for (auto _ : state)
        if (!writeDesign(path, document(state)))
            state.SkipWithError("not written");
    state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(path));
    std::filesystem::remove(path);
}

void open(benchmark::State& state, const char* name) {
    const auto path = temporary(name);
    if (!writeDesign(path, document(state)))
        state.SkipWithError("not written");
    for (auto _ : state)
        if (!readDesign(path))
            state.SkipWithError("not read");
    std::filesystem::remove(path);
}

void hashDesign(benchmark::State& state) {
    const Project& project = *document(state).project;
    for (auto _ : state)
        benchmark::DoNotOptimize(designHash(project, project.options.front()));
}

constexpr std::int64_t kSmall = 20'000, kLarge = 400'000;

BENCHMARK(copyDesign)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(editOneRack)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(editOneCable)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(compareTwo)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(commitToHistory)->Arg(kSmall)->Arg(kLarge);
BENCHMARK(journalRecord)->Arg(kSmall)->Arg(kLarge);
BENCHMARK_CAPTURE(save, database, ".rkw")->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, database, ".rkw")->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(save, text, ".rkw.json")->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, text, ".rkw.json")->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);
BENCHMARK(hashDesign)->Arg(kSmall)->Arg(kLarge)->Unit(benchmark::kMillisecond);

} // namespace
