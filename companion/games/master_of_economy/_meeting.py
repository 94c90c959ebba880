"""The meeting but for its elections: board bonus, embezzlement, dividends, buying back (M-9 to M-12)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import INTEREST, LOAN, Company
from companion.games.master_of_economy._names import company_in
from companion.games.master_of_economy._state import Holder, State
from companion.games.master_of_economy._words import company_name
from companion.money import Amount, Money
from companion.quoting import quoted
from companion.sentence import Sentence

_BOARD_BONUS = ((16, Money(5)), (11, Money(3)), (6, Money(2)), (1, Money(1)))
"""From so many factories on, the bonus (M-9)."""


def board_bonus(factories: int) -> Money:
    """What the manager gets for so many factories.

    >>> [board_bonus(factories) for factories in (0, 1, 5, 6, 10, 11, 15, 16)]
    [0, 1, 1, 2, 2, 3, 3, 5]
    """
    return next((bonus for least, bonus in _BOARD_BONUS if factories >= least), Money(0))


def begin(books: Books) -> None:
    """All board bonuses, then the managers are asked what they take."""
    for company in books.state.position:
        factories = sum(books.firm(company).factories.values())
        reason = explain.board_bonus_reason(company, factories)
        books.book_player("board_bonus", books.state.manager(company), board_bonus(factories), reason, of=company)
    books.set(stage="embezzle")
    books.ask_companies(books.state.position)


def most_to_embezzle(state: State, company: Company) -> Money:
    """The most that the manager can take: with the costs in cash, and so that the share value does not fall (M-10)."""
    firm, value = state.firms[company], state.value(company)
    points_free = sum(state.value_at(points) == value for points in range(firm.points))
    return Money(min(points_free, firm.cash // (1 + value)))


def embezzle(books: Books, event: events.Embezzle) -> None:
    """The manager takes cash; the company pays its share value and a point for each Euro$ of it besides."""
    state, taken = books.state, event.amount
    company = company_in(state, event.company)
    most, value = most_to_embezzle(state, company), state.value(company)
    if not 1 <= taken <= most:
        values = {"company": company_name(company), "most": Amount(most), "amount": quoted(taken)}
        raise RuleError("M-10", Sentence("at most {most} can be embezzled from {company}, not {amount}", values))
    reason = explain.embezzlement_reason(company, taken)
    books.book_company("embezzlement", company, -taken, reason, of=company)
    books.book_player("embezzlement", state.manager(company), taken, reason, of=company)
    books.book_company("cover_up", company, -taken * value, explain.cover_up_reason(taken, value), of=company)
    books.move_points(company, -taken)
    books.answered()


def begin_dividends(books: Books) -> None:
    """The companies come one by one."""
    books.set(stage="motions", agenda=books.state.position)


def reserve(state: State, company: Company) -> Money:
    """What must stay for the loans (M-11)."""
    return Money((LOAN + INTEREST) * state.firms[company].loans)


def most_per_share(state: State, company: Company) -> Money:
    """The highest dividend that the company's cash allows (M-11)."""
    return Money(max(0, state.firms[company].cash - reserve(state, company)) // state.shares_out(company))


def next_dividend(books: Books) -> None:
    """Motions are asked for at the next company that could pay 1 a share; after the last packets are bought back."""
    state = books.state
    agenda = state.agenda
    while agenda and most_per_share(state, agenda[0]) < 1:
        agenda = agenda[1:]
    books.set(agenda=agenda, motions=(), votes={})
    if agenda:
        books.set(stage="motions")
        books.ask_companies(agenda[:1])
    else:
        books.set(stage="buy_back")
        books.ask_companies(state.position)


def move(books: Books, event: events.Motion) -> None:
    """A player moves a dividend; each amount once."""
    state = books.state
    company = company_in(state, event.company)
    most = most_per_share(state, company)
    values = {"company": company_name(company), "most": Amount(most), "amount": quoted(event.per_share)}
    if not 1 <= event.per_share <= most:
        raise RuleError("M-11", Sentence("{company} can pay 1 to {most} a share, not {amount}", values))
    if event.per_share in state.motions:
        raise RuleError("M-11", Sentence("{amount} a share has been moved already", values))
    books.set(motions=tuple(sorted((*state.motions, event.per_share), reverse=True)))


def end_motions(books: Books) -> None:
    """Nobody moves anything more: the highest motion is voted on, or the next company's turn comes."""
    state = books.state
    company = state.agenda[0]
    if state.motions:
        books.set(stage="dividend_vote")
        books.ask_players(voters(state, company, with_manager=True), company)
    else:
        books.set(agenda=state.agenda[1:])
        books.answered()


def voters(state: State, company: Company, *, with_manager: bool) -> tuple[str, ...]:
    """Who votes, in header order: all whose shares or whose companies' shares give them votes (M-11, M-13)."""
    named = {holder.voter for holder in state.holders(company)}
    if with_manager:
        named.add(state.manager(company))
    return tuple(player for player in state.people if player in named)


def votes_of(state: State, company: Company, player: str) -> int:
    """How many votes the player has: a share a vote, with those of the companies he manages."""
    return sum(holder.shares for holder in state.holders(company) if holder.voter == player)


def vote(books: Books, event: events.Vote) -> None:
    """Yes or no to the highest motion."""
    books.set(votes={**books.state.votes, event.player: event.yes})
    books.answered()


def votes_for(state: State, company: Company) -> int:
    """The votes cast for the motion so far."""
    return sum(votes_of(state, company, player) for player, yes in state.votes.items() if yes)


def is_passed(state: State, company: Company) -> bool:
    """Whether the motion is passed now that all have voted: by more than half of the shares out (M-11).

    A tie goes as the manager voted.
    """
    yes, shares_out = votes_for(state, company), state.shares_out(company)
    return 2 * yes > shares_out or (2 * yes == shares_out and bool(state.votes[state.manager(company)]))


def count_dividend_votes(books: Books) -> None:
    """All have voted: the dividend is paid, or the next motion comes, or the next company."""
    state = books.state
    company = state.agenda[0]
    if is_passed(state, company):
        _pay_dividend(books, company, Money(state.motions[0]), votes_for(state, company))
        books.set(motions=())
    else:
        books.set(motions=state.motions[1:])
    books.set(votes={})
    if books.state.motions:
        books.ask_players(voters(state, company, with_manager=True), company)
    else:
        books.set(agenda=state.agenda[1:], stage="motions")


def _pay_dividend(books: Books, company: Company, per_share: Money, yes: int) -> None:
    for holder in tuple(books.state.holders(company)):
        reason = explain.dividend_reason(books.state, company, holder.shares, per_share, yes)
        details = {"of": company, "shares": holder.shares, "per_share": per_share}
        books.book_company("dividend", company, -holder.shares * per_share, reason, **details)
        books.book("dividend", holder.account, holder.shares * per_share, reason, **details)


def owner_of(state: State, company: Company, packet: int) -> Holder | None:
    """Who has that packet; None when it lies at the bank, or there is none of that number."""
    return next((holder for holder in state.holders(company) if packet in holder.packets), None)


def buy_back_price(state: State, company: Company, shares: int) -> Money:
    """What so many shares cost the company, the bonus with them (M-12).

    The source's example: 10 shares at 2 cost 22, one share 4.
    """
    return Money((shares + 1) * state.value(company))


def is_last_of_players(state: State, company: Company, packet: int) -> bool:
    """Whether that packet is the only one of the company that players have (M-12)."""
    held = [holder.packets for holder in state.holders(company) if holder.account.company is None]
    return held == [(packet,)]


def buy_back(books: Books, event: events.BuyBack) -> None:
    """A packet, or the part of it that another packet is changed for, comes back to the bank for the company's cash."""
    state, packet, keep = books.state, event.packet, event.keep
    company = company_in(state, event.company)
    owner = owner_of(state, company, packet)
    values = {"company": company_name(company), "packet": quoted(packet), "keep": quoted(keep)}
    if owner is None:
        raise RuleError("M-12", Sentence("nobody has a packet of {packet} of {company}", values))
    if keep and (keep >= packet or keep not in state.bank_packets(company)):
        raise RuleError(
            "M-12",
            Sentence(
                "the owner of packet {packet} of {company} cannot keep {keep}: the bank has no such smaller packet",
                values,
            ),
        )
    if not keep and is_last_of_players(state, company, packet):
        raise RuleError(
            "M-12",
            Sentence(
                "the packet of {packet} is the last of {company} in players' hands: it cannot be bought back whole",
                values,
            ),
        )
    price, cash = buy_back_price(state, company, packet - keep), state.firms[company].cash
    if price > cash:
        money = {**values, "cash": Amount(cash), "price": Amount(price)}
        raise RuleError("M-12", Sentence("{company} has {cash} and cannot pay {price}", money))
    reason = explain.buy_back_reason(state, company, packet - keep)
    details = {"of": company, "packet": packet, "kept": keep}
    books.book_company("buy_back", company, -price, reason, **details)
    books.book("buy_back", owner.account, price, reason, **details)
    books.take_packet(owner.account, company, packet)
    if keep:
        books.give_packet(owner.account, company, keep)
