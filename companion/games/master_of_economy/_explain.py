"""Why each amount is paid, or something did not take place, in sentences with their numbers and rulings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.master_of_economy._material import (
    FINE,
    FORCED_SALE_PRICE,
    INTEREST,
    LOAN,
    SALE_PRICE,
    STORE,
    Company,
    FactoryType,
    Good,
    Plant,
)
from companion.games.master_of_economy._state import Account, Charge, Purpose, State
from companion.games.master_of_economy._words import a_factory, company_name, good_name, number_of
from companion.money import Amount
from companion.sentence import Sentence, counted


def shares_of(count: int) -> Sentence:
    """A number of shares."""
    return counted(count, "{count} share", "{count} shares")


def _loans_of(count: int) -> Sentence:
    return counted(count, "{count} loan", "{count} loans")


def build_reason(plant: FactoryType, costs: Plant) -> Sentence:
    """M-3."""
    values = {"factory": a_factory(plant), "cash": Amount(costs.cash), "units": number_of(costs.building, "building")}
    if not costs.building:
        return Sentence("{factory} costs {cash}", values, "M-3")
    return Sentence("{factory} costs {cash} and {units}", values, "M-3")


def sell_factory_reason(plant: FactoryType) -> Sentence:
    """M-3."""
    return Sentence("{factory} is sold for {cash}", {"factory": a_factory(plant), "cash": Amount(SALE_PRICE)}, "M-3")


def power_lost_reason(units: int) -> Sentence:
    """M-5."""
    return counted(
        units,
        "{count} unit of power is left when the factories are supplied, and is lost",
        "{count} units of power are left when the factories are supplied, and are lost",
        ruling="M-5",
    )


def no_room_reason(buyer: Company, good: Good) -> Sentence:
    """M-6."""
    values = {"company": company_name(buyer), "good": good_name(good), "store": STORE}
    return Sentence(
        "{company} has {store} goods in its store: no {good} is bought, and it costs nothing", values, "M-6"
    )


def no_supply_reason(buyer: Company, good: Good) -> Sentence:
    """M-6."""
    values = {"company": company_name(buyer), "good": good_name(good)}
    return Sentence("the bank has no {good} left for {company}: nothing is bought, and it costs nothing", values, "M-6")


def unsold_reason(good: Good, field: int, demand: int) -> Sentence:
    """M-6."""
    values = {"good": good_name(good), "field": field, "demand": demand}
    if not demand:
        return Sentence("{good} on field {field}: abroad nothing more is wanted", values, "M-6")
    return Sentence("{good} on field {field}: the demand abroad ends at field {demand}", values, "M-6")


def export_reason(state: State, seller: Company, good: Good, field: int) -> Sentence:
    """The price is that of the field, and the company gains a point (M-6)."""
    values = {
        "good": good_name(good),
        "field": field,
        "demand": state.offers[good].demand,
        "price": Amount(state.market.export_price(good, field, local=False)),
        "company": company_name(seller),
    }
    return Sentence(
        "{good} goes abroad from field {field} (demand at {demand}) for {price}: a point for {company}", values, "M-6"
    )


def charge_reason(state: State, charge: Charge) -> Sentence:
    """A payment that fell due and is made."""
    return _CHARGES[charge.purpose](state, charge)


def _interest_reason(state: State, charge: Charge) -> Sentence:
    loans = _loans_of(charge.amount // INTEREST)
    return Sentence("interest of {interest} for each of {loans}", {"interest": Amount(INTEREST), "loans": loans}, "M-8")


def _import_reason(state: State, charge: Charge) -> Sentence:
    values = {"good": good_name(charge.about), "price": Amount(charge.amount)}
    return Sentence("no other company sells {good}: it comes from abroad for {price}", values, "M-6")


def _local_reason(state: State, charge: Charge) -> Sentence:
    values = {
        "good": good_name(charge.about),
        "field": charge.field,
        "price": Amount(charge.amount),
        "buyer": company_name(charge.company),
        "seller": company_name(charge.seller or ""),
    }
    return Sentence("{buyer} buys {good} from {seller}, the cheapest offer, on field {field}: {price}", values, "M-6")


def _fine_reason(state: State, charge: Charge) -> Sentence:
    values = {
        "good": good_name(charge.about),
        "field": charge.field,
        "fine": Amount(FINE),
        "company": company_name(charge.company),
    }
    return Sentence("{company} offers {good} on field {field} and has none: a fine of {fine}", values, "M-6")


_CHARGES: Mapping[Purpose, Callable[[State, Charge], Sentence]] = {
    "interest": _interest_reason,
    "import": _import_reason,
    "local": _local_reason,
    "fine": _fine_reason,
}


def purpose_of(charge: Charge) -> Sentence:
    """What a payment is for, in a few words."""
    values = {
        "good": good_name(charge.about),
        "factory": a_factory(charge.about),
        "company": company_name(charge.about),
        "loans": _loans_of(charge.amount // LOAN),
    }
    match charge.purpose:
        case "build":
            return Sentence("{factory}", values)
        case "import":
            return Sentence("{good} from abroad", values)
        case "local":
            return Sentence("{good} from {seller}", {**values, "seller": company_name(charge.seller or "")})
        case "fine":
            return Sentence("the fine for {good} that is not there", values)
        case "interest":
            return Sentence("the interest")
        case "repay":
            return Sentence("the repayment of {loans}", values)
        case "purchase":
            return Sentence("shares of {company}", values)


def top_up_reason(charge: Charge, manager: str, missing: int) -> Sentence:
    """M-14."""
    values = {"player": manager, "missing": Amount(missing), "what": purpose_of(charge)}
    return Sentence("{missing} is missing for {what}: {player} adds cash of his own", values, "M-14")


def forced_sale_reason(charge: Charge, plant: FactoryType, missing: int) -> Sentence:
    """M-14."""
    values = {
        "factory": a_factory(plant),
        "missing": Amount(missing),
        "what": purpose_of(charge),
        "price": Amount(FORCED_SALE_PRICE),
    }
    return Sentence("{missing} is missing for {what}: {factory} must go, for {price}", values, "M-14")


def unpaid_reason(state: State, charge: Charge) -> Sentence:
    """M-14."""
    values = {
        "company": company_name(charge.company),
        "cash": Amount(state.firms[charge.company].cash),
        "amount": Amount(charge.amount),
        "what": purpose_of(charge),
    }
    return Sentence(
        "{company} has {cash} and cannot pay {amount} ({what}): it does not take place, and nothing is owed",
        values,
        "M-14",
    )


def repay_reason(loans: int) -> Sentence:
    """M-8."""
    values = {"loans": _loans_of(loans), "each": Amount(LOAN)}
    return Sentence("{loans} paid back at {each} each", values, "M-8")


def loan_reason(number: int) -> Sentence:
    """M-8."""
    return Sentence("loan no. {number}: the bank pays out {amount}", {"number": number, "amount": Amount(LOAN)}, "M-8")


def purchase_reason(state: State, of: Company, shares: int) -> Sentence:
    """M-8, M-13."""
    values = {"shares": shares_of(shares), "company": company_name(of), "value": Amount(state.value(of))}
    return Sentence("{shares} of {company} at {value} each", values, _dealing_ruling(state))


def sale_reason(state: State, of: Company, shares: int) -> Sentence:
    """M-8, M-13."""
    return purchase_reason(state, of, shares)


def swap_reason(state: State, of: Company, give: int, take: int) -> Sentence:
    """M-8, M-13."""
    values = {
        "give": give,
        "take": take,
        "shares": shares_of(abs(take - give)),
        "company": company_name(of),
        "value": Amount(state.value(of)),
    }
    return Sentence(
        "packet {give} of {company} changed for packet {take}: {shares} at {value} each", values, _dealing_ruling(state)
    )


def _dealing_ruling(state: State) -> str:
    return "M-8" if state.stage == "shares" else "M-13"


def bonus_reason(account: Account, of: Company, value: int) -> Sentence:
    """M-8, M-13."""
    buyer = company_name(account.name) if account.company else account.name
    values = {"buyer": buyer, "company": company_name(of), "value": Amount(value)}
    return Sentence(
        "{buyer} bought shares of {company}: a bonus of one share value, {value}, for its manager",
        values,
        "M-8" if account.company else "M-13",
    )


def board_bonus_reason(company: Company, factories: int) -> Sentence:
    """M-9."""
    values = {"company": company_name(company)}
    return counted(
        factories,
        "{company} has {count} factory: the board's bonus",
        "{company} has {count} factories: the board's bonus",
        values,
        "M-9",
    )


def embezzlement_reason(company: Company, taken: int) -> Sentence:
    """M-10."""
    values = {"company": company_name(company), "amount": Amount(taken)}
    return Sentence("{amount} embezzled from {company}", values, "M-10")


def cover_up_reason(taken: int, value: int) -> Sentence:
    """M-10."""
    values = {"amount": Amount(taken), "value": Amount(value)}
    return Sentence(
        "to cover up, the share value of {value} for each of {amount} taken, and as many points", values, "M-10"
    )


def dividend_reason(state: State, company: Company, shares: int, per_share: int, yes: int) -> Sentence:
    """M-11."""
    values = {
        "company": company_name(company),
        "shares": shares_of(shares),
        "per_share": Amount(per_share),
        "yes": yes,
        "out": state.shares_out(company),
    }
    return Sentence("dividend of {company}, with {yes} of {out} votes: {shares} × {per_share}", values, "M-11")


def buy_back_reason(state: State, company: Company, shares: int) -> Sentence:
    """M-12."""
    values = {"company": company_name(company), "shares": shares_of(shares), "value": Amount(state.value(company))}
    return Sentence("{company} buys back {shares} × {value}, and one {value} as a bonus", values, "M-12")


def conversion_reason(state: State, of: Company, shares: int) -> Sentence:
    """M-17."""
    values = {"shares": shares_of(shares), "company": company_name(of), "value": Amount(state.value(of))}
    return Sentence("the end: {shares} of {company} become cash at {value} each", values, "M-17")


def settlement_reason(loans: int, owed: int, paid: int) -> Sentence:
    """M-17."""
    values = {"loans": _loans_of(loans), "owed": Amount(owed), "paid": Amount(paid)}
    if paid == owed:
        return Sentence("the end: {loans} with interest are {owed}", values, "M-17")
    return Sentence("the end: {loans} with interest are {owed}, there is {paid}, the rest is forgiven", values, "M-17")


def split_by_share_reason(company: Company, shares: int, per_share: int) -> Sentence:
    """M-17."""
    values = {"company": company_name(company), "shares": shares_of(shares), "per_share": Amount(per_share)}
    return Sentence("cash of {company} shared out: {shares} × {per_share}", values, "M-17")


def split_by_packet_reason(company: Company, packets: int, per_packet: int) -> Sentence:
    """M-17."""
    number = counted(packets, "{count} packet", "{count} packets")
    values = {"company": company_name(company), "packets": number, "per_packet": Amount(per_packet)}
    return Sentence("what is left of {company}: {packets} × {per_packet}", values, "M-17")


def rest_reason(company: Company) -> Sentence:
    """M-17."""
    values = {"company": company_name(company)}
    return Sentence("what cannot be shared out evenly goes to the last manager of {company}", values, "M-17")
