// The page's policy makes browsers that know trusted types refuse the address of a worker as a plain text, wherever in
// the page it comes from. Here is the one way to make such an address, and it makes no others than those of this site.

import { SITE } from "./download.js";

const { page } = globalThis.KONTOR;
const WORKERS = {
  memory: `${page}/memory-worker.js`,
  service: "service-worker.js",
  thinking: `${page}/thinking-worker.js`,
};

const policy = globalThis.trustedTypes?.createPolicy("kontor", { createScriptURL: addressOf });

function addressOf(name) {
  if (!Object.hasOwn(WORKERS, name)) throw new TypeError(`this site has no worker "${name}"`);
  return SITE + WORKERS[name];
}

/** The address of one of the site's workers, as `Worker` and `register` take it. */
export const workerAddress = (name) => (policy ? policy.createScriptURL(name) : addressOf(name));
