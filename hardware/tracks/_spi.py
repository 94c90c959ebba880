"""A Raspberry Pi's SPI port, and a pin that dims, through gpiozero."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Protocol

from companion.errors import DeviceError
from companion.sentence import Sentence


class Spi(Protocol):
    """A wire to a chip; each `write` is framed by the select line. Errors are OSError."""

    def write(self, words: Sequence[int]) -> None: ...

    def close(self) -> None: ...


class Dimmer(Protocol):
    """A pin that is low for a share of the time: ``set(1.0)`` is brightest. Errors are OSError."""

    def set(self, share: float) -> None: ...

    def close(self) -> None: ...


class _GpioSpi:
    def __init__(self, port: int, device: int, rate: int | None) -> None:
        # gpiozero looks for the board when it is imported and used: only where such a display is asked for.
        from gpiozero import GPIOZeroError, PinFactoryFallback, SPIDevice, SPIFixedRate

        self._errors = GPIOZeroError
        about = {"port": f"SPI {port}.{device}", "command": "sudo raspi-config"}
        try:
            with warnings.catch_warnings():
                # Without a Pi it tries four libraries and warns of each; the error below says it once.
                warnings.simplefilter("ignore", PinFactoryFallback)
                self._device = SPIDevice(port=port, device=device)
            self._spi = self._device._spi  # gpiozero's way for devices of one's own is its SPIDevice._spi
            if rate is not None:
                self._spi.rate = rate
        except SPIFixedRate:
            self._device.close()
            raise DeviceError(
                Sentence(
                    "{port} cannot be given a speed, which this display needs: enable the Pi's own SPI port "
                    "({command}) and install {package}",
                    {**about, "package": "python3-spidev"},
                )
            ) from None
        except (GPIOZeroError, OSError) as error:
            raise DeviceError(
                Sentence(
                    "no price tracks on {port} ({error}): this needs a Raspberry Pi with SPI enabled ({command})",
                    {**about, "error": str(error)},
                )
            ) from None

    def write(self, words: Sequence[int]) -> None:
        try:
            self._spi.write(list(words))
        except self._errors as error:
            raise OSError(str(error)) from None

    def close(self) -> None:
        self._device.close()


def open_spi(port: int = 0, device: int = 0, rate: int | None = None) -> Spi:
    """The SPI port of a Raspberry Pi, by gpiozero's pin factory, at ``rate`` bits a second.

    Raises DeviceError where there is none, or none that can be given a speed.
    """
    return _GpioSpi(port, device, rate)


class _GpioDimmer:
    def __init__(self, pin: int) -> None:
        from gpiozero import GPIOZeroError, PinFactoryFallback, PWMOutputDevice

        self._errors = GPIOZeroError
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", PinFactoryFallback)
                self._device = PWMOutputDevice(pin, active_high=False, initial_value=0, frequency=500)
        except (GPIOZeroError, OSError) as error:
            values = {"pin": f"GPIO{pin}", "error": str(error)}
            raise DeviceError(Sentence("{pin} cannot dim the price tracks: {error}", values)) from None

    def set(self, share: float) -> None:
        try:
            self._device.value = share
        except self._errors as error:
            raise OSError(str(error)) from None

    def close(self) -> None:
        self._device.close()


def open_dimmer(pin: int) -> Dimmer:
    """A GPIO pin (by its BCM number) that dims by pulses; raises DeviceError."""
    return _GpioDimmer(pin)
