// What the page itself says while it loads and when there is a new version; what it says in trouble stands in aground.js.

const WORDS = {
  en: {
    fetch: "Loading the ship",
    bytes: "{made} of {all} MB",
    python: "Waking the crew",
    pygame: "Hoisting the sails",
    game: "Opening the counting house",
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
    fresh: "Eine neue Fassung von Kontor ist bereit.",
    now: "Jetzt verwenden",
    later: "Später",
  },
  it: {
    fetch: "Si carica la nave",
    bytes: "{made} di {all} MB",
    python: "Si sveglia l’equipaggio",
    pygame: "Si issano le vele",
    game: "Si apre il fondaco",
    fresh: "È pronta una nuova versione di Kontor.",
    now: "Usala ora",
    later: "Più tardi",
  },
  pt: {
    fetch: "A carregar o navio",
    bytes: "{made} de {all} MB",
    python: "A acordar a tripulação",
    pygame: "A içar as velas",
    game: "A abrir a feitoria",
    fresh: "Está pronta uma nova versão do Kontor.",
    now: "Usar agora",
    later: "Mais tarde",
  },
};

const { language } = globalThis.aground;

/** The text of `key` in the reader's language, its {fields} filled in. */
export function say(key, fields = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/** A number with one decimal, as the reader's language writes it. */
export function number(value) {
  return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
