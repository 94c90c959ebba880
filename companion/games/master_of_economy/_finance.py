"""Phase 5: interest and repayments, packets bought and sold by companies, new loans (M-8)."""

from __future__ import annotations

from companion.errors import RuleError
from companion.games.master_of_economy import _events as events
from companion.games.master_of_economy import _explain as explain
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._material import INTEREST, LOAN, LOANS, Company
from companion.games.master_of_economy._names import company_in
from companion.games.master_of_economy._packets import COMPANY_ROUNDS
from companion.games.master_of_economy._payments import fall_due, granted
from companion.games.master_of_economy._state import Charge, State
from companion.games.master_of_economy._words import company_name
from companion.money import Money
from companion.quoting import quoted
from companion.sentence import Sentence


def begin(books: Books) -> None:
    """Companies with loans come one by one; in the first year nobody does (M-8)."""
    state = books.state
    indebted = tuple(company for company in state.position if state.firms[company].loans)
    books.set(stage="repay", agenda=indebted if state.year > 1 else (), asked=())


def next_interest(books: Books) -> None:
    """The next company pays interest for all its loans and then decides about repaying; after the last come shares."""
    state = books.state
    if not state.agenda:
        books.set(stage="shares", round=1, deals={})
        books.ask_companies(state.position)
        return
    company = state.agenda[0]
    books.set(agenda=state.agenda[1:])
    books.ask_companies((company,))
    fall_due(books, Charge(company, "interest", Money(INTEREST * state.firms[company].loans)))


def repay_charge(company: Company, loans: int, wish: events.Repay) -> Charge:
    """What so many loans cost."""
    return Charge(company, "repay", Money(LOAN * loans), wish=wish)


def repay(books: Books, event: events.Repay) -> None:
    """Loans are paid back at 5 each."""
    company = company_in(books.state, event.company)
    loans = books.firm(company).loans
    if not 1 <= event.loans <= loans:
        values = {"company": company_name(company), "loans": loans, "count": quoted(event.loans)}
        raise RuleError("M-8", Sentence("{company} has {loans} loans to repay, not {count}", values))
    if granted(books, repay_charge(company, event.loans, event)):
        reason = explain.repay_reason(event.loans)
        books.book_company("repay", company, -LOAN * event.loans, reason, loans=event.loans)
        books.set_firm(company, loans=loans - event.loans)
        books.answered()


def next_round(books: Books) -> None:
    """The second round of dealing, or the new loans after it."""
    state = books.state
    if state.round < COMPANY_ROUNDS:
        books.set(round=state.round + 1)
        books.ask_companies(state.position)
    else:
        books.set(stage="loan", round=0, deals={})
        books.ask_companies(borrowers(state))


def borrowers(state: State) -> tuple[Company, ...]:
    """Companies that may take one more loan."""
    return tuple(company for company in state.position if state.firms[company].loans < LOANS)


def take_loan(books: Books, event: events.TakeLoan) -> None:
    """One more loan of 5."""
    company = company_in(books.state, event.company)
    loans = books.firm(company).loans + 1
    books.book_company("loan", company, LOAN, explain.loan_reason(loans))
    books.set_firm(company, loans=loans)
    books.answered()
