// Long thinking in a worker with an interpreter of its own, so that the page's one is free for the picture.
//
// No browser says when it has ended a worker (a phone short of memory does). But a worker loses its locks with its
// life: each holds one of its own name, and whoever gets that lock next knows.

let current = null; // { worker, ready, asked: { request, tell, resolve } or null }

/** Start the worker, if none runs, so that the first request need not wait for it. */
export function prepareThinking() {
  try {
    current ??= start();
  } catch (error) {
    console.info("no worker can be had:", error); // think() says so too
  }
}

/** Have a request answered. Resolves with what became of it, and a text:
 * "answer"; "lost", if the worker died over it; or "none", if no worker can be had. */
export function think(request, tell) {
  return new Promise((resolve) => {
    try {
      current ??= start();
    } catch (error) {
      return resolve(["none", String(error)]);
    }
    current.asked = { request, tell, resolve };
    if (current.ready) current.worker.postMessage(request);
  });
}

/** Give up what is being thought. A worker cannot hear while it thinks: another one takes its place. */
export function stopThinking() {
  if (!current) return;
  end(current, "it was stopped");
  prepareThinking();
}

function start() {
  const name = `kontor-thinking-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const worker = new Worker(new URL("thinking-worker.js", import.meta.url), { type: "module", name });
  const one = { worker, ready: false, asked: null };
  const hear = {
    locked: () => navigator.locks.request(name, () => end(one, "it was ended")),
    ready: () => {
      one.ready = true;
      if (one.asked) worker.postMessage(one.asked.request);
    },
    progress: (line) => one.asked?.tell(line),
    answer: (text) => settle(one, "answer", text),
    failed: (why) => end(one, why),
  };
  worker.onmessage = ({ data: [kind, text] }) => hear[kind](text);
  worker.onerror = (event) => end(one, event.message ?? "it could not be loaded");
  return one;
}

function end(one, why) {
  one.worker.terminate();
  if (current === one) current = null;
  settle(one, one.ready ? "lost" : "none", why);
}

function settle(one, ...outcome) {
  const { asked } = one;
  one.asked = null;
  asked?.resolve(outcome);
}
