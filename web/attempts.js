// A boot marker (crash-loop guard), set from the beginning of a start until its first frame. A start that finds the
// marker knows that the previous one failed, and avoids all cached shortcuts. Browsers write localStorage to disk
// seconds late, so a browser that is killed, as on phones, restores a removed marker. Therefore arrivals are also
// stored as a file.

import { SITE } from "./download.js";
import { inTime } from "./limit.js";

const MARK = `kontor:${new URL(SITE).pathname}:starts`;
const ARRIVAL = `${SITE}arrival`;
const NOW = Date.now();

/** Record that a start begins. Resolves with the number of consecutive starts before it that showed no frame. */
export async function begin() {
  try {
    const [failed, since] = (localStorage.getItem(MARK) ?? "0").split(" ").map(Number);
    localStorage.setItem(MARK, `${failed + 1} ${NOW}`);
    if (!failed || !((await inTime(arrival())) >= since)) return failed;
    localStorage.setItem(MARK, `1 ${NOW}`);
  } catch {
    // storage is blocked, so no cached data can be at fault
  }
  return 0;
}

/** Return when the last start that showed a frame began; NaN if unknown. */
async function arrival() {
  const kept = await globalThis.caches?.match(ARRIVAL, { cacheName: MARK }).catch(() => undefined);
  return Number(await kept?.text());
}

/** Remove the marker: the first frame is shown, or the failure is known to have a cause other than cached data. */
export function arrive() {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // storage is blocked
  }
  keep().catch(() => {}); // storage is blocked
}

async function keep() {
  await (await globalThis.caches?.open(MARK))?.put(ARRIVAL, new Response(NOW));
}
