// Fetch the site's files, each checked against the size and hash in files.js.

/** The address of the site: this script is in one of its folders. */
export const SITE = new URL("../", import.meta.url).href;

/** An error whose `kind` names the text for it: "offline", "lost", "missing", "damaged" or "type" (see aground.js). */
export class LoadError extends Error {
  constructor(kind, detail) {
    super(detail);
    this.name = "LoadError";
    this.kind = kind;
  }
}

/** Import a script; the browser checks it against the hash in the page. Rejects with a LoadError if it cannot be loaded. */
export async function script(name) {
  try {
    return await import(SITE + name);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The browser does not say what was wrong with the script or with its imports.
    const fault = await globalThis.aground?.faultOfScripts();
    if (fault) throw new LoadError(fault.kind, `${fault.name}: ${error.message}`);
    if (/\bimport/i.test(error.message)) throw new LoadError("lost", error.message);
    throw error; // it loaded, and failed when it ran
  }
}

/** The bytes of a file; `tell(count)` is called with the number received. Rejects with a LoadError. */
export async function download(name, tell = () => {}) {
  try {
    return await attempt(name, "default", tell);
  } catch (error) {
    // A cache in between may hold a broken or an old copy: ask the server itself, once.
    if (error.kind !== "damaged") throw error;
    return attempt(name, "reload", tell);
  }
}

async function attempt(name, cache, tell) {
  const { size, hash } = globalThis.KONTOR.files[name];
  // Without https there is no crypto.subtle; then the browser checks, but reports no progress.
  const integrity = crypto.subtle ? undefined : hash;
  let bytes;
  try {
    const response = await fetch(SITE + name, { cache, integrity });
    if (!response.ok) throw new LoadError("missing", `${name}: ${response.status} ${response.statusText}`);
    bytes = await collect(response.body, size, tell);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    // The same error stands for a lost connection and for bytes the browser refused.
    const kind = integrity && (await globalThis.aground?.faultOf(SITE + name, integrity));
    throw new LoadError(kind || (navigator.onLine ? "lost" : "offline"), `${name}: ${error.message}`);
  }
  if (!bytes || (crypto.subtle && (await hashOf(bytes)) !== hash)) {
    throw new LoadError("damaged", `${name}: not the ${size} bytes with ${hash}`);
  }
  return bytes;
}

/** All bytes of a stream, or null if their number is not `size`. */
async function collect(stream, size, tell) {
  const bytes = new Uint8Array(size);
  let count = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return count === size ? bytes : null;
    if (count + value.length > size) return null;
    bytes.set(value, count);
    count += value.length;
    tell(count);
  }
}

/** The hash of bytes in the format of files.js; needs https. */
export async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `sha256-${btoa(String.fromCharCode(...digest))}`;
}
