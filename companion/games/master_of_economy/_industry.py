"""Investment, supply and production: what a company builds, runs and makes (M-3 to M-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import (
    BUILDS,
    BUILDS_OF_A_TYPE,
    SALE_PRICE,
    SALES,
    Company,
    FactoryType,
    Good,
)
from companion.games.master_of_economy._names import company_in, factory_counts, factory_type, good_counts
from companion.games.master_of_economy._payments import granted
from companion.games.master_of_economy._state import Charge, State
from companion.games.master_of_economy._words import a_factory, company_name, good_name
from companion.money import Money
from companion.quoting import quoted
from companion.sentence import Sentence


def build_charge(state: State, company: Company, plant: FactoryType, wish: events.Build) -> Charge:
    """What a factory costs in cash."""
    return Charge(company, "build", Money(state.market.plants[plant].cash), plant, wish=wish)


def build(books: Books, event: events.Build) -> None:
    """A factory for cash, and for one building material but for a quarry."""
    state = books.state
    company, plant = company_in(state, event.company), factory_type(event.type)
    refusal = build_refusal(state, company, plant)
    if refusal is not None:
        raise RuleError("M-3", refusal)
    charge = build_charge(state, company, plant, event)
    if not granted(books, charge):
        return
    costs = state.market.plants[plant]
    books.book_company("build", company, -charge.amount, explain.build_reason(plant, costs), type=plant)
    books.move_goods(company, "building", -costs.building)
    books.move_factories(company, plant, 1)
    books.set(built={**state.built, plant: state.built.get(plant, 0) + 1})


def build_refusal(state: State, company: Company, plant: FactoryType) -> Sentence | None:
    """Why that factory cannot be built now, cash aside; None when it can."""
    firm, costs = state.firms[company], state.market.plants[plant]
    values = {
        "company": company_name(company),
        "factory": a_factory(plant),
        "builds": BUILDS,
        "alike": BUILDS_OF_A_TYPE,
    }
    if sum(state.built.values()) >= BUILDS:
        return Sentence("{company} has built {builds} factories in this phase, which is the most", values)
    if state.built.get(plant, 0) >= BUILDS_OF_A_TYPE:
        return Sentence("{alike} factories of a type in one phase are the most", values)
    if state.bank_factories(plant) <= 0:
        return Sentence("{factory}: there is none left in the box", values)
    fields = state.market.factory_fields.get(plant)
    if fields is not None and firm.factories[plant] >= fields:
        return Sentence("{factory}: the board of {company} has no field left for it", values)
    if firm.store["building"] < costs.building:
        return Sentence("{factory} needs building material, and {company} has none", values)
    return None


def sell_factory(books: Books, event: events.SellFactory) -> None:
    """A factory goes back for 3."""
    state = books.state
    company, plant = company_in(state, event.company), factory_type(event.type)
    values = {"company": company_name(company), "factory": a_factory(plant), "sales": SALES}
    if state.sold >= SALES:
        raise RuleError(
            "M-3", Sentence("{company} has sold {sales} factories in this phase, which is the most", values)
        )
    if not state.firms[company].factories[plant]:
        raise RuleError("M-3", Sentence("{company} does not have {factory} to sell", values))
    books.move_factories(company, plant, -1)
    books.book_company("sell_factory", company, SALE_PRICE, explain.sell_factory_reason(plant), type=plant)
    books.set(sold=state.sold + 1)


def end_invest(books: Books) -> None:
    """A company is through with building and selling."""
    books.set(built={}, sold=0)
    books.answered()


def supply(books: Books, event: events.Supply) -> None:
    """Material from the store to the factories; power that is left is lost (M-5)."""
    state = books.state
    company = company_in(state, event.company)
    factories = factory_counts(event.factories)
    check_supply(state, company, factories)
    for good, count in material_for(state, factories).items():
        books.move_goods(company, good, -count)
    books.set_firm(company, supplied=factories)
    left = books.firm(company).store["power"]
    if left:
        books.move_goods(company, "power", -left)
        books.book_company("power_lost", company, 0, explain.power_lost_reason(left), units=left)
    books.answered()


def check_supply(state: State, company: Company, factories: Mapping[FactoryType, int]) -> None:
    """Raises RuleError when so many factories cannot be supplied."""
    firm = state.firms[company]
    for plant, count in factories.items():
        values = {"company": company_name(company), "factory": a_factory(plant), "has": firm.factories[plant]}
        if not state.market.plants[plant].needs:
            raise RuleError("M-4", Sentence("{factory} needs no material: it is not supplied", values))
        if count > firm.factories[plant]:
            asked = {**values, "count": quoted(count)}
            raise RuleError("M-4", Sentence("{factory}: {company} has {has} of them, not {count}", asked))
    for good, count in material_for(state, factories).items():
        if count > firm.store[good]:
            short = {"good": good_name(good), "count": quoted(count), "has": firm.store[good]}
            raise RuleError("M-4", Sentence("these factories need {count} {good}, and the store holds {has}", short))


def material_for(state: State, factories: Mapping[FactoryType, int]) -> Mapping[Good, int]:
    """What so many factories need."""
    needed: Counter[Good] = Counter()
    for plant, count in factories.items():
        for good in state.market.plants[plant].needs:
            needed[good] += count
    return needed


def made(state: State, company: Company) -> Mapping[Good, int]:
    """What the company's supplied factories and its quarries make, in the order of the goods that there are."""
    firm, goods = state.firms[company], dict.fromkeys(state.market.rows, 0)
    for plant, printed in state.market.plants.items():
        running = firm.supplied.get(plant, 0) if printed.needs else firm.factories[plant]
        goods[printed.makes] += running * printed.volume
    return {good: count for good, count in goods.items() if count}


def produce(books: Books, event: events.Produce) -> None:
    """What is made goes into the store as far as the manager wants it, the bank has it and it fits."""
    state = books.state
    company = company_in(state, event.company)
    goods = good_counts(event.goods)
    possible = made(state, company)
    for good, count in goods.items():
        values = {
            "company": company_name(company),
            "good": good_name(good),
            "count": quoted(count),
            "made": possible.get(good, 0),
            "left": state.bank_goods(good),
        }
        if count > possible.get(good, 0):
            raise RuleError("M-5", Sentence("{company} makes {made} {good}, not {count}", values))
        if count > state.bank_goods(good):
            raise RuleError("M-5", Sentence("the bank has {left} {good} left, not {count}", values))
    room, wanted = state.firms[company].room, sum(goods.values())
    if wanted > room:
        full = {"room": room, "count": quoted(wanted)}
        raise RuleError("M-5", Sentence("the store takes {room} goods more, not {count}", full))
    for good, count in goods.items():
        books.move_goods(company, good, count)
    books.answered()


def clear_factories(books: Books) -> None:
    """All have produced: the material goes back to the bank (M-5)."""
    for company in books.state.position:
        books.set_firm(company, supplied={})
