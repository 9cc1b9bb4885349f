// With trusted types, the page's Content Security Policy makes browsers reject the URL of a worker as plain text
// anywhere in the page. This is the only way to create such a URL, limited to those of this site.

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

/** Return the URL of one of the site's workers, in the form that `Worker` and `register` accept. */
export const workerAddress = (name) => (policy ? policy.createScriptURL(name) : addressOf(name));
