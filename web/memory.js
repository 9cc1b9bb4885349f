// The interpreter's memory right after its start, kept in the visitor's own cache: the next start copies it back
// instead of starting Python anew. It is made by a worker, after the game is up, and is only ever a shortcut:
// whatever is wrong with it, the page forgets it and starts Python the long way. A disk may spoil it, so its hash
// is kept beside it: a wrong byte in it could make Python do anything, or nothing, for ever.

import { SITE, hashOf } from "./download.js";

const PREFIX = `kontor:${new URL(SITE).pathname}:memory:`;
const CACHE = PREFIX + globalThis.KONTOR.runtime; // another runtime has another memory
const NAME = `${SITE}memory`;
const HASH = "Kontor-Hash";

/** The kept memory, or undefined. */
export async function recall() {
  try {
    const kept = await (await caches.open(CACHE)).match(NAME);
    if (!kept) return undefined;
    const memory = new Uint8Array(await kept.arrayBuffer());
    if ((await hashOf(memory)) === kept.headers.get(HASH)) return memory;
    console.warn("starting without the kept memory, which is spoilt");
    await forget();
  } catch (error) {
    console.info("no memory is kept:", error); // no https, or storage is blocked: then there is no shortcut
  }
  return undefined;
}

/** Keep a memory, and forget those of other versions. */
export async function remember(memory) {
  const cache = await caches.open(CACHE);
  await cache.put(NAME, new Response(memory, { headers: { [HASH]: await hashOf(memory) } }));
  await forget(CACHE);
}

/** Forget every memory, but for one cache. */
export async function forget(except) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== except);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Let a worker make the memory for the next visit; resolves when that is done, or cannot be. */
export function prepare() {
  return new Promise((resolve) => {
    const worker = new Worker(new URL("memory-worker.js", import.meta.url), { type: "module" });
    worker.onmessage = worker.onerror = (event) => {
      if (event.type === "error") console.warn("no memory was made:", event.message);
      worker.terminate();
      resolve();
    };
  }).catch((error) => console.info("no worker can be had:", error));
}
