"""The trade: offers on the market, then every row from the top, one deal after the other (M-6, M-19).

A trade can stop at any deal, where a company cannot pay, and goes on from there: all that it needs is in the rows.
"""

from __future__ import annotations

from collections.abc import Mapping

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import FINE, GOODS, OFFERS, Company, Good
from companion.games.master_of_economy._names import company_in, good_counts, good_named
from companion.games.master_of_economy._payments import fall_due
from companion.games.master_of_economy._state import Charge, Deal, Offers, State, Table
from companion.games.master_of_economy._words import company_name, good_name
from companion.money import Money
from companion.quoting import quoted
from companion.sentence import Sentence


def empty_market(table: Table, year: int) -> dict[Good, Offers]:
    """The market before a trade: demand at its start, the shadow company's markers of this year and before (M-19)."""
    rows = {}
    for number, good in enumerate(GOODS, start=1):
        fields = len(table.market.rows[good].export)
        blocked = table.shadow if number <= year else None
        exports = tuple(blocked if field == table.market.grey_field else None for field in range(1, fields + 1))
        rows[good] = Offers((), exports, table.market.rows[good].demand)
    return rows


def make_offers(books: Books, event: events.MakeOffers) -> None:
    """All offer markers of a company; a seventh costs its manager a relation marker."""
    state = books.state
    company = company_in(state, event.company)
    imports = good_counts(event.import_)
    exports = {good_named(name): fields for name, fields in event.export.items()}
    for good, fields in exports.items():
        for at, field in enumerate(fields):
            _check_field(state, good, field, fields[:at])
    markers = sum(imports.values()) + sum(map(len, exports.values()))
    _check_markers(state, company, markers)
    if markers > OFFERS:
        manager = state.manager(company)
        books.set_person(manager, relations=books.person(manager).relations - 1)
    for good in GOODS:
        row = books.offers(good)
        lying = list(row.exports)
        for field in exports.get(good, ()):
            lying[field - 1] = company
        books.set_offers(good, imports=row.imports + (company,) * imports.get(good, 0), exports=tuple(lying))
    books.answered()


def _check_field(state: State, good: Good, field: int, before: tuple[int, ...]) -> None:
    exports = state.offers[good].exports
    values = {"good": good_name(good), "field": quoted(field), "last": len(exports)}
    if not 1 <= field <= len(exports):
        raise RuleError("M-22", Sentence("{good} has no export field {field}: there are 1 to {last}", values))
    lying = exports[field - 1]
    if lying is not None:
        taken = {**values, "company": company_name(lying)}
        raise RuleError("M-6", Sentence("{company} lies on the export field {field} of {good} already", taken))
    if field in before:
        raise RuleError("M-6", Sentence("the export field {field} of {good} holds one marker only", values))


def most_offers(state: State, company: Company) -> int:
    """How many offer markers the company may put on the market now."""
    return OFFERS + min(1, state.people[state.manager(company)].relations)


def _check_markers(state: State, company: Company, markers: int) -> None:
    if markers <= most_offers(state, company):
        return
    values = {"player": state.manager(company), "markers": quoted(markers), "most": OFFERS}
    if markers == OFFERS + 1:
        raise RuleError(
            "M-6", Sentence("a marker more than {most} costs a relation marker, and {player} has none", values)
        )
    raise RuleError("M-6", Sentence("{markers} offer markers are too many: there are {most} and one more", values))


def trade(books: Books) -> bool:
    """One deal after the other until the market is settled (True), or somebody has to find cash first (False)."""
    while books.state.due is None:
        good = next((good for good in GOODS if not _is_settled(books.offers(good))), None)
        if good is None:
            return True
        _deal(books, good)
        tell(books, good)
    return False


def tell(books: Books, good: Good) -> None:
    """Keeps what a deal has just booked or moved as a step of the trade, to be looked at later."""
    state, entries = books.state, books.untold()
    row = state.offers[good]
    before = next((deal.row for deal in reversed(state.traded) if deal.good == good), state.laid[good])
    if entries or row.demand != before.demand:
        books.set(traded=(*state.traded, Deal(good, entries, row, state.firms)))


def _is_settled(row: Offers) -> bool:
    return not row.imports and row.reached == len(row.exports)


def _deal(books: Books, good: Good) -> None:
    """The next thing that happens in a row: purchases from each other, then from abroad, then exports."""
    row = books.offers(good)
    if row.looked < len(row.imports):
        _buy_locally(books, good, row.imports[row.looked])
    elif row.imports:
        _import(books, good, row.imports[0])
    else:
        _export(books, good, row.reached + 1)


def _buy_locally(books: Books, good: Good, buyer: Company) -> None:
    """The buyer turns to the cheapest offer of another company; without one he waits to buy abroad."""
    row, shadow = books.offers(good), books.state.table.shadow
    offers = enumerate(row.exports, start=1)
    field, seller = next(((f, c) for f, c in offers if c not in (None, buyer, shadow)), (0, None))
    if seller is None:
        books.set_offers(good, looked=row.looked + 1)
    elif not books.firm(buyer).room:
        _take_import(books, good, row.looked)
        books.book_company("no_room", buyer, 0, explain.no_room_reason(buyer, good), good=good)
    elif not books.firm(seller).store[good]:
        books.take_offer(good, field)
        fall_due(books, Charge(seller, "fine", FINE, good, field))
    else:
        _take_import(books, good, row.looked)
        price = books.state.market.export_price(good, field, local=True)
        fall_due(books, Charge(buyer, "local", price, good, field, seller))


def _take_import(books: Books, good: Good, at: int) -> None:
    imports = books.offers(good).imports
    books.set_offers(good, imports=imports[:at] + imports[at + 1 :])


def _import(books: Books, good: Good, buyer: Company) -> None:
    _take_import(books, good, 0)
    books.set_offers(good, looked=books.offers(good).looked - 1)
    if not books.firm(buyer).room:
        books.book_company("no_room", buyer, 0, explain.no_room_reason(buyer, good), good=good)
    elif books.state.bank_goods(good) <= 0:
        books.book_company("no_supply", buyer, 0, explain.no_supply_reason(buyer, good), good=good)
    else:
        fall_due(books, Charge(buyer, "import", Money(books.state.market.rows[good].import_), good))


def _export(books: Books, good: Good, field: int) -> None:
    """What happens on an export field; the shadow company's marker stays and moves the demand (M-19)."""
    row, state = books.offers(good), books.state
    seller = row.exports[field - 1]
    books.set_offers(good, reached=field)
    if seller is None:
        return
    wanted = row.demand >= field
    if seller == state.table.shadow:
        books.set_offers(good, demand=row.demand - wanted)
        return
    books.take_offer(good, field)
    details = {"good": good, "field": field}
    if not wanted:
        books.book_company("unsold", seller, 0, explain.unsold_reason(good, field, row.demand), **details)
    elif not books.firm(seller).store[good]:
        fall_due(books, Charge(seller, "fine", FINE, good, field))
    else:
        price = state.market.export_price(good, field, local=False)
        reason = explain.export_reason(state, seller, good, field)
        books.book_company("export", seller, price, reason, **details)
        books.move_goods(seller, good, -1)
        books.move_points(seller, 1)
        books.set_offers(good, demand=row.demand - 1)


def markers_on(row: Offers) -> Mapping[str, str]:
    """A row as the replay format writes it: letters of the companies, '.' for an empty field."""
    letters = "".join("." if company is None else company[0] for company in row.exports)
    return {"import": "".join(company[0] for company in row.imports), "export": letters}
