"""Picture files: checked by their header before a pixel is decoded, and turned upright as their camera noted."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import FormatError
from companion.files import is_folder, open_file

MAX_BYTES = 64 * 2**20
"""Files that are larger are not even read."""
MAX_PIXELS = 32_000_000
"""Pixels that are decoded at most (96 MB): a phone's 12 megapixels and more, not what a hostile header claims."""
MIN_SIDE = 8
"""Pixels below which a picture shows nothing that could be read."""
GREY = "this picture is grey, so no house's colour can be told; take it in colour"
EDIT = "open it in a picture program and save it as a JPEG in colour"

GREY_SPREAD, GREY_CONTRAST = 4, 30
"""A picture is grey whose channels differ by at most so much, but for a thousandth of it, and that shows anything at
all: its brightness goes over so many levels. What JPEG rounds is 2; in 263 photographs and drawings of boards, dim ones
too, it was 70 and more."""

MOST_PARTS = 100_000
"""Parts of a file that are walked through at most: photos have tens, a hostile file might have millions."""

_JPEG_BEGIN = b"\xff\xd8"
_PNG_BEGIN, _PNG_END = b"\x89PNG\r\n\x1a\n", b"\0\0\0\0IEND\xaeB`\x82"
_JPEG_SCAN, _JPEG_END = 0xDA, 0xD9
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Second bytes of the markers that begin a frame's header (SOF0 to SOF15)."""
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD8), _JPEG_END})
"""Second bytes of the markers that no length follows."""
_JPEG_SIZED = frozenset(range(0xC0, 0xFF)) - _JPEG_BARE - {0xD8}
"""Those that a length follows; what is none of both has no place behind a picture's beginning."""
_MARKER = re.compile(rb"\xff++([^\x00])")
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""What ends a scan: a marker, but for those that restart it; a stuffed 0 makes an FF of its own."""
_LIBRARIES = re.compile(
    rb"Corrupt JPEG|Premature end|Invalid SOS|Inconsistent prog|Unknown Adobe|Warning: unknown JFIF|libpng |\[ ?\w+:\d"
)
"""Lines that the decoders write on standard error."""
_DAMAGED = re.compile(rb"Corrupt JPEG data(?!: bad ICC)|Premature end|Inconsistent prog")
"""Those that say that a picture's points are not what they were; the others are about what is noted beside them."""
_LEFT_OVER = re.compile(rb"Corrupt JPEG data: (\d+) extraneous bytes before marker 0xd9")
_PNG_GREY = (0, 4)
"""Colour types of a PNG without colours."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a picture file says of itself. ``channels``: 1 grey, 3 colours, 4 the inks of a printing press."""

    width: int
    height: int
    channels: int
    animated: bool = False

    def pixels(self, times: int = 1) -> int:
        """How many there are where the picture is made so many times smaller."""
        return -(-self.width // times) * -(-self.height // times)


def read_picture(path: Path) -> Image:
    """A picture file as (H, W, 3) uint8 BGR, turned upright by its EXIF data.

    Raises FormatError, naming the file and what to do, for what is no whole JPEG or PNG picture in colour of a size
    that can be read. 16 bits a colour are read as 8.
    """
    try:
        return decode_picture(_content(path))
    except Undecodable as error:
        raise FormatError(f"{path}: {error}; {error.in_folder}" if error.in_folder else f"{path}: {error}") from None


class Undecodable(FormatError):
    """What is no picture that can be read. ``in_folder``: what to do with it where it lies in a folder of pictures."""

    def __init__(self, message: str, in_folder: str = "") -> None:
        super().__init__(message)
        self.in_folder = in_folder


def decode_picture(content: bytes) -> Image:
    """The bytes of a picture file as (H, W, 3) uint8 BGR, turned upright by its EXIF data.

    Raises Undecodable as `decode_smaller`.
    """
    return decode_smaller(content, MAX_PIXELS)[0]


def decode_smaller(content: bytes, most_pixels: int) -> tuple[Image, int]:
    """As `decode_picture`, made smaller where it has more pixels than that; how many times: 1, 2, 4 or 8.

    A JPEG is never there as a whole then. Raises Undecodable, saying what to do, for what is no whole JPEG or PNG
    picture in colour of a size that can be read; nothing is decoded before its header is looked at.
    """
    header = parse_header(content)
    if header is None and (other := _other_kind(content)) is not None:
        raise Undecodable(f"this is a picture of the kind {other}: save it as JPEG or PNG")
    if header is None:
        raise Undecodable("this is no picture that can be read (JPEG or PNG)", "take it out of the folder")
    if trouble := _trouble(header, content):
        raise Undecodable(trouble)
    times = next((each for each in _SMALLER if header.pixels(each) <= most_pixels), max(_SMALLER))
    image = None
    with _libraries_heard() as said, suppress(cv2.error):  # a file that is broken behind its header
        image = cv2.imdecode(np.frombuffer(content, np.uint8), _SMALLER[times])
    if any(_is_damage(line, content) for line in said):
        raise Undecodable("this picture is damaged, it may show what was not there; copy it again, or leave it out")
    if image is None or image.shape[0] * image.shape[1] != header.pixels(times):
        raise Undecodable("this picture is broken", "copy it again, or take it out of the folder")
    return np.asarray(image, np.uint8), times


_SMALLER = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_HEARING = threading.Lock()


@contextmanager
def own_standard_error() -> Iterator[None]:
    """Meanwhile standard error is the program's own, for a child that is to inherit it; no picture is decoded."""
    with _HEARING:
        yield


@contextmanager
def _libraries_heard() -> Iterator[list[bytes]]:
    """What the decoders write on standard error meanwhile, without a file's name: it is told in the end, not printed.

    They have no other way to say that a picture is damaged. What others write at the same time is written afterwards.
    """
    said: list[bytes] = []
    with _HEARING, open(os.memfd_create("heard"), "w+b") as heard:
        try:
            before = os.dup(2)
        except OSError:  # there is no standard error, as under some services
            before = None
        os.dup2(heard.fileno(), 2)
        try:
            yield said
        finally:
            if before is None:
                os.close(2)
            else:
                os.dup2(before, 2)
                os.close(before)
            heard.seek(0)
            for line in heard:
                if _LIBRARIES.match(line):
                    said.append(line)
                elif before is not None:
                    os.write(2, line)


def _is_damage(line: bytes, content: bytes) -> bool:
    """Whether it says that the picture is damaged. Zeros that a camera left before the end are no damage."""
    if left_over := _LEFT_OVER.match(line):
        behind = max((at for _, at in _jpeg_markers(content)), default=0)
        return any(content[max(0, behind - 2 - int(left_over[1])) : behind - 2])
    return _DAMAGED.match(line) is not None


def is_grey(image: Image) -> bool:
    """Whether a picture (H, W, 3) shows things without their colours, as cameras do by night or with such a filter."""
    blue, green, red = cv2.split(np.ascontiguousarray(image[::4, ::4]))
    spread = cv2.subtract(cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red))
    if np.count_nonzero(spread > GREY_SPREAD) * 1000 > spread.size:
        return False
    low, high = np.percentile(green, (5, 95))
    return bool(high - low >= GREY_CONTRAST)


def _content(path: Path) -> bytes:
    """The bytes of an ordinary file; a pipe or a device is never waited for. Raises FormatError."""
    try:
        if is_folder(path):
            raise FormatError(f"{path} is a folder, no picture: name a picture in it")
        with open_file(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > MAX_BYTES:
                raise FormatError(f"{path}: {size / 2**20:.0f} MB are too much for a picture; {EDIT}")
            return file.read(MAX_BYTES)
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror}") from None


def _trouble(header: Header, content: bytes) -> str | None:
    """Why a picture with this header is not decoded, and what to do; None where it may be."""
    size = f"{header.width} x {header.height} pixels"
    if min(header.width, header.height) < MIN_SIDE:
        return f"{size} are too few to show a board; take a larger picture"
    if header.pixels() > MAX_PIXELS:
        return f"{size} are too many (at most {MAX_PIXELS // 1_000_000} million); make the picture smaller"
    if header.channels == 1:
        return GREY
    if header.channels == 4:
        return f"this picture has the colours of a printing press (CMYK); {EDIT}"
    if header.animated:
        return f"this picture is animated; {EDIT}"
    # OpenCV reads what there is of a file and paints the rest grey: houses would vanish without a word.
    if not _is_whole(content):
        return "this picture is cut off; copy it again, or leave it out"
    return None


def _is_whole(content: bytes) -> bool:
    """Whether the picture comes to its own end; what stands behind it is none of its own.

    Phones put a film there, other programs zeros or notes; and the small picture in a photo's EXIF data, or a film's,
    has an end of its own. So a picture is followed part by part.
    """
    if content.startswith(_JPEG_BEGIN):
        return any(marker == _JPEG_END for marker, _ in _jpeg_markers(content))
    at = len(_PNG_BEGIN)
    for _ in range(MOST_PARTS):
        if content.startswith(_PNG_END, at):
            return True
        at += 12 + int.from_bytes(content[at : at + 4], "big")
    return False


def parse_header(content: bytes) -> Header | None:
    """What a JPEG or PNG file says of itself; None where ``content`` is neither.

    >>> parse_header(b"<html><body>not found</body></html>") is None
    True
    """
    if content.startswith(_PNG_BEGIN):
        return _png_header(content)
    if content.startswith(_JPEG_BEGIN):
        return _jpeg_header(content)
    return None


def _other_kind(content: bytes) -> str | None:
    """The kind of picture that a file begins as which is none of those that are read; None where it is no known one."""
    return next((kind for kind, begins in _OTHERS.items() if begins.match(content)), None)


_OTHERS = {
    "WebP": re.compile(rb"RIFF....WEBP", re.DOTALL),
    "TIFF": re.compile(rb"II\*\x00|MM\x00\*"),
    "GIF": re.compile(rb"GIF8[79]a"),
    "HEIC": re.compile(rb"....ftyp(?:hei[cmsx]|hev[cmsx]|mif1|msf1)", re.DOTALL),
    "AVIF": re.compile(rb"....ftypavi[fs]", re.DOTALL),
    "BMP": re.compile(rb"BM.{4}\0{4}", re.DOTALL),
}


def _png_header(content: bytes) -> Header | None:
    if len(content) < 26 or content[12:16] != b"IHDR":
        return None
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    data = content.find(b"IDAT")
    animated = b"acTL" in content[33 : data if data >= 0 else len(content)]
    return Header(width, height, 1 if content[25] in _PNG_GREY else 3, animated)


def _jpeg_header(content: bytes) -> Header | None:
    """Walks from marker to marker up to the frame's header."""
    for marker, at in _jpeg_markers(content):
        if marker in _JPEG_FRAMES:
            if at + 8 > len(content) or content[at + 2] != 8:  # bits a colour: nothing decodes 12
                return None
            height, width = (int.from_bytes(content[at + k : at + k + 2], "big") for k in (3, 5))
            return Header(width, height, content[at + 7])
    return None


def _jpeg_markers(content: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG by their second byte, each with the place behind it, as far as they go, or to its end."""
    at = len(_JPEG_BEGIN)
    for _ in range(MOST_PARTS):
        found = _MARKER.match(content, at)
        if found is None:
            return
        marker, at = found[1][0], found.end()
        if marker in _JPEG_SIZED:
            yield marker, at
            at += max(2, int.from_bytes(content[at : at + 2], "big"))
            if marker == _JPEG_SCAN:
                behind = _AFTER_SCAN.search(content, at)
                at = len(content) if behind is None else behind.start()
        elif marker in _JPEG_BARE:
            yield marker, at
            if marker == _JPEG_END:
                return
        else:
            return


_EMPTY = "empty"


def shows_empty_board(path: Path) -> bool:
    """Whether a picture shows the empty board by its name: ``empty``, or ``X-empty`` for that of photo X alone."""
    stem = path.stem.lower()
    return stem == _EMPTY or stem.endswith(f"-{_EMPTY}")


def empty_board_in(folder: Path) -> Path | None:
    """The picture of the empty board for all of a folder's frames, the one called ``empty``; None where there is none.

    Raises FormatError where several are called so.
    """
    inside = folder.glob("*") if is_folder(folder) else ()
    found = sorted(path for path in inside if path.suffix.lower() in FRAMES and path.stem.lower() == _EMPTY)
    if len(found) > 1:
        names = " and ".join(path.name for path in found)
        advice = "give all but one another name (`watch` also takes one with --empty)"
        raise FormatError(f"{folder}: {names} are all called the empty board: {advice}")
    return found[0] if found else None


def pictures_in(folder: Path) -> list[Path]:
    """The folder's *.jpg in the order of their names, but for pictures of the empty board.

    Raises FormatError when there are none.
    """
    found = _files(folder, _JPEGS, empties=False)
    if not found:
        raise FormatError(f"{folder} holds no *.jpg pictures")
    return found


def others_in(folder: Path, *, empties: bool) -> list[Path]:
    """The pictures of other kinds, by their endings, that `pictures_in` leaves out; with ``empties`` those too."""
    return _files(folder, _NO_JPEGS, empties=empties)


_JPEGS = (".jpg", ".jpeg")
FRAMES = (*_JPEGS, ".png")
"""Endings of the pictures that are a camera's frames where a folder stands for a camera."""
_NO_JPEGS = (".png", ".webp", ".tif", ".tiff", ".gif", ".heic", ".heif", ".avif", ".bmp")


def _files(folder: Path, endings: tuple[str, ...], *, empties: bool) -> list[Path]:
    if not is_folder(folder):
        raise FormatError(f"{folder} is no folder")
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix.lower() in endings)
    except OSError as error:
        raise FormatError(f"{folder}: cannot be read as a folder of pictures: {error.strerror}") from None
    return [path for path in found if empties or not shows_empty_board(path)]
