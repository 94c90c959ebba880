"""Sentences, sums and entries in the languages of the house: English, German, Italian, French.

The English texts stand in the code; each other language is a gettext catalogue beside this file, read with Babel when
it is first spoken. What a catalogue lacks is said in English.
"""

from companion.words._kinds import entry_kind
from companion.words._say import ENGLISH, LANGUAGES, nearest, page_texts, say, spell, spoken, translated

__all__ = ["ENGLISH", "LANGUAGES", "entry_kind", "nearest", "page_texts", "say", "spell", "spoken", "translated"]
