// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/requirements/site_questions.h"

#include "model/project/site_fields.h"

#include <algorithm>
#include <array>
#include <string>

namespace rackwright {

namespace {

constexpr std::array kQuestions = std::to_array<SiteQuestion>({
    {site::powerLimit, "Which power does the site grant, and is it IT or utility power?",
     "Nothing says whether the site can supply the design"},
    {site::rackLimit, "What does the site allow a rack, and on which basis?",
     "Nothing says whether a rack may draw what it does"},
    {site::region, "Do the electrical rules of NEC or of IEC apply?",
     "Continuous loads of breakers are judged by the setting, not by the rules of the site"},
    {site::country, "To which country is it delivered?", "Export control and freight are not confirmed"},
    {site::redundancy, "Which redundancy is the supply to have?", "Losses of power are held against no claim"},
    {site::waterSupply, "Is there facility water, and how warm does it arrive?",
     "What liquid cooling can carry away is not confirmed"},
    {site::waterReturnLimit, "How warm may the facility water go back?",
     "Return temperatures are held against no limit"},
    {site::waterFlow, "Which facility water flow is available?", "The water balance is not confirmed"},
    {site::waterPressure, "Which pressure difference is available at the building interface?",
     "Pumps of the coolant units are not confirmed"},
    {site::waterFluid, "Which fluid is the facility water, and with how much glycol?",
     "Flows and couplings are worked out for the fluid drawn"},
    {site::waterPipe, "What size and standard are the facility water connections?",
     "Couplings at the building interface are not chosen"},
    {site::floorUniform, "Which uniform load does the floor bear?", "Nothing says whether the floor bears the racks"},
    {site::floorConcentrated, "Which concentrated load does the floor bear?",
     "Nothing says whether the floor bears the feet of the racks"},
    {site::floorRolling, "Which rolling load does the way from the dock to the hall bear?",
     "Nothing says whether the racks may roll to their places"},
    {site::clearHeight, "Which clear height has the hall?", "Heights of racks and pathways are not confirmed"},
    {site::doorWidth, "How wide is the narrowest door between the dock and the hall?",
     "Delivery of the racks is not confirmed"},
    {site::doorHeight, "How high is the lowest door between the dock and the hall?",
     "Delivery of the racks is not confirmed"},
    {site::liftLoad, "Is there a lift between dock and hall, and what does it carry?",
     "Delivery on another level than the dock is not confirmed"},
    {site::altitude, "How high does the site lie above sea level?",
     "Ratings of air coolers in thin air are not confirmed"},
    {site::climate, "Which weather station stands for the site?",
     "PUE is the band of the plant's kind over all climates; free-cooling hours are not stated"},
    {site::isSeismic, "Does the site lie in a seismic zone?", "Nothing says whether the racks are to be anchored"},
    {site::supplyAir, "How warm is the air that the hall is supplied with?", "Inlets of the racks are not confirmed"},
});

bool isUnknown(const Project& project, std::string_view key) {
    const SiteField* field = findSiteField(project, key);
    return !field || field->knowledge == Knowledge::Unknown;
}

} // namespace

std::span<const SiteQuestion> siteQuestions() { return kQuestions; }

const SiteQuestion* siteQuestionOf(std::string_view field) {
    const auto* found = std::ranges::find(kQuestions, field, &SiteQuestion::field);
    return found == kQuestions.end() ? nullptr : found;
}

std::vector<Rfi> unaskedSiteQuestions(const Project& project) {
    std::int64_t number = 0;
    for (const Rfi& rfi : project.rfis)
        number = std::max(number, rfi.number);
    std::vector<Rfi> unasked;
    for (const SiteQuestion& each : kQuestions) {
        const bool isAsked = std::ranges::any_of(project.rfis, [&](const Rfi& rfi) { return rfi.about == each.field; });
        if (isAsked || !isUnknown(project, each.field))
            continue;
        Rfi rfi;
        rfi.number = ++number;
        rfi.question = each.question;
        rfi.about = each.field;
        rfi.owner = "Customer";
        rfi.effect = each.effect;
        unasked.push_back(std::move(rfi));
    }
    return unasked;
}

} // namespace rackwright
