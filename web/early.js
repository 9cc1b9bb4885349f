// Begin the slowest steps while the page's scripts are still loading: read the memory snapshot (memory.js) and the
// interpreter's code, or fetch the largest files if nothing is cached. The build inlines this file. Its results are
// unchecked: the code that uses them must compare the digests first.

globalThis.early = (() => {
  if (!globalThis.crypto?.subtle || !globalThis.caches) return undefined; // no https: browsers check the files
  const prefix = `kontor:$${new URL("./", location).pathname}`;
  const inTime = (promise, limit) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, limit))]); // limit.js
  const read = async (name, cacheName) => {
    const kept = await inTime(caches.match(new URL(name, location).href, { cacheName }), 3_000);
    const bytes = await (kept && inTime(kept.arrayBuffer(), 10_000));
    if (!bytes) return undefined;
    return { bytes, digest: crypto.subtle.digest("SHA-256", bytes), hash: kept.headers.get("Kontor-Hash") };
  };
  const compiled = (found) => found && { ...found, code: WebAssembly.compile(found.bytes) };
  const early = {
    memory: read("./memory", `$${prefix}:memory:$page`),
    wasm: read("./$runtime/pyodide.asm.wasm", `$${prefix}:site:$version`).then(compiled),
    answers: {},
  };
  const { memory, wasm, answers } = early;
  Promise.allSettled([memory, wasm, wasm.then((found) => found?.code)]); // if storage is blocked, all is fetched
  if (!navigator.serviceWorker?.controller) {
    for (const name of ["$runtime/pyodide.asm.wasm", "$runtime/stdlib.pack", "$runtime/pygame.pack", "$game/game.pack"]) {
      answers[name] = fetch(name, { priority: "low" }); // scripts first: they show how it goes
      answers[name].catch(() => {}); // download.js reports errors
    }
  }
  return early;
})();
