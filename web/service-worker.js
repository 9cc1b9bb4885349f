// Cache the whole site, so that it opens without a network. Each version has its own cache, which is filled completely
// before the version is used; a page that runs an older version continues to run it.
//
// Other pages of the host have access to these caches and have their own. So only this instance's caches are read, and
// every file from them is checked by its hash: the big files by the page, the others here.

importScripts("$page/files.js");

const { version, page, files } = self.KONTOR;
const SCOPE = new URL(registration.scope).pathname; // several instances of Kontor can share a host
const PREFIX = `kontor:$${SCOPE}:site:`;
const CACHE = PREFIX + version;
const INDEX = "./";
const SHARE = "share"; // where the manifest has other apps send what they share; incoming.js shows it
const SHARED = `kontor:$${SCOPE}:shared`;
const WAITING = `kontor:$${SCOPE}:waiting`; // the links of the tables that wait for the player
// In a link, or at the beginning of a record or of results.
const GAME = /game(=|%(25)*3D)\w|^kontor-(record|results) \d/im;
const MEANT = /^(index\.html)?(\?[^#]*?)?%(25)*23((game|room)[^#]+)$$/; // a link whose # a mail filter has escaped
const OURS = /^(page|runtime|game|icons)-[0-9a-f]{16}\/[^/]+$$/;
const CHECKED_BY_PAGE = /\.(wasm|pack)$$/; // download.js fetches a damaged one again
// The content type, and the restrictions of the host (docs/hosting/static-site.md): the copy must not be allowed more.
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
  if (event.data.link) event.waitUntil(setWaiting(event.data));
});
addEventListener("push", (event) => event.waitUntil(announce(event.data.json())));
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

/** Cache the missing files of this version; the page comes last, so that it never opens without its files. */
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

/** Fill the cache again if it was deleted in part or whole: by browsers short of space, "cleaners", or other
 * pages. */
async function repair() {
  if (!(await caches.has(CACHE))) opened = undefined; // entries added to a deleted cache are lost
  await fill().catch((error) => console.info("the offline copy stays incomplete:", error)); // the next visit tries again
}

async function put(cache, name) {
  // Directories are named after their content: a file of an older version under the same name is identical.
  const kept = await whole(name);
  if (kept) return cache.put(name, kept);
  const { hash: integrity } = ALL[name];
  const fetched = await fetch(name, { integrity }).catch(() => fetch(name, { integrity, cache: "reload" }));
  if (!fetched.ok) throw new Error(`$${name}: $${fetched.status}`);
  return cache.put(name, as(fetched, await fetched.arrayBuffer()));
}

/** Return a plain response with the headers of another that also hold for a copy. */
function as({ headers }, body) {
  return new Response(body, { headers: KEPT.filter((name) => headers.has(name)).map((name) => [name, headers.get(name)]) });
}

// ---- answering -------------------------------------------------------------------------------------

async function answerIndex(request) {
  const kept = request.cache !== "reload" && (await inTime(own().then((cache) => cache.match(INDEX))));
  return kept || fetch(request);
}

/** Resolve with the result of a storage operation; undefined if it fails or takes longer than 3 seconds. */
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

/** Return a file of this version from any of our caches, if its hash is right. */
async function whole(name) {
  for await (const cache of ourCaches()) {
    const kept = await cache.match(name);
    const bytes = await kept?.arrayBuffer().catch(() => undefined); // the disk can fail
    if (bytes && (await fits(bytes, name))) return as(kept, bytes);
  }
  return undefined;
}

/** Return a file from any of our caches for a page that checks it: a big one, or one of an older version. */
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

/** Yield this instance's site caches, the current version's first; the others are seldom needed. */
async function* ourCaches() {
  yield own();
  for (const name of await oldNames()) yield caches.open(name);
}

/** Return this version's cache. Opening it takes as long as reading from it, so it stays open. */
function own() {
  return (opened ??= caches.open(CACHE).catch((error) => {
    opened = undefined; // the next request tries again
    throw error;
  }));
}

async function oldNames() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
}

// ---- content shared by other apps --------------------------------------------------------------------

/** Store shared content for the page and open the page. If storing fails the page finds nothing, and reports
 * that. */
async function receive(request) {
  await caches.delete(SHARED);
  await request.formData().then(shelve).catch(() => {});
  return Response.redirect(`$${registration.scope}#shared`, 303);
}

/** Return files joined in order; without files the texts, only those that contain a game: some apps add others. */
async function shelve(form) {
  const files = form.getAll("file");
  const words = ["text", "url", "title"].map((name) => form.get(name) ?? "");
  const parts = files.length ? files.flatMap((file) => [file, "\n"]) : [words.find((text) => GAME.test(text)) ?? words.join("\n")];
  await (await caches.open(SHARED)).put("shared", new Response(new Blob(parts)));
}

// ---- cleaning up -----------------------------------------------------------------------------------

/** Delete older versions once no other tab can be running one, and never a newer one. */
async function tidy() {
  if (registration.installing || registration.waiting) return;
  const tabs = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.filter(({ url }) => url.startsWith(registration.scope)).length > 1) return;
  await Promise.all((await oldNames()).map((name) => caches.delete(name)));
}

// ---- notifications ---------------------------------------------------------------------------------

/** Show a message of the room server, which replaces the table's previous one, or close that. Messages can arrive late,
 * and twice. */
async function announce({ kind, title, body, link, n, at, waiting }) {
  const tag = `kontor:$${SCOPE}:$${link || kind}`;
  const shown = await registration.getNotifications({ tag });
  const newer = shown.some(({ data }) => data.n > n);
  if (kind === "passed" && !newer) for (const note of shown) note.close();
  if (kind !== "passed" && !newer) {
    const renotify = !shown.some(({ data }) => data.kind === kind && data.at === at);
    const icon = `$${registration.scope}$icons/icon-192.png`;
    await registration.showNotification(title, { body, tag, renotify, icon, data: { link, kind, n, at } });
  }
  if (!newer) await count(waiting);
}

/** Add the table at a link to those that wait for the player, or remove it. */
async function setWaiting({ link, waits }) {
  const others = (await waiting()).filter((one) => one !== link);
  await count(waits ? [...others, link] : others);
}

async function waiting() {
  return (await caches.match("waiting", { cacheName: WAITING }))?.json() ?? [];
}

/** Store the links of the tables that wait for the player, and show their number on the app's icon. */
async function count(links) {
  if (links.length) await (await caches.open(WAITING)).put("waiting", new Response(JSON.stringify(links)));
  else await caches.delete(WAITING);
  await navigator.setAppBadge?.(links.length).catch(() => {}); // where the app is not installed
}

/** Show the table of a notification: in its tab, in another tab that shows it, or in a new one. */
async function lead({ link, tab }) {
  const tabs = (await clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => url.startsWith(registration.scope));
  // Some browsers report the URL with which a tab was opened, not the current one: so its name is tried first.
  const there = tabs.find(({ id }) => id === tab) ?? tabs.find(({ url }) => !link || new URL(url).hash.split(/[~.]/)[0] === `#$${link}`);
  await (there ? there.focus() : clients.openWindow(registration.scope + (link ? `#$${link}` : "")));
}
