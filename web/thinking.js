// Computer players in a worker with its own interpreter, so that the page's interpreter is free to draw.
//
// Browsers do not report that they have terminated a worker, as phones do when memory is short. But a worker's locks
// are released with it: each worker holds a lock with its name, and the page learns of its end by acquiring that lock.
// A worker terminated before it has its lock sends no heartbeat, and neither does one whose files stop arriving.

import { workerAddress } from "./trusted.js";

const PATIENCE = 20_000; // milliseconds between two heartbeats, until it is ready

let current = null; // { worker, ready, asked: { request, tell, resolve } or null }

/** Start the worker unless one is running, so that the first request need not wait for it. */
export function prepareThinking() {
  try {
    current ??= start();
  } catch (error) {
    console.info("no worker can be started:", error); // think() says so too
  }
}

/** Answer a request. Resolves with the outcome and a text: "answer"; "lost", if the worker was terminated; or
 * "none", if no worker can be started. */
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

/** Abandon the current request. A worker cannot be interrupted, so it is replaced. */
export function stopThinking() {
  if (!current) return;
  end(current, "it was stopped");
  prepareThinking();
}

function start() {
  const name = `kontor-thinking-${crypto.getRandomValues(new Uint32Array(4)).join("-")}`;
  const worker = new Worker(workerAddress("thinking"), { type: "module", name });
  const one = { worker, ready: false, asked: null };
  const expect = () => {
    clearTimeout(one.late);
    one.late = setTimeout(() => end(one, "it gave no sign of life", "none"), PATIENCE);
  };
  const hear = {
    alive: expect,
    locked: () => navigator.locks.request(name, () => end(one, "it was ended", "lost")),
    ready: () => {
      clearTimeout(one.late);
      one.ready = true;
      if (one.asked) worker.postMessage(one.asked.request);
    },
    progress: (line) => one.asked?.tell(line),
    answer: (text) => settle(one, "answer", text),
    failed: (why) => end(one, why),
  };
  worker.onmessage = ({ data: [kind, text] }) => hear[kind](text);
  worker.onerror = (event) => end(one, event.message ?? "it could not be loaded");
  expect();
  return one;
}

function end(one, why, became = one.ready ? "lost" : "none") {
  clearTimeout(one.late);
  one.worker.terminate();
  if (current === one) current = null;
  settle(one, became, why);
}

function settle(one, ...outcome) {
  const { asked } = one;
  one.asked = null;
  asked?.resolve(outcome);
}
