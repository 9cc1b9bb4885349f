// Import of games as files or texts: chosen in a dialog, dropped on the page, opened with the app in the system's file
// manager, or shared by another app. The game decides what they contain (pages/arrival.py).

import { PREFIX } from "./journal.js";
import { inTime } from "./limit.js";

const LONGEST_FILE = 64_000_000; // bytes, as in game/platform/base.py
const SHARED = `${PREFIX}shared`; // the cache in which service-worker.js leaves what was shared
const NOTICE = "#shared"; // the fragment with which it opens the page

/** Report everything that is imported to the game as "opened"; `picker` is the file input of the dialog. */
export function takeIn(tell, picker) {
  picker.addEventListener("change", () => {
    bring([...picker.files]);
    picker.value = ""; // so that the same file can be chosen again
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    bring([...event.dataTransfer.files]);
  });
  globalThis.launchQueue?.setConsumer(async ({ files }) => {
    const found = await Promise.allSettled(files.map((file) => file.getFile()));
    bring(found.map(({ value }) => value ?? new File([], ""))); // a file that is gone reads as empty
  });
  addEventListener("hashchange", takeShared);
  takeShared();

  /** Join several files into one text: a long backup consists of several. */
  async function bring(files) {
    if (!files.length) return;
    const whole = files.length === 1 ? files[0] : new Blob(files.flatMap((file) => [file, "\n"]));
    const tooLong = whole.size > LONGEST_FILE;
    const text = tooLong ? "" : await whole.text().catch(() => "");
    tell("opened", files[0].name, text, tooLong);
  }

  /** Import what another app has shared. If storing it failed the text is empty, which the game reports as no
   * game. */
  async function takeShared() {
    if (location.hash !== NOTICE) return;
    history.replaceState(history.state, "", location.pathname + location.search); // a reload does not ask again
    const content = await inTime(shared()).catch(() => undefined);
    await bring([new File(content ? [content] : [], "")]);
    await globalThis.caches?.delete(SHARED).catch(() => {});
  }

  async function shared() {
    return (await globalThis.caches?.match("shared", { cacheName: SHARED }))?.blob();
  }
}
