"""Picture files, good, hostile and broken: what is read is right, the rest is refused in one line."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import FormatError
from companion.pictures import MAX_PIXELS, MIN_SIDE, is_grey, parse_header, read_picture

PHOTO = Path(__file__).parents[1] / "pictures" / "seq02" / "0002.jpg"
JPEG = PHOTO.read_bytes()


def colours(height: int, width: int) -> np.ndarray:
    """A picture whose left half is red and whose right half is blue."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, : width // 2] = (0, 0, 255)
    image[:, width // 2 :] = (255, 0, 0)
    return image


def jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def png(image: np.ndarray) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()


def written(image: np.ndarray, *how: int) -> bytes:
    return cv2.imencode(".jpg", image, how)[1].tobytes()


SCENE = cv2.resize(cv2.imread(str(PHOTO)), (320, 240), interpolation=cv2.INTER_AREA)


def with_thumbnail(content: bytes) -> bytes:
    """A photo with a small picture in its EXIF data, which has a beginning and an end of its own."""
    exif = b"Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0" + jpeg(cv2.resize(SCENE, (64, 48)))
    return content[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + content[2:]


WHOLE = {
    "one scan": written(SCENE),
    "several scans": written(SCENE, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "restart markers": written(SCENE, cv2.IMWRITE_JPEG_RST_INTERVAL, 3),
    "small picture within": with_thumbnail(written(SCENE)),
    "fill bytes between the segments": written(SCENE).replace(b"\xff\xc4", b"\xff\xff\xff\xc4", 1),
}
NOISE = np.random.default_rng(7).bytes(30_000)
TRAILERS = {
    "a film": b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + NOISE,
    "a film with a picture in it": b"\0\0\0\x18ftypmp42" + NOISE + jpeg(colours(48, 64)) + NOISE,
    "another picture": written(SCENE[::-1]),
    "zeros": bytes(20_000),
    "a note": b"\0\0\x01\x0a\x0e\0\0\0Image_UTC_Data1700000000000SEFH" + NOISE[:9000] + b"SEFT",
    "end markers": b"\xff\xd9" * 10_000,
    "one byte": b"\n",
}


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")


def huge_png(side: int) -> bytes:
    """A whole PNG of side x side white pixels in a few hundred kilobytes at most."""
    head = side.to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    packer = zlib.compressobj(9)
    row = b"\0" + b"\xff" * (3 * side)
    packed = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def animated_png() -> bytes:
    whole = png(colours(64, 64))
    at = whole.index(b"IDAT") - 4
    return whole[:at] + chunk(b"acTL", (2).to_bytes(4, "big") + bytes(4)) + whole[at:]


def claiming(
    content: bytes, *, width: int | None = None, height: int | None = None, channels: int | None = None
) -> bytes:
    """A JPEG whose frame header claims something else."""
    at = content.index(b"\xff\xc0")
    changed = bytearray(content)
    if height is not None:
        changed[at + 5 : at + 7] = height.to_bytes(2, "big")
    if width is not None:
        changed[at + 7 : at + 9] = width.to_bytes(2, "big")
    if channels is not None:
        changed[at + 9] = channels
    return bytes(changed)


REFUSED = {
    "cut off in the middle": (JPEG[: len(JPEG) // 2], "cut off"),
    "cut off in its header": (JPEG[:100], "no picture"),
    "PNG that is cut off": (png(colours(64, 64))[:-20], "cut off"),
    "one pixel": (png(colours(1, 1)), "too few"),
    "one pixel, JPEG": (jpeg(colours(1, 1)), "too few"),
    "a line": (png(colours(4, 3000)), "too few"),
    "20,000 x 20,000": (claiming(JPEG, width=20000, height=20000), "too many"),
    "65,535 x 65,535": (claiming(JPEG, width=65535, height=65535), "too many"),
    "grey JPEG": (jpeg(np.full((480, 640), 90, np.uint8)), "grey"),
    "grey PNG": (png(np.full((480, 640), 90, np.uint8)), "grey"),
    "inks": (claiming(JPEG, channels=4), "CMYK"),
    "animated PNG": (animated_png(), "animated"),
    "animated GIF": (b"GIF89a" + bytes(200), "this is a picture of the kind GIF: save it as JPEG or PNG"),
    "HEIC, as phones make it": (
        b"\0\0\0\x18ftypheic" + bytes(200),
        "this is a picture of the kind HEIC: save it as JPEG or PNG",
    ),
    "AVIF": (b"\0\0\0\x1cftypavif" + bytes(200), "this is a picture of the kind AVIF: save it as JPEG or PNG"),
    **{
        kind: (
            cv2.imencode(ending, SCENE)[1].tobytes(),
            f"this is a picture of the kind {kind}: save it as JPEG or PNG",
        )
        for kind, ending in (("WebP", ".webp"), ("BMP", ".bmp"), ("TIFF", ".tiff"))
    },
    "a letter that begins with BM": (b"BM, dear friends, we play on Friday", "no picture"),
    "a page of HTML": (b"<!doctype html><title>404</title>", "no picture"),
    "nothing": (b"", "no picture"),
    "the beginning of a JPEG alone": (b"\xff\xd8", "no picture"),
    "the beginning of a PNG alone": (b"\x89PNG\r\n\x1a\n", "no picture"),
    "12 bits": (JPEG.replace(b"\xff\xc0\x00\x11\x08", b"\xff\xc1\x00\x11\x0c"), "no picture"),
    "a frame without pixels": (claiming(JPEG, width=0, height=0), "too few"),
    "a JPEG without its quantization tables": (JPEG.replace(b"\xff\xdb", b"\xff\xfe"), "broken"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line_that_names_the_file(name: str, tmp_path: Path) -> None:
    content, words = REFUSED[name]
    path = tmp_path / "hostile.jpg"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=words) as refused:
        read_picture(path)
    assert str(refused.value).startswith(f"{path}")
    assert "\n" not in str(refused.value)


def read(content: bytes, folder: Path) -> np.ndarray:
    path = folder / "photo.jpg"
    path.write_bytes(content)
    return read_picture(path)


@pytest.mark.parametrize("trailer", TRAILERS)
@pytest.mark.parametrize("kind", [*WHOLE, "PNG"])
def test_what_stands_behind_a_whole_picture_is_none_of_its_own(kind: str, trailer: str, tmp_path: Path) -> None:
    """Motion photos have a film there; some programs fill up with zeros or leave a note."""
    content = png(SCENE) if kind == "PNG" else WHOLE[kind]
    np.testing.assert_array_equal(read(content + TRAILERS[trailer], tmp_path), read(content, tmp_path))


@pytest.mark.parametrize("trailer", ["", *TRAILERS])
@pytest.mark.parametrize("kind", [*WHOLE, "PNG"])
def test_a_picture_that_is_cut_off_is_refused_whatever_stands_behind_it(
    kind: str, trailer: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = png(SCENE) if kind == "PNG" else WHOLE[kind]
    behind = TRAILERS[trailer] if trailer else b""
    ends = [*range(2, len(content) - 2, len(content) // 12), len(content) - 2]
    # An end marker alone may be all that one lacks: such a picture is whole again.
    for end in ends[:-1] if trailer == "end markers" else ends:
        with pytest.raises(FormatError, match=r"photo\.jpg: .*(cut off|no picture|damaged|broken)"):
            read(content[:end] + behind, tmp_path)
    assert capfd.readouterr().err == ""


MIDDLE = {
    "overwritten": lambda content, at: content[:at] + bytes(166) + content[at + 166 :],
    "noise": lambda content, at: content[:at] + NOISE[:166] + content[at + 166 :],
    "taken out": lambda content, at: content[:at] + content[at + 166 :],
    "put in": lambda content, at: content[:at] + NOISE[:166].replace(b"\xff", b"") + content[at:],
    "ended": lambda content, at: content[:at] + b"\xff\xd9",
}


@pytest.mark.parametrize("kind", ["one scan", "several scans", "restart markers"])
@pytest.mark.parametrize("damage", MIDDLE)
def test_a_picture_that_is_damaged_in_its_middle_is_refused_in_one_line(
    kind: str, damage: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Behind the damage the picture is shifted or of other colours: houses could be read where none are."""
    content = WHOLE[kind]
    with pytest.raises(FormatError, match=r"photo\.jpg: this picture is (damaged|cut off)") as refused:
        read(MIDDLE[damage](content, len(content) // 2), tmp_path)
    assert "\n" not in str(refused.value)
    assert capfd.readouterr().err == ""


def test_zeros_that_a_camera_left_before_the_end_are_no_damage(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for content in (WHOLE["one scan"], WHOLE["several scans"], WHOLE["restart markers"]):
        padded = content[:-2] + bytes(30) + content[-2:]
        np.testing.assert_array_equal(read(padded, tmp_path), read(content, tmp_path))
        np.testing.assert_array_equal(read(padded + TRAILERS["a film"], tmp_path), read(content, tmp_path))
    assert capfd.readouterr().err == ""


def test_a_damaged_png_is_refused_in_one_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    content = png(SCENE)
    half = len(content) // 2
    with pytest.raises(FormatError, match=r"photo\.jpg: this picture is broken"):
        read(content[:half] + NOISE[:9] + content[half + 9 :], tmp_path)
    assert capfd.readouterr().err == ""


def test_what_others_write_on_standard_error_while_a_picture_is_read_is_still_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    decode = cv2.imdecode

    def talking(*given: object) -> object:
        os.write(2, b"another thread: all is well\n")
        return decode(*given)

    monkeypatch.setattr(cv2, "imdecode", talking)
    with pytest.raises(FormatError):
        read(WHOLE["one scan"][:9000] + b"\xff\xd9", tmp_path)
    assert capfd.readouterr().err == "another thread: all is well\n"


def test_a_picture_is_read_where_there_is_no_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(WHOLE["one scan"])
    code = "import os, pathlib, sys; from companion.pictures import read_picture; os.close(2); "
    code += "print(read_picture(pathlib.Path(sys.argv[1])).shape)"
    ended = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert (ended.returncode, ended.stdout) == (0, "(240, 320, 3)\n")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8" + b"\xff" * 2**25,
        b"\xff\xd8" + b"\xff\xda\0\x02" * 2**23,
        b"\xff\xd8" + b"\xff\x01" * 2**24,
        b"\xff\xd8" + b"\xff\xe0\0\0" * 2**23,
        b"\xff\xd8\xff\xda\0\x02" + b"\xff\0" * 2**24,
        b"\xff\xd8\xff\xda\0\x02" + b"\xff\xd0" * 2**24,
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", (64).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])) + bytes(2**25),
    ],
    ids=["fill", "scans", "bare markers", "segments without a length", "stuffed", "restarts", "chunks"],
)
def test_a_file_of_very_many_parts_is_refused_after_few_steps(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is counted is the steps from part to part: no clock, which a busy machine would stop."""
    steps = 0

    def step(frame: object, event: str, _: object) -> Callable[..., object]:
        nonlocal steps
        steps += event == "line"
        return step

    path = tmp_path / "hostile.jpg"
    path.write_bytes(content)
    monkeypatch.setattr("companion.pictures.MOST_PARTS", 100)
    before = sys.gettrace()
    sys.settrace(step)
    try:
        with pytest.raises(FormatError, match=r"no picture|cut off"):
            read_picture(path)
    finally:
        sys.settrace(before)
    assert steps < 10_000


def test_folder_pipe_and_missing_file_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    for path, words in (
        (tmp_path, "folder"),
        (tmp_path / "pipe.jpg", "ordinary file"),
        (Path("/dev/zero"), "ordinary file"),
        (tmp_path / "missing.jpg", "No such file"),
    ):
        with pytest.raises(FormatError, match=words):
            read_picture(path)


def test_file_that_is_far_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    with path.open("wb") as file:
        file.truncate(3 * 2**30)  # a hole: nothing is written
    with pytest.raises(FormatError, match="3072 MB"):
        read_picture(path)


def test_command_ends_with_status_2_one_line_and_little_memory(tmp_path: Path) -> None:
    """20,000 x 20,000 white pixels would be 1.2 GB; the limit lets no such thing be asked for."""
    path = tmp_path / "huge.png"
    path.write_bytes(huge_png(20_000))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (900 * 2**20, 900 * 2**20))

    ended = subprocess.run(
        [sys.executable, "-m", "companion", "read", str(path), "--board", "shark-1991"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        cwd=Path(__file__).parents[2],
    )
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == ""
    (line,) = ended.stderr.splitlines()
    assert "20000 x 20000 pixels are too many" in line


@pytest.mark.parametrize("size", [(480, 640), (960, 1280), (3000, 4000)])
@pytest.mark.parametrize("form", [jpeg, png])
def test_sizes_of_cameras_and_phones_are_read(
    size: tuple[int, int], form: Callable[[np.ndarray], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "picture"
    path.write_bytes(form(colours(*size)))
    image = read_picture(path)
    assert image.shape == (*size, 3)
    assert image.dtype == np.uint8
    np.testing.assert_allclose(image[5, 5], (0, 0, 255), atol=3)
    np.testing.assert_allclose(image[-5, -5], (255, 0, 0), atol=3)


def test_16_bits_are_read_as_8(tmp_path: Path) -> None:
    path = tmp_path / "deep.png"
    path.write_bytes(png(colours(480, 640).astype(np.uint16) * 257))
    image = read_picture(path)
    assert image.dtype == np.uint8
    assert image[0, 0].tolist() == [0, 0, 255]


def test_transparency_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "clear.png"
    path.write_bytes(png(cv2.cvtColor(colours(480, 640), cv2.COLOR_BGR2BGRA)))
    assert read_picture(path)[0, 0].tolist() == [0, 0, 255]


@pytest.mark.parametrize(
    ("orientation", "red_side"), [(1, "left"), (3, "right"), (6, "top"), (8, "bottom"), (2, "right"), (5, "top")]
)
def test_picture_is_turned_as_its_camera_noted(orientation: int, red_side: str, tmp_path: Path) -> None:
    """Orientations of EXIF 2.3, table 6: 6 is 'row 0 is the right side', so what is left in the file is on top."""
    plain = jpeg(colours(480, 640))
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + bytes([0, orientation]) + bytes(6)
    path = tmp_path / "turned.jpg"
    path.write_bytes(plain[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + plain[2:])
    image = read_picture(path)
    halves = {
        "left": image[:, :200],
        "right": image[:, -200:],
        "top": image[:200],
        "bottom": image[-200:],
    }
    assert {side for side, half in halves.items() if half[..., 2].mean() > 250} == {red_side}
    assert image.shape[:2] == ((480, 640) if red_side in ("left", "right") else (640, 480))


@pytest.mark.parametrize(
    ("picture", "grey"),
    [
        (cv2.cvtColor(cv2.imread(str(PHOTO), cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2BGR), True),
        (cv2.imread(str(PHOTO)), False),
        ((cv2.imread(str(PHOTO)) * 0.15).astype(np.uint8), False),
        (np.zeros((480, 640, 3), np.uint8), False),  # nothing is seen, with or without colours
        (np.full((480, 640, 3), 255, np.uint8), False),
    ],
    ids=["night vision", "photograph", "dim photograph", "black", "white"],
)
def test_grey_is_what_shows_things_without_their_colours(picture: np.ndarray, grey: bool) -> None:
    assert is_grey(picture) is grey
    assert is_grey(cv2.imdecode(np.frombuffer(jpeg(picture), np.uint8), cv2.IMREAD_COLOR)) is grey


def test_header_is_what_the_file_says() -> None:
    header = parse_header(JPEG)
    assert header is not None
    assert (header.height, header.width) == cv2.imread(str(PHOTO)).shape[:2]
    assert (header.channels, header.animated) == (3, False)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    base=st.sampled_from(
        [
            jpeg(colours(48, 64)),
            png(colours(48, 64)),
            JPEG[:3000] + b"\xff\xd9",
            written(SCENE[:48, :64], cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
            written(SCENE[:48, :64], cv2.IMWRITE_JPEG_RST_INTERVAL, 2),
            with_thumbnail(written(SCENE[:48, :64])) + NOISE[:500],
        ]
    ),
    changes=st.lists(st.tuples(st.integers(0, 4000), st.binary(min_size=1, max_size=6)), max_size=8),
    end=st.integers(0, 4000),
)
def test_any_changed_file_gives_a_picture_or_one_line(
    base: bytes, changes: list[tuple[int, bytes]], end: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = bytearray(base)
    for at, piece in changes:
        content[at % len(base) : at % len(base) + len(piece)] = piece
    path = tmp_path / "changed.jpg"
    path.write_bytes(bytes(content[: max(end, 0)] if end < 2000 and end % 3 == 0 else content))
    try:
        image = read_picture(path)
    except FormatError as error:
        refused = str(error)
    else:
        refused = ""
        assert image.shape[2:] == (3,)
        assert min(image.shape[:2]) >= MIN_SIDE
        assert image.shape[0] * image.shape[1] <= MAX_PIXELS
    assert refused.startswith(str(path) if refused else "")
    assert capfd.readouterr().err == ""
