// The memory snapshot: the interpreter's memory after Python has started and imported the game, in the browser's cache.
// The next start copies it back and skips that work. A worker makes it once the game runs. It is only an optimisation:
// if anything is wrong with it, the page deletes it and starts Python from scratch. It is stored with its hash, because
// a disk can corrupt it, and a single wrong byte could make Python do anything or hang.

import { SITE, hashOf, written } from "./download.js";
import { cached, inTime } from "./limit.js";
import { workerAddress } from "./trusted.js";

const PREFIX = `kontor:${new URL(SITE).pathname}:memory:`;
const CACHE = PREFIX + globalThis.KONTOR.page; // each version has its own snapshot
const NAME = `${SITE}memory`;
const HASH = "Kontor-Hash";

/** Return the snapshot as given to `remember`, or undefined. `early` is a promise of the result of early.js. */
export async function recall(early = find()) {
  try {
    const kept = await early;
    if (!kept) return undefined;
    if (written(await kept.digest) === kept.hash) return unwrapped(kept.bytes);
    console.warn("starting without the kept memory, which is spoilt");
    await forget();
  } catch (error) {
    console.info("no memory is cached:", error); // no https, or storage is blocked: then there is no shortcut
  }
  return undefined;
}

async function find() {
  const kept = await cached(NAME, CACHE);
  if (!kept) return undefined;
  const { response, bytes } = kept;
  return { bytes, digest: crypto.subtle.digest("SHA-256", bytes), hash: response.headers.get(HASH) };
}

/** Store a snapshot (the `facts` and `parts` of python.js) and the game's archive; delete those of other
 * versions. */
export async function remember(made) {
  const bytes = wrapped(made);
  const cache = await caches.open(CACHE);
  await cache.put(NAME, new Response(bytes, { headers: { [HASH]: await hashOf(bytes) } }));
  await forget(CACHE);
}

// All parts, then their lengths and the facts as JSON, then the length of that in four bytes: one hash covers
// everything.

function wrapped({ facts, game, parts: rest }) {
  const parts = [game, ...rest];
  const lengths = parts.map((part) => part.length);
  const told = new TextEncoder().encode(JSON.stringify({ facts, lengths }));
  const end = lengths.reduce((sum, length) => sum + length, 0);
  const bytes = new Uint8Array(end + told.length + 4);
  let at = 0;
  for (const part of [...parts, told]) {
    bytes.set(part, at);
    at += part.length;
  }
  new DataView(bytes.buffer).setUint32(at, told.length);
  return bytes;
}

function unwrapped(bytes) {
  const end = bytes.byteLength - 4;
  const start = end - new DataView(bytes).getUint32(end);
  const { facts, lengths } = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, start, end - start)));
  let at = 0;
  const [game, ...parts] = lengths.map((length) => {
    at += length;
    return new Uint8Array(bytes, at - length, length);
  });
  return { facts, game, parts };
}

/** Delete all snapshots except one cache; never fails, and does not wait for a browser that does not answer. */
export function forget(except) {
  return inTime(remove(except)).catch((error) => console.info("no memory is deleted:", error));
}

async function remove(except) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== except);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Have a worker make the snapshot for the next visit, with a title of this width, height, theme and language. Resolves
 * when it is done or has failed. */
export function prepare(...title) {
  return new Promise((resolve) => {
    const worker = new Worker(workerAddress("memory"), { type: "module", name: JSON.stringify(title) });
    worker.onmessage = worker.onerror = (event) => {
      if (event.type === "error") console.warn("no memory was made:", event.message);
      worker.terminate();
      resolve();
    };
  }).catch((error) => console.info("no worker can be started:", error));
}
