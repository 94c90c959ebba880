"""The limit on browser tests frees what hangs, and leaves nothing behind."""

from __future__ import annotations

import signal
import threading

import pytest

from tests.running import time_limit


def test_what_would_wait_for_ever_is_ended() -> None:
    with pytest.raises(TimeoutError, match=r"longer than 0\.05 seconds"), time_limit(0.05):
        threading.Event().wait()


def test_tidying_up_that_hangs_as_well_is_ended_too() -> None:
    never = threading.Event()

    def hang_twice() -> None:
        try:
            never.wait()
        finally:
            never.wait()

    with pytest.raises(TimeoutError), time_limit(0.05, again=0.05):
        hang_twice()


def test_what_is_done_in_time_hears_no_alarm_later() -> None:
    with time_limit(60):
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    assert signal.getsignal(signal.SIGALRM) == signal.SIG_DFL


@pytest.mark.browser
def test_a_browser_test_runs_under_the_limit() -> None:
    assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
