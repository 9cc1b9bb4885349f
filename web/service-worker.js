// Keeps the whole site, so that it opens without a network. Each version has a cache of its own, filled as a whole
// before the version is used; a page that runs an older version keeps running it.

importScripts("$page/files.js");

const { version, page, files } = self.KONTOR;
const SCOPE = new URL(registration.scope).pathname; // several Kontors may live on one host
const PREFIX = `kontor:$${SCOPE}:site:`;
const CACHE = PREFIX + version;

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("message", (event) => {
  if (event.data === "use the new version") skipWaiting();
  if (event.data === "take this page") clients.claim();
});
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(registration.scope)) return;
  const name = url.slice(registration.scope.length).replace(/[?#].*$$/, "");
  event.respondWith(answer(event.request, name === "" || name === "index.html" ? "./" : name));
});

async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(files).map((name) => put(cache, name)));
  const index = await fetch("./", { cache: "no-cache" });
  const text = await index.clone().text();
  // While a site is being uploaded, its page and its service worker may be of different versions.
  if (!index.ok || !text.includes(page)) throw new Error("the page is of another version: try again later");
  await cache.put("./", index);
  await cache.put(`$${page}/files.js`, await fetch(`$${page}/files.js`));
}

async function put(cache, name) {
  // Folders are named after their content: what an older version has under the same name is the same.
  const kept = await caches.match(name);
  if (kept) return cache.put(name, kept);
  const integrity = files[name].hash;
  const fetched = await fetch(name, { integrity }).catch(() => fetch(name, { integrity, cache: "reload" }));
  if (!fetched.ok) throw new Error(`$${name}: $${fetched.status}`);
  return cache.put(name, fetched);
}

async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request, name) {
  const cache = await caches.open(CACHE);
  if (request.cache !== "reload") {
    const kept = await cache.match(name);
    if (kept) return kept;
  }
  const fetched = await fetch(request);
  if (fetched.ok && name in files) await cache.put(name, fetched.clone());
  return fetched;
}
