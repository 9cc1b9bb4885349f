// The loading screen: a ship that sails as far as the work has progressed.

import { number, say } from "./words.js";

// Where on the voyage each step ends; downloading moves within the first.
const STEPS = { fetch: 0.75, python: 0.88, pygame: 0.93, game: 1 };

const part = (id) => document.getElementById(id);
let now = "";

function sail(made) {
  part("voyage").style.setProperty("--made", made.toFixed(3));
  part("voyage").setAttribute("aria-valuenow", String(Math.round(made * 100)));
}

/** Show the step that begins now. */
export function step(name) {
  performance.mark(name);
  now = name;
  const names = Object.keys(STEPS);
  const before = names[names.indexOf(name) - 1];
  part("step").textContent = say(name);
  if (before) sail(STEPS[before]);
  if (name !== "fetch") part("detail").textContent = "\u00a0";
}

/** Show how many bytes have arrived. The last may come when Python is already starting. */
export function arrived(made, all) {
  if (now !== "fetch") return;
  const megabytes = (bytes) => number(bytes / 1e6);
  part("detail").textContent = say("bytes", { made: megabytes(made), all: megabytes(all) });
  sail((STEPS.fetch * made) / all);
}

/** Leave the loading screen for the game below it. */
export function land() {
  sail(1);
  const start = part("start");
  start.classList.add("done");
  start.addEventListener("transitionend", () => start.remove(), { once: true });
  setTimeout(() => start.remove(), 1000); // no transition, no event: reduced motion, a hidden tab
}
