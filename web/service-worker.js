// Caches the whole site, so that it opens without a network. Each version has its own cache, filled completely
// before the version is used; a page that runs an older version keeps running it.
//
// Other pages of the same host can see these caches and have caches of their own. So only this Kontor's caches are
// read, and what comes from them is checked by its hash each time: the big files by the page, the rest here.

importScripts("$page/files.js");

const { version, page, files } = self.KONTOR;
const SCOPE = new URL(registration.scope).pathname; // several Kontors may live on one host
const PREFIX = `kontor:$${SCOPE}:site:`;
const CACHE = PREFIX + version;
const INDEX = "./";
const SHARE = "share"; // where the manifest has other apps send what they share; incoming.js shows it
const SHARED = `kontor:$${SCOPE}:shared`;
// In a link, or at the beginning of a record or of results.
const GAME = /game(=|%(25)*3D)\w|^kontor-(record|results) \d/im;
const MEANT = /^(index\.html)?(\?[^#]*?)?%(25)*23((game|room)[^#]+)$$/; // a link whose # a mail filter has changed
const OURS = /^(page|runtime|game|icons)-[0-9a-f]{16}\/[^/]+$$/;
const CHECKED_BY_PAGE = /\.(wasm|pack)$$/; // download.js fetches a damaged one again
// The type, and what a host allows its pages (docs/hosting.md): the copy must not be allowed more.
const KEPT = [
  ...["Content-Type", "X-Content-Type-Options", "Content-Security-Policy", "Permissions-Policy"],
  ...["X-Frame-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"],
];
let opened; // a promise of this version's cache
const ALL = { ...files, [`$${page}/files.js`]: { hash: "$files_hash" } };

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("message", (event) => {
  if (event.data === "use the new version") skipWaiting();
  if (event.data === "take this page") clients.claim();
  if (event.data === "tidy") event.waitUntil(tidy().then(repair));
  if (event.data === "name this tab") event.ports[0].postMessage(event.source.id);
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? {}));
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (!url.startsWith(registration.scope)) return;
  const name = url.slice(registration.scope.length).replace(/[?#].*$$/, "");
  if (method === "POST" && name === SHARE) event.respondWith(receive(event.request));
  if (method !== "GET") return;
  const meant = MEANT.exec(url.slice(registration.scope.length));
  if (meant) event.respondWith(Response.redirect(`$${registration.scope}#$${meant[4]}`));
  else if (name === "" || name === "index.html") event.respondWith(answerIndex(event.request));
  else if (OURS.test(name)) event.respondWith(answer(event.request, name));
});

// ---- filling ---------------------------------------------------------------------------------------

/** Cache what this version's cache lacks; the page comes last, so that it never opens without its files. */
async function fill() {
  const cache = await own();
  const there = new Set((await cache.keys()).map(({ url }) => url.slice(registration.scope.length)));
  await Promise.all(Object.keys(ALL).filter((name) => !there.has(name)).map((name) => put(cache, name)));
  if (there.has("")) return;
  const index = await fetch(INDEX, { cache: "no-cache" });
  const text = await index.text();
  // While a site is being uploaded, its page and its service worker may be of different versions.
  if (!index.ok || !text.includes(page)) throw new Error("the page is of another version: try again later");
  // Store the page without its redirect: a redirected response may not be served for a navigation.
  await cache.put(INDEX, as(index, text));
}

/** Fill the cache again if something else has deleted it or part of it: browsers short of space, "cleaners", other pages. */
async function repair() {
  if (!(await caches.has(CACHE))) opened = undefined; // what is put into a deleted cache is lost
  await fill().catch((error) => console.info("the offline copy stays incomplete:", error)); // the next visit tries again
}

async function put(cache, name) {
  // Folders are named after their content: what an older version has under the same name is identical.
  const kept = await whole(name);
  if (kept) return cache.put(name, kept);
  const { hash: integrity } = ALL[name];
  const fetched = await fetch(name, { integrity }).catch(() => fetch(name, { integrity, cache: "reload" }));
  if (!fetched.ok) throw new Error(`$${name}: $${fetched.status}`);
  return cache.put(name, as(fetched, await fetched.arrayBuffer()));
}

/** A plain response with what another says of itself that holds for a copy too. */
function as({ headers }, body) {
  return new Response(body, { headers: KEPT.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]) });
}

// ---- answering -------------------------------------------------------------------------------------

async function answerIndex(request) {
  const kept = request.cache !== "reload" && (await inTime(own().then((cache) => cache.match(INDEX))));
  return kept || fetch(request);
}

/** What a promise of the browser's storage resolves with; undefined if it fails, or does not answer for 3 seconds. */
function inTime(promise) {
  return Promise.race([promise.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 3_000))]);
}

async function answer(request, name) {
  if (request.cache !== "reload") {
    const kept = await inTime(name in ALL && !CHECKED_BY_PAGE.test(name) ? whole(name) : unchecked(name));
    if (kept) return kept;
  }
  const fetched = await fetch(request);
  if (!fetched.ok || !(name in ALL)) return fetched;
  const bytes = await fetched.arrayBuffer();
  if (await fits(bytes, name)) await inTime(own().then((cache) => cache.put(name, as(fetched, bytes))));
  return as(fetched, bytes);
}

/** A file of this version from any of our caches, if its hash is right. */
async function whole(name) {
  for await (const cache of ourCaches()) {
    const kept = await cache.match(name);
    const bytes = await kept?.arrayBuffer().catch(() => undefined); // a disk may fail
    if (bytes && (await fits(bytes, name))) return as(kept, bytes);
  }
  return undefined;
}

/** A file from any of our caches for a page that checks it: a big one, or one of the older version the page runs. */
async function unchecked(name) {
  for await (const cache of ourCaches()) {
    const kept = await cache.match(name);
    if (kept) return kept;
  }
  return undefined;
}

async function fits(bytes, name) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-$${btoa(String.fromCharCode(...digest))}` === ALL[name].hash;
}

/** This Kontor's site caches, this version's first; the others are seldom needed. */
async function* ourCaches() {
  yield own();
  for (const name of await oldNames()) yield caches.open(name);
}

/** This version's cache. To open it takes as long as to read from it, so it stays open. */
function own() {
  return (opened ??= caches.open(CACHE).catch((error) => {
    opened = undefined; // the next request tries again
    throw error;
  }));
}

async function oldNames() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

// ---- what another app shares ------------------------------------------------------------------------

/** Put it where the page will find it, and open the page. If that fails the page finds nothing, and says so. */
async function receive(request) {
  await caches.delete(SHARED);
  await request.formData().then(shelve).catch(() => {});
  return Response.redirect(`$${registration.scope}#shared`, 303);
}

/** Files as they are, one after the other; else the words, those with a game in them alone: some apps add others. */
async function shelve(form) {
  const files = form.getAll("file");
  const words = ["text", "url", "title"].map((name) => form.get(name) ?? "");
  const parts = files.length ? files.flatMap((file) => [file, "\n"]) : [words.find((text) => GAME.test(text)) ?? words.join("\n")];
  await (await caches.open(SHARED)).put("shared", new Response(new Blob(parts)));
}

// ---- tidying ---------------------------------------------------------------------------------------

/** Delete older versions once no other tab can be running one, and none that is newer. */
async function tidy() {
  if (registration.installing || registration.waiting) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.filter(({ url }) => url.startsWith(registration.scope)).length > 1) return;
  await Promise.all((await oldNames()).map((name) => caches.delete(name)));
}

// ---- notifications ---------------------------------------------------------------------------------

/** Show the table of a notification: in its tab, in another one that shows it, or else in a new one. */
async function lead({ link, tab }) {
  const tabs = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => url.startsWith(registration.scope));
  // Some browsers tell the address with which a tab was opened, not its present one: so its name comes first.
  const there = tabs.find(({ id }) => id === tab) ?? tabs.find(({ url }) => !link || new URL(url).hash === `#$${link}`);
  await (there ? there.focus() : clients.openWindow(registration.scope + (link ? `#$${link}` : "")));
}
