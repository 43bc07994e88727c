// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/out_of_service.h"

#include "ui/document/studio_document.h"
#include "ui/widgets/background.h"

namespace rackwright {

namespace {

constexpr const char* kLossLane = "out-of-service";

} // namespace

OutOfService& OutOfService::of(StudioDocument& document) {
    auto* found = document.findChild<OutOfService*>(QString(), Qt::FindDirectChildrenOnly);
    return found ? *found : *new OutOfService(document);
}

OutOfService::OutOfService(StudioDocument& document) : QObject(&document), m_document(document) {
    connect(&document, &StudioDocument::opened, this, &OutOfService::leave);
    connect(&document, &StudioDocument::solved, this, [this] {
        if (m_thing && m_document.newestSolution() != m_asked)
            ask();
    });
}

std::optional<Subject> OutOfService::losable(const StudioDocument& document, Subject subject) {
    const Design& design = document.design();
    if (const PathSegment* segment = findRow<PathSegment>(design, subject))
        return segment->busway ? std::optional(Subject(segment->busway)) : std::nullopt;
    const auto ifThere = [subject](const auto* row) {
        return row && row->scope.isPresent() ? std::optional(subject) : std::nullopt;
    };
    switch (subject.kind) {
    case SubjectKind::PowerElement:
        return ifThere(findRow<PowerElement>(design, subject));
    case SubjectKind::CoolingUnit:
        return ifThere(findRow<CoolingUnit>(design, subject));
    case SubjectKind::CoolingLoop:
        return ifThere(findRow<CoolingLoop>(design, subject));
    case SubjectKind::Device: {
        const Device* device = findRow<Device>(design, subject);
        const PartRow* row = device ? document.project()->parts.find(device->part) : nullptr;
        return row && row->part && row->part->category == PartCategory::Switch ? ifThere(device) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

void OutOfService::take(Subject thing) {
    m_thing = thing;
    show({});
    m_solution.reset();
    ask();
    Q_EMIT changed();
}

void OutOfService::leave() {
    if (!m_thing)
        return;
    m_thing.reset();
    show({});
    m_solution.reset();
    m_asked.reset();
    Background::instance().drop(this, kLossLane);
    Q_EMIT changed();
}

void OutOfService::show(std::shared_ptr<const HallLoss> loss) {
    m_loads.clear();
    m_loss = std::move(loss);
    if (m_loss)
        for (const LoadAfterLoss& each : m_loss->taken.loads)
            m_loads.emplace(each.subject.id, &each);
}

const LoadAfterLoss* OutOfService::loadOf(Subject subject) const {
    const auto found = m_loads.find(subject.id);
    return found != m_loads.end() && found->second->subject == subject ? found->second : nullptr;
}

// What was answered before is shown until the newer answer is there.
void OutOfService::ask() {
    const SolutionPtr solution = m_document.newestSolution();
    m_asked = solution;
    if (!solution)
        return;
    using LossPtr = std::shared_ptr<const HallLoss>;
    Background::instance().ask(
        {this, kLossLane, "loss"},
        [solution, thing = *m_thing](const Background::Run&) -> LossPtr {
            auto loss = thing.kind == SubjectKind::Device ? networkLossOf(solution->context(), thing.as<Device>())
                                                          : lossOf(solution->context(), thing);
            if (!loss)
                return {};
            return std::make_shared<const HallLoss>(std::move(*loss));
        },
        [this, solution](const LossPtr& loss) {
            if (!loss)
                return leave(); // it is no more
            show(loss);
            m_solution = solution;
            Q_EMIT changed();
        },
        [this](const Error& error) {
            leave();
            Q_EMIT failed(error.message);
        });
}

} // namespace rackwright
