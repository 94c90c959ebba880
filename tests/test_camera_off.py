"""The camera of a running table is switched off and on from the settings; the game goes on without it."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.running import RunningTable, time_limit
from tests.web.test_together import Device, read_event


def wait_for(table: RunningTable, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The first snapshot of which it is true."""
    while True:
        line = http.client.HTTPConnection("127.0.0.1", table.port, timeout=60)
        line.request("GET", "/events?as=banker")
        stream = line.getresponse()
        try:
            while True:
                shown = read_event(stream)
                if what(shown):
                    return shown
        except AssertionError:
            continue  # a stream ends every minute
        finally:
            line.close()


def change(device: Device, **settings: Any) -> None:
    headers = {"X-CSRFToken": device.token(), "Content-Type": "application/json"}
    assert device.ask("POST", "/settings", json.dumps(settings), headers)[0] == 200


def test_the_camera_is_switched_off_and_on_again(tmp_path: Path) -> None:
    with time_limit(240):
        table = RunningTable(tmp_path, "--seed", "1")
        try:
            device = Device(table.port)
            wait_for(table, lambda shown: shown["standing"] == "agrees" and shown["pictures"])
            change(device, camera=False)
            off = wait_for(table, lambda shown: shown["standing"] == "blind" and not shown["pictures"])
            assert off["board_seen"] is None
            assert [each["state"] for each in off["devices"] if each["name"] == "camera"] == ["off"]
            pick = device.command({"do": "pick", "player": off["view"]["turn"], "company": "red"}, off, "tapped")
            assert device.send(pick)[0] == 200, "the game goes on"
            change(device, camera=True)
            wait_for(table, lambda shown: shown["standing"] == "agrees")
        finally:
            table.close()


def test_houses_stay_on_the_virtual_table_while_its_camera_is_off(tmp_path: Path) -> None:
    with time_limit(240):
        table = RunningTable(tmp_path, "--seed", "1")
        try:
            device = Device(table.port)
            wait_for(table, lambda shown: shown["standing"] == "agrees")
            headers = {"X-CSRFToken": device.token(), "Content-Type": "application/json"}
            put = json.dumps({"do": "put", "square": "A1", "letter": "r"})
            assert device.ask("POST", "/simulator", put, headers)[0] == 200
            change(device, camera=False)
            wait_for(table, lambda shown: shown["standing"] == "blind")
            change(device, camera=True)
            seen = wait_for(table, lambda shown: shown["board_seen"] is not None and shown["board_seen"]["found"])
            assert seen["simulated"]["houses"] == {"A1": "r"}
        finally:
            table.close()
