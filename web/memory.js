// A snapshot of the interpreter's memory right after its start, in the visitor's cache: the next start copies it back
// instead of starting Python from scratch. A worker makes it once the game is up, and it is only ever a shortcut:
// if anything is wrong with it, the page deletes it and starts Python the long way. Its hash is kept beside it,
// because a disk may corrupt it, and one wrong byte could make Python do anything, or hang for ever.

import { SITE, hashOf } from "./download.js";
import { workerAddress } from "./trusted.js";

const PREFIX = `kontor:${new URL(SITE).pathname}:memory:`;
const CACHE = PREFIX + globalThis.KONTOR.runtime; // another runtime has another memory
const NAME = `${SITE}memory`;
const HASH = "Kontor-Hash";

/** The cached memory, or undefined. */
export async function recall() {
  try {
    const kept = await (await caches.open(CACHE)).match(NAME);
    if (!kept) return undefined;
    const memory = new Uint8Array(await kept.arrayBuffer());
    if ((await hashOf(memory)) === kept.headers.get(HASH)) return memory;
    console.warn("starting without the kept memory, which is spoilt");
    await forget();
  } catch (error) {
    console.info("no memory is cached:", error); // no https, or storage is blocked: then there is no shortcut
  }
  return undefined;
}

/** Cache a memory, and delete those of other versions. */
export async function remember(memory) {
  const cache = await caches.open(CACHE);
  await cache.put(NAME, new Response(memory, { headers: { [HASH]: await hashOf(memory) } }));
  await forget(CACHE);
}

/** Delete every memory except in one cache. */
export async function forget(except) {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== except);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Have a worker make the memory for the next visit; resolves when that is done or has failed. */
export function prepare() {
  return new Promise((resolve) => {
    const worker = new Worker(workerAddress("memory"), { type: "module" });
    worker.onmessage = worker.onerror = (event) => {
      if (event.type === "error") console.warn("no memory was made:", event.message);
      worker.terminate();
      resolve();
    };
  }).catch((error) => console.info("no worker can be started:", error));
}
