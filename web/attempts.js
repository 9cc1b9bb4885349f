// A mark that stands from the beginning of a start to its first picture. A start that finds it comes after one
// that failed, whatever was the cause, and leaves out what only makes starts quicker.

import { SITE } from "./download.js";

const MARK = `kontor:${new URL(SITE).pathname}:starts`;

/** Note that a start begins; how many before it, in a row, never came to a picture. */
export function begin() {
  try {
    const failed = Number(localStorage.getItem(MARK)) || 0;
    localStorage.setItem(MARK, failed + 1);
    return failed;
  } catch {
    return 0; // storage is blocked, and then nothing is kept that could be at fault
  }
}

/** The first picture is there, or what failed is known and was nothing that is kept. */
export function arrive() {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // blocked, see above
  }
}
