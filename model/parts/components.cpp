// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/components.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

// Attributes whose text is the id of a part. The processor of a node is a text for people.
constexpr std::array kNamesAPart = {attribute::acceleratorModel.key};

// Carries the components through every copy of the pointer, without a field that a file would have to hold.
struct WithComponents {
    PartPtr owned;
    std::vector<PartPtr> components;
    void operator()(const Part*) { owned.reset(); }
};

} // namespace

std::vector<std::string> componentIds(const Part& part) {
    std::vector<std::string> ids;
    for (const std::string_view key : kNamesAPart) {
        const auto id = textFact(part, key).typical();
        if (id && !id->empty() && *id != part.id && std::ranges::find(ids, *id) == ids.end())
            ids.push_back(*id);
    }
    return ids;
}

PartPtr partWithComponents(Part part, std::vector<PartPtr> components) {
    PartPtr owned = std::make_shared<const Part>(std::move(part));
    if (components.empty())
        return owned;
    const Part* made = owned.get();
    return PartPtr(made, WithComponents{std::move(owned), std::move(components)});
}

const std::vector<PartPtr>& componentsOf(const PartPtr& part) {
    static const std::vector<PartPtr> none;
    const auto* with = std::get_deleter<WithComponents>(part);
    return with ? with->components : none;
}

} // namespace rackwright
