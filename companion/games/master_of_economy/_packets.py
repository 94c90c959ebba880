"""Dealing in packets with the bank, by companies in phase 5 and by players in phase 10 (M-8, M-13)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import Company
from companion.games.master_of_economy._names import company_in
from companion.games.master_of_economy._payments import granted
from companion.games.master_of_economy._state import Account, Charge, Deals, State
from companion.games.master_of_economy._words import company_name
from companion.money import Amount, Money
from companion.quoting import quoted
from companion.sentence import Sentence

COMPANY_ROUNDS = 2
PLAYER_ROUNDS = 2
EXTRA_ROUNDS = 1
"""For a player without a company in the next year (M-13)."""
_PacketEvent = events.BuyPacket | events.SellPacket | events.SwapPacket


def account_of(state: State, event: _PacketEvent) -> Account:
    """Who deals."""
    if event.by_company:
        return Account(company=company_in(state, event.actor))
    return Account(player=event.actor)


def ruling_of(account: Account) -> str:
    """The ruling on packets of companies or of players."""
    return "M-13" if account.company is None else "M-8"


def most_alike(state: State, account: Account) -> int:
    """Purchases, and sales, that are possible in this phase: one, two for a player without a company next year."""
    idle = account.company is None and account.player not in state.elected.values()
    return 2 if idle else 1


def may_buy(state: State, account: Account) -> bool:
    """Whether the number of purchases allows one more."""
    return state.deals.get(account.name, Deals()).purchases < most_alike(state, account)


def may_sell(state: State, account: Account) -> bool:
    """Whether the number of sales allows one more."""
    return state.deals.get(account.name, Deals()).sales < most_alike(state, account)


def bonus_goes_to(state: State, account: Account, of: Company) -> str | None:
    """The manager who gets a bonus when that one buys shares of the company; None where there is none (M-8, M-13)."""
    manager = state.firms[of].manager
    return None if account.company is None and account.player == manager else manager


def keeps_last(state: State, account: Account, of: Company) -> bool:
    """Whether a player must keep a packet: his last, when no other player has shares of the company (M-13)."""
    if account.company is not None or of == state.table.shadow:
        return False
    owners = [holder for holder in state.holders(of) if holder.account.company is None]
    return len(owners) == 1 and owners[0].account == account and len(owners[0].packets) == 1


def buy_packet(books: Books, event: events.BuyPacket) -> None:
    """A packet from the bank."""
    account, of = _dealing(books.state, event)
    _check_may_buy(books.state, account)
    _check_at_bank(books.state, account, of, event.packet)
    if _pay(books, account, of, event.packet, event):
        shares, reason = event.packet, explain.purchase_reason(books.state, of, event.packet)
        books.book("purchase", account, -shares * books.state.value(of), reason, of=of, packet=shares)
        books.give_packet(account, of, shares)
        _bought(books, account, of)


def sell_packet(books: Books, event: events.SellPacket) -> None:
    """A packet to the bank."""
    account, of = _dealing(books.state, event)
    _check_may_sell(books.state, account)
    _check_held(books.state, account, of, event.packet)
    if keeps_last(books.state, account, of):
        values = {"player": account.name, "company": company_name(of)}
        raise RuleError(
            "M-13", Sentence("{player} is the only player with shares of {company} and must keep a packet", values)
        )
    reason = explain.sale_reason(books.state, of, event.packet)
    books.book("sale", account, event.packet * books.state.value(of), reason, of=of, packet=event.packet)
    books.take_packet(account, of, event.packet)
    _count(books, account, sales=1)


def swap_packet(books: Books, event: events.SwapPacket) -> None:
    """A packet for a larger or smaller one, at the difference."""
    account, of = _dealing(books.state, event)
    give, take = event.give, event.take
    (_check_may_buy if take > give else _check_may_sell)(books.state, account)
    _check_held(books.state, account, of, give)
    _check_at_bank(books.state, account, of, take)
    reason = explain.swap_reason(books.state, of, give, take)
    difference = Money((give - take) * books.state.value(of))
    if take > give and not _pay(books, account, of, take - give, event):
        return
    books.take_packet(account, of, give)
    books.give_packet(account, of, take)
    if take > give:
        books.book("purchase", account, difference, reason, of=of, packet=take, gave=give)
        _bought(books, account, of)
    else:
        books.book("sale", account, difference, reason, of=of, packet=give, took=take)
        _count(books, account, sales=1)


def _dealing(state: State, event: _PacketEvent) -> tuple[Account, Company]:
    account, of = account_of(state, event), company_in(state, event.of)
    if account.company == of:
        raise RuleError("M-8", Sentence("{company} cannot deal in its own shares", {"company": company_name(of)}))
    return account, of


def _check_may_buy(state: State, account: Account) -> None:
    if not may_buy(state, account):
        values = {"who": company_name(account.name) if account.company else account.name}
        raise RuleError(ruling_of(account), Sentence("{who} can buy nothing more in this phase", values))


def _check_may_sell(state: State, account: Account) -> None:
    if not may_sell(state, account):
        values = {"who": company_name(account.name) if account.company else account.name}
        raise RuleError(ruling_of(account), Sentence("{who} can sell nothing more in this phase", values))


def _check_at_bank(state: State, account: Account, of: Company, packet: int) -> None:
    if packet not in state.bank_packets(of):
        values = {"packet": quoted(packet), "company": company_name(of)}
        raise RuleError(ruling_of(account), Sentence("the bank has no packet of {packet} of {company}", values))


def _check_held(state: State, account: Account, of: Company, packet: int) -> None:
    if packet not in state.packets(account).get(of, ()):
        who = company_name(account.name) if account.company else account.name
        values = {"who": who, "packet": quoted(packet), "company": company_name(of)}
        raise RuleError(ruling_of(account), Sentence("{who} has no packet of {packet} of {company}", values))


def purchase_charge(state: State, company: Company, of: Company, shares: int, wish: events.Event) -> Charge:
    """What a company has to pay for so many shares."""
    return Charge(company, "purchase", Money(shares * state.value(of)), of, wish=wish)


def _pay(books: Books, account: Account, of: Company, shares: int, event: events.Event) -> bool:
    """Whether the cash for so many shares is there; a company may be short of it (M-14), a player may not."""
    state = books.state
    if account.company is not None:
        return granted(books, purchase_charge(state, account.company, of, shares, event))
    price = shares * state.value(of)
    if state.cash(account) < price:
        values = {"player": account.name, "cash": Amount(state.cash(account)), "price": Amount(price)}
        raise RuleError("M-13", Sentence("{player} has {cash} and cannot pay {price}", values))
    return True


def _bought(books: Books, account: Account, of: Company) -> None:
    """The bonus for the manager of the company whose shares were bought."""
    manager = bonus_goes_to(books.state, account, of)
    if manager is not None:
        value = books.state.value(of)
        books.book_player("bonus", manager, value, explain.bonus_reason(account, of, value), of=of)
    _count(books, account, purchases=1)


def _count(books: Books, account: Account, *, purchases: int = 0, sales: int = 0) -> None:
    before = books.state.deals.get(account.name, Deals())
    deals = Deals(before.purchases + purchases, before.sales + sales)
    books.set(deals={**books.state.deals, account.name: deals})
    books.answered()
