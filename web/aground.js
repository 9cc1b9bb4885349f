// The page for whatever goes wrong: what happened, what helps, a report to copy, and a way back.
//
// The build inlines this script into the page, because it must be able to report any other file that failed to load:
// lost on the way, sent with the wrong type, or out of reach of a page opened as a file.

globalThis.aground = (() => {
  const WORDS = JSON.parse(document.getElementById("texts").textContent); // assets/i18n/page.*.json, by language
  const COMMAND = "python -m http.server\nhttp://localhost:8000";
  const HAVE_COMMAND = ["type", "file"];
  const PATIENCE = 15_000; // milliseconds "Try again" may take to fetch damaged or newer files

  const kept = settings();
  const spoken = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  const system = spoken.find(known) ?? "en"; // the game asks for it, so that it speaks as the page does
  const part = (id) => document.getElementById(id);
  speak(known(kept.language) ? kept.language : system);
  part("stuck").textContent = say("stuck");
  const light = matchMedia("(prefers-color-scheme: light)");
  const strong = matchMedia("(forced-colors: active), (prefers-contrast: more)");
  dress(wanted());

  /** The game's settings (game/client/storage/settings.py), as far as they can be read. */
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

  /** The text of `key` in the language spoken, with its {fields} filled in. */
  function say(key, fields = {}) {
    return WORDS[language()][key].replace(/\{(\w+)\}/g, (_, name) => fields[name]);
  }

  /** Tell the browser which language is spoken, and give it the manifest and the description in that language. */
  function speak(tag) {
    document.documentElement.lang = tag;
    const link = document.querySelector("link[rel=manifest]");
    link.href = link.href.replace(/\w+(?=\.webmanifest)/, tag);
    document.querySelector("meta[name=description]").content = say("description");
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
    part("trouble-title").textContent = say("trouble.title");
    part("trouble-text").textContent = say(`trouble.${kind}`);
    part("trouble-command").textContent = COMMAND;
    part("trouble-command").hidden = !HAVE_COMMAND.includes(kind);
    part("report-title").textContent = say("trouble.report");
    part("report").textContent = report;
    part("again").textContent = say(kind === "broken" ? "trouble.back" : "trouble.again");
    part("again").onclick = () => (kind === "broken" ? location.reload() : tryAgain(kind));
    part("copy-report").textContent = say("trouble.copy");
    part("copy-report").onclick = () => copy(report);
    part("trouble").hidden = false;
    part("again").focus();
  }

  async function copy(report) {
    try {
      await navigator.clipboard.writeText(report);
      part("copy-report").textContent = say("trouble.copied");
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

  // Caches in between may hold a broken copy indefinitely.
  function refresh() {
    const addresses = [location.pathname, ...scripts().map(([address]) => address)];
    return Promise.allSettled(addresses.map(async (address) => (await fetch(address, { cache: "reload" })).arrayBuffer()));
  }

  /** Use a newer version, if there is one: the cached one may be the one that does not start. */
  async function renew() {
    const registration = await navigator.serviceWorker?.getRegistration();
    if (!registration) return;
    await registration.update().catch(() => {}); // without a network, use the cached files
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
