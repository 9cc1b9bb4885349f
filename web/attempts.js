// A mark set from the beginning of a start until its first picture. A start that finds the mark knows that the one
// before failed, whatever the cause, and does without the shortcuts. Browsers put what is stored here on the disk seconds
// later: one that is killed, as phones do, forgets that the mark was taken away. So the arrival is kept as a file as well.

import { SITE } from "./download.js";
import { inTime } from "./limit.js";

const MARK = `kontor:${new URL(SITE).pathname}:starts`;
const ARRIVAL = `${SITE}arrival`;
const NOW = Date.now();

/** Note that a start begins; a promise of how many in a row before it never reached a picture. */
export async function begin() {
  try {
    const [failed, since] = (localStorage.getItem(MARK) ?? "0").split(" ").map(Number);
    localStorage.setItem(MARK, `${failed + 1} ${NOW}`);
    if (!failed || !((await inTime(arrival())) >= since)) return failed;
    localStorage.setItem(MARK, `1 ${NOW}`);
  } catch {
    // storage is blocked, so nothing kept can be at fault
  }
  return 0;
}

/** When the last start began that reached a picture; NaN: that is not known. */
async function arrival() {
  const kept = await globalThis.caches?.match(ARRIVAL, { cacheName: MARK }).catch(() => undefined);
  return Number(await kept?.text());
}

/** The first picture is there, or the cause of the failure is known and was nothing kept. */
export function arrive() {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // blocked, see above
  }
  keep().catch(() => {}); // blocked
}

async function keep() {
  await (await globalThis.caches?.open(MARK))?.put(ARRIVAL, new Response(NOW));
}
