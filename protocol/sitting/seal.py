"""Sealed texts: what lies face down in a link, for the program that wrote it alone.

The cards of a game with hidden hands follow from its deck, which whoever opens the link must not read. A text
is encrypted with a key by HMAC-SHA256 in counter mode behind a tag that is a MAC of the text (as SIV, RFC
5297, does), so that one text has one seal and a changed one is refused.
"""

from __future__ import annotations

import base64
import binascii
import os

MARK = "~"
"""A sealed text begins with it."""
KEY_BYTES = 32
TAG_BYTES = 16
VARIABLE = "OUTFLANK_LINK_KEY"
"""The environment variable with a key, in hexadecimal digits."""


class BadSeal(ValueError):
    """The text was not sealed with this key, or was changed."""


class Seal:
    """Seals texts with a key, and opens them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def close(self, text: str) -> str:
        """The sealed text: letters, digits and a few signs."""
        data = text.encode("utf-8")
        tag = self._code(b"tag", data)[:TAG_BYTES]
        return MARK + base64.urlsafe_b64encode(tag + self._masked(tag, data)).decode("ascii").rstrip("=")

    def open(self, sealed: str) -> str:
        """The text that was sealed. BadSeal where it was not, or with another key."""
        from hmac import compare_digest

        try:
            body = sealed.removeprefix(MARK).encode("ascii")
            whole = base64.urlsafe_b64decode(body + b"=" * (-len(body) % 4))
        except (UnicodeEncodeError, binascii.Error):
            raise BadSeal("this is no sealed text") from None
        tag, data = whole[:TAG_BYTES], self._masked(whole[:TAG_BYTES], whole[TAG_BYTES:])
        if not compare_digest(tag, self._code(b"tag", data)[:TAG_BYTES]):
            raise BadSeal("it was sealed by another program")
        return data.decode("utf-8")

    def _masked(self, tag: bytes, data: bytes) -> bytes:
        """The data under a stream that follows from the key and the tag; done twice it is the data again."""
        stream = b"".join(
            self._code(b"stream", tag + number.to_bytes(4, "big")) for number in range(len(data) // 32 + 1)
        )
        return bytes(one ^ other for one, other in zip(data, stream, strict=False))

    def _code(self, purpose: bytes, data: bytes) -> bytes:
        import hashlib
        import hmac

        return hmac.new(self._key, purpose + b"\0" + data, hashlib.sha256).digest()


def seal_of_program() -> Seal:
    """The seal of the key in the environment; one of this process alone where there is none."""
    try:
        key = bytes.fromhex(os.environ.get(VARIABLE, ""))
    except ValueError:
        key = b""
    return Seal(key if len(key) == KEY_BYTES else os.urandom(KEY_BYTES))
