// What the page itself says, before the game and its own catalogues are there.

const WORDS = {
  en: {
    fetch: "Loading the ship",
    bytes: "{made} of {all} MB",
    python: "Waking the crew",
    pygame: "Hoisting the sails",
    game: "Opening the counting house",
    offline: "Kontor could not be loaded: there is no connection. Once it has been loaded in full, it opens without one.",
    missing: "Kontor could not be loaded: a part of it is missing on the server.",
    damaged: "Kontor could not be loaded: a part of it arrived damaged.",
    unable: "Kontor could not be started in this browser. A current Firefox, Chrome, Edge or Safari should do.",
    broken: "Something in the game broke. Your game was saved after the last move.",
    trouble: "We have run aground",
    again: "Try again",
    back: "Back to the game",
    copy: "Copy the report",
    copied: "Copied",
    report: "What happened, for the people who mend it",
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
    offline: "Kontor konnte nicht geladen werden: Es besteht keine Verbindung. Einmal ganz geladen, öffnet es auch ohne.",
    missing: "Kontor konnte nicht geladen werden: Ein Teil fehlt auf dem Server.",
    damaged: "Kontor konnte nicht geladen werden: Ein Teil kam beschädigt an.",
    unable: "Kontor ließ sich in diesem Browser nicht starten. Ein aktueller Firefox, Chrome, Edge oder Safari sollte gehen.",
    broken: "Im Spiel ist etwas zerbrochen. Die Partie wurde nach dem letzten Zug gesichert.",
    trouble: "Wir sind auf Grund gelaufen",
    again: "Noch einmal versuchen",
    back: "Zurück ins Spiel",
    copy: "Bericht kopieren",
    copied: "Kopiert",
    report: "Was geschehen ist, für alle, die es richten",
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
    offline: "Impossibile caricare Kontor: manca la connessione. Una volta caricato per intero, si apre anche senza.",
    missing: "Impossibile caricare Kontor: una sua parte manca sul server.",
    damaged: "Impossibile caricare Kontor: una sua parte è arrivata danneggiata.",
    unable: "Impossibile avviare Kontor in questo browser. Dovrebbe bastare una versione recente di Firefox, Chrome, Edge o Safari.",
    broken: "Qualcosa nel gioco si è rotto. La partita è stata salvata dopo l’ultima mossa.",
    trouble: "Ci siamo arenati",
    again: "Riprova",
    back: "Torna al gioco",
    copy: "Copia il rapporto",
    copied: "Copiato",
    report: "Che cosa è successo, per chi lo riparerà",
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
    offline: "Não foi possível carregar o Kontor: não há ligação. Depois de carregado por inteiro, abre também sem ela.",
    missing: "Não foi possível carregar o Kontor: falta uma parte no servidor.",
    damaged: "Não foi possível carregar o Kontor: uma parte chegou danificada.",
    unable: "Não foi possível iniciar o Kontor neste navegador. Um Firefox, Chrome, Edge ou Safari atual deve servir.",
    broken: "Algo se partiu no jogo. A partida foi guardada após a última jogada.",
    trouble: "Encalhámos",
    again: "Tentar de novo",
    back: "Voltar ao jogo",
    copy: "Copiar o relatório",
    copied: "Copiado",
    report: "O que aconteceu, para quem o vai consertar",
    fresh: "Está pronta uma nova versão do Kontor.",
    now: "Usar agora",
    later: "Mais tarde",
  },
};

const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
document.documentElement.lang = language;

/** The text of `key` in the reader's language, its {fields} filled in. */
export function say(key, fields = {}) {
  return WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
}

/** A number with one decimal, as the reader's language writes it. */
export function number(value) {
  return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
