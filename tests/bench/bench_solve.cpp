// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long all solvers of space, power and cooling take at 1,024 and 131,072 accelerators: cold, and after an
// edit of one rack. It judges nothing.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace rackwright;

namespace {

template <class Work>
double milliseconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Rows of 20 racks, four nodes and a switch in each, two PDUs a rack, one in-row cooler for four racks, and the cables
// of a three-tier fabric. Tables are filled in one step each, as recipes do.
fixture::Hall buildout(std::int64_t accelerators) {
    fixture::Hall hall = fixture::hall();
    const auto racks = (accelerators + 31) / 32;
    hall.design.racks = {};
    hall.design.devices = {};
    hall.design.powerElements = {};
    hall.design.coolingUnits = {};
    hall.design.coolingServices = {};
    std::vector<Rack> rackRows;
    std::vector<Device> devices;
    std::vector<PowerElement> pdus;
    std::vector<CoolingUnit> coolers;
    std::vector<CoolingService> services;
    std::vector<Cable> cables;
    const Length pitch = Length::millimetres(600);
    for (std::int64_t i = 0; i < racks; ++i) {
        const std::int64_t row = i / 20, column = i % 20;
        Rack rack;
        rack.id = hall.ids.take<Rack>();
        rack.name = "R" + std::to_string(i);
        rack.row = std::to_string(row);
        rack.room = hall.room;
        rack.part = hall.rackPart;
        rack.centre = {Length::metres(2) + pitch * column, Length::metres(2) + row * Length::millimetres(3'000)};
        rack.rotation = Angle::degrees(row % 2 ? 0 : 180);
        for (std::int64_t n = 0; n <= 4; ++n) {
            Device device;
            device.id = hall.ids.take<Device>();
            device.name = rack.name + "-" + std::to_string(n);
            device.part = n < 4 ? hall.nodePart : hall.switchPart;
            device.placement = InRack{rack.id, n < 4 ? 1 + 8 * n : 40, Face::Front, 0};
            devices.push_back(device);
        }
        for (const FeedSide side : {FeedSide::A, FeedSide::B}) {
            PowerElement pdu;
            pdu.id = hall.ids.take<PowerElement>();
            pdu.name = rack.name;
            pdu.part = hall.pduPart;
            pdu.side = side;
            pdu.placement = ZeroU{rack.id, side == FeedSide::A ? Side::Left : Side::Right, 0};
            pdus.push_back(pdu);
        }
        if (i % 4 == 0) {
            CoolingUnit unit;
            unit.id = hall.ids.take<CoolingUnit>();
            unit.kind = CoolingUnitKind::InRow;
            unit.part = hall.coolerPart;
            coolers.push_back(unit);
        }
        services.push_back({hall.ids.take<CoolingService>(), rack.id, coolers.back().id, HeatKind::Air});
        rackRows.push_back(std::move(rack));
    }
    for (std::int64_t i = 0; i < 3 * accelerators; ++i)
        cables.push_back({hall.ids.take<Cable>(),
                          {devices[static_cast<std::size_t>(i) % devices.size()].id, 0, 0},
                          {devices[static_cast<std::size_t>(i * 7) % devices.size()].id, 1, 0},
                          {},
                          1});
    hall.design.racks = hall.design.racks.with(std::move(rackRows));
    hall.design.devices = hall.design.devices.with(std::move(devices));
    hall.design.powerElements = hall.design.powerElements.with(std::move(pdus));
    hall.design.coolingUnits = hall.design.coolingUnits.with(std::move(coolers));
    hall.design.coolingServices = hall.design.coolingServices.with(std::move(services));
    hall.design.cables = hall.design.cables.with(std::move(cables));
    return hall;
}

void bench(std::int64_t accelerators, const DomainsPtr& domains) {
    fixture::Hall hall = buildout(accelerators);
    const Snapshot cold = hall.snapshot();
    double context = milliseconds([&] { const Context made(cold); });
    ManualExecutor executor;
    Solver solver(domains, executor, {});
    solver.ask(cold);
    const double first = milliseconds([&] { executor.run(); });
    const Id<Rack> rack = hall.design.racks.begin()->id;
    hall.addDevice(rack, hall.switchPart, 44, "more");
    solver.ask(hall.snapshot());
    const double device = milliseconds([&] { executor.run(); });
    hall.change(&Design::racks, rack, [](Rack& moved) { moved.centre.x -= Length::millimetres(50); });
    solver.ask(hall.snapshot());
    const double move = milliseconds([&] { executor.run(); });
    std::size_t results = 0;
    for (const FigureBlock& block : solver.latest()->figures())
        results += block.results->size();
    std::printf("%7lld accelerators: %zu racks, %zu devices, %zu cables, %zu figures\n"
                "  context %.1f ms, cold %.1f ms, after a device is added %.1f ms, after a rack is moved %.1f ms\n",
                static_cast<long long>(accelerators), hall.design.racks.size(), hall.design.devices.size(),
                hall.design.cables.size(), results, context, first, device, move);
}

} // namespace

int main() {
    const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    bench(1'024, domains);
    bench(131'072, domains);
    return 0;
}
