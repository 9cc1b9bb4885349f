// Register the service worker, look for new versions, and offer one once it has been fetched completely.

import { workerAddress } from "./trusted.js";
import { say } from "./words.js";

const SELDOM = 3_600_000; // milliseconds between two checks for a new version

const part = (id) => document.getElementById(id);

/** Cache the site for the next visit; resolves when it is cached. Without https the site needs the network. */
export async function keepSite() {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const registration = await workers.register(workerAddress("service"), { updateViaCache: "none" }).catch(() => null);
  if (!registration) return; // not allowed, or no network: the next visit tries again
  const offer = () => {
    if (registration.waiting && registration.active) offerVersion(registration); // the first one is no new version
  };
  offer();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", offer);
  });
  lookAgain(registration);
  await Promise.race([controlling(workers), gone(registration.installing)]);
  workers.controller?.postMessage("tidy");
}

/** Check for a new version when the page becomes visible: an installed app is resumed for weeks without being
 * loaded. */
function lookAgain(registration) {
  let looked = Date.now(); // monotonic clocks stop while a phone sleeps
  const look = () => {
    if (document.hidden || Math.abs(Date.now() - looked) < SELDOM) return;
    looked = Date.now();
    registration.update().catch(() => {}); // no network: try when the page is next visible
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("pageshow", look); // from the browser's cache of pages
}

/** Resolve when the worker controls this page, even on the very first visit. */
async function controlling(workers) {
  const { active } = await workers.ready;
  if (workers.controller) return;
  const changed = new Promise((resolve) => workers.addEventListener("controllerchange", resolve, { once: true }));
  active.postMessage("take this page");
  await changed;
}

/** Resolve when a worker could not be installed: part of the site could not be fetched. */
function gone(worker) {
  return new Promise((resolve) => {
    worker?.addEventListener("statechange", () => worker.state === "redundant" && resolve());
  });
}

function offerVersion(registration) {
  part("notice-text").textContent = say("update.ready");
  part("notice-yes").textContent = say("update.now");
  part("notice-no").textContent = say("update.later");
  part("notice-yes").onclick = () => {
    // Another tab may have been quicker: then the new version is already in use.
    if (!registration.waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    registration.waiting.postMessage("use the new version");
  };
  part("notice-no").onclick = () => {
    part("notice").hidden = true;
    part("canvas").focus();
  };
  part("notice").hidden = false;
}
