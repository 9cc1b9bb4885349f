// Thinking in a worker with its own interpreter, so that the page's interpreter is free to draw.
//
// No browser reports that it has ended a worker (as a phone short of memory does). But a worker's locks die with
// it: each holds a lock of its own name, and whoever gets that lock next knows. One that ends before it has its lock
// gives no sign of life, and neither does one whose files stop arriving.

import { workerAddress } from "./trusted.js";

const PATIENCE = 20_000; // milliseconds between two signs of life, until it is ready

let current = null; // { worker, ready, asked: { request, tell, resolve } or null }

/** Start the worker if none is running, so that the first request need not wait for it. */
export function prepareThinking() {
  try {
    current ??= start();
  } catch (error) {
    console.info("no worker can be started:", error); // think() says so too
  }
}

/** Have a request answered. Resolves with the outcome and a text:
 * "answer"; "lost", if the worker died; or "none", if no worker can be started. */
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

/** Give up the current request. A worker is deaf while it thinks, so it is replaced. */
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
