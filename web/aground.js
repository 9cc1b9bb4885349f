// The page for whatever goes wrong: what happened, what helps, a report to copy, and a way back.
//
// The build inlines this script into the page, because it must be able to report any other file that failed to load:
// lost on the way, sent with the wrong type, or out of reach of a page opened as a file.

globalThis.aground = (() => {
  const WORDS = {
    en: {
      trouble: "We have run aground",
      offline: "Kontor could not be loaded: there is no connection. Once it has been loaded in full, it opens without one.",
      lost: "The connection to the server was lost before Kontor had been loaded in full.",
      missing: "Kontor could not be loaded: a part of it is missing on the server.",
      damaged: "Kontor could not be loaded: a part of it arrived damaged.",
      type: "The server does not mark Kontor’s scripts as scripts, so the browser refuses to run them. It should send .js and .mjs files as text/javascript. To play on this computer, run this in Kontor’s folder, then open this address:",
      file: "Kontor was opened as a file, and browsers do not let such a page load its other parts. Run this in Kontor’s folder, then open this address:",
      unable: "Kontor could not be started in this browser. A current Firefox, Chrome, Edge or Safari should do.",
      broken: "Something in the game broke. Your game was saved after the last step.",
      stuck: "This takes longer than it should. Closing Kontor and opening it again may help.",
      again: "Try again",
      back: "Back to the game",
      copy: "Copy the report",
      copied: "Copied",
      report: "Details",
    },
    de: {
      trouble: "Wir sind auf Grund gelaufen",
      offline: "Kontor konnte nicht geladen werden: Es besteht keine Verbindung. Wenn es einmal ganz geladen ist, öffnet es sich auch ohne.",
      lost: "Die Verbindung zum Server brach ab, bevor Kontor ganz geladen war.",
      missing: "Kontor konnte nicht geladen werden: Ein Teil fehlt auf dem Server.",
      damaged: "Kontor konnte nicht geladen werden: Ein Teil kam beschädigt an.",
      type: "Der Server kennzeichnet die Skripte von Kontor nicht als Skripte, deshalb führt der Browser sie nicht aus. Dateien mit der Endung .js oder .mjs sollte er als text/javascript senden. Um auf diesem Computer zu spielen, führe im Ordner von Kontor diesen Befehl aus und öffne dann diese Adresse:",
      file: "Kontor wurde als Datei geöffnet, und Browser lassen eine solche Seite ihre übrigen Teile nicht laden. Führe im Ordner von Kontor diesen Befehl aus und öffne dann diese Adresse:",
      unable: "Kontor ließ sich in diesem Browser nicht starten. Mit einem aktuellen Firefox, Chrome, Edge oder Safari sollte es gehen.",
      broken: "Im Programm ist ein Fehler aufgetreten. Die Partie wurde nach dem letzten Schritt gespeichert.",
      stuck: "Das dauert länger, als es sollte. Vielleicht hilft es, Kontor zu schließen und wieder zu öffnen.",
      again: "Noch einmal versuchen",
      back: "Zurück zur Partie",
      copy: "Bericht kopieren",
      copied: "Kopiert",
      report: "Einzelheiten",
    },
    it: {
      trouble: "Ci siamo arenati",
      offline: "Impossibile caricare Kontor: manca la connessione. Una volta caricato per intero, si apre anche senza.",
      lost: "La connessione al server è caduta prima che Kontor fosse caricato per intero.",
      missing: "Impossibile caricare Kontor: una sua parte manca sul server.",
      damaged: "Impossibile caricare Kontor: una sua parte è arrivata danneggiata.",
      type: "Il server non indica gli script di Kontor come tali e il browser si rifiuta di eseguirli. I file .js e .mjs vanno inviati come text/javascript. Per giocare su questo computer, esegui questo comando nella cartella di Kontor, poi apri questo indirizzo:",
      file: "Kontor è stato aperto come file, e i browser non permettono a una pagina simile di caricare le altre sue parti. Esegui questo comando nella cartella di Kontor, poi apri questo indirizzo:",
      unable: "Impossibile avviare Kontor in questo browser. Dovrebbe bastare una versione recente di Firefox, Chrome, Edge o Safari.",
      broken: "Si è verificato un errore nel programma. La partita è stata salvata dopo l’ultimo passo.",
      stuck: "Ci vuole più tempo del previsto. Chiudere e riaprire Kontor può aiutare.",
      again: "Riprova",
      back: "Torna alla partita",
      copy: "Copia il rapporto",
      copied: "Copiato",
      report: "Dettagli",
    },
    pt: {
      trouble: "Encalhámos",
      offline: "Não foi possível carregar o Kontor: não há ligação. Depois de carregado por inteiro, abre também sem ela.",
      lost: "A ligação ao servidor perdeu-se antes de o Kontor estar carregado por inteiro.",
      missing: "Não foi possível carregar o Kontor: falta uma parte no servidor.",
      damaged: "Não foi possível carregar o Kontor: uma parte chegou danificada.",
      type: "O servidor não indica que os scripts do Kontor são scripts, e o navegador recusa-se a executá-los. Os ficheiros .js e .mjs devem ser enviados como text/javascript. Para jogar neste computador, execute este comando na pasta do Kontor e abra depois este endereço:",
      file: "O Kontor foi aberto como ficheiro, e os navegadores não deixam uma página assim carregar as suas outras partes. Execute este comando na pasta do Kontor e abra depois este endereço:",
      unable: "Não foi possível iniciar o Kontor neste navegador. Um Firefox, Chrome, Edge ou Safari atual deve servir.",
      broken: "Ocorreu um erro no programa. A partida foi guardada após o último passo.",
      stuck: "Isto está a demorar mais do que devia. Fechar e voltar a abrir o Kontor pode ajudar.",
      again: "Tentar de novo",
      back: "Voltar à partida",
      copy: "Copiar o relatório",
      copied: "Copiado",
      report: "Pormenores",
    },
  };
  const COMMAND = "python -m http.server\nhttp://localhost:8000";
  const HAVE_COMMAND = ["type", "file"];
  const PATIENCE = 15_000; // milliseconds "Try again" may take to fetch damaged or newer files

  const kept = settings();
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  const system = spoken.find(known) ?? "en"; // the game asks for it, so that it speaks as the page does
  const say = (key) => WORDS[language()][key];
  const part = (id) => document.getElementById(id);
  speak(known(kept.language) ? kept.language : system);
  part("stuck").textContent = say("stuck");
  const light = matchMedia("(prefers-color-scheme: light)");
  const strong = matchMedia("(forced-colors: active), (prefers-contrast: more)");
  dress(wanted());

  /** The game's settings (game/client/keep/settings.py), as far as they can be read. */
  function settings() {
    try {
      return JSON.parse(localStorage.getItem(`kontor:${new URL("./", location).pathname}:settings`)) ?? {};
    } catch {
      return {};
    }
  }

  function known(tag) {
    return Object.hasOwn(WORDS, tag);
  }

  /** The language spoken: once the game is up, that of its settings. */
  function language() {
    return document.documentElement.lang;
  }

  /** Tell the browser which language is spoken, and give it the manifest and the description in that language. */
  function speak(tag) {
    document.documentElement.lang = tag;
    const link = document.querySelector("link[rel=manifest]");
    link.href = link.href.replace(/\w+(?=\.webmanifest)/, tag);
    const description = document.querySelector("meta[name=description]");
    description.content = description.dataset[tag];
  }

  /** The system's theme; the game asks for it, too. */
  function scheme() {
    if (strong.matches) return "contrast";
    return light.matches ? "light" : "dark";
  }

  /** Call `changed` whenever that may be another one. */
  function watchScheme(changed) {
    for (const query of [light, strong]) query.addEventListener("change", changed);
  }

  /** The theme chosen in the game's settings, else the system's. */
  function wanted() {
    return ["light", "dark", "contrast"].includes(kept.theme) ? kept.theme : scheme();
  }

  /** Use the colours of a theme, "light", "dark" or "contrast". */
  function dress(theme) {
    document.documentElement.dataset.theme = theme;
    const { backgroundColor } = getComputedStyle(document.documentElement);
    for (const meta of document.querySelectorAll("meta[name='theme-color']")) meta.content = backgroundColor; // of either scheme
  }

  /** Show the page for a `kind` of trouble, unless it is already shown: the first trouble causes the others. */
  function show(kind, report) {
    if (!part("trouble").hidden) return;
    part("trouble-title").textContent = say("trouble");
    part("trouble-text").textContent = say(kind);
    part("trouble-command").textContent = COMMAND;
    part("trouble-command").hidden = !HAVE_COMMAND.includes(kind);
    part("report-title").textContent = say("report");
    part("report").textContent = report;
    part("again").textContent = say(kind === "broken" ? "back" : "again");
    part("again").onclick = () => (kind === "broken" ? location.reload() : tryAgain(kind));
    part("copy-report").textContent = say("copy");
    part("copy-report").onclick = () => copy(report);
    part("trouble").hidden = false;
    part("again").focus();
  }

  async function copy(report) {
    try {
      await navigator.clipboard.writeText(report);
      part("copy-report").textContent = say("copied");
    } catch {
      // Without https there is no clipboard: show the report, selected, ready to be copied by hand.
      part("report").parentElement.open = true;
      getSelection().selectAllChildren(part("report"));
    }
  }

  // ---- why a script failed to load---------------------------------------------------------------

  const SITE = new URL("./", location).href;
  const sourceOf = (node) => node.href || node.src || "";
  const isOurs = (node) => sourceOf(node).startsWith(SITE); // browser extensions add scripts, too
  const scripts = () =>
    [...document.querySelectorAll("link[rel=modulepreload], script[src]")].filter(isOurs).map((node) => [sourceOf(node), node.integrity]);

  /** What is wrong with a file that failed to load, as a kind of trouble; undefined if nothing is. */
  async function faultOf(address, integrity, isScript) {
    try {
      const answer = await fetch(address);
      if (!answer.ok) return "missing";
      if (isScript && !/(java|ecma)script/.test(answer.headers.get("Content-Type"))) return "type";
      await answer.arrayBuffer();
    } catch {
      return navigator.onLine ? "lost" : "offline";
    }
    return fetch(address, { integrity }).then(() => undefined, () => "damaged");
  }

  /** The first of the page's scripts with something wrong, as `{ kind, name }`; undefined if there is none. */
  async function faultOfScripts() {
    const faults = scripts().map(async ([address, integrity]) => ({
      kind: await faultOf(address, integrity, true),
      name: address.slice(SITE.length),
    }));
    return (await Promise.all(faults)).find(({ kind }) => kind);
  }

  async function tell() {
    const { kind, name } = (await faultOfScripts()) ?? { kind: "lost", name: "a script" };
    show(kind, `Kontor\n${navigator.userAgent}\n\n${name}: ${kind}`);
  }

  // ---- another attempt ---------------------------------------------------------------------------

  async function tryAgain(kind) {
    part("again").disabled = true;
    await restart(...(["missing", "damaged", "type"].includes(kind) ? [refresh()] : []));
  }

  /** Load the page again, in the newest version that can be had, as soon as `fetched` has come. */
  async function restart(...fetched) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE));
    await Promise.race([Promise.allSettled([renew(), ...fetched]), patience]);
    location.reload();
  }

  // Caches in between may hold a broken copy for ever.
  function refresh() {
    const addresses = [location.pathname, ...scripts().map(([address]) => address)];
    return Promise.allSettled(addresses.map(async (address) => (await fetch(address, { cache: "reload" })).arrayBuffer()));
  }

  /** Use a newer version, if there is one: the cached one may be the one that does not start. */
  async function renew() {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration) return;
    await registration.update().catch(() => {}); // without a network, use what is there
    const fresh = registration.installing ?? registration.waiting;
    if (!fresh) return;
    await new Promise((resolve) => {
      const step = () => {
        if (fresh.state === "installed") fresh.postMessage("use the new version");
        if (fresh.state === "activated" || fresh.state === "redundant") resolve();
      };
      fresh.addEventListener("statechange", step);
      step();
    });
  }

  if (location.protocol === "file:") show("file", `Kontor\n${navigator.userAgent}\n\nopened as a file`);
  else document.addEventListener("error", ({ target }) => target.tagName === "SCRIPT" && isOurs(target) && tell(), true);

  return { language, system, speak, say, show, dress, scheme, watchScheme, faultOf, faultOfScripts, renew, restart };
})();
