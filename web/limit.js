// Time limits for the browser's storage: on a failing disk, or after an update of the browser, it may never answer.

const ANSWER = 3_000; // milliseconds
const CONTENT = 10_000; // milliseconds to read tens of megabytes

/** Resolve with the result of a promise, or with undefined after a time limit in milliseconds. */
export function inTime(promise, limit = ANSWER) {
  return Promise.race([promise, new Promise((resolve) => setTimeout(resolve, limit))]);
}

/** Return a cached response and its bytes; undefined if nothing is cached or the browser does not answer. */
export async function cached(name, cacheName) {
  const response = await inTime(caches.match(name, { cacheName }));
  const bytes = await (response && inTime(response.arrayBuffer(), CONTENT));
  return bytes && { response, bytes };
}
