// The page's texts while it loads and when there is a new version; those for trouble are in aground.js.

const WORDS = {
  en: {
    fetch: "Loading the ship",
    bytes: "{made} of {all} MB",
    python: "Waking the crew",
    pygame: "Hoisting the sails",
    game: "Opening the counting house",
    skip: "To the list of what can be done",
    fresh: "A new version of Kontor is ready.",
    now: "Use it now",
    later: "Later",
  },
  de: {
    fetch: "Das Schiff wird beladen",
    bytes: "{made} von {all} MB",
    python: "Die Mannschaft wird geweckt",
    pygame: "Die Segel werden gesetzt",
    game: "Das Kontor wird geöffnet",
    skip: "Zur Liste dessen, was möglich ist",
    fresh: "Eine neue Version von Kontor ist verfügbar.",
    now: "Jetzt verwenden",
    later: "Später",
  },
  it: {
    fetch: "Si carica la nave",
    bytes: "{made} di {all} MB",
    python: "Si sveglia l’equipaggio",
    pygame: "Si issano le vele",
    game: "Si apre il fondaco",
    skip: "Alla lista di ciò che si può fare",
    fresh: "È disponibile una nuova versione di Kontor.",
    now: "Usala ora",
    later: "Più tardi",
  },
  pt: {
    fetch: "A carregar o navio",
    bytes: "{made} de {all} MB",
    python: "A acordar a tripulação",
    pygame: "A içar as velas",
    game: "A abrir a feitoria",
    skip: "Para a lista do que se pode fazer",
    fresh: "Está disponível uma nova versão do Kontor.",
    now: "Usar agora",
    later: "Mais tarde",
  },
};

const { language } = globalThis.aground;

/** The text of `key` in the language spoken, with its {fields} filled in. */
export function say(key, fields = {}) {
  return WORDS[language()][key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/** A number with one decimal, as the language writes it. */
export function number(value) {
  return value.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
