"""Payments that may find a company short of cash: what they are, and what happens then (M-14)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import FORCED_SALE_PRICE, Company
from companion.games.master_of_economy._names import factory_type, good_named
from companion.games.master_of_economy._state import Charge, Due, State
from companion.games.master_of_economy._words import a_factory, company_name
from companion.money import Amount, Money
from companion.quoting import quoted
from companion.sentence import Sentence


def missing(state: State, charge: Charge) -> Money:
    """What the company's cash lacks for a payment; 0 when it is there."""
    return Money(max(0, charge.amount - state.firms[charge.company].cash))


def least_top_up(state: State, charge: Charge) -> Money:
    """The least that the manager must add so that the payment takes place, with a factory sold where there is one."""
    sale = FORCED_SALE_PRICE if has_factory(state, charge.company) else 0
    return Money(max(1, missing(state, charge) - sale))


def has_factory(state: State, company: Company) -> bool:
    """Whether there is a factory that could be sold."""
    return any(state.firms[company].factories.values())


def way_out(state: State, charge: Charge) -> Due | None:
    """What the manager of a company short of cash is asked; None when nothing can be done, or need be (M-14)."""
    manager = state.people[state.manager(charge.company)]
    if manager.cash >= least_top_up(state, charge):
        return Due(charge, "top_up")
    return _factory_goes(state, charge)


def _factory_goes(state: State, charge: Charge) -> Due | None:
    """A factory must go; but none goes for a wish that would remain unpaid."""
    if not has_factory(state, charge.company):
        return None
    if charge.wish is not None and missing(state, charge) > FORCED_SALE_PRICE:
        return None
    return Due(charge, "forced_sale")


def affordable(state: State, charge: Charge) -> bool:
    """Whether a wish can be covered, by the company's cash or by M-14."""
    return not missing(state, charge) or way_out(state, charge) is not None


def granted(books: Books, charge: Charge) -> bool:
    """Whether a wish can be paid now; else the manager is asked how. Raises RuleError when it cannot be covered."""
    state = books.state
    if not missing(state, charge):
        return True
    due = way_out(state, charge)
    if due is None:
        raise RuleError("M-14", _cannot_pay(state, charge))
    books.set(due=due)
    return False


def _cannot_pay(state: State, charge: Charge) -> Sentence:
    values = {
        "company": company_name(charge.company),
        "cash": Amount(state.firms[charge.company].cash),
        "amount": Amount(charge.amount),
    }
    return Sentence(
        "{company} has {cash} and cannot pay {amount}, not with its manager's cash and a factory sold either", values
    )


def fall_due(books: Books, charge: Charge) -> None:
    """A payment that must be made: it is, or the manager is asked, or it remains unpaid."""
    if not missing(books.state, charge):
        _carry_out(books, charge)
        return
    due = way_out(books.state, charge)
    if due is None:
        _leave_unpaid(books, charge)
    else:
        books.set(due=due)


def top_up(books: Books, event: events.TopUp) -> events.Event | None:
    """The manager adds cash, or nothing; a wish that can be paid now is given back, to be carried out."""
    due = books.state.due
    assert due is not None
    charge = due.charge
    _check_top_up(books.state, charge, event.amount)
    manager = books.state.manager(charge.company)
    reason = explain.top_up_reason(charge, manager, missing(books.state, charge))
    books.book_player("top_up", manager, -event.amount, reason)
    books.book_company("top_up", charge.company, event.amount, reason)
    if not missing(books.state, charge):
        return _paid(books, charge)
    due = _factory_goes(books.state, charge)
    if due is None and charge.wish is not None:
        raise RuleError("M-14", _cannot_pay(books.state, charge))
    books.set(due=due)
    if due is None:
        _leave_unpaid(books, charge)
    return None


def _check_top_up(state: State, charge: Charge, amount: int) -> None:
    least, most = least_top_up(state, charge), missing(state, charge)
    cash = state.people[state.manager(charge.company)].cash
    if amount == 0:
        return
    values = {"least": Amount(least), "most": Amount(most), "amount": quoted(amount), "cash": Amount(cash)}
    if not least <= amount <= most:
        raise RuleError("M-14", Sentence("the manager adds nothing, or {least} to {most}, not {amount}", values))
    if amount > cash:
        manager = {"player": state.manager(charge.company)}
        raise RuleError("M-14", Sentence("{player} has {cash} and cannot add {amount}", {**values, **manager}))


def forced_sale(books: Books, event: events.ForcedSale) -> events.Event | None:
    """A factory goes at 2; a wish that can be paid now is given back, to be carried out."""
    due = books.state.due
    assert due is not None
    charge, plant = due.charge, factory_type(event.type)
    if not books.firm(charge.company).factories[plant]:
        values = {"company": company_name(charge.company), "factory": a_factory(plant)}
        raise RuleError("M-14", Sentence("{company} does not have {factory} to sell", values))
    books.move_factories(charge.company, plant, -1)
    reason = explain.forced_sale_reason(charge, plant, missing(books.state, charge))
    books.book_company("forced_sale", charge.company, FORCED_SALE_PRICE, reason, type=plant)
    if not missing(books.state, charge):
        return _paid(books, charge)
    books.set(due=None)
    _leave_unpaid(books, charge)
    return None


def _paid(books: Books, charge: Charge) -> events.Event | None:
    """The payment for which the cash is there now: made, or a wish given back."""
    books.set(due=None)
    if charge.wish is None:
        _carry_out(books, charge)
    return charge.wish


def _leave_unpaid(books: Books, charge: Charge) -> None:
    """What does not take place (M-14): nothing is owed later."""
    about = {"good": charge.about} if charge.about else {}
    reason = explain.unpaid_reason(books.state, charge)
    books.book_company("unpaid", charge.company, 0, reason, **{"for": charge.purpose}, **about)


def _carry_out(books: Books, charge: Charge) -> None:
    company, amount = charge.company, charge.amount
    reason = explain.charge_reason(books.state, charge)
    if charge.purpose == "interest":
        books.book_company("interest", company, -amount, reason)
        return
    good = good_named(charge.about)
    if charge.purpose == "fine":
        books.book_company("fine", company, -amount, reason, good=good, field=charge.field)
    elif charge.purpose == "import":
        books.book_company("import", company, -amount, reason, good=good)
        books.move_goods(company, good, 1)
    else:
        assert charge.purpose == "local"
        _sell_locally(books, charge)


def _sell_locally(books: Books, charge: Charge) -> None:
    seller, good = charge.seller, good_named(charge.about)
    assert seller is not None
    reason, details = explain.charge_reason(books.state, charge), {"good": good, "field": charge.field}
    books.book_company("local", charge.company, -charge.amount, reason, **details)
    books.book_company("local", seller, charge.amount, reason, **details)
    books.move_goods(seller, good, -1)
    books.move_goods(charge.company, good, 1)
    books.take_offer(good, charge.field)
