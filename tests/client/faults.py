"""Mechanical checks of sentences: punctuation, numbers, articles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

ANYWHERE = {
    "a field is left open": r"[{}]",
    "two spaces": r"  ",
    "brackets in brackets": r"\([^()]*\((?!s\))",
    "nothing in brackets or quotes": r"\(\s*\)|“”|„“|«»",
    "a space before a stop": r" (?:[,;:!?)]|\.(?!\w))(?![.\d])|\( ",
    "two stops": r"[.,;:!?][.,;:]",
    "an empty part": r"[,;:] [,;.]|\w None\b",
    "a small letter begins a sentence": r"[.!?] (?:[a-zà-ÿ])",
}
ADJECTIVES = (
    "prestige|more|free|new|neutral|bonus|weitere|freie|neue|neutrale|altri|nuovi|nuove|mais|novas|novos"
)
COUNTED = {
    "en": "piece(s)|trader(s)|merchant(s)|point(s)|action(s)|marker(s)|coin(s)|barrel(s)|good(s)|market(s)"
    "|town(s)|office(s)|house(s)|step(s)|leg(s)|round(s)|turn(s)|warehouse(s)|game(s)|result(s)",
    "de": "Figur(en)|Kaufmann/Kaufleute|Punkt(e)|Prestigepunkt(e)|Aktion(en)|Fass/Fässer|Ware(n)"
    "|Marktstand/Marktstände|Stadt/Städte|Kontor(e)|Haus/Häuser|Schritt(e)|Fahrt(en)|Runde(n)|Zug/Züge"
    "|Lagerhaus/Lagerhäuser|Partie(n)|Ergebnis(se)",
    "it": "pezzo/pezzi|mercante/mercanti|grossista/grossisti|punto/punti|azione/azioni|gettone/gettoni"
    "|tallero/talleri|barile/barili|merce/merci|emporio/empori|ufficio/uffici|casa/case|passo/passi"
    "|tratto/tratti|giro/giri|turno/turni|magazzino/magazzini|partita/partite|risultato/risultati",
    "pt": "peça(s)|comerciante(s)|mercador(es)|ponto(s)|ação/ações|ficha(s)|moeda(s)|barril/barris"
    "|mercadoria(s)|mercado(s)|cidade(s)|escritório(s)|casa(s)|passo(s)|etapa(s)|ronda(s)|turno(s)|armazém/armazéns"
    "|partida(s)|resultado(s)",
}
"""Countable nouns: singular and plural."""

GRAMMAR = {
    "en": {
        "a before a vowel": r"\b[Aa] (?=[aeioAEIO]\w)(?!one\b)",
        "an before a consonant": r"\b[Aa]n (?=[b-df-hj-np-tv-z])",
        "two possessives": r"’s’s",
    },
    "de": {
        "a neuter noun with another article": r"\b(?:[Dd]e[rn]|[Ee]inen?|[Kk]einen?|[Dd]iesen?)"
        r" (?:Kontor|Haus|Fass|Lagerhaus|Privileg|Buch|Lager|Ende)\b"
        r"|\b[Dd]ie (?:Kontor|Haus|Fass|Lagerhaus|Privileg|Buch)\b",
        "a feminine noun with another article": r"\b(?:[Dd]en|[Dd]as|[Ee]in(?:en)?|[Kk]ein(?:en)?)"
        r" (?:Figur|Route|Stadt|Ware|Aktion|Fähigkeit|Provinz|Partie|Runde|Bank|Tafel)\b",
        "a masculine noun with another article": r"\b(?:[Dd]ie|[Dd]as|[Ee]ine|[Kk]eine|[Dd]ieses|[Dd]iese)"
        r" (?:Kaufmann|Marktstand|Zug|Vorrat|Wanderer|Punkt|Schritt|Platz|Geldsäckel)\b",
        "mit without a dative": r"\bmit (?:\d+ )?(?:Fässer|Pelze|Punkte|Marktstände|Häuser|Kontore)\b",
    },
    "it": {
        "a before a": r"\b[Aa] (?=[aAàÀ][\w’])",
        "e before e": r"(?<![\w’])[Ee] (?=[eEèÈ](?:\w|\b))",
        "a preposition beside its article": r"\b(?:[Dd]i|[Aa]|[Dd]a|[Ii]n|[Ss]u)"
        r" (?:(?:il|lo|la|i|gli|le) (?=\w)|l’)",
        "an article before a vowel": r"\b(?:il|(?:de|a|ne|su|da)l(?:la)?|una) (?=[aeiou]\w)",
    },
    "pt": {
        "a preposition beside its article": r"\b(?:[Dd]e|[Ee]m|[Pp]or) (?:o|a|os|as)"
        r" (?!(?:Kontor )?\w+[aei]r\b)(?=\w)",
        "em um": r"\b[Ee]m (?:um|uma|uns|umas)\b",
        "a beside its article": r"(?<![\w-])[Aa] (?:o|os|as)(?= \w)",
    },
}


def _forms(language: str) -> Iterator[tuple[str, str]]:
    for noun in COUNTED[language].split("|"):
        one, _, many = noun.partition("/")
        yield (one, many) if many else (re.sub(r"\(.*", "", noun), re.sub(r"[()]", "", noun))


def _numbers(language: str) -> dict[str, str]:
    """Return the patterns of wrong numbers such as "1 pieces", "2 piece"."""
    one, many = zip(*_forms(language), strict=True)
    between = rf"(?:(?:{ADJECTIVES}) )?"
    return {
        "one of many": rf"(?<![\d.,:–/×+−])\b1 {between}(?:{'|'.join(many)})\b",
        "many of one": rf"(?<![\d.,:–/×+−])\b(?:0|[2-9]|\d\d+) {between}(?:{'|'.join(one)})\b",
    }


@cache
def _rules(language: str) -> dict[str, re.Pattern[str]]:
    """Return the rules of a language; those of every language if its grammar is unknown."""
    numbers = _numbers(language) if language in COUNTED else {}
    rules = {**ANYWHERE, **numbers, **GRAMMAR.get(language, {})}
    return {name: re.compile(rule) for name, rule in rules.items()}


def faults(language: str, text: str) -> list[str]:
    """Return the errors of a text, each with its place."""
    found = []
    for name, rule in _rules(language).items():
        place = rule.search(text)
        if place is not None:
            found.append(f"{name} ({text[max(0, place.start() - 12) : place.end() + 12]!r})")
    if text.count("(") != text.count(")"):
        found.append("brackets do not match")
    return found
