// Fetch the site's files, each checked against the size and hash in files.js.

/** The site's URL: this script is in one of its directories. */
export const SITE = new URL("../", import.meta.url).href;

/** An error whose `kind` selects its text: "offline", "lost", "missing", "damaged" or "type" (see aground.js). */
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
    // The browser does not report what was wrong with the script or with its imports.
    const fault = await globalThis.aground?.faultOfScripts();
    if (fault) throw new LoadError(fault.kind, `${fault.name}: ${error.message}`);
    if (/\bimport/i.test(error.message)) throw new LoadError("lost", error.message);
    throw error; // it loaded, and failed when it ran
  }
}

/** Fetch and compile a WebAssembly file by `download`. `early` is a promise of the result of early.js, or
 * undefined. */
export async function compiled(name, tell = () => {}, early = undefined) {
  const found = await Promise.resolve(early).catch(() => {});
  const { size, hash } = globalThis.KONTOR.files[name];
  let code = found?.code.catch(() => {}); // undefined if compilation failed, for example without memory
  if (found && written(await found.digest) === hash && (await code)) {
    tell(size);
    return code;
  }
  const bytes = await download(name, tell, (response) => {
    code = WebAssembly.compileStreaming(response.clone());
    code.catch(() => {}); // another content type than WebAssembly's
  });
  return code.catch(() => WebAssembly.compile(bytes));
}

/** Fetch the bytes of a file. `heard` is called with the response, then `tell(count)` with each number of bytes
 * received. Rejects with a LoadError. */
export async function download(name, tell = () => {}, heard = () => {}) {
  try {
    return await attempt(name, "default", tell, heard);
  } catch (error) {
    // A cache in between may hold a broken or an old copy: ask the server itself, once.
    if (error.kind !== "damaged") throw error;
    return attempt(name, "reload", tell, heard);
  }
}

async function attempt(name, cache, tell, heard) {
  const { size, hash } = globalThis.KONTOR.files[name];
  // Without https there is no crypto.subtle; then the browser checks, but reports no progress.
  const integrity = crypto.subtle ? undefined : hash;
  let bytes;
  try {
    const response = await (begun(name) ?? fetch(SITE + name, { cache, integrity }));
    if (!response.ok) throw new LoadError("missing", `${name}: ${response.status} ${response.statusText}`);
    heard(response);
    bytes = await collect(response.body, size, tell);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    // A lost connection and bytes rejected by the browser give the same error.
    const kind = integrity && (await globalThis.aground?.faultOf(SITE + name, integrity));
    throw new LoadError(kind || (navigator.onLine ? "lost" : "offline"), `${name}: ${error.message}`);
  }
  if (!bytes || (crypto.subtle && (await hashOf(bytes)) !== hash)) {
    throw new LoadError("damaged", `${name}: not the ${size} bytes with ${hash}`);
  }
  return bytes;
}

/** Return the response to a request that early.js has begun, once. */
function begun(name) {
  const { answers = {} } = globalThis.early ?? {};
  const answer = answers[name];
  delete answers[name];
  return answer;
}

/** Read all bytes of a stream; null if their number is not `size`. */
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

/** Return the hash of bytes in the format of files.js; needs https. */
export async function hashOf(bytes) {
  return written(await crypto.subtle.digest("SHA-256", bytes));
}

/** Return a digest in the format of files.js. */
export function written(digest) {
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
