"""Settings: kept, told in words when they will not do, and the command line wins while it runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.errors import FormatError
from companion.settings import Settings, SettingsKeeper, parse_settings
from tests.running import time_limit


def test_what_was_changed_is_there_after_a_restart_and_the_file_holds_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    SettingsKeeper(path).change({"book_after_s": 3, "language": "de", "hidden_cash": True})
    assert path.read_text() == 'book_after_s = 3\nlanguage = "de"\nhidden_cash = true\n'
    again = SettingsKeeper(path)
    assert again.now == Settings(book_after_s=3, language="de", hidden_cash=True)
    again.change({"book_after_s": None})
    assert path.read_text() == 'language = "de"\nhidden_cash = true\n'


def test_defaults_hold_without_a_file(tmp_path: Path) -> None:
    now = SettingsKeeper(tmp_path / "settings.toml").now
    assert (now.book_after_s, now.trades_at_once, now.voice, now.pictures_mb) == (None, False, "off", 200)
    assert not (tmp_path / "settings.toml").exists()


def test_an_option_wins_while_the_program_runs_and_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    SettingsKeeper(path).change({"pictures_mb": 50})
    with_option = SettingsKeeper(path, {"pictures_mb": (7, "--pictures")})
    assert with_option.now.pictures_mb == 7
    assert with_option.given == {"pictures_mb": "--pictures"}
    with pytest.raises(FormatError, match="fixed by --pictures"):
        with_option.change({"pictures_mb": 9})
    with_option.change({"voice": "tv"})
    assert SettingsKeeper(path).now == Settings(pictures_mb=50, voice="tv")


def test_followers_are_told_at_once_and_of_each_change(tmp_path: Path) -> None:
    keeper = SettingsKeeper(tmp_path / "settings.toml")
    told: list[Settings] = []
    keeper.follow(told.append)
    keeper.change({"trades_at_once": True})
    assert told == [Settings(), Settings(trades_at_once=True)]


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({"voise": "tv"}, 'there is no setting "voise"; the nearest is voice'),
        ({"pictures": 3}, "the nearest is pictures_mb"),
        ({"book_after_s": -1}, "book_after_s"),
        ({"book_after_s": 61}, "book_after_s"),
        ({"voice": "shout"}, "voice"),
        ({"trades_at_once": "yes"}, "trades_at_once"),
        ({"pictures_mb": 1.5}, "pictures_mb"),
    ],
)
def test_what_cannot_be_set_is_refused_in_words(raw: dict[str, object], told: str) -> None:
    with pytest.raises(FormatError) as refused:
        parse_settings(raw)
    assert told in str(refused.value)


def test_a_refused_change_changes_nothing(tmp_path: Path) -> None:
    keeper = SettingsKeeper(tmp_path / "settings.toml")
    keeper.change({"language": "it"})
    with pytest.raises(FormatError):
        keeper.change({"language": "fr", "money": "shells"})
    assert keeper.now == Settings(language="it")
    assert (tmp_path / "settings.toml").read_text() == 'language = "it"\n'


def test_a_pipe_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    with time_limit(5), pytest.raises(FormatError, match=r"settings\.toml cannot be read: it is no ordinary file"):
        SettingsKeeper(tmp_path / "settings.toml")


@pytest.mark.parametrize("text", ["voice = \n", "voise = 'tv'\n", "pictures_mb = 'many'\n", "\xff"])
def test_a_file_that_will_not_do_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(FormatError, match=r"settings\.toml"):
        SettingsKeeper(path)
