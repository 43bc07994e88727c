// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows that all options of a project share: settings, site record, requirements, assumptions and RFIs, accepted
// findings, issued revisions, pinned prices and the quote header.

#include "model/design/quote_terms.h"
#include "model/design/rack_rows.h"

namespace rackwright {

/// Who gave a statement, when and in which document.
struct GivenBy {
    std::string person;
    std::string date;
    std::string document;
    static constexpr void fields(auto&& visit) {
        visit(field("person", &GivenBy::person), field("date", &GivenBy::date), field("document", &GivenBy::document));
    }
    bool operator==(const GivenBy&) const = default;
};

/// A setting of the design that changes figures (region rules, thresholds, climate, label pattern). Only settings that
/// differ from their default are rows; the defaults with their sources are in settings.h.
struct Setting {
    Id<Setting> id;
    std::string key;
    std::string value; ///< canonical text: SI number, word or text
    std::string source;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Setting::id), field("key", &Setting::key), field("value", &Setting::value),
              field("source", &Setting::source));
    }
    bool operator==(const Setting&) const = default;
};

/// How sure a field of the site record is.
enum class Knowledge : std::uint8_t { Known, Assumed, Unknown };
template <>
struct EnumNames<Knowledge> {
    static constexpr std::array<std::string_view, 3> names = {"known", "assumed", "unknown"};
};

/// One field of the site record, known, assumed or unknown; an unknown one that is needed is an RFI. The keys with unit
/// and meaning are in site_fields.h.
struct SiteField {
    Id<SiteField> id;
    std::string key;
    Knowledge knowledge = Knowledge::Unknown;
    std::string value; ///< canonical text: SI number, word or text
    std::string basis; ///< "IT", "utility", "contracted", "breaker", "contracted maximum", "measured average"
    GivenBy givenBy;
    std::string note;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &SiteField::id), field("key", &SiteField::key), field("knowledge", &SiteField::knowledge),
              field("value", &SiteField::value), field("basis", &SiteField::basis),
              field("givenBy", &SiteField::givenBy), field("note", &SiteField::note));
    }
    bool operator==(const SiteField&) const = default;
};

/// How a requirement's figure is held against its target.
enum class Comparison : std::uint8_t { AtLeast, AtMost, Equal };
/// A wish that is not met is a warning, a must an error.
enum class Need : std::uint8_t { Must, Wish };
template <>
struct EnumNames<Comparison> {
    static constexpr std::array<std::string_view, 3> names = {"at-least", "at-most", "equal"};
};
template <>
struct EnumNames<Need> {
    static constexpr std::array<std::string_view, 2> names = {"must", "wish"};
};
/// What the customer asks for. Without a figure a person judges it (judgement.h).
struct Requirement {
    Id<Requirement> id;
    std::int64_t number = 0;
    std::string text;
    std::string figure; ///< name of the figure that decides it ("power.it.peak")
    Comparison comparison = Comparison::AtLeast;
    double target = 0; ///< in `unit`
    std::string unit;
    Need need = Need::Must;
    GivenBy givenBy;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Requirement::id), field("number", &Requirement::number), field("text", &Requirement::text),
              field("figure", &Requirement::figure), field("comparison", &Requirement::comparison),
              field("target", &Requirement::target, Limits{-1e18, 1e18}), field("unit", &Requirement::unit),
              field("need", &Requirement::need), field("givenBy", &Requirement::givenBy));
    }
    bool operator==(const Requirement&) const = default;
};

/// A number or statement of ours that a person can change: replaces the default of the assumption `key`, or stands for
/// a fact that the catalogue does not know ("part:nv-dgx-h200:weight").
struct Assumption {
    Id<Assumption> id;
    std::int64_t number = 0;
    std::string key;
    std::string statement;
    std::optional<double> low, typical, high; ///< SI
    std::string unit;
    Grade grade = Grade::Assumption;
    std::string owner;
    std::string neededBy;
    GivenBy givenBy;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Assumption::id), field("number", &Assumption::number), field("key", &Assumption::key),
              field("statement", &Assumption::statement), field("low", &Assumption::low, Limits{-1e30, 1e30}),
              field("typical", &Assumption::typical, Limits{-1e30, 1e30}),
              field("high", &Assumption::high, Limits{-1e30, 1e30}), field("unit", &Assumption::unit),
              field("grade", &Assumption::grade), field("owner", &Assumption::owner),
              field("neededBy", &Assumption::neededBy), field("givenBy", &Assumption::givenBy));
    }
    bool operator==(const Assumption&) const = default;
};

enum class RfiStatus : std::uint8_t { Open, Answered, Closed };
template <>
struct EnumNames<RfiStatus> {
    static constexpr std::array<std::string_view, 3> names = {"open", "answered", "closed"};
};
/// A request for information: a question to the customer.
struct Rfi {
    Id<Rfi> id;
    std::int64_t number = 0;
    std::string question;
    std::string about; ///< site field or assumption key that the answer fills
    std::string owner;
    std::string neededBy;
    std::string effect;
    RfiStatus status = RfiStatus::Open;
    std::string answer;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Rfi::id), field("number", &Rfi::number), field("question", &Rfi::question),
              field("about", &Rfi::about), field("owner", &Rfi::owner), field("neededBy", &Rfi::neededBy),
              field("effect", &Rfi::effect), field("status", &Rfi::status), field("answer", &Rfi::answer));
    }
    bool operator==(const Rfi&) const = default;
};

/// An accepted finding comes back when its figures change: `figures` is the canonical text of what it was accepted at.
struct AcceptedFinding {
    Id<AcceptedFinding> id;
    std::string key; ///< stable key of the finding
    std::string figures;
    std::string person;
    std::string date;
    std::string reason;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &AcceptedFinding::id), field("key", &AcceptedFinding::key),
              field("figures", &AcceptedFinding::figures), field("person", &AcceptedFinding::person),
              field("date", &AcceptedFinding::date), field("reason", &AcceptedFinding::reason));
    }
    bool operator==(const AcceptedFinding&) const = default;
};

/// A revision that was issued: when, by whom, and the design itself with its hash. It is never changed.
struct IssuedRevision {
    Id<IssuedRevision> id;
    std::string revision; ///< "A", "B", ...
    std::string option;   ///< its name then
    std::string date;
    std::string purpose; ///< "for review", "for quotation", "as built"
    std::string preparedBy, checkedBy, approvedBy;
    std::string designHash;
    std::string note;
    std::string content; ///< the design as it was issued (model/file/issued_design.h); empty: it was not kept
    static constexpr void fields(auto&& visit) {
        visit(field("id", &IssuedRevision::id), field("revision", &IssuedRevision::revision),
              field("option", &IssuedRevision::option), field("date", &IssuedRevision::date),
              field("purpose", &IssuedRevision::purpose), field("preparedBy", &IssuedRevision::preparedBy),
              field("checkedBy", &IssuedRevision::checkedBy), field("approvedBy", &IssuedRevision::approvedBy),
              field("designHash", &IssuedRevision::designHash), field("note", &IssuedRevision::note),
              field("content", &IssuedRevision::content));
    }
    bool operator==(const IssuedRevision&) const = default;
};

/// A price-book entry that the quote used, copied so that it never changes under the quote.
struct PinnedPrice {
    Id<PinnedPrice> id;
    std::string item; ///< part id or cost-line id
    Price price;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &PinnedPrice::id), field("item", &PinnedPrice::item), field("price", &PinnedPrice::price));
    }
    bool operator==(const PinnedPrice&) const = default;
};

/// A labour, software, freight or support line of the catalogue, copied into the project like a part.
struct CostLine {
    Id<CostLine> id;
    std::string item; ///< catalogue id
    std::string category;
    std::string description;
    std::string unitBasis; ///< "GPU", "rack", "cable", "% of hardware", ...
    Fact<PriceRate> rate;
    Fact<double> percent; ///< share of `percentBasis`, 0..1
    std::string percentBasis;
    Fact<double> hoursPerUnit;
    Fact<double> termYears;
    std::string note;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &CostLine::id), field("item", &CostLine::item), field("category", &CostLine::category),
              field("description", &CostLine::description), field("unitBasis", &CostLine::unitBasis),
              field("rate", &CostLine::rate), field("percent", &CostLine::percent, Limits{0, 10}),
              field("percentBasis", &CostLine::percentBasis),
              field("hoursPerUnit", &CostLine::hoursPerUnit, Limits{0, 1e6}),
              field("termYears", &CostLine::termYears, Limits{0, 100}), field("note", &CostLine::note));
    }
    bool operator==(const CostLine&) const = default;
};

/// How binding the prices are.
enum class QuoteClass : std::uint8_t { Budgetary, Firm };
template <>
struct EnumNames<QuoteClass> {
    static constexpr std::array<std::string_view, 2> names = {"budgetary", "firm"};
};
/// What a quote says beside its lines; one for the project.
struct QuoteHeader {
    std::string number;
    std::string revision = "A";
    QuoteClass quoteClass = QuoteClass::Budgetary;
    std::string customer;
    std::string contact;
    std::string seller;
    std::string date;
    std::string validUntil;
    Currency currency;
    std::vector<ExchangeRate> exchangeRates;
    std::string deliveryPlace;
    std::string incoterm;
    Share tax;
    bool isTaxIncluded = false;
    std::string paymentTerms;
    std::int64_t supportMonths = 36;
    std::string warranty;
    std::string destinationCountry; ///< ISO 3166-1 alpha-2
    std::vector<std::string> exclusions;
    std::vector<ClassTerms> terms; ///< one a class
    bool operator==(const QuoteHeader&) const = default;
    static constexpr void fields(auto&& visit) {
        visit(field("number", &QuoteHeader::number), field("revision", &QuoteHeader::revision),
              field("quoteClass", &QuoteHeader::quoteClass), field("customer", &QuoteHeader::customer),
              field("contact", &QuoteHeader::contact), field("seller", &QuoteHeader::seller),
              field("date", &QuoteHeader::date), field("validUntil", &QuoteHeader::validUntil),
              field("currency", &QuoteHeader::currency), field("exchangeRates", &QuoteHeader::exchangeRates),
              field("deliveryPlace", &QuoteHeader::deliveryPlace), field("incoterm", &QuoteHeader::incoterm),
              field("tax", &QuoteHeader::tax, "ppb"), field("isTaxIncluded", &QuoteHeader::isTaxIncluded),
              field("paymentTerms", &QuoteHeader::paymentTerms),
              field("supportMonths", &QuoteHeader::supportMonths, Limits{0, 1200}),
              field("warranty", &QuoteHeader::warranty), field("destinationCountry", &QuoteHeader::destinationCountry),
              field("exclusions", &QuoteHeader::exclusions), field("terms", &QuoteHeader::terms));
    }
};

} // namespace rackwright
