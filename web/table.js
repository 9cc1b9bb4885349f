// The bridge between the page and the game: `globalThis.kontor`.
//
// The game (game/platform/browser.py) draws on the canvas and uses this for everything a canvas lacks: waiting,
// storage, on-screen keyboards, and the accessibility list (list.js). Tests use elements(), idle() and state().

import { watchAddress } from "./address.js";
import { SITE, script } from "./download.js";
import { takeIn } from "./incoming.js";
import { PREFIX, note } from "./journal.js";
import { READ_ONLY, made, makeList } from "./list.js";
import { makeOpaque } from "./opaque.js";
import { say } from "./words.js";
import { prepareThinking, stopThinking, think } from "./thinking.js";

const WAKING = [
  "pointerdown", "pointerup", "pointermove", "pointercancel", "touchstart", "touchmove", "touchend",
  "touchcancel", "keydown", "keyup", "wheel", "resize", "focus", "blur",
];

export function install(python) {
  const canvas = document.getElementById("canvas");
  const queue = []; // events outside the canvas, for take()
  const idlers = []; // resolvers of idle()
  let resolveInput = null; // set while the game waits for input
  let timer = 0; // the timer that ends the wait
  let goesOn = false; // the game continues without input when that ends
  let thinking = false; // waiting for an answer
  let waking = false; // an event is not yet processed by the game
  const due = new Set(); // callbacks for the next frame
  let elements = [];
  let report = null;

  // ---- frames ----------------------------------------------------------------------------------

  // Wake on an animation frame: by then SDL's own listeners have queued the event.
  function wake() {
    if (waking) return;
    waking = true;
    if (resolveInput) soon(release);
  }

  function release() {
    if (!resolveInput) return;
    const resolve = resolveInput;
    clearTimeout(timer);
    resolveInput = null;
    timer = 0;
    waking = false;
    resolve();
  }

  // A hidden page gets no animation frames, not even one requested while it was visible, so a timer replaces it: the
  // game must still save, and announce the player's turn.
  function soon(callback) {
    due.add(callback);
    if (document.hidden) runByTimer();
    else requestAnimationFrame(run);
  }

  function runByTimer() {
    setTimeout(run, 50);
  }

  function run() {
    const callbacks = [...due];
    due.clear();
    for (const callback of callbacks) callback();
  }

  function frame() {
    return new Promise((resolve) => soon(() => resolve()));
  }

  function input(seconds, idle) {
    return new Promise((resolve) => {
      resolveInput = resolve;
      goesOn = seconds !== undefined && !idle;
      if (seconds !== undefined) timer = setTimeout(wake, 1000 * seconds);
      soundWhileWaiting();
      if (waking) soon(release);
      else if (!goesOn && !thinking) idlers.splice(0).forEach((idle) => idle());
    });
  }

  async function answered(request, tell) {
    thinking = true;
    try {
      return await think(request, tell);
    } finally {
      thinking = false;
    }
  }

  // Resolve when the game waits for input only, apart from scenery, a silent room server and distant updates.
  function idle() {
    if (resolveInput && !waking && !goesOn && !thinking) return Promise.resolve();
    return new Promise((resolve) => idlers.push(resolve));
  }

  function tell(...what) {
    queue.push(what);
    wake();
  }

  function take() {
    return JSON.stringify(queue.splice(0));
  }

  for (const kind of WAKING) addEventListener(kind, wake, { capture: true, passive: true });
  addEventListener("resize", () => tell("changed", "size"));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) runByTimer();
    tell("changed", "size");
  });
  addEventListener("storage", (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) tell("changed", "storage");
  });
  const { link, holdLink, forgetLink, setDeep } = watchAddress(tell);
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  motion.addEventListener("change", () => tell("changed", "motion"));
  globalThis.aground.watchScheme(() => tell("changed", "scheme"));
  new ResizeObserver(() => tell("changed", "size")).observe(canvas);
  watchRatio();

  function watchRatio() {
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      "change", () => { tell("changed", "size"); watchRatio(); }, { once: true });
  }

  function size() {
    const box = canvas.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    const pixels = (length) => Math.round(length * ratio);
    return [Math.max(1, pixels(box.width)), Math.max(1, pixels(box.height)), ratio, ...covered(box).map(pixels)];
  }

  // Return the widths of the canvas's covered edges (top, right, bottom, left) in CSS pixels: by a phone's camera and
  // home bar (style.css), and by the keyboard, which some browsers lay over the page without resizing it.
  function covered(box) {
    const style = getComputedStyle(document.documentElement);
    const insets = ["top", "right", "bottom", "left"].map((side) => parseFloat(style.getPropertyValue(`--inset-${side}`)) || 0);
    const sight = globalThis.visualViewport;
    if (!editing || !sight || Math.abs(sight.scale - 1) > 0.01) return insets; // pinch zoom
    const [top, right, bottom, left] = insets;
    const over = sight.offsetTop - box.top;
    return [Math.max(top, over), right, Math.max(bottom, box.height - over - sight.height), left];
  }

  for (const kind of ["resize", "scroll"]) {
    globalThis.visualViewport?.addEventListener(kind, () => {
      placeEditor();
      tell("changed", "size");
    });
  }

  // ---- drawing -----------------------------------------------------------------------------------

  // SDL would copy the whole window for every change. So the pixels are made opaque and read directly in SDL's surface
  // in the interpreter's memory: four bytes per pixel, red, green, blue and one undefined.
  const context = canvas.getContext("2d", { alpha: false });
  const opaque = makeOpaque(python._module.memory);
  let image = null; // the surface, as long as it and the memory stay where they are

  function show(address, width, height, left, top, wide, high) {
    const memory = python._module.HEAPU8.buffer;
    if (image?.data.buffer !== memory || image.data.byteOffset !== address || image.width !== width || image.height !== height) {
      image = new ImageData(new Uint8ClampedArray(memory, address, 4 * width * height), width, height);
    }
    for (let row = top; row < top + high; row++) {
      const begin = address + 4 * (row * width + left);
      opaque(begin, begin + 4 * wide);
    }
    context.putImageData(image, 0, 0, left, top, wide, high);
  }

  // ---- accessibility list ------------------------------------------------------------------------

  const list = makeList(tell);
  const live = made("div", "live", { "aria-live": "polite", "aria-relevant": "additions", role: "log" });
  const MOST_LINES = 40; // of the log of announcements

  // Publish all elements in order; a number stands for the previous element at that index.
  function publish(text) {
    elements = JSON.parse(text).map((told) => (typeof told === "number" ? elements[told] : told));
    list.publish(elements);
    placeEditor();
  }

  // Publish changes of some existing elements, each with its index.
  function publishChanged(text) {
    const told = JSON.parse(text);
    for (const [place, element] of told) elements[place] = element;
    list.change(told.map(([, element]) => element));
    placeEditor();
  }

  function setLanguage(language) {
    globalThis.aground.speak(language);
    const skip = document.getElementById("skip");
    if (!skip) return;
    skip.textContent = say("skip");
    skip.hidden = false;
  }

  // Screen readers read every line that is added, one after another.
  function announce(sentence) {
    if (!sentence) return;
    const line = document.createElement("p");
    line.textContent = sentence;
    live.append(line);
    while (live.childElementCount > MOST_LINES) live.firstElementChild.remove();
  }

  function inCss(element) {
    const box = canvas.getBoundingClientRect();
    const ratio = devicePixelRatio || 1;
    const [x, y, w, h] = element.rect;
    return { id: element.id, label: element.label, x: box.left + x / ratio, y: box.top + y / ratio, w: w / ratio, h: h / ratio };
  }

  // ---- typing ------------------------------------------------------------------------------------

  // Phones show their keyboard only for a real field that is focused while the touch is handled: so the field is opened
  // here, before the game receives the touch.
  const editors = {
    text: made("input", "text-entry", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "40" }),
    area: made("textarea", "text-area", { autocomplete: "off", spellcheck: "false" }),
  };
  const SMALLEST_FIELD = { wide: 160, high: 40 }; // CSS pixels
  let editing = null; // { id, node, listed: opened from the list }
  for (const node of Object.values(editors)) {
    node.hidden = true;
    node.addEventListener("input", () => editing && tell("edit", editing.id, node.value, false));
    node.addEventListener("blur", () => closeEditor());
    node.addEventListener("keydown", (event) => {
      const enters = event.key === "Enter" && node === editors.text;
      const { id, listed } = editing ?? {};
      if (enters) closeEditor(true);
      if (!enters && event.key !== "Escape") return;
      event.preventDefault(); // or Enter would press the button in the list that now gets the focus
      if (listed) list.focus(id, true);
      else canvas.focus();
    });
  }

  function edit(id) {
    const element = elements.find((one) => one.id === id && one.kind in editors);
    if (!element || editing?.id === id) return;
    closeEditor();
    const node = editors[element.kind];
    editing = { id, node, listed: list.contains(document.activeElement) };
    node.value = element.value;
    node.setAttribute("aria-label", element.label);
    node.hidden = false;
    placeEditor();
    node.focus();
    node.select();
  }

  function closeEditor(entered = false) {
    if (!editing) return;
    const { id, node } = editing;
    editing = null;
    node.hidden = true;
    tell("edit", id, node.value, true, entered);
  }

  function placeEditor() {
    if (!editing) return;
    const element = elements.find((one) => one.id === editing.id);
    if (!element) return closeEditor();
    const box = canvas.getBoundingClientRect();
    const [top, right, bottom, left] = covered(box);
    const at = inCss(element);
    // Until the game has adapted its layout to the keyboard, the field may be partly or wholly covered.
    const wide = Math.min(Math.max(at.w, SMALLEST_FIELD.wide), box.width - left - right);
    const high = Math.min(Math.max(at.h, SMALLEST_FIELD.high), box.height - top - bottom);
    const { style } = editing.node;
    style.left = `${Math.max(box.left + left, Math.min(at.x, box.right - right - wide))}px`;
    style.top = `${Math.max(box.top + top, Math.min(at.y, box.bottom - bottom - high))}px`;
    style.width = `${wide}px`;
    style.height = `${high}px`;
    style.fontSize = `${Math.max(16, editing.node === editors.text ? high * 0.42 : 16)}px`; // Safari enlarges the page below 16
  }

  canvas.addEventListener("pointerup", (event) => {
    const hit = elements.map(inCss).find((box, index) =>
      elements[index].visible && elements[index].kind in editors &&
      event.clientX >= box.x && event.clientX < box.x + box.w && event.clientY >= box.y && event.clientY < box.y + box.h);
    if (hit) edit(hit.id);
    else if (editing) canvas.focus();
  });

  // ---- clipboard, sharing -------------------------------------------------------------------------

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea"); // a page without https has no clipboard object
      area.value = text;
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      canvas.focus();
      return done;
    }
  }

  async function share(title, url) {
    try {
      await navigator.share({ title, url });
      return true;
    } catch (error) {
      return error.name === "AbortError"; // the person closed the dialog: nothing went wrong
    }
  }

  function download(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  // ---- files -------------------------------------------------------------------------------------

  const picker = made("input", "file-entry", { type: "file", accept: ".txt,text/plain", "aria-hidden": "true", tabindex: "-1" });
  picker.hidden = true;
  takeIn(tell, picker);

  // ---- storage -----------------------------------------------------------------------------------

  let kept = ""; // the key of the game this page saved last, for reports
  let lasting = false; // persistent storage has been requested
  let unsaved = false;
  addEventListener("beforeunload", (event) => {
    if (unsaved) event.preventDefault();
  });

  function write(key, text) {
    localStorage.setItem(PREFIX + key, text);
    note(PREFIX + key);
    if (!key.startsWith("game/")) return;
    kept = key;
    makeLasting();
  }

  // Firefox asks the player, who must have something to lose by then; others decide by how much the site is used.
  function makeLasting() {
    if (lasting) return;
    lasting = true;
    navigator.storage?.persist?.().catch((error) => console.info("storage may be cleared by the browser:", error));
  }

  addEventListener("appinstalled", makeLasting);

  // Pages run one after the other, so a change between the two is unlikely.
  function replace(key, old, text) {
    if (localStorage.getItem(PREFIX + key) !== (old ?? null)) return false;
    write(key, text);
    return true;
  }

  // ---- sound -------------------------------------------------------------------------------------

  // The page plays the sounds, not SDL, which would request samples continuously. Between sounds the audio context is
  // suspended. Creating it blocks Chromium for 50 ms and more: so that is done while the game waits after the first
  // touch, or else for the first sound.
  let audio = null;
  let soundWanted = false;
  let ringing = 0;
  const sounds = new Map(); // name -> { samples, rate, buffer }

  function learn(name, bytes, rate) {
    const whole = new Int16Array(bytes.slice().buffer);
    sounds.set(name, { samples: Float32Array.from(whole, (sample) => sample / 32768), rate, buffer: null });
  }

  function prepareSound() {
    soundWanted = true;
    soundWhileWaiting();
  }

  function soundWhileWaiting() {
    if (audio || !soundWanted || !navigator.userActivation?.hasBeenActive) return;
    setTimeout(() => {
      if (audio || !resolveInput || waking) return;
      try {
        audio = new AudioContext();
        audio.suspend();
      } catch {
        soundWanted = false; // a device without sound stays silent
      }
    }, 200);
  }

  async function play(name, unseen) {
    if (!navigator.userActivation?.hasBeenActive || (document.hidden && !unseen)) return;
    audio ??= new AudioContext();
    await audio.resume();
    const sound = sounds.get(name);
    if (!sound.buffer) {
      sound.buffer = audio.createBuffer(1, sound.samples.length, sound.rate);
      sound.buffer.copyToChannel(sound.samples, 0);
    }
    const source = audio.createBufferSource();
    source.buffer = sound.buffer;
    source.connect(audio.destination);
    ringing += 1;
    source.onended = () => {
      ringing -= 1;
      setTimeout(() => ringing || audio.suspend(), 4000);
    };
    source.start();
  }

  // ---- rooms -------------------------------------------------------------------------------------

  // A page without a room server names none, and loads nothing for it.
  const service = document.querySelector("meta[name=kontor-rooms]")?.content;
  let rooming = null; // a promise of rooms.js

  // Return the URL of the rooms: below the room server's, which can be on this host.
  function rooms() {
    if (!service) return "";
    return new URL(service.replace(/^ws/, "http").replace(/\/*$/, "/rooms"), location.origin).href;
  }

  /** Call functions of rooms.js one at a time, in order. */
  async function inRoom(what, ...given) {
    rooming ??= checked(`${globalThis.KONTOR.page}/rooms.js`);
    try {
      return await (await rooming)[what](tell, ...given);
    } catch (error) {
      if (what === "connect") tell("disconnected", String(error));
      if (what === "post") return [0, String(error)];
      console.info(`${what}: ${error}`); // a note that cannot be shown
    }
  }

  // The browser compares a script with its hash if the page names both before it is imported.
  function checked(name) {
    const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href: SITE + name, integrity: globalThis.KONTOR.files[name].hash });
    document.head.append(link);
    const module = script(name);
    module.catch(() => {
      rooming = null; // the next attempt may succeed
      link.remove();
    });
    return module;
  }

  function notifying() {
    if (!globalThis.isSecureContext) return "none";
    if (!globalThis.Notification) return navigator.standalone === false ? "install" : "never"; // iPhone and iPad: only apps on the home screen
    return { granted: "yes", denied: "no" }[Notification.permission] ?? "ask";
  }

  async function askToNotify() {
    await Notification.requestPermission();
    return notifying();
  }

  function remove(key) {
    localStorage.removeItem(PREFIX + key);
    note(PREFIX + key);
  }

  // A text next to the page, "" without one. Some hosts answer every request with a page.
  async function hostText(name) {
    const answer = await fetch(SITE + name, { cache: "no-cache" }).catch(() => null);
    const plain = answer?.ok && answer.headers.get("Content-Type")?.startsWith("text/plain");
    return plain ? answer.text().catch(() => "") : "";
  }

  function zone() {
    return Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  }

  function today() {
    const now = new Date();
    return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace("T", " ");
  }

  globalThis.kontor = {
    // for the game
    size, frame, input, show, wake, take, setLanguage, prepareThinking, stopThinking, publish, publishChanged, announce, edit, copy, share, download, today, zone, prepareSound, learn, write, replace, remove, link, forgetLink, holdLink, setDeep, hostText,
    rooms, notifying, askToNotify,
    update: () => globalThis.aground.restart(),
    rooming: inRoom,
    hidden: () => document.hidden,
    setTitle: (text) => { document.title = text; },
    canVibrate: () => Boolean(navigator.vibrate),
    vibrate: () => navigator.userActivation?.hasBeenActive && navigator.vibrate?.([120, 80, 120]), // else blocked
    think: answered,
    focus: list.focus,
    begin: list.begin,
    read: (key) => localStorage.getItem(PREFIX + key) ?? undefined,
    keys: () => JSON.stringify(Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length))),
    unsaved: (is) => { unsaved = is; },
    canShare: () => Boolean(navigator.share),
    openFile: () => picker.click(),
    address: () => location.origin + location.pathname,
    language: () => globalThis.aground.system,
    reducedMotion: () => motion.matches,
    colourScheme: () => globalThis.aground.scheme(),
    setTheme: (theme) => globalThis.aground.dress(theme),
    randomSeed: () => crypto.getRandomValues(new Uint32Array(1))[0] >>> 1,
    play: (name, unseen) => void play(name, unseen).catch(() => {}), // a device without sound stays silent
    setReport: (callable) => { report = callable; },
    // for tests and error reports
    idle,
    saved: () => (kept ? localStorage.getItem(PREFIX + kept) : null),
    elements: () => elements.filter((element) => element.visible && !(element.kind in READ_ONLY)).map(inCss),
    state: () => (report ? JSON.parse(report()) : null),
  };
}
