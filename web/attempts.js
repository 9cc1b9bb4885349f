// A mark set from the beginning of a start until its first picture. A start that finds the mark knows that the one
// before failed, whatever the cause, and does without the shortcuts.

import { SITE } from "./download.js";

const MARK = `kontor:${new URL(SITE).pathname}:starts`;

/** Note that a start begins; returns how many in a row before it never reached a picture. */
export function begin() {
  try {
    const failed = Number(localStorage.getItem(MARK)) || 0;
    localStorage.setItem(MARK, failed + 1);
    return failed;
  } catch {
    return 0; // storage is blocked, so nothing kept can be at fault
  }
}

/** The first picture is there, or the cause of the failure is known and was nothing kept. */
export function arrive() {
  try {
    localStorage.removeItem(MARK);
  } catch {
    // blocked, see above
  }
}
